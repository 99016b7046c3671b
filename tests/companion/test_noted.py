"""What is acknowledged is on disk: answers that are noted, a pause and a proposal, over the sudden end of the service.

A kill is a journal that is opened anew, and nothing of the process before: what it had in memory is gone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.backups import Backups, CopyKind
from companion.journal.journal import Journal
from companion.journal.unsettled import LIMIT, choice_in, name_of
from companion.referee.inbox import Consented
from companion.referee.pacing import RETRY_S
from companion.values.verdicts import Verdict
from hardware.types import ButtonRole
from rules.engine.entries import Entry, Header, Position
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.types import Seat
from tests.companion.dice_race import dice_race
from tests.companion.evening import Evening
from tests.companion.high_card import HIGH_CARD
from tests.companion.lives import PACE, Lives
from tests.companion.lucky_draw import LUCKY_DRAW
from web.pages.host.views import HostAct

HANDS = {"hand/0": ("RED-1", "BLU-1"), "hand/1": ("BLU-2", "BLU-3"), "hand/2": ("BLU-4", "BLU-5")}


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Callable[..., Lives]]:
    """Makes a table."""
    begun: list[Lives] = []

    def begin(game: Game = LUCKY_DRAW, phase: str = "window", seats: int = 3) -> Lives:
        position = Position(HANDS, phase=phase, turn=0) if game is LUCKY_DRAW else None
        header = Header(game.slug, seats, game.check_settings({}), position)
        begun.append(Lives(tmp_path / "data" / "companion.db", game, header))
        return begun[-1]

    yield begin
    for lives in begun:
        lives.journal.close()


# ---- answers that are noted -----------------------------------------------------------------------------------------


def test_noted_answers_outlive_the_service_and_count_once_in_their_order(live: Callable[..., Lives]) -> None:
    lives = live()
    for seat in (2, 0):
        assert lives.evening.tap(seat, "pass", request=f"r{seat}").ok
    evening = lives.kill()
    assert lives.answers == []
    evening.wait(2.9)
    assert lives.answers == [], "the time begins anew: nobody can tell by it who had answered"
    evening = lives.kill()
    evening.wait(3.1)
    counted = [(2, "pass", "r2"), (0, "pass", "r0")]
    assert (lives.answers, lives.kept) == (counted, {})
    evening = lives.kill()
    evening.wait(3.1)
    assert evening.tap(0, "pass", version=0, request="r0").ok
    assert lives.answers == counted


def test_a_repeated_tap_hears_the_same_after_a_kill(live: Callable[..., Lives]) -> None:
    lives = live()
    first = lives.evening.tap(0, "pass", request="r1")
    evening = lives.kill()
    assert evening.tap(0, "pass", request="r1") == first
    evening.wait(3.1)
    assert lives.answers == [(0, "pass", "r1")]


def test_a_later_answer_takes_the_place_of_the_noted_one_on_the_disk_too(live: Callable[..., Lives]) -> None:
    lives = live()
    lives.evening.tap(0, "pass", request="r1")
    lives.evening.tap(1, "pass", request="r2")
    lives.evening.tap(0, "pass", request="r3")
    assert list(lives.kept) == [name_of(1), name_of(0)]
    evening = lives.kill()
    assert evening.tap(0, "save:RED-1", request="r4").ok
    assert lives.kept == {}, "the window has closed"
    lives.kill().wait(3.1)
    assert lives.answers == [(0, "save:RED-1", "r4")]


def test_a_refused_answer_leaves_the_noted_one(live: Callable[..., Lives]) -> None:
    lives = live()
    lives.evening.tap(0, "pass", request="r1")
    assert not lives.evening.tap(0, "save:RED-6", request="r2").ok
    lives.evening.wait(3.1)
    assert lives.answers == [(0, "pass", "r1")]


@pytest.mark.parametrize("how", ["undo", "correction", "end"])
def test_what_is_taken_back_is_not_taken_up_again(live: Callable[..., Lives], how: str) -> None:
    lives = live()
    lives.evening.tap(0, "save:RED-1")
    assert lives.evening.tap(0, "yes").ok  # the next question is a secret one
    assert list(lives.kept) == [name_of(0)]
    match how:
        case "undo":
            lives.evening.press(ButtonRole.UNDO)
        case "correction":
            assert lives.evening.host(HostAct.MOVE_PIECE, piece="BLU-1", pile="discard", reason="a test").ok
        case "end":
            assert lives.evening.host(HostAct.END_MATCH, reason="a test").ok
    assert lives.kept == {}
    if how != "end":
        lives.kill().wait(3.1)
    assert not any(key == "yes" for _, key, _ in lives.answers)


def test_a_kill_between_an_entry_and_what_it_settles_is_harmless(live: Callable[..., Lives]) -> None:
    """What was noted for an earlier question is known as such by the entries alone."""
    lives = live()
    lives.evening.tap(1, "pass")
    stale = lives.kept
    lives.evening.tap(0, "save:RED-1")
    lives.journal.unsettled.change(lives.match, {name_of(1): stale[name_of(1)], name_of(0): '{"since": 1}'})
    evening = lives.kill()
    assert evening.referee.pacing.noted == ()
    evening.tap(0, "yes")
    evening.wait(3.1)
    assert [key for _, key, _ in lives.answers] == ["save:RED-1", "yes"]


def test_only_the_seats_that_are_still_waited_for_are_taken_up(live: Callable[..., Lives]) -> None:
    lives = live()
    lives.evening.tap(1, "pass")
    noted = lives.kept
    lives.evening.wait(3.1)
    lives.journal.unsettled.change(lives.match, noted)
    evening = lives.kill()
    assert evening.referee.pacing.noted == ()
    evening.wait(3.1)
    assert lives.answers == [(1, "pass", "")]


def test_an_answer_that_cannot_be_written_is_not_acknowledged() -> None:
    evening = Evening(LUCKY_DRAW, Position(HANDS, phase="window", turn=0), seats=3, pace=PACE)
    evening.disk.broken = "full"
    reply = evening.tap(0, "pass")
    assert not reply.ok
    assert "disk is full" in reply.sentence
    evening.disk.broken = ""
    evening.wait(3.1)
    assert evening.match.journal == []


@pytest.mark.parametrize("broken", ["full", "dead"])
def test_what_is_noted_waits_for_a_disk_that_is_full(broken: str) -> None:
    evening = Evening(LUCKY_DRAW, Position(HANDS, phase="window", turn=0), seats=3, pace=PACE)
    assert evening.tap(0, "pass").ok
    assert evening.tap(1, "pass").ok
    evening.disk.broken = broken
    evening.wait(3.1)
    assert evening.match.journal == []
    assert evening.referee.pacing.next_s == PACE.minimum_s + RETRY_S
    evening.disk.broken = ""
    evening.wait(PACE.minimum_s + RETRY_S)
    assert evening.match.journal == [Answer(Seat(0), "pass"), Answer(Seat(1), "pass")]


def test_a_restart_shows_nobody_that_something_is_noted(
    live: Callable[..., Lives], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    lives = live(phase="swear")

    def shown() -> list[str]:
        evening = lives.kill()
        evening.wait(1.0)
        return [evening.bytes_of(reader) for reader in (-1, 0, 1, 2)]

    before = shown()
    for answer in ("yes", "no"):
        assert lives.evening.tap(0, answer, request=f"a-request for {answer}").ok
        assert list(lives.kept) == [name_of(0)]
        assert shown() == before
    assert "a-request" not in caplog.text


def test_no_copy_of_a_journal_holds_what_is_noted(live: Callable[..., Lives]) -> None:
    lives = live()
    lives.evening.tap(0, "pass", request="a-request")
    lives.evening.host(HostAct.PAUSE)
    backups = Backups(lives.path)
    path = backups.keep(CopyKind.DAILY)
    for copy in (path.read_bytes(), backups.now()):
        assert b"a-request" not in copy
    assert b"a-request" in lives.path.with_name("companion.db-wal").read_bytes() + lives.path.read_bytes()
    with closing(Journal.look(path)) as journal:
        assert journal.unsettled.of(lives.match) == {}


# ---- the pause ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_button", [False, True])
def test_a_pause_outlives_the_service_and_the_page_says_so(live: Callable[..., Lives], by_button: bool) -> None:
    lives = live()

    def press(act: HostAct) -> None:
        if by_button:
            lives.evening.press(ButtonRole.PAUSE)
        else:
            assert lives.evening.host(act).ok

    lives.evening.tap(1, "pass", request="r1")
    press(HostAct.PAUSE)
    evening = lives.kill()
    for reader in (-1, 0):
        packet = evening.packet(reader)
        assert packet.paused
        assert packet.status == "The game is paused. The host goes on when everybody is back."
    assert not evening.tap(0, "pass").ok
    evening.wait(100.0)
    assert lives.answers == []
    press(HostAct.RESUME)
    assert not lives.kill().packet().paused
    lives.evening.wait(3.1)
    assert lives.answers == [(1, "pass", "r1")]


def test_the_next_match_is_not_paused(live: Callable[..., Lives]) -> None:
    lives = live()
    lives.evening.host(HostAct.PAUSE)
    lives.evening.host(HostAct.END_MATCH, reason="late")
    assert lives.evening.host(HostAct.NEW_MATCH).ok
    assert not lives.evening.packet().paused
    assert lives.kept == {}
    assert not lives.kill().packet().paused


def test_a_pause_that_cannot_be_written_is_none() -> None:
    evening = Evening(HIGH_CARD)
    evening.disk.broken = "full"
    assert not evening.host(HostAct.PAUSE).ok
    assert not evening.packet().paused


# ---- what the host has chosen for the table --------------------------------------------------------------------------


def test_the_host_s_time_to_react_goes_on_until_the_settings_are_changed(live: Callable[..., Lives]) -> None:
    lives = live()
    assert lives.evening.host(HostAct.WINDOW_LIMIT, value="40").ok
    assert lives.kill().referee.pacing.limit_s == 40.0
    lives.evening.host(HostAct.END_MATCH, reason="late")
    lives.evening.host(HostAct.NEW_MATCH)
    assert lives.kill().referee.pacing.limit_s == 40.0
    kept = lives.evening.running.keeper.unsettled()
    assert choice_in(kept, LIMIT, "20.0", float) == 40.0
    assert choice_in(kept, LIMIT, "30.0", float) is None


def test_a_time_to_react_that_cannot_be_written_is_none() -> None:
    evening = Evening(LUCKY_DRAW, Position(HANDS, phase="window", turn=0), seats=3, pace=PACE)
    evening.disk.broken = "full"
    assert not evening.host(HostAct.WINDOW_LIMIT, value="40").ok
    assert evening.referee.pacing.limit_s == 20.0


# ---- an undo that the table is asked about --------------------------------------------------------------------------


def agree(evening: Evening, seat: int) -> bool:
    """A seat agrees on its phone; whether that was acknowledged."""
    asked = evening.packet().consent
    assert asked is not None
    reply: Future[Verdict] = Future()
    evening.referee.handle(Consented(Seat(seat), asked.number, True, reply))
    return reply.result(timeout=0).ok


def thrown(live: Callable[..., Lives]) -> Lives:
    """A table whose host wants a roll taken back."""
    lives = live(dice_race(), seats=2)
    lives.evening.tap(0, "4-3")
    assert lives.evening.host(HostAct.UNDO).ok
    return lives


def test_a_proposal_and_who_agreed_outlive_the_service(live: Callable[..., Lives]) -> None:
    lives = thrown(live)
    before = lives.evening.packet()
    evening = lives.kill()
    assert evening.packet().consent == before.consent is not None
    assert evening.packet().notice == before.notice
    assert agree(evening, 1)
    evening = lives.kill()
    asked = evening.packet().consent
    assert asked is not None
    assert asked.missing == (0,)
    assert agree(evening, 0)
    assert evening.match.log == []
    assert lives.kill().packet().consent is None


def test_a_proposal_that_is_settled_does_not_come_back(live: Callable[..., Lives]) -> None:
    lives = thrown(live)
    assert lives.evening.host(HostAct.WITHDRAW).ok
    assert lives.kill().packet().consent is None
    assert lives.evening.host(HostAct.UNDO).ok
    refused: Future[Verdict] = Future()
    asked = lives.evening.packet().consent
    assert asked is not None
    lives.evening.referee.handle(Consented(Seat(1), asked.number, False, refused))
    assert refused.result(timeout=0).ok
    assert lives.kill().packet().consent is None


@pytest.mark.parametrize("by_button", [False, True])
def test_a_proposal_that_cannot_be_written_is_none(by_button: bool) -> None:
    evening = Evening(dice_race())
    evening.tap(0, "4-3")
    evening.disk.broken = "full"
    if by_button:
        evening.press(ButtonRole.UNDO)
    else:
        assert not evening.host(HostAct.UNDO).ok
    assert evening.packet().consent is None
    assert "disk is full" in evening.packet().notice
    evening.disk.broken = ""
    evening.host(HostAct.UNDO)
    evening.disk.broken = "full"
    assert not agree(evening, 1)
    asked = evening.packet().consent
    assert asked is not None
    assert asked.missing == (0, 1)


# ---- how it is kept -------------------------------------------------------------------------------------------------


def test_a_question_s_age_is_the_same_after_a_replay(live: Callable[..., Lives]) -> None:
    lives = live()
    entries: list[Entry] = []
    lives.evening.tap(1, "pass")
    lives.evening.wait(3.1)
    lives.evening.tap(0, "save:RED-1")
    lives.evening.press(ButtonRole.UNDO)
    lives.evening.host(HostAct.MOVE_PIECE, piece="BLU-1", pile="discard", reason="a test")
    match = lives.evening.match
    again = Match(match.game, match.header)
    ages = [again.asked_since]
    for entry in match.journal:
        again.submit(entry)
        entries.append(entry)
        ages.append(again.asked_since)
        assert Match.replay(match.game, match.header, entries).asked_since == again.asked_since
    assert ages == [0, 0, 2, 3, 4], "a pass leaves the window open; a reaction, an undo and a correction ask anew"
