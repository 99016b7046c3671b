"""A small token bucket for each caller, so that nobody guesses codes and PINs by trying."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

THIS_MACHINE: Final = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})


def is_this_machine(address: str) -> bool:
    """Whether a connection comes from this machine itself: its own browser, or a proxy that speaks for everybody and
    has to keep its own limits."""
    return address in THIS_MACHINE


class Bucket:
    """Allows `size` attempts at once for each key and one more after each `refill_s` seconds.

    Remembers at most `keys` callers. The one that was quiet for longest is forgotten first, or with `keeps` none who
    has used anything: then a stranger has to wait. Safe from any thread.
    """

    def __init__(
        self, size: int, refill_s: float, clock: Callable[[], float], keys: int = 1024, *, keeps: bool = False
    ) -> None:
        self._size = size
        self._refill_s = refill_s
        self._clock = clock
        self._keys = keys
        self._keeps = keeps
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, key: str) -> float:
        """Uses one attempt; gives 0.0 when it was free, else the seconds until the next one is."""
        with self._lock:
            now = self._clock()
            if self._keeps and key not in self._left and len(self._left) >= self._keys:
                self._left = OrderedDict((k, it) for k, it in self._left.items() if self._now(it, now) < self._size)
                if len(self._left) >= self._keys:
                    return max(1.0, self._refill_s)
            left = self._now(self._left.pop(key, (float(self._size), now)), now)
            granted = left >= 1.0
            self._left[key] = (left - 1.0 if granted else left, now)
            while len(self._left) > self._keys:
                self._left.popitem(last=False)
            return 0.0 if granted else max(1.0, (1.0 - left) * self._refill_s)

    def _now(self, kept: tuple[float, float], now: float) -> float:
        left, since = kept
        return left if self._refill_s <= 0 else min(float(self._size), left + (now - since) / self._refill_s)


class Guesses:
    """Attempts at a secret: few for each caller (`own`), few for all of them together (`common`), so that whoever has
    many addresses guesses no faster; and some for each address (`kept`) when the others have used those up, so that
    nobody who guesses keeps out whoever knows. docs/joining.md has the arithmetic.
    """

    def __init__(self, own: Bucket, common: Bucket, kept: Bucket) -> None:
        self._own = own
        self._common = common
        self._kept = kept

    def take(self, caller: str, address: str, *, is_known: bool, is_guess: bool = True) -> float:
        """Uses one attempt; gives 0.0 when it was free, else the seconds until the next one is. What is no guess counts
        for its caller only. Known phones have what they share apart from strangers."""
        wait_s = self._own.take(caller)
        if wait_s > 0 or not is_guess:
            return wait_s
        wait_s = self._common.take("known" if is_known else "strangers")
        return 0.0 if wait_s == 0 else min(wait_s, self._kept.take(address))
