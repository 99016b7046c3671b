"""The publisher: one immutable packet per reader and language, replaced as a whole; feeds that carry only the newest.

The referee alone publishes. Web workers read without waiting for it; a reader that does not read delays nobody,
since a feed holds no queue but the fact that something newer is there.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from rules.engine.types import Seat
from web.ports import Packet, TooManyStreams


class Edition:
    """What is told at one moment: the packet of every reader in every language, drawn when it is first wanted. An
    empty language is the table's own. Safe from any thread."""

    def __init__(self, draw: Callable[[Seat, str], Packet]):
        """`draw` works on values that do not change, so it may be called late and from any thread."""
        self._draw = draw
        self._drawn: dict[tuple[Seat, str], Packet] = {}
        self._lock = threading.Lock()

    def packet(self, reader: Seat, language: str = "") -> Packet:
        """The packet of one reader."""
        with self._lock:
            found = self._drawn.get((reader, language))
            if found is None:
                found = self._drawn[reader, language] = self._draw(reader, language)
            return found


class Publisher:
    """Holds the newest edition."""

    def __init__(self, max_feeds: int, heartbeat_s: float = 0.5):
        self._changed = threading.Condition()
        self._edition: Edition | None = None
        self._serial = 0
        self._max_feeds = max_feeds
        self._feeds = 0
        self._heartbeat_s = heartbeat_s
        self._closed = False

    def publish(self, edition: Edition) -> None:
        """Replaces all packets at once and wakes every feed."""
        with self._changed:
            self._edition = edition
            self._serial += 1
            self._changed.notify_all()

    @property
    def serial(self) -> int:
        """How often something was published."""
        return self._serial

    def packet(self, reader: Seat, language: str = "") -> Packet:
        """The newest packet of a reader in a language. LookupError before the first edition."""
        edition = self._edition
        if edition is None:
            raise LookupError("nothing was published yet")
        return edition.packet(reader, language)

    def wait_for(self, wanted: Callable[[], bool], timeout_s: float) -> bool:
        """Waits until something published makes `wanted` true; False when the time is over."""
        with self._changed:
            return self._changed.wait_for(wanted, timeout_s)

    def feed(self, reader: Seat, may_read: Callable[[], bool] = lambda: True, language: str = "") -> PacketFeed:
        """A feed of one reader's packets, which ends when `may_read` no longer holds (its phone was signed off).
        TooManyStreams when all places are taken."""
        with self._changed:
            if self._closed or self._feeds >= self._max_feeds:
                raise TooManyStreams
            self._feeds += 1
        return PacketFeed(self, reader, may_read, language)

    def close(self) -> None:
        """Ends all feeds."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    # -- for feeds ---------------------------------------------------------------------------------------------------

    def next_after(self, serial: int, ended: Callable[[], bool]) -> tuple[int, Edition] | None:
        """The newest edition if it is newer than `serial`; None after the heartbeat time."""
        with self._changed:
            self._changed.wait_for(lambda: self._serial > serial or self._closed or ended(), self._heartbeat_s)
            if self._serial > serial and not self._closed and self._edition is not None:
                return self._serial, self._edition
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

    def __init__(self, publisher: Publisher, reader: Seat, may_read: Callable[[], bool], language: str):
        self._publisher = publisher
        self._reader = reader
        self._may_read = may_read
        self._language = language
        self._serial = 0
        self.is_open = True  # changed by the publisher only, under its lock

    def __iter__(self) -> Iterator[Packet | None]:
        last = ""
        while self.is_open and not self._publisher.closed:
            found = self._publisher.next_after(self._serial, lambda: not self.is_open)
            if not self._may_read():
                return
            if found is None:
                yield None
                continue
            self._serial, edition = found
            packet = edition.packet(self._reader, self._language)  # not under the lock: nobody waits for the drawing
            if packet.id != last:
                last = packet.id
                yield packet

    def close(self) -> None:
        """Ends the stream and frees its place; harmless when repeated."""
        self._publisher.end(self)
