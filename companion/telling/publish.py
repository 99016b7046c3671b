"""The publisher: one immutable packet per reader and language, replaced as a whole; feeds that carry only the newest.

The referee alone publishes, and draws nothing: a thread of the publisher's own draws the packets that feeds wait for,
what most wait for first, and wakes only those. Web workers read without waiting for the referee; a reader that does not
read delays nobody, since a feed holds no queue but the newest packet.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.machine.fault_places import fault_facts
from rules.engine.types import Seat
from web.views import Packet, TooManyStreams

log = logging.getLogger("companion.publisher")
_SENDING_S = 0.02  # a reader that takes longer is slow, and the others do not wait for it


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


@dataclass(kw_only=True)
class _Readers:
    """Feeds of the same packets: how many there are, the packet drawn last, of which edition it is, and how many have
    passed it on. Changed under the publisher's lock only."""

    reader: Seat
    language: str
    drawn: threading.Condition
    feeds: int = 0
    serial: int = 0
    packet: Packet | None = None
    passed_on: int = 0


class Publisher:
    """Holds the newest edition."""

    def __init__(self, max_feeds: int, heartbeat_s: float = 0.5):
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._passed_on = threading.Condition(self._lock)
        self._edition: Edition | None = None
        self.serial = 0  # how often something was published
        self._max_feeds = max_feeds
        self._readers: dict[tuple[Seat, str], _Readers] = {}
        self._is_drawing = False
        self._heartbeat_s = heartbeat_s
        self.closed = False  # the service is stopping

    def publish(self, edition: Edition) -> None:
        """Replaces all packets at once."""
        with self._changed:
            self._edition = edition
            self.serial += 1
            self._changed.notify_all()

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
            if self.closed or sum(same.feeds for same in self._readers.values()) >= self._max_feeds:
                raise TooManyStreams
            if not self._is_drawing:
                threading.Thread(target=self._draw, name="companion-publisher", daemon=True).start()
                self._is_drawing = True  # not before: where no thread can be had now, the next feed asks again
            key = reader, language
            same = self._readers.setdefault(
                key, _Readers(reader=reader, language=language, drawn=threading.Condition(self._lock))
            )
            same.feeds += 1
            self._changed.notify_all()
        return PacketFeed(self, same, may_read)

    def close(self) -> None:
        """Ends all feeds."""
        with self._changed:
            self.closed = True
            self._wake_all()

    # -- for feeds ---------------------------------------------------------------------------------------------------

    def next_after(self, serial: int, readers: _Readers, ended: Callable[[], bool]) -> tuple[int, Packet] | None:
        """The packet of now if there is one newer than `serial`; None after the heartbeat time."""
        with readers.drawn:
            if serial == readers.serial:
                readers.passed_on += 1
                self._passed_on.notify()
            wanted = max(self.serial, serial + 1)  # not one that is old already while the newest is being drawn

            def is_there() -> bool:
                return readers.serial >= wanted and readers.packet is not None  # None: it could not be drawn

            readers.drawn.wait_for(lambda: is_there() or self.closed or ended(), self._heartbeat_s)
            if is_there() and not self.closed and readers.packet is not None:
                return readers.serial, readers.packet
            return None

    def end(self, feed: PacketFeed, readers: _Readers) -> None:
        """Ends a feed and frees its place; only once, whoever calls."""
        with self._changed:
            if feed.is_open:
                feed.is_open = False
                readers.feeds -= 1
                self._wake_all()
                if not readers.feeds:
                    del self._readers[readers.reader, readers.language]

    # -- inside ------------------------------------------------------------------------------------------------------

    def _wake_all(self) -> None:
        self._changed.notify_all()
        self._passed_on.notify_all()
        for readers in self._readers.values():
            readers.drawn.notify_all()

    def _draw(self) -> None:
        """Draws for whoever has waited longest, among those for whom most wait, while there are feeds."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self.closed or not self._readers or self._behind())
                if self.closed or not self._readers:
                    self._is_drawing = False
                    return
                readers = min(self._behind(), key=lambda r: (r.serial, -r.feeds))
                serial, edition = self.serial, self._edition
            packet: Packet | None = None  # one drawn before is not given out again: it may be of another match
            try:
                if edition is not None:
                    packet = edition.packet(readers.reader, readers.language)  # outside the lock
            except Exception as error:  # the next edition is another chance, and the other readers have theirs
                log.error("a packet could not be drawn %s", fault_facts(error))
            with readers.drawn:
                readers.serial, readers.packet, readers.passed_on = serial, packet, 0
                readers.drawn.notify_all()
                # drawing on would only take the processor from those who send now
                self._passed_on.wait_for(lambda: readers.passed_on >= readers.feeds or self.closed, _SENDING_S)  # noqa: B023

    def _behind(self) -> list[_Readers]:
        return [readers for readers in self._readers.values() if readers.serial < self.serial]


class PacketFeed:
    """One reader's stream: the newest packet each time there is one, None as a heartbeat."""

    def __init__(self, publisher: Publisher, readers: _Readers, may_read: Callable[[], bool]):
        self._publisher = publisher
        self._readers = readers
        self._may_read = may_read
        self._serial = 0
        self.is_open = True  # changed by the publisher only, under its lock

    def __iter__(self) -> Iterator[Packet | None]:
        last = ""
        try:
            while self.is_open and not self._publisher.closed:
                found = self._publisher.next_after(self._serial, self._readers, lambda: not self.is_open)
                if not self._may_read():
                    return
                if found is None:
                    yield None
                    continue
                self._serial, packet = found
                if packet.id != last:
                    last = packet.id
                    yield packet
        finally:
            self.close()

    def close(self) -> None:
        """Ends the stream and frees its place; harmless when repeated."""
        self._publisher.end(self, self._readers)
