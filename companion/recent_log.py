"""The latest lines of the log, kept in memory for the report of a problem."""

from __future__ import annotations

import logging
import threading
from collections import deque

from companion.log import Lines

MOST = 400


class RecentLines(logging.Handler):
    """Holds the latest lines. Hang it on the root logger while the service runs. Safe from any thread."""

    def __init__(self, most: int = MOST) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(Lines(with_priority=False))
        self._kept: deque[str] = deque(maxlen=most)
        self._guard = threading.Lock()

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps a line."""
        try:
            line = self.format(record)
        except Exception:  # logging never raises into the program
            self.handleError(record)
            return
        with self._guard:
            self._kept.append(line)

    @property
    def lines(self) -> tuple[str, ...]:
        """What was kept, the oldest first."""
        with self._guard:
            return tuple(self._kept)
