"""Server-sent events: one bounded book of open streams, and a watch that notices readers who left."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

from web.ports import Feed, Packet, TooManyStreams
from web.wire import encode


class StreamBook:
    """All open streams of this process: at most `limit`, each watched each `poll_s` seconds.

    The watch is a thread of its own because a quiet feed may sleep longer than a closed tab may keep its place. It
    runs only while streams are open.
    """

    def __init__(self, limit: int, poll_s: float) -> None:
        self._limit = limit
        self._poll_s = poll_s
        self._open: dict[int, tuple[Feed, Callable[[], bool]]] = {}
        self._next = 0
        self._closed = False
        self._watching = False
        self._changed = threading.Condition()

    @property
    def count(self) -> int:
        """How many streams are open."""
        with self._changed:
            return len(self._open)

    def admit(self, opener: Callable[[], Feed], gone: Callable[[], bool]) -> tuple[int, Feed]:
        """Opens a feed and takes a place for it. Raises `TooManyStreams`, also after `close`."""
        with self._changed:
            if self._closed or len(self._open) >= self._limit:
                raise TooManyStreams
            self._next += 1
            ticket = self._next
            feed = opener()
            self._open[ticket] = (feed, gone)
            if not self._watching:
                self._watching = True
                threading.Thread(target=self._watch, name="web-streams", daemon=True).start()
            return ticket, feed

    def release(self, ticket: int) -> None:
        """Gives the place back and closes the feed; twice is harmless."""
        with self._changed:
            entry = self._open.pop(ticket, None)
            self._changed.notify_all()
        if entry is not None:
            entry[0].close()

    def wait_for(self, count: int, timeout_s: float) -> bool:
        """Waits until exactly `count` streams are open; False when the time is over first."""
        with self._changed:
            return self._changed.wait_for(lambda: len(self._open) == count, timeout_s)

    def close(self) -> None:
        """Ends all streams and admits no more."""
        with self._changed:
            self._closed = True
            feeds = [feed for feed, _ in self._open.values()]
            self._changed.notify_all()
        for feed in feeds:
            feed.close()

    def _watch(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed, self._poll_s)
                if self._closed or not self._open:
                    self._watching = False
                    return
                entries = list(self._open.items())
            for ticket, (_, gone) in entries:
                if gone():
                    self.release(ticket)


def frames(feed: Feed, heartbeat_s: float, release: Callable[[], None]) -> Iterator[bytes]:
    """The bytes of one stream: a packet an event, its id the packet's id; a comment now and then when it is quiet."""
    try:
        last_s = time.monotonic()
        yield b"retry: 2000\n\n"
        for packet in feed:
            now_s = time.monotonic()
            if packet is not None:
                last_s = now_s
                yield _event(packet)
            elif now_s - last_s >= heartbeat_s:
                last_s = now_s
                yield b": still here\n\n"
    finally:
        release()


def _event(packet: Packet) -> bytes:
    name = "".join(packet.id.split())  # an id with a line break would end the event early
    return b"id: " + name.encode() + b"\nevent: packet\ndata: " + encode(packet) + b"\n\n"
