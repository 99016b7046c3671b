"""How long something lasts is never measured by the time of day: a Pi has no clock of its own, and jumps."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.house._source import PACKAGES, Source, sources

pytestmark = pytest.mark.xdist_group("sources")

TELLS: dict[str, str] = {
    "companion/cli/doctor.py": "when a report was made",
    "companion/cli/safety.py": "when a report was made",
    "companion/cli/service.py": "whether somebody plays, looked at from another process",
    "companion/doctor/clock.py": "looks at the clock itself",
    "companion/doctor/storage.py": "how old a copy is, as people count it",
    "companion/journal/opening.py": "names what was put aside",
    "companion/journal/people.py": "stamps what is kept",
    "companion/journal/backups.py": "names and sorts copies by day",
    "companion/doctor/checkup.py": "when the doctor looked",
    "companion/past/exporting.py": "when it was exported",
    "companion/service/office_parts.py": "when a report was made; how long a match is played, without breaks and jumps",
    "companion/settings/quiet_hours.py": "quiet hours are hours of the day",
    "companion/people/seating.py": "when a phone came last, for the host to read",
    "vision/cameras/_recorded.py": "names recordings",
    "web/pages/host/hosting.py": "names a download",
    "companion/venue/book.py": "when results came in; a code that pairs counts at several venues, and over a restart",
    "companion/venue/floor.py": "for how long a table was not heard of, for people to read",
    "companion/venue/hearing.py": "whether a table spoke since the broker said that it is gone",
    "web/pages/venue/routes.py": "of today the time is enough",
}
"""Who may ask for the time of day, and what for: to tell it, and never to end, forget or refuse anything by it."""

_TIME_OF_DAY = frozenset({"time.time", "time.time_ns", "time.localtime", "time.gmtime"})
_DATES = frozenset({"now", "utcnow", "today"})
_MAY_ASK = re.compile(r"\b(?:time|datetime|date)(?:\.| +import\b)")
"""What stands in every file that asks; most need not be looked through any further."""


def _asked(source: Source) -> Iterator[str]:
    """What asks for the time of day, as it is written."""
    for node in ast.walk(source.tree) if _MAY_ASK.search(source.text) else ():
        match node:
            case ast.Attribute(value=ast.Name(id="time"), attr=name) if f"time.{name}" in _TIME_OF_DAY:
                yield f"time.{name}"
            case ast.ImportFrom(module="time", names=names):
                yield from (f"time.{one.name}" for one in names if f"time.{one.name}" in _TIME_OF_DAY)
            case ast.Attribute(value=ast.Name(id="datetime" | "date" as kind), attr=name) if name in _DATES:
                yield f"{kind}.{name}"


def test_nothing_is_measured_by_the_time_of_day() -> None:
    found = [f"{s.path}: {name}" for s in sources(*PACKAGES) for name in _asked(s) if name in _TIME_OF_DAY]
    assert not found, "use time.monotonic, or a clock that is handed in"


def test_whoever_tells_the_time_of_day_says_what_for() -> None:
    asking = {source.path for source in sources(*PACKAGES) if any(_asked(source))}
    assert asking == set(TELLS)


@pytest.mark.parametrize(
    "text", ["time.time()", "from time import time", "f(now=time.time)", "datetime.now(UTC)", "date.today()"]
)
def test_the_test_sees_it(text: str) -> None:
    assert list(_asked(Source("x.py", text)))
