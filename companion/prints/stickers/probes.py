"""The test tags of the calibration page, for whoever reads them: without what it takes to print them."""

from __future__ import annotations

from typing import Final

PROBE_ROWS_MM: Final = ((30, 26, 24, 22), (20, 18, 15, 12, 10, 8))
PROBE_SIZES_MM: Final = tuple(side for row in PROBE_ROWS_MM for side in row)


def probe_payload(side_mm: int) -> str:
    """What the test tag of this size says."""
    return f"TEST-{side_mm:02}"
