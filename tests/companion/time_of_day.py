"""A time of day that a test moves."""

from __future__ import annotations

from datetime import UTC, datetime

START = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


class Clock:
    """Stands still until the test sets `now`."""

    def __init__(self, now: datetime = START):
        self.now = now

    def __call__(self) -> datetime:
        return self.now
