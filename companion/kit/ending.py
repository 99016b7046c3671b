"""A game's code that comes to no end is ended."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from rules.outside import NoEnd


@contextmanager
def ends(within_s: float) -> Iterator[None]:
    """NoEnd where the code inside is still running after that time. In the main thread only."""

    def stop(_: int, frame: FrameType | None) -> None:
        raise NoEnd(f"It still ran after {within_s:g} seconds: let the loop here come to an end, or ask somebody")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, within_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
