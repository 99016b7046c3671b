"""A small token bucket for each caller, so that nobody guesses codes and PINs by trying."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable


class Bucket:
    """Allows `size` attempts at once for each key and one more after each `refill_s` seconds.

    Remembers at most `keys` callers; the one that was quiet for longest is forgotten first. Safe from any thread.
    """

    def __init__(self, size: int, refill_s: float, clock: Callable[[], float], keys: int = 1024) -> None:
        self._size = size
        self._refill_s = refill_s
        self._clock = clock
        self._keys = keys
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, key: str) -> float:
        """Uses one attempt; gives 0.0 when it was free, else the seconds until the next one is."""
        with self._lock:
            now = self._clock()
            left, since = self._left.pop(key, (float(self._size), now))
            if self._refill_s > 0:
                left = min(float(self._size), left + (now - since) / self._refill_s)
            granted = left >= 1.0
            self._left[key] = (left - 1.0 if granted else left, now)
            while len(self._left) > self._keys:
                self._left.popitem(last=False)
            return 0.0 if granted else max(1.0, (1.0 - left) * self._refill_s)
