"""A clock for each player of a match, or a timer for each turn: it runs in the own turns alone, and what is said at its
end."""

from __future__ import annotations

from hardware.types import ButtonRole
from rules import games
from rules.engine.game import Game
from rules.games.score_sheet import build
from rules.games.score_sheet.reading import SHEET
from tests.companion.evening import Evening

TURNS = 'format = 1\nturns = true\nrounds = 2\nseconds = 45\n[[line]]\nkey = "points"\nname = "Points"\n'
LINES = 'format = 1\nseconds = 30\n[[line]]\nkey = "one"\nname = "One"\nwhen = "turn"\n'


def table(game: Game | None = None, **settings: object) -> Evening:
    """Two people, with the sheet of clocks or another one."""
    if game is None:
        game, settings = games.game("score_sheet"), {"sheet": "clocks"}
    evening = Evening(game, seats=2, settings=settings)
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


def test_a_timer_is_wound_up_for_each_turn_and_runs_for_nothing_else() -> None:
    evening = table(build(SHEET.read(TURNS)))
    evening.wait(40)
    assert left(evening) == (0, 5)
    evening.tap(0, "taken")
    assert left(evening) == (1, 45)
    evening.wait(46)
    assert sum("P2" in line and "time" in line for line in evening.spoken) == 1, evening.spoken
    evening.tap(1, "taken")
    assert evening.packet().thinking is None, "all write"
    for seat in (0, 1):
        evening.tap(seat, "7")
    assert left(evening) == (1, 45), "the next round"


def test_a_timer_runs_for_who_writes_a_line_of_their_own_unless_one_person_writes_for_all() -> None:
    assert left(table(build(SHEET.read(LINES)))) == (0, 30)
    assert table(build(SHEET.read(LINES)), keeper=True).packet().thinking is None
