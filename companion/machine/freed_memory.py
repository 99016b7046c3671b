"""How the C library keeps what the program has freed: as little as it can."""

from __future__ import annotations

import ctypes
import logging

log = logging.getLogger("companion.freed_memory")

_WISHES = (  # of <malloc.h>
    (-3, 1 << 20),  # M_MMAP_THRESHOLD: what is larger is a mapping of its own, which goes back when it is freed
    (-8, 2),  # M_ARENA_MAX: sixty threads share two heaps, where each would keep leavings of its own
)


def keep_little() -> bool:
    """Asks glibc for it, before threads and pictures are there; False where there is another C library.

    Left alone it learns from the first picture that is freed to keep pieces of up to 32 MB in its heaps, one for
    nearly every thread, of which only the end can go back.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None or not all(mallopt(what, value) for what, value in _WISHES):
        log.info("the C library is not asked to keep little of what was freed")
        return False
    return True
