"""The publisher: one immutable packet per reader, replaced as a whole; feeds that carry only the newest.

The referee alone publishes. Web workers read without waiting for it; a reader that does not read delays nobody,
since a feed holds no queue but the fact that something newer is there.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from rules.engine.types import PUBLIC, Seat
from web.ports import Packet, TooManyStreams


class Publisher:
    """Holds the newest packet of every reader."""

    def __init__(self, max_feeds: int, heartbeat_s: float = 0.5):
        self._changed = threading.Condition()
        self._packets: Mapping[Seat, Packet] = MappingProxyType({})
        self._serial = 0
        self._max_feeds = max_feeds
        self._feeds = 0
        self._heartbeat_s = heartbeat_s
        self._closed = False

    def publish(self, packets: Mapping[Seat, Packet]) -> None:
        """Replaces all packets at once and wakes every feed."""
        with self._changed:
            self._packets = MappingProxyType(dict(packets))
            self._serial += 1
            self._changed.notify_all()

    @property
    def serial(self) -> int:
        """How often something was published."""
        return self._serial

    def packet(self, reader: Seat) -> Packet:
        """The newest packet of a reader; an unknown one gets the public packet."""
        packets = self._packets
        return packets.get(reader, packets[PUBLIC])

    def wait_for(self, wanted: Callable[[], bool], timeout_s: float) -> bool:
        """Waits until something published makes `wanted` true; False when the time is over."""
        with self._changed:
            return self._changed.wait_for(wanted, timeout_s)

    def feed(self, reader: Seat, may_read: Callable[[], bool] = lambda: True) -> PacketFeed:
        """A feed of one reader's packets, which ends when `may_read` no longer holds (its phone was signed off).
        TooManyStreams when all places are taken."""
        with self._changed:
            if self._closed or self._feeds >= self._max_feeds:
                raise TooManyStreams
            self._feeds += 1
        return PacketFeed(self, reader, may_read)

    def close(self) -> None:
        """Ends all feeds."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    # -- for feeds ---------------------------------------------------------------------------------------------------

    def next_after(self, reader: Seat, serial: int, ended: Callable[[], bool]) -> tuple[int, Packet] | None:
        """The newest packet if it is newer than `serial`; None after the heartbeat time."""
        with self._changed:
            self._changed.wait_for(lambda: self._serial > serial or self._closed or ended(), self._heartbeat_s)
            if self._serial > serial and not self._closed and self._packets:
                return self._serial, self.packet(reader)
            return None

    @property
    def closed(self) -> bool:
        """Whether the service is stopping."""
        return self._closed

    def end(self, feed: PacketFeed) -> None:
        """Ends a feed and frees its place; only once, whoever calls."""
        with self._changed:
            if feed.is_open:
                feed.is_open = False
                self._feeds -= 1
                self._changed.notify_all()


class PacketFeed:
    """One reader's stream: the newest packet each time there is one, None as a heartbeat."""

    def __init__(self, publisher: Publisher, reader: Seat, may_read: Callable[[], bool]):
        self._publisher = publisher
        self._reader = reader
        self._may_read = may_read
        self._serial = 0
        self.is_open = True  # changed by the publisher only, under its lock

    def __iter__(self) -> Iterator[Packet | None]:
        last = ""
        while self.is_open and not self._publisher.closed:
            found = self._publisher.next_after(self._reader, self._serial, lambda: not self.is_open)
            if not self._may_read():
                return
            if found is None:
                yield None
                continue
            self._serial, packet = found
            if packet.id != last:
                last = packet.id
                yield packet

    def close(self) -> None:
        """Ends the stream and frees its place; harmless when repeated."""
        self._publisher.end(self)
