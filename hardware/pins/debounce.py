"""One press, one letting go, one throw out of the many edges that a real contact makes. The clock is injected."""

from __future__ import annotations

import threading
from collections.abc import Callable

from hardware.pins.later import Later

_TICK_S = 0.0005  # less than that is not worth another wait

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


class Burst:
    """Decides for one sensor which closing edge begins something new: the first one of a burst.

    A burst lasts until no edge came for `quiet_s`. A contact that rattles for long is one burst, whether it rests open
    or closed.
    """

    def __init__(self, clock: Callable[[], float], quiet_s: float) -> None:
        """`clock` gives seconds and never runs backwards."""
        self._clock = clock
        self._quiet_s = quiet_s
        self._last_edge_s: float | None = None
        self._is_told = False

    def edge(self, closed: bool) -> float | None:
        """Take one edge: the contact just closed, or just opened. Gives the time of a beginning in s, None if none."""
        now_s = self._clock()
        if self._last_edge_s is None or now_s - self._last_edge_s >= self._quiet_s:
            self._is_told = False
        self._last_edge_s = now_s
        if not closed or self._is_told:
            return None
        self._is_told = True
        return now_s


class LetGo:
    """Tells, exactly once for every press, that the contact was let go: when it has stayed open for `quiet_s`.

    So neither the chatter of pressing nor a contact that breaks for a moment while it is held is a letting go, and a
    tap shorter than the chatter is one all the same. May be used from several threads.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        later: Later,
        tell: Callable[[float, float], None],
        quiet_s: float = QUIET_S,
    ) -> None:
        """`tell` gets how long the contact was held and when it was let go, both in s; `later` is called to wait."""
        self._clock = clock
        self._later = later
        self._tell = tell
        self._quiet_s = quiet_s
        self._pressed_s: float | None = None
        self._opened_s: float | None = None  # the first opening edge since the contact was last closed and quiet
        self._last_edge_s = 0.0
        self._is_open = True
        self._is_waiting = False
        self._changing = threading.RLock()

    def edge(self, closed: bool, pressed_s: float | None) -> None:
        """Take one edge: the contact just closed, or just opened. `pressed_s`: when it is a press, else None."""
        with self._changing:
            now_s = self._clock()
            if pressed_s is not None:
                self._end(self._last_edge_s)  # the opening edge of the press before was lost
                self._pressed_s, self._opened_s = pressed_s, None
            if not closed and (self._opened_s is None or now_s - self._last_edge_s >= self._quiet_s):
                self._opened_s = now_s
            self._is_open, self._last_edge_s = not closed, now_s
            if self._is_open and self._pressed_s is not None:
                self._wait(self._quiet_s)

    def close(self) -> None:
        """Tell nothing more."""
        with self._changing:
            self._pressed_s = None

    def _wait(self, seconds: float) -> None:
        if not self._is_waiting:
            self._is_waiting = True
            self._later(seconds, self._look)

    def _look(self) -> None:
        with self._changing:
            self._is_waiting = False
            if not self._is_open:
                return  # the next opening edge waits anew
            rest_s = self._last_edge_s + self._quiet_s - self._clock()
            if rest_s > _TICK_S:
                self._wait(rest_s)
            else:
                self._end(self._last_edge_s if self._opened_s is None else self._opened_s)

    def _end(self, opened_s: float) -> None:
        if self._pressed_s is None:
            return
        held_s, self._pressed_s = opened_s - self._pressed_s, None
        self._tell(held_s, opened_s)
