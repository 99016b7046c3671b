"""Quiet hours: when nothing is spoken, by the clock on the wall."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

PATTERN: Final = r"^(([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9])?$"
"""What a setting of quiet hours looks like; empty: there are none."""


@dataclass(frozen=True)
class QuietHours:
    """From one time of day to another, each as HH:MM; over midnight when the end is the earlier one. Of twice the same
    time nothing is quiet."""

    begin: str
    end: str

    def hold_at(self, now: datetime) -> bool:
        """Whether it is quiet now; `now` in the time of the room."""
        time = f"{now:%H:%M}"
        if self.begin <= self.end:
            return self.begin <= time < self.end
        return time >= self.begin or time < self.end


def quiet_hours(text: str) -> QuietHours | None:
    """The hours of a setting that fits PATTERN; None when there are none."""
    begin, _, end = text.partition("-")
    return QuietHours(begin, end) if text else None


def room_time() -> datetime:
    """The time of day where this machine stands."""
    return datetime.now().astimezone()
