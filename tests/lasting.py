"""How long the parts of a long run took, for people to read: nothing is judged by it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import pytest


def told_by_part(reports: Iterable[pytest.TestReport]) -> list[str]:
    """A line for each file of tests, the longest first, and one for all of them. Workers work side by side, so that the
    run itself is over sooner."""
    took: dict[str, float] = defaultdict(float)
    for report in reports:
        took[report.nodeid.partition("::")[0]] += report.duration
    lines = [f"{took[part]:8.1f} s  {part}" for part in sorted(took, key=lambda part: -took[part])]
    return [*lines, f"{sum(took.values()):8.1f} s  in all, one after the other"]
