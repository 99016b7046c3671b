"""A clock that stands still until it is told otherwise."""

from __future__ import annotations

from collections.abc import Callable


class FakeClock:
    def __init__(self, now_s: float = 100.0) -> None:
        self.now_s = now_s
        self._due: list[tuple[float, Callable[[], None]]] = []

    def __call__(self) -> float:
        return self.now_s

    def later(self, delay_s: float, call: Callable[[], None]) -> None:
        """Makes the call when the clock is advanced to its time."""
        self._due.append((self.now_s + delay_s, call))

    def advance(self, seconds: float) -> None:
        end_s = self.now_s + seconds
        while self._due and min(due_s for due_s, _ in self._due) <= end_s:
            due = min(self._due, key=lambda waiting: waiting[0])
            self._due.remove(due)
            self.now_s = max(self.now_s, due[0])
            due[1]()
        self.now_s = end_s
