"""Before a match people gather: nothing counts and nobody is asked aloud until somebody starts it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest

from companion.referee.inbox import StartAsked
from companion.service.building import build
from companion.service.running import gather
from companion.service.service import Service
from companion.settings.config import Autoplay, Config
from companion.settings.play import Start
from companion.telling.board import Handout
from companion.telling.view import page_packet
from companion.values.person import Person, first_seated
from companion.values.verdicts import Verdict
from hardware.types import ButtonRole, SpeechSink
from rules.engine.entries import Header
from rules.engine.questions import Answer
from rules.engine.types import Seat
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from tests.companion.lives import Lives
from web.pages.host.views import HostAct
from web.pages.join.views import JoinWish
from web.views import Joined


def begin(evening: Evening) -> Verdict:
    reply: Future[Verdict] = Future()
    evening.referee.handle(StartAsked(reply))
    return reply.result(timeout=0)


def lobby() -> Evening:
    evening = Evening(HIGH_CARD, HANDS)
    assert evening.running.gather().ok
    evening.referee.tell()
    return evening


def test_when_all_seats_are_taken_nobody_is_told_to_take_one() -> None:
    evening = lobby()
    board = evening.outlet.board
    assert board is not None
    assert {evening.packet(reader).status for reader in (-1, 0, 1)} == {"All seats are taken. The match can start."}
    one_is_free = replace(board.around, people=(Person("P1", True), Person("P2")))
    for reader in (-1, 0):
        told = "Take a seat." if reader == -1 else "You have a seat."
        status = page_packet(board.voice, Handout(evening.handed(reader)), one_is_free, "x").status
        assert status == f"{told} The match starts when everybody is here."


def test_nothing_counts_before_somebody_starts_the_match() -> None:
    evening = lobby()
    for reader in (-1, 0, 1):
        packet = evening.packet(reader)
        assert packet.lobby is not None
        assert packet.lobby.starter == 0
        assert packet.notice == ""
    assert not evening.tap(0, "play:RED-1").ok
    evening.lay("RED-1", "trick/0")
    evening.wait(10.0)
    assert evening.match.version == 0
    assert begin(evening).ok
    assert evening.packet().lobby is None
    assert evening.match.version == 1  # what lay there counts as soon as it may
    assert not begin(evening).ok


def test_the_voice_greets_and_asks_only_when_the_match_begins() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    evening.spoken.clear()
    evening.running.gather()
    evening.referee.tell()
    assert evening.spoken == ["Take a seat."]
    begin(evening)
    assert evening.spoken[1] == "Everybody is here. The match starts."


def test_the_host_can_start_it_too() -> None:
    evening = lobby()
    assert evening.host(HostAct.RESUME).ok
    assert evening.packet().lobby is None


def test_a_table_without_phones_starts_it_with_the_confirm_button() -> None:
    evening = lobby()
    evening.press(ButtonRole.SEAT, 0)
    assert evening.packet().lobby is not None
    evening.press(ButtonRole.CONFIRM)
    assert evening.packet().lobby is None


def test_people_gather_on_after_a_restart(tmp_path: Path) -> None:
    lives = Lives(tmp_path / "companion.db", HIGH_CARD, Header(HIGH_CARD.slug, 2, HIGH_CARD.check_settings({}), HANDS))
    assert lives.evening.running.gather().ok
    evening = lives.kill()
    assert evening.packet().lobby is not None
    assert begin(evening).ok
    assert lives.kill().packet().lobby is None
    lives.journal.close()


def test_the_first_seat_that_is_held_may_start() -> None:
    assert first_seated((Person("A"), Person("B", bot=True), Person("C", joined=True), Person("D", joined=True))) == 2
    assert first_seated((Person("A"), Person("B", bot=True))) is None


# ---- the whole service ----------------------------------------------------------------------------------------------


@pytest.fixture
def config(tmp_path: Path) -> Config:
    base = Config()
    return replace(
        base,
        table=replace(base.table, players=2, game=HIGH_CARD.slug),
        web=replace(base.web, port=0, host="127.0.0.1"),
        data=replace(base.data, directory=str(tmp_path / "data")),
        voice=replace(base.voice, sink=SpeechSink.OFF),
    )


@pytest.fixture
def built(config: Config) -> Iterator[Service]:
    service = build(config, HIGH_CARD)
    yield service
    service.stop()


def test_who_was_seated_first_starts_the_match_from_the_phone(built: Service) -> None:
    gather(built)
    built.start()
    people, match = built.pages.people, built.pages.match
    sessions = []
    for seat, name in enumerate(("Ada", "Ben")):
        guest = people.open_session()
        found = people.join(guest.session, guest.token, JoinWish(name, seat, built.joining.code))
        assert isinstance(found, Joined)
        sessions.append(found.session)
    first, second = sessions
    assert match.packet(first).lobby is not None
    refused = match.start(second)
    assert not refused.ok
    assert refused.sentence == "Only the host or the player in the first seat can do this."
    assert match.start(first).ok
    assert match.packet(second).lobby is None


@pytest.mark.parametrize(
    ("start", "bots", "begun", "gathers"),
    [
        (Start.TOGETHER, Autoplay.FILL, False, True),
        (Start.TOGETHER, Autoplay.OFF, False, True),
        (Start.TOGETHER, Autoplay.ALL, False, False),
        (Start.AT_ONCE, Autoplay.FILL, False, False),
        (Start.TOGETHER, Autoplay.FILL, True, False),
    ],
)
def test_people_gather_before_a_new_match_unless_settings_or_bots_begin_it(
    config: Config, start: Start, bots: Autoplay, begun: bool, gathers: bool
) -> None:
    service = build(replace(config, play=replace(config.play, start=start, autoplay=bots)), HIGH_CARD)
    running = service.referee.running
    if begun:
        running.submit(
            Answer(Seat(0), next(o.key for o in running.match.options(Seat(0)) if o.refusal is None)), "test"
        )
    else:
        running.gather()  # as another start with other settings left it
    gather(service)
    assert running.gathering is gathers
    assert running.paused is gathers
    service.stop()
