"""A clock for each player of a match: it runs in the own turns alone, and what is said when it is over."""

from __future__ import annotations

from hardware.types import ButtonRole
from rules import games
from tests.companion.evening import Evening


def table() -> Evening:
    evening = Evening(games.game("score_sheet"), seats=2, settings={"sheet": "clocks"})
    evening.wait(0.0)
    return evening


def left(evening: Evening) -> tuple[int, int]:
    """Whose clock is shown, and the seconds on it."""
    view = evening.packet().thinking
    assert view is not None
    return view.seat, view.left_s


def test_each_clock_runs_in_the_own_turns_of_all_rounds() -> None:
    evening = table()
    evening.wait(100)
    evening.tap(0, "taken")
    assert left(evening) == (1, 1200)
    evening.wait(30)
    evening.tap(1, "taken")
    assert left(evening) == (1, 1170), "the next to the left begins the second round"
    evening.wait(10)
    evening.press(ButtonRole.SEAT, 1)
    assert left(evening) == (0, 1100)


def test_a_clock_stands_in_a_pause_and_is_said_once_when_it_is_over() -> None:
    evening = table()
    evening.press(ButtonRole.PAUSE)
    evening.wait(500)
    evening.press(ButtonRole.PAUSE)
    assert left(evening) == (0, 1200)
    evening.wait(1201)
    evening.tap(0, "taken")
    evening.tap(1, "taken")
    evening.tap(1, "taken")
    evening.wait(5)
    assert left(evening) == (0, 0)
    assert sum("P1" in line and "time" in line for line in evening.spoken) == 1, evening.spoken
