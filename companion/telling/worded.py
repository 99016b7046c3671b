"""What was put into words last: what has not changed since is not put into words again."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any, TypeVar

T = TypeVar("T")


class Worded:
    """The latest words of every part of every reader's page. Safe from any thread: at worst a part is worded twice."""

    def __init__(self) -> None:
        self._latest: dict[tuple[object, ...], tuple[tuple[object, ...], Any]] = {}

    def of(self, place: tuple[object, ...], made_of: tuple[object, ...], word: Callable[[], T]) -> T:
        """What `word` gives, or gave when this place was last made of the very same objects, in as many of them.

        By identity and not by value: it is quick, and 1 is not taken for True."""
        latest = self._latest.get(place)
        if latest is None or not all(map(is_, latest[0], made_of)):
            latest = self._latest[place] = (made_of, word())
        found: T = latest[1]
        return found
