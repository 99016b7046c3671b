"""Running one service after the other: what ends the program, and what begins it anew."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from companion.machine.patience import Patience
from companion.machine.shutdown import Ending
from companion.service import running
from companion.service.running import SIGNAL_S, Table
from rules import games
from rules.outside import GameUnloaded
from tests.companion.host_office import settings_in
from tests.owners_game import owners_game


class Short:
    """A service of which the test says what happens while it runs and while it stops."""

    def __init__(self, while_it_stops: Callable[[], None]) -> None:
        self.stop = while_it_stops


class Evening(Table):
    """A table whose services ask for an ending as soon as they run."""

    def __init__(self, path: Path, *wishes: Ending):
        super().__init__(settings_in(path / "data"), lambda loaded: pytest.fail("no real service is built"))
        self.starts = 0
        self.fresh: list[bool] = []
        self.wishes = list(wishes)
        self.while_it_stops: Callable[[], None] = lambda: None
        self.while_it_starts: Callable[[], None] = lambda: None

    def _started(self, fresh: bool) -> Short:  # type: ignore[override]
        self.while_it_starts()
        self.starts += 1
        self.fresh.append(fresh)
        if self.wishes:
            self.end(self.wishes.pop(0))
        return Short(self.while_it_stops)

    def _take_leave(self, service: object) -> None:
        """Nobody has to hear an answer."""


@pytest.fixture(autouse=True)
def _no_greeting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "greeting", lambda service: "")
    monkeypatch.setattr(running, "is_service", lambda: False)


def test_the_page_begins_the_service_anew_until_it_ends_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path, Ending.AGAIN, Ending.AGAIN, Ending.POWER_OFF)
    assert evening.run(fresh=False) is Ending.POWER_OFF
    assert evening.starts == 3


def test_a_start_begins_a_new_match_only_where_that_was_asked(tmp_path: Path) -> None:
    evening = Evening(tmp_path, Ending.AGAIN, Ending.ANEW, Ending.AGAIN, Ending.STOP)
    assert evening.run(fresh=True) is Ending.STOP
    assert evening.fresh == [True, False, True, False]


def test_a_signal_while_the_old_service_stops_is_not_lost(tmp_path: Path) -> None:
    evening = Evening(tmp_path, Ending.AGAIN, Ending.AGAIN)
    evening.while_it_stops = lambda: evening.end(Ending.STOP)
    assert evening.run(fresh=False) is Ending.STOP
    assert evening.starts == 1


def test_a_signal_between_two_services_is_not_lost(tmp_path: Path) -> None:
    evening = Evening(tmp_path, Ending.AGAIN, Ending.AGAIN, Ending.AGAIN)
    evening.while_it_starts = lambda: evening.end(Ending.STOP) if evening.starts == 1 else None
    assert evening.run(fresh=False) is Ending.STOP
    assert evening.starts == 2


def test_two_presses_begin_it_anew_once(tmp_path: Path) -> None:
    evening = Evening(tmp_path, Ending.AGAIN, Ending.STOP)
    evening.while_it_stops = lambda: evening.end(Ending.AGAIN)
    assert evening.run(fresh=False) is Ending.STOP
    assert evening.starts == 2


class Waits(threading.Event):
    """Notes how long the program wants to wait at most; the third wait is one that a signal ends."""

    def __init__(self) -> None:
        super().__init__()
        self.longest: list[float | None] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.longest.append(timeout)
        if len(self.longest) == 3:
            self.set()
        return self.is_set()


def test_a_signal_just_before_a_wait_is_heard_after_a_short_one(tmp_path: Path) -> None:
    """Python runs what a signal asks for only when the wait is over that began meanwhile."""
    evening = Evening(tmp_path)
    evening._asked = waits = Waits()
    assert evening.run(fresh=False) is Ending.STOP
    assert [longest for longest in waits.longest if longest is None or longest > SIGNAL_S] == []


def test_a_game_that_comes_to_no_end_at_the_start_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(running, "Patience", partial(Patience, look_s=0.02, looks=10))
    setup = "def setup(t: Table) -> None:"
    folder = owners_game(tmp_path / "games", game=(setup, f"{setup}\n    while t: pass\n"))
    games.look_in(tmp_path / "games")
    request.addfinalizer(lambda: games.look_in(None))
    table = Table(settings_in(tmp_path), lambda loaded: pytest.fail(games.game_of(games.find(folder)).title))
    with pytest.raises(GameUnloaded, match=r"game\.py, line \d+: It came to no end: let the loop here come to an end"):
        table.run(fresh=False)
