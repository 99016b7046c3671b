"""Reaction windows and secret answers: nobody can tell by the clock who had something to decide."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.reading.interpret import Ask
from companion.referee.pacing import SHORTEST_LIMIT_S, Pace
from hardware.types import ButtonRole, LightState
from rules.engine.entries import Position
from rules.engine.questions import Answer
from rules.engine.types import Seat
from tests.companion.evening import Evening
from tests.companion.lucky_draw import LUCKY_DRAW
from web.pages.host.views import HostAct

PACE = Pace(minimum_s=3.0, limit_s=20.0)
HOLDER = {"hand/0": ("RED-1", "BLU-1"), "hand/1": ("BLU-2", "BLU-3"), "hand/2": ("BLU-4", "BLU-5")}
WITHOUT = {**HOLDER, "hand/0": ("BLU-6", "BLU-1")}


def table(phase: str = "window", held: Mapping[str, tuple[str, ...]] = HOLDER, pace: Pace = PACE) -> Evening:
    return Evening(LUCKY_DRAW, Position(held, phase=phase, turn=0), seats=3, pace=pace)


def answers(evening: Evening) -> list[tuple[int | None, str]]:
    return [(e.seat, e.key) for e in evening.match.log if isinstance(e, Answer)]


def test_a_pass_is_noted_at_once_and_counts_when_the_minimum_has_run() -> None:
    evening = table()
    reply = evening.tap(0, "pass")
    assert (reply.ok, reply.sentence) == (True, "Noted. The game goes on when everybody has had time to react.")
    evening.wait(2.9)
    assert answers(evening) == []
    evening.wait(0.2)
    assert answers(evening) == [(0, "pass")]
    evening.tap(1, "pass")
    assert answers(evening) == [(0, "pass"), (1, "pass")], "later it counts at once"


def test_a_pass_that_is_noted_is_seen_nowhere() -> None:
    evening = table()
    evening.trace.clear()
    before = evening.bytes_of()
    evening.tap(0, "pass")
    evening.wait(1.0)
    assert evening.trace == [], "neither a packet nor a light nor a word"
    assert evening.bytes_of() == before


def test_a_reaction_counts_at_once_and_takes_the_place_of_a_noted_pass() -> None:
    evening = table()
    evening.tap(0, "pass")
    assert evening.tap(0, "save:RED-1").ok
    assert answers(evening) == [(0, "save:RED-1")]
    evening.wait(30.0)
    assert answers(evening) == [(0, "save:RED-1")]


def test_a_repeated_tap_is_neither_lost_nor_counted_twice() -> None:
    evening = table()
    first = evening.tap(0, "pass", request="r1")
    assert evening.tap(0, "pass", request="r1") == first
    evening.tap(0, "pass", request="r2")
    evening.wait(3.1)
    assert evening.tap(0, "pass", version=0, request="r2").ok
    assert answers(evening) == [(0, "pass")]
    assert evening.disk.requests == [(Seat(0), "r2")]


def test_what_is_not_allowed_is_refused_at_once() -> None:
    evening = table("swear")
    reply = evening.tap(0, "perhaps")
    assert not reply.ok
    evening.wait(3.1)
    assert answers(evening) == []


def test_when_the_limit_has_run_everybody_who_waits_passes() -> None:
    evening = table()
    evening.tap(1, "pass")
    evening.wait(19.9)
    assert answers(evening) == [(1, "pass")]
    evening.wait(0.2)
    assert answers(evening) == [(1, "pass"), (0, "pass"), (2, "pass")]
    assert evening.packet().question is not None
    assert evening.packet().question.kind == "swear"  # type: ignore[union-attr]


def test_without_a_limit_the_table_waits() -> None:
    evening = table(pace=Pace(3.0, 0.0))
    evening.wait(4000.0)
    assert answers(evening) == []
    question = evening.packet().question
    assert question is not None
    assert question.closes_in_s is None


def test_everybody_sees_how_long_the_window_stays_open() -> None:
    evening = table()
    question = evening.packet().question
    assert question is not None
    assert question.closes_in_s == 20
    evening.tap(0, "pass")
    evening.wait(3.5)
    for reader in (-1, 0, 2):
        shown = evening.packet(reader).question
        assert shown is not None
        assert shown.closes_in_s == 17


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_secret_answer_takes_the_same_time_whatever_it_is(answer: str) -> None:
    evening = table("swear")
    evening.wait(1.0)
    assert evening.tap(0, answer).ok
    evening.wait(1.9)
    assert answers(evening) == []
    evening.wait(0.2)
    assert answers(evening) == [(0, answer)]


def test_the_last_of_several_secret_answers_counts() -> None:
    evening = table("swear")
    evening.tap(0, "yes")
    evening.tap(0, "no")
    evening.wait(3.1)
    assert answers(evening) == [(0, "no")]


def test_a_secret_answer_has_no_limit() -> None:
    evening = table("swear")
    evening.wait(4000.0)
    assert answers(evening) == []


def test_a_pause_keeps_what_was_noted_and_the_time_begins_anew() -> None:
    evening = table()
    evening.tap(0, "pass", request="r1")
    evening.wait(2.0)
    evening.host(HostAct.PAUSE)
    evening.wait(100.0)
    assert evening.referee.pacing.next_s is None
    evening.host(HostAct.RESUME)
    evening.wait(2.9)
    assert answers(evening) == []
    evening.wait(0.2)
    assert answers(evening) == [(0, "pass")]
    evening.wait(16.8)
    assert answers(evening) == [(0, "pass")]
    evening.wait(0.3)
    assert answers(evening) == [(0, "pass"), (1, "pass"), (2, "pass")]


def test_a_dropped_answer_may_come_again_under_its_number() -> None:
    evening = table("swear")
    evening.tap(0, "yes", request="r1")
    assert evening.host(HostAct.SET_TURN, seat=0, reason="a test").ok
    evening.wait(3.1)
    assert answers(evening) == []
    assert evening.tap(0, "no", request="r1").ok
    assert answers(evening) == [(0, "no")]


@pytest.mark.parametrize("how", ["undo", "correction"])
def test_an_undo_and_a_correction_drop_what_was_noted(how: str) -> None:
    evening = table()
    evening.tap(0, "save:RED-1")  # the next question is a secret one
    evening.tap(0, "yes")
    if how == "undo":
        evening.press(ButtonRole.UNDO)
    else:
        assert evening.host(HostAct.MOVE_PIECE, piece="BLU-1", pile="discard", reason="a test").ok
    evening.wait(3.1)
    assert (0, "yes") not in answers(evening)


def test_a_pass_by_button_is_paced_too_and_confirm_passes_for_one_after_another() -> None:
    evening = table()
    for _ in range(3):
        evening.press(ButtonRole.CONFIRM)
    assert answers(evening) == []
    evening.wait(3.1)
    assert answers(evening) == [(0, "pass"), (1, "pass"), (2, "pass")]


def test_a_phone_that_shows_the_same_window_may_still_answer() -> None:
    """Others have passed since; that is no reason to send it back."""
    evening = table()
    evening.tap(0, "pass")
    evening.wait(3.1)
    assert evening.match.version == 1
    assert evening.tap(1, "pass", version=0).ok
    assert not evening.tap(2, "pass", version=7).ok


def test_the_lights_do_not_tell_who_has_passed() -> None:
    evening = table()
    evening.wait(3.1)
    evening.tap(1, "pass")
    assert [evening.lights[seat] for seat in range(3)] == [LightState.ON] * 3


def test_the_voice_asks_once() -> None:
    evening = table()
    evening.wait(3.1)
    evening.tap(1, "pass")
    evening.tap(0, "pass")
    assert evening.spoken == []


def story(held: Mapping[str, tuple[str, ...]]) -> list[tuple[float, int, str]]:
    """Everything that the table screen shows, when, and how often it was sent, while all pass in their own time."""
    evening = table(held=held)
    began, shown = evening.now_s, [(0.0, evening.publisher.serial, evening.bytes_of())]
    for wait_s, seat in ((0.4, 1), (0.8, 0), (1.0, None), (1.0, None), (0.5, 2), (0.5, None)):
        evening.wait(wait_s)
        if seat is not None:
            evening.tap(seat, "pass")
        shown.append((round(evening.now_s - began, 3), evening.publisher.serial, evening.bytes_of()))
    return shown


def test_two_evenings_in_which_one_seat_holds_the_card_or_not_look_the_same() -> None:
    assert story(HOLDER) == story(WITHOUT)


def test_fast_players_wait_less_but_have_time_to_react() -> None:
    assert PACE.at_speed(1000.0) == Pace(0.003, SHORTEST_LIMIT_S)
    assert PACE.at_speed(2.0) == Pace(1.5, 10.0)
    assert PACE.at_speed(0.5) == PACE
    assert Pace(3.0, 0.0).at_speed(10.0).limit_s == 0.0


def test_the_referee_wakes_when_something_is_due() -> None:
    evening = table()
    assert evening.referee.pacing.next_s == 20.0
    evening.tap(0, "pass")
    evening.wait(1.0)
    assert evening.referee.pacing.next_s == 2.0


@pytest.mark.parametrize("why", ["a card is to be named first", "the disk is full"])
def test_a_window_that_cannot_close_yet_keeps_nobody_awake(why: str) -> None:
    evening = table()
    if why == "the disk is full":
        evening.disk.broken = "dead"
    else:
        evening.running.ask(Ask(Seat(0), ("save:RED-1",), ""), ("RED", None, 0.0))
    evening.wait(20.1)
    assert answers(evening) == []
    wait_s = evening.referee.pacing.next_s
    assert wait_s is None or wait_s > 1.0
    evening.disk.broken = ""
    evening.running.stop_asking()
    evening.wait(20.1)
    assert answers(evening)[:3] == [(0, "pass"), (1, "pass"), (2, "pass")]


def test_the_host_gives_more_time_or_less() -> None:
    evening = table()
    assert evening.host(HostAct.WINDOW_LIMIT, value="40").ok
    question = evening.packet().question
    assert question is not None
    assert question.closes_in_s == 40
    evening.wait(30.0)
    assert answers(evening) == []
    assert evening.host(HostAct.WINDOW_LIMIT, value="0").ok
    evening.wait(4000.0)
    assert answers(evening) == []
    assert evening.host(HostAct.WINDOW_LIMIT, value="20").ok
    evening.wait(0.1)
    assert answers(evening) == [(0, "pass"), (1, "pass"), (2, "pass")]


@pytest.mark.parametrize("value", ["", "-1", "soon", "601"])
def test_a_time_that_is_none_changes_nothing(value: str) -> None:
    evening = table()
    reply = evening.host(HostAct.WINDOW_LIMIT, value=value)
    assert (reply.ok, reply.sentence) == (False, "The reaction time must be a number of seconds from 0 to 600.")
    assert evening.referee.pacing.limit_s == 20.0
