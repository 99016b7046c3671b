"""The latest lines of the log, kept in memory for the report of a problem; of faults also older ones."""

from __future__ import annotations

import logging
import threading
from collections import deque

from companion.machine.log import Lines

MOST = 400
MOST_FAULTS = 40


class RecentLines(logging.Handler):
    """Holds the latest lines, and faults that those have pushed out. Hang it on the root logger while the service runs.
    Safe from any thread."""

    def __init__(self, most: int = MOST) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(Lines(with_priority=False))
        self._kept: deque[tuple[int, str]] = deque(maxlen=most)
        self._faults: deque[tuple[int, str]] = deque(maxlen=MOST_FAULTS)
        self._count = 0
        self._guard = threading.Lock()

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps a line."""
        try:
            line = self.format(record)
        except Exception:  # logging never raises into the program
            self.handleError(record)
            return
        with self._guard:
            self._count += 1
            self._kept.append((self._count, line))
            if record.levelno >= logging.ERROR:
                self._faults.append((self._count, line))

    @property
    def lines(self) -> tuple[str, ...]:
        """What was kept, the oldest first."""
        with self._guard:
            return tuple(line for _, line in sorted({*self._faults, *self._kept}))
