"""What the quick run takes, it takes by itself, and it looks at every part of the house."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.quick import OF_A_FILE, TESTS, is_quick, spread


def _quick_files() -> set[Path]:
    return {path for path in TESTS.rglob("test_*.py") if is_quick(path)}


def test_the_quick_run_holds_something_of_each_folder() -> None:
    folders = {path.parent for path in TESTS.rglob("test_*.py")}
    assert folders == {path.parent for path in _quick_files()}


def test_what_starts_a_browser_or_a_process_is_not_quick_nor_what_imports_it() -> None:
    quick = {path.relative_to(TESTS).as_posix() for path in _quick_files()}
    assert "games/war_chest/test_perft.py" in quick
    assert not quick & {
        "web/test_board_browser.py",  # drives a browser
        "house/test_run.py",  # starts processes
        "companion/test_service.py",  # starts the service
        "companion/test_wiring.py",  # imports a file that starts processes
    }


def test_of_each_file_some_tests_are_asked_from_the_first_to_the_last() -> None:
    class Item:
        def __init__(self, path: str, number: int, mark: str = "") -> None:
            self.path = Path(path)
            self.number = number
            self.mark = mark

        def get_closest_marker(self, name: str) -> str | None:
            return self.mark if self.mark == name else None

    many = [Item("many", number) for number in range(100)]
    many += [Item("many", number, "dear") for number in range(100, 200)]
    few = [Item("few", number) for number in range(2)]
    items: list[Any] = [*many, *few]
    found: set[Any] = set(spread(items))
    assert sorted(item.number for item in found if item in many) == [0, 50, 99]
    assert sum(item in few for item in found) == 2
    assert OF_A_FILE == 3
