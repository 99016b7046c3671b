"""A match of a tournament at a real table: called by the venue, laid out in the lobby, and its result at the venue."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from companion.journal.people import utc_now
from companion.outbox import sender
from companion.service.called_match import APART_S, LOOKING_S, CalledMatches
from companion.service.service import Service
from companion.settings.config import Override
from companion.venue.bouts import Tournament
from companion.venue.running import Venue, VenueSettings
from tests.companion.changing import room, settings_for
from tests.companion.test_shelf_door import Phone
from tests.evenings.table import wait_until
from tests.venue.test_evening import HOST, pair
from web.pages.host.views import HostAct, HostCommand

LONG = "-Maximilian zu Hohenstein-Kohlfurt"


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    found = Venue(VenueSettings(folder=tmp_path / "venue", host="127.0.0.1", port=0, name="The Club"))
    found.start()
    yield found
    found.stop()


def end(service: Service) -> None:
    assert service.pages.host.host(HOST, HostCommand(HostAct.END_MATCH, reason="It is late.")).ok


def test_a_table_lays_out_what_its_venue_calls_only_when_it_may_and_sends_the_result(
    venue: Venue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "_CALLED_S", 0.1)
    cups = venue.door.cups.tournaments
    cup = cups.begin("Cup", "war_chest", {"choose_factions": "true"}, "swiss", 2, 2, 3)
    cups.enter(cup, ["Zoe", f"Yann{LONG}"])

    def see() -> Tournament:
        found = cups.one(cup)
        assert found is not None
        return found

    def names(service: Service) -> list[str]:
        return [one.name for one in service.seating.everybody()]

    address = Override("venue.address", f"http://127.0.0.1:{venue.port}", "test")
    loaded = settings_for(
        tmp_path,
        Override("table.game", "chronicle", "GAME"),
        Override("table.players", "4", "-p"),
        Override("table.names", "Ada,Ben", "--names"),
        address,
    )
    with room(loaded) as table:
        first = table.at(1)
        assert pair(venue, first).ok
        ada = Phone.sits(table, first, "Ada", 1)
        assert first.sender is not None
        assert cups.draw(cup) == 1
        first.sender.send_once()
        assert see().bouts[0].table is None, "its host has not said that it may"
        assert first.pages.office.choose_setting(HOST, "venue.matches", "true").ok
        first.sender.send_once()
        assert see().bouts[0].table is None, "somebody sits there"
        first.pages.people.leave(ada.token)
        first.sender.ring()

        second = table.at(2)
        assert (second.game.slug, names(second)) == ("war_chest", ["Zoe", f"Yann{LONG}"[:24]])
        assert second.keeper.match.settings["choose_factions"] is True
        assert second.pages.office.choose_setting(HOST, "voice.volume", "0.4").ok
        assert names(second) == ["Zoe", f"Yann{LONG}"[:24]], "who is called so whatever the host sets"
        assert second.referee.running.gathering
        bout = see().bouts[0]
        assert venue.door.cups.cup(HOST, cup) is not None
        zoe = Phone.sits(table, second, "Zoe", 0)
        assert second.pages.match.start(zoe.session(second)).ok
        end(second)
        wait_until(lambda: see().bouts[0].given_up, what="the result, under the name of the bout")
        cups.repair(cup, bout.id, {0: 2, 1: 1})
        assert [one.entrant.name for one in see().standings()] == [f"Yann{LONG}", "Zoe"]

        assert cups.draw(cup) == 2
        calls = second.sender.calls if second.sender is not None else None
        assert isinstance(calls, CalledMatches)
        wait_until(lambda: calls._over_s, what="that it is called")
        assert calls.laid() == bout.match, "they look at how it ended"
        calls.now = lambda: utc_now() + timedelta(seconds=APART_S)
        calls.clock = lambda: time.monotonic() + LOOKING_S
        third = table.at(3)
        assert sorted(names(third)) == [f"Yann{LONG}"[:24], "Zoe"]
        assert third.seating.held_seats == frozenset(), "who sat there has got up"
