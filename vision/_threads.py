"""Work on pictures that can be divided, on several cores: OpenCV, numpy and the decoders let other threads go on."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Part = TypeVar("Part")
Done = TypeVar("Done")

CORES = min(4, os.cpu_count() or 1)
"""Among so many threads a piece of work is divided at most."""


def side_by_side(work: Callable[[Part], Done], parts: Sequence[Part]) -> list[Done]:
    """What `work` makes of each of the parts, in their order. What it raises is raised here."""
    if len(parts) < 2 or CORES < 2:
        return [work(part) for part in parts]
    with ThreadPoolExecutor(min(CORES, len(parts)), "companion-pictures") as threads:
        return list(threads.map(work, parts))
