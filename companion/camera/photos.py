"""Photographs that people send, read one at a time: a large one fills a hundred megabytes while it is looked at, and a
small machine has room for one of them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from typing import Final

from vision.types import VisionError

PATIENCE_S: Final = 4.0
"""How long a photograph waits for its turn; the page waits longer."""


class PhotoReader:
    """Reads one picture after the other with `read`, which is given the picture and the codes that may be in it. Safe
    from any thread."""

    def __init__(self, read: Callable[[bytes, Collection[str]], tuple[str, ...]], patience_s: float = PATIENCE_S):
        self._read = read
        self._patience_s = patience_s
        self._turn = threading.Lock()

    def __call__(self, picture: bytes, known: Collection[str] = ()) -> tuple[str, ...]:
        """What the tags in it say. VisionError with one sentence when it cannot be read, or not yet."""
        if not self._turn.acquire(timeout=self._patience_s):
            raise VisionError("Other photos are being looked at; please send this one again in a moment.")
        try:
            return self._read(picture, known)
        finally:
            self._turn.release()
