"""One press out of the many edges that a real contact makes. Pure: the clock is injected."""

from __future__ import annotations

from collections.abc import Callable

QUIET_S = 0.025
"""Contacts of table buttons chatter for 1 to 10 ms; a deliberate tap lasts 30 ms or more."""


class Debouncer:
    """Decides for one button which closing edge is a press.

    A closing edge is a press when no edge at all came in the `quiet_s` before it. So the press is told at its first
    edge, without delay; the chatter of pressing and of letting go is ignored; a button that stays closed is one press.
    """

    def __init__(self, clock: Callable[[], float], quiet_s: float = QUIET_S) -> None:
        """`clock` gives seconds and never runs backwards."""
        self._clock = clock
        self._quiet_s = quiet_s
        self._last_edge_s: float | None = None

    def edge(self, closed: bool) -> float | None:
        """Take one edge: the contact just closed, or just opened. Gives the time of the press in s, None if none."""
        now_s = self._clock()
        quiet = self._last_edge_s is None or now_s - self._last_edge_s >= self._quiet_s
        self._last_edge_s = now_s
        return now_s if closed and quiet else None
