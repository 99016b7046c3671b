"""The test tags of the calibration page, for whoever reads them: without what it takes to print them."""

from __future__ import annotations

import re
from typing import Final

PROBE_ROWS_MM: Final = ((30, 26, 24, 22), (20, 18, 15, 12, 10, 8))
PROBE_SIZES_MM: Final = tuple(side for row in PROBE_ROWS_MM for side in row)
_TEST: Final = re.compile(r"TEST-(\d{1,2})")


def probe_payload(side_mm: int) -> str:
    """What the test tag of this size says."""
    return f"TEST-{side_mm:02}"


def probe_size_mm(payload: str) -> int | None:
    """The size of the test tag that says this; None when it is no test tag."""
    found = _TEST.fullmatch(payload)
    return int(found[1]) if found and int(found[1]) in PROBE_SIZES_MM else None
