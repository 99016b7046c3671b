"""Calls that are made a little later, all from one thread that exists only once it is needed."""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections.abc import Callable

_log = logging.getLogger(__name__)

Later = Callable[[float, Callable[[], None]], None]
"""Makes a call after so many seconds, on a thread of its own. Tests with a fake clock hand in that clock's own."""


class Alarms:
    """The real `Later`. The calls must not block; one that raises is logged and disturbs no other."""

    def __init__(self) -> None:
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._number = itertools.count()  # calls that are due at the same time keep their order
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def __call__(self, delay_s: float, call: Callable[[], None]) -> None:
        """Call this after so many seconds. Never raises; after `close` it does nothing."""
        with self._changed:
            if self._is_closed:
                return
            heapq.heappush(self._due, (time.monotonic() + delay_s, next(self._number), call))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="companion-pins", daemon=True)
                self._thread.start()
            self._changed.notify()

    def close(self) -> None:
        """Drop the calls that wait, and end the thread. Never raises; a second call does nothing."""
        with self._changed:
            self._is_closed = True
            self._due.clear()
            self._changed.notify()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        while (call := self._next()) is not None:
            try:
                call()
            except Exception:  # the other calls still have to be made
                _log.exception("A call made later failed")

    def _next(self) -> Callable[[], None] | None:
        """Waits for the next call that is due; None at the end."""
        with self._changed:
            while not self._is_closed:
                if not self._due:
                    self._changed.wait()
                    continue
                rest_s = self._due[0][0] - time.monotonic()
                if rest_s <= 0:
                    return heapq.heappop(self._due)[2]
                self._changed.wait(rest_s)
        return None
