"""Which shapes the pages can draw: the names in shapes.svg."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path


@cache
def shapes() -> frozenset[str]:
    """All names. What is not among them a page writes in words."""
    drawn = Path(__file__).with_name("shapes.svg")
    return frozenset(re.findall(r'<symbol id="([\w-]+)"', drawn.read_text("utf-8")))
