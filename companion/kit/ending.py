"""A game's code that comes to no end is ended."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from rules.outside import NoEnd

_ASLEEP = 6.0
"""So many times as long code may take by the clock: on a busy machine, and where it waits instead of working."""


@contextmanager
def ends(within_s: float) -> Iterator[None]:
    """NoEnd where the code inside is still running after so many seconds of the processor. In the main thread only."""

    def stop(_: int, frame: FrameType | None) -> None:
        raise NoEnd(f"It still ran after {within_s:g} seconds: let the loop here come to an end, or ask somebody")

    timers = ((signal.ITIMER_PROF, signal.SIGPROF, within_s), (signal.ITIMER_REAL, signal.SIGALRM, _ASLEEP * within_s))
    before = [(timer, number, signal.signal(number, stop)) for timer, number, _ in timers]
    for timer, _, limit_s in timers:
        signal.setitimer(timer, limit_s)
    try:
        yield
    finally:
        for timer, number, handler in before:
            signal.setitimer(timer, 0)
            signal.signal(number, handler)
