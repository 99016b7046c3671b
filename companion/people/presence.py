"""Which phones are here: those with a page open that is kept up to date, and when the others were last heard of."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator

from companion.telling.publish import PacketFeed
from web.views import Packet

_MOST_PHONES = 500  # the one that was quiet for longest is forgotten first


class Presence:
    """Phones are told apart by the token of their forms: it is theirs alone and changes with every sign-on. Safe from
    any thread."""

    def __init__(self, clock: Callable[[], float]):
        self._clock = clock
        self._lock = threading.Lock()
        self._open: dict[str, int] = {}
        self._heard: OrderedDict[str, float] = OrderedDict()

    def heard(self, phone: str) -> None:
        """This phone has asked for something just now."""
        with self._lock:
            self._heard[phone] = self._clock()
            self._heard.move_to_end(phone)
            while len(self._heard) > _MOST_PHONES:
                self._heard.popitem(last=False)

    def is_here(self, phone: str) -> bool:
        """Whether a page of this phone is open and kept up to date."""
        return self._open.get(phone, 0) > 0

    def heard_s(self, phone: str) -> float | None:
        """How long ago this phone was heard of, in seconds; None: not since the start."""
        at = self._heard.get(phone)
        return None if at is None else max(0.0, self._clock() - at)

    def watched(self, phone: str, feed: PacketFeed) -> SeatFeed:
        """The same stream; while it is open the phone is here."""
        with self._lock:
            self._open[phone] = self._open.get(phone, 0) + 1
        return SeatFeed(feed, lambda: self._closed(phone))

    def _closed(self, phone: str) -> None:
        self.heard(phone)
        with self._lock:
            left = self._open.pop(phone, 0) - 1
            if left > 0:
                self._open[phone] = left


class SeatFeed:
    """A seat's stream; whoever closes it first says so."""

    def __init__(self, feed: PacketFeed, on_close: Callable[[], None]):
        self._feed = feed
        self._on_close = on_close
        self._lock = threading.Lock()
        self._is_open = True

    def __iter__(self) -> Iterator[Packet | None]:
        return iter(self._feed)

    def close(self) -> None:
        """Ends the stream; harmless when repeated."""
        with self._lock:
            was_open, self._is_open = self._is_open, False
        if was_open:
            self._on_close()
        self._feed.close()
