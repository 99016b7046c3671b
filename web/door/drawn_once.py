"""What looks the same for everybody is drawn once for all who ask at about the same time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

_MOST: Final = 64


class DrawnOnce:
    """Keeps what was drawn last, by what it shows, for a moment. Safe from any thread: who asks while it is being drawn
    waits for that."""

    def __init__(self, clock: Callable[[], float], for_s: float = 1.0) -> None:
        self._clock, self._for_s = clock, for_s
        self._lock = threading.Lock()
        self._drawn: OrderedDict[tuple[object, ...], tuple[float, str]] = OrderedDict()

    def text(self, key: tuple[object, ...], draw: Callable[[], str]) -> str:
        """What `draw` makes, of now or of a moment ago. What it raises passes, and is not kept."""
        with self._lock:
            now_s = self._clock()
            kept = self._drawn.get(key)
            if kept is not None and now_s - kept[0] < self._for_s:
                return kept[1]
            text = draw()
            self._drawn[key] = now_s, text
            self._drawn.move_to_end(key)
            while len(self._drawn) > _MOST:
                self._drawn.popitem(last=False)
            return text
