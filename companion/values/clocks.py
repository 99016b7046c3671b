"""How long a match was played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

LONGEST_BREAK = timedelta(minutes=30)
"""A longer silence between two entries was no playing: supper, or another evening."""


def played_s(started: datetime, entries: Sequence[datetime], until: datetime | None) -> int:
    """How long a match was played, in seconds: from its beginning over its entries to `until` (None: its last entry),
    without the breaks."""
    moments = [started, *entries, *([] if until is None else [until])]
    gaps = (later - earlier for earlier, later in pairwise(moments))
    played = sum((gap for gap in gaps if timedelta() < gap <= LONGEST_BREAK), timedelta())
    return int(played.total_seconds())
