"""Thinking time: shown, announced at its end, standing while the table is paused, and never forcing anything."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from companion.referee.pacing import Pace, Tuning
from companion.values.clocks import played_s
from rules.engine.entries import Position
from tests.companion.dice_race import dice_race
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from tests.companion.lucky_draw import LUCKY_DRAW
from web.pages.host.views import HostAct
from web.views import ThinkingView

BEGAN = datetime(2026, 11, 22, 19, 0, tzinfo=UTC)


@pytest.fixture
def race() -> Evening:
    """A minute for each turn."""
    evening = Evening(dice_race())
    evening.referee.handle(Tuning(4.0, Pace(), 60.0))
    return evening


def time_of(evening: Evening) -> ThinkingView:
    thinking = evening.packet().thinking
    assert thinking is not None
    return thinking


def test_without_a_limit_no_clock_runs() -> None:
    assert Evening(dice_race()).packet().thinking is None


def test_everybody_sees_whose_time_runs(race: Evening) -> None:
    assert time_of(race) == ThinkingView(0, 60, 60, stands=False)
    race.tap(0, "1-1")
    assert time_of(race).seat == 1
    assert race.packet(1).thinking == race.packet(0).thinking


def test_its_end_is_said_once_and_nothing_is_forced(race: Evening) -> None:
    race.wait(59)
    assert "time" not in race.said
    race.wait(2)
    assert race.said.count("P1, your time is up") == 1
    race.wait(30)
    assert race.said.count("P1, your time is up") == 1
    assert race.match.version == 0
    assert time_of(race).left_s == 0
    assert race.tap(0, "1-1").ok
    assert time_of(race) == ThinkingView(1, 60, 60, stands=False)
    assert race.packet().notice == ""


def test_it_stands_while_the_table_is_paused(race: Evening) -> None:
    race.wait(20)
    race.host(HostAct.PAUSE)
    race.wait(500)
    assert (time_of(race).left_s, time_of(race).stands) == (40, True)
    assert "time" not in race.said.replace("paused", "")
    race.host(HostAct.RESUME)
    race.wait(11)
    assert (time_of(race).left_s, time_of(race).stands) == (29, False)


def test_an_undo_gives_a_turn_its_whole_time_again() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    evening.referee.handle(Tuning(4.0, Pace(), 60.0))
    evening.wait(30)
    evening.tap(0, "play:RED-1")
    evening.host(HostAct.UNDO)
    assert time_of(evening) == ThinkingView(0, 60, 60, stands=False)


def test_where_several_are_asked_or_nobody_there_is_no_clock() -> None:
    for phase in ("window", "lots"):
        if phase not in _phases():
            continue
        evening = Evening(LUCKY_DRAW, Position(phase=phase, turn=0))
        evening.referee.handle(Tuning(4.0, Pace(), 60.0))
        assert evening.packet().thinking is None


def _phases() -> frozenset[str]:
    from tests.companion.lucky_draw import PHASES

    assert "lots" in PHASES
    return frozenset(PHASES)


def test_another_limit_counts_at_once_and_can_be_taken_away(race: Evening) -> None:
    race.wait(50)
    race.referee.handle(Tuning(4.0, Pace(), 120.0))
    assert time_of(race).left_s == 120
    race.referee.handle(Tuning(4.0, Pace(), 0.0))
    assert race.packet().thinking is None


def test_patience_and_pace_are_tuned_with_it(race: Evening) -> None:
    race.referee.handle(Tuning(9.0, Pace(1.0, 33.0)))
    assert race.running.watch.patience_s == 9.0
    assert race.referee.pacing.limit_s == 33.0


@pytest.mark.parametrize(
    ("minutes", "until", "played"),
    [
        ((), None, 0),
        ((), 5, 5),
        ((10, 20), None, 20),
        ((10, 20), 25, 25),
        ((10, 20, 1440, 1450), None, 30),  # the next evening
        ((10, 5, 20), None, 25),  # the clock was set back: that step counts nothing
    ],
)
def test_played_time_leaves_breaks_out(minutes: tuple[int, ...], until: int | None, played: int) -> None:
    def at(minute: int) -> datetime:
        return BEGAN + timedelta(minutes=minute)

    end = None if until is None else at(until)
    assert played_s(BEGAN, [at(minute) for minute in minutes], end) == played * 60
