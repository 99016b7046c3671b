"""Nobody learns by any way out of the box what the rules keep from them: every game, every outlet, at the real hub."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.kit.laws.playing import settings_at
from companion.kit.laws.worlds import Base
from companion.past import story
from companion.reading.todo import Chore, Todo
from companion.telling import teller
from companion.telling.announcer import Announcement, Announcer, Kind
from companion.telling.outlets import OUTLETS as REGISTERED, Readable, Source, UnknownOutlet, Way, lights_of, page_rooms
from hardware.types import LightState
from rules.engine.match import Match
from rules.engine.types import PUBLIC, Say, Seat
from tests.house._source import sources
from tests.laws.outlets import OUTLETS, Found, try_hubs
from tests.laws.playing import game_of, script_of
from tests.laws.test_worlds import PIECES, SECRETIVE
from tests.seeds import seed_of
from tests.web.fake_table import FakeTable
from web import create_app
from web.door.registrar import Audience, ClosedFlask, Gate
from web.door.settings import WebError

ENTRIES = 45


def hubs_of(slug: str, number: int, worlds: int, entries: int = ENTRIES) -> Found:
    """Some worlds of one match."""
    game = game_of(slug)
    seats = game.seats[number % len(game.seats)]
    script = script_of(slug, seats, seed=number, length=entries, settings=settings_at(game, seats, number))
    return try_hubs(Base(script), Random(number), worlds)


@pytest.mark.parametrize("slug", SECRETIVE)
def test_no_outlet_tells_a_secret(slug: str) -> None:
    found, number = Found(), 1
    while found.compared < 3 and number < 6:
        more = hubs_of(slug, number, worlds=2)
        assert not more.leaks, more.leaks[:3]
        found.compared += more.compared
        found.seen |= more.seen
        number += 1
    assert found.compared >= 3, "too few worlds could be compared"
    silent = {key for key, is_its in OUTLETS.items() if not any(map(is_its, found.seen))}
    assert not silent, "nothing of these outlets was compared"


@pytest.mark.soak
@pytest.mark.parametrize("piece", range(PIECES))
@pytest.mark.parametrize("slug", SECRETIVE)
def test_no_outlet_tells_a_secret_for_long(slug: str, piece: int) -> None:
    first = seed_of(f"outlets {piece}")
    for number in range(first, first + 10):
        found = hubs_of(slug, number, worlds=8, entries=120)
        assert not found.leaks, found.leaks[:3]


# -- a leak on purpose is found ----------------------------------------------------------------------------------------


def secret(match: Match) -> Any:
    """What only seat 2 may know: the first card of its hand."""
    hand = match.state.pile("hand/1").pieces
    return hand[0] if hand else None


def leak_by_lights(patch: pytest.MonkeyPatch) -> None:
    honest = lights_of

    def lights(moment: Any) -> dict[int | str, LightState]:
        states = list(LightState)
        return {**honest(moment), 0: states[sum(map(ord, str(secret(moment.match)))) % len(states)]}

    patch.setattr("companion.telling.teller.lights_of", lights)


def leak_by_voice(patch: pytest.MonkeyPatch) -> None:
    honest = Announcer.news

    def news(announcer: Announcer, moment: Any) -> tuple[Announcement, ...]:
        piece = secret(moment.match)
        told = (Announcement(Kind.EVENT, (Say("played", {"seat": Seat(1), "piece": piece}),)),) if piece else ()
        return (*honest(announcer, moment), *told)

    patch.setattr(Announcer, "news", news)


def leak_by_screen(patch: pytest.MonkeyPatch) -> None:
    honest = teller._handouts

    def handouts(moment: Any, events: Any) -> Any:
        found = honest(moment, events)
        return {**found, PUBLIC: replace(found[PUBLIC], packet=replace(found[Seat(1)].packet, reader=PUBLIC))}

    patch.setattr(teller, "_handouts", handouts)


def leak_by_todo(patch: pytest.MonkeyPatch) -> None:
    honest = teller.TableOutlet._around

    def around(outlet: Any, moment: Any, *more: Any) -> Any:
        piece = secret(moment.match)
        found = honest(outlet, moment, *more)
        return replace(found, todos=(Todo(Chore.LAY, piece, spot="deck"),)) if piece else found

    patch.setattr(teller.TableOutlet, "_around", around)


def leak_by_history(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(story, "redact", lambda state, reader, latest=None: state)


@pytest.mark.parametrize(
    ("plant", "where"),
    [
        (leak_by_lights, "lights"),
        (leak_by_voice, "voice"),
        (leak_by_screen, "table screen"),
        (leak_by_todo, "to-do list"),
        (leak_by_history, "step "),
    ],
)
def test_a_planted_leak_is_found(plant: Any, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    leaks = [leak for number in range(1, 4) for leak in hubs_of("high_card", number, worlds=3).leaks]
    assert any(leak.outlet.startswith(where) for leak in leaks), leaks[:3]


# -- the list ----------------------------------------------------------------------------------------------------------


def test_every_listed_outlet_is_held_to_the_law() -> None:
    assert set(OUTLETS) == {key for key, outlet in REGISTERED.items() if outlet.source is Source.NOTES}


def test_the_whole_match_is_handed_to_the_dealer_alone() -> None:
    takers = {source.path for source in sources("companion") if "underside" in source.text.lower()}
    assert takers == {
        "companion/telling/board.py",
        "companion/telling/teller.py",
        "companion/service/building.py",
        "companion/virtual/dealer.py",
    }


def test_what_is_not_listed_cannot_be_opened() -> None:
    with pytest.raises(UnknownOutlet, match="'smoke' is no outlet"):
        Way("smoke", lambda news: None)


def test_what_is_for_one_reader_cannot_be_told_to_all() -> None:
    assert REGISTERED["phones"].readable is Readable.BY_ONE
    with pytest.raises(UnknownOutlet):
        Way("phones", lambda news: None)


def test_a_room_of_pages_that_is_not_listed_cannot_be_opened() -> None:
    def view() -> str:
        return ""

    app = ClosedFlask("web", rooms=page_rooms())
    app.add_url_rule("/here", "here", view, gate=Gate(Audience.OPEN))
    view.__module__ = "web.pages.spectacle.routes"
    with pytest.raises(WebError, match="spectacle"):
        app.add_url_rule("/there", "there", view, gate=Gate(Audience.OPEN))


def test_what_is_for_the_host_alone_is_asked_by_the_host_alone() -> None:
    app = create_app(FakeTable().pages, rooms=page_rooms())
    assert isinstance(app, ClosedFlask)
    rooms = {room for outlet in REGISTERED.values() if outlet.readable is Readable.BY_HOST for room in outlet.rooms}
    routes = {name: view.__module__.split(".")[2] for name, view in app.view_functions.items() if name in app.gates}
    closed = {name for name, room in routes.items() if room in rooms}
    assert {routes[name] for name in closed} == rooms == {"card_looks", "kept"}
    pages = {name for name in closed if app.gates[name].page}  # which hold nothing yet, and ask for what they show
    assert {app.gates[name].audience for name in closed - pages} == {Audience.HOST}
    with pytest.raises(UnknownOutlet):
        Way("kept_pictures", lambda news: None)
