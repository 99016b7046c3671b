"""Server-sent events: one bounded book of open streams, and a watch that notices readers who left."""

from __future__ import annotations

import threading
import time
import weakref
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from flask import Response, request

from web.door.files import is_encrypted
from web.door.registrar import Audience, ClosedFlask, Gate, reader, token
from web.door.settings import WebSettings
from web.door.wire import ErrorBody, answer, encode
from web.serve.places import Caller, Places, Rank
from web.views import Feed, Packet, Role, Session, TooManyStreams
from web.wording import _

DRAINED = "companion.drained"  # in the environment of a request: see `channel.Channel.drained`
_RETRY_AFTER_S = 5
_PACKED_BEGIN = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # of a gzip stream without a name or a time
_QUICKLY = 6  # of gzip's levels
_DRAIN_S = 0.25  # how long a stream waits for what it sent last, before it looks again for something newer


@dataclass
class Line:
    """One open stream: whose it is, its feed, and how to learn that its reader left. `displaced`: its phone has opened
    too many others. Changed by the book only."""

    caller: Caller
    feed: Feed
    gone: Callable[[], bool]
    displaced: bool = False


class StreamBook:
    """All open streams of this process, as `places` has them, `per_phone` of one phone, each watched each `poll_s` s.

    The watch is a thread of its own because a quiet feed may sleep longer than a closed tab may keep its place. It
    runs only while streams are open.
    """

    def __init__(self, places: Places, poll_s: float, per_phone: int) -> None:
        self._places = places
        self._poll_s = poll_s
        self._per_phone = per_phone
        self._open: dict[int, Line] = {}
        self._next = 0
        self._closed = False
        self._watching = False
        self._changed = threading.Condition()

    @property
    def count(self) -> int:
        """How many streams are open."""
        with self._changed:
            return len(self._open)

    def admit(self, caller: Caller, opener: Callable[[], Feed], gone: Callable[[], bool]) -> tuple[int, Line]:
        """Opens a feed and takes a place for it; the oldest stream of a phone that has too many gives way, and where
        all places are taken another's: see `Places`.

        Raises `TooManyStreams`, also after `close`.
        """
        self._make_room(caller)
        with self._changed:
            if self._closed or len(self._open) >= self._places.limit:
                raise TooManyStreams
            self._next += 1
            ticket = self._next
            line = Line(caller, opener(), gone)
            self._open[ticket] = line
            if not self._watching:
                self._watching = True
                threading.Thread(target=self._watch, name="web-streams", daemon=True).start()
            return ticket, line

    def release(self, ticket: int) -> None:
        """Gives the place back and closes the feed; twice is harmless."""
        with self._changed:
            line = self._open.pop(ticket, None)
            self._changed.notify_all()
        if line is not None:
            line.feed.close()

    def wait_for(self, count: int, timeout_s: float) -> bool:
        """Waits until exactly `count` streams are open; False when the time is over first."""
        with self._changed:
            return self._changed.wait_for(lambda: len(self._open) == count, timeout_s)

    def close(self) -> None:
        """Ends all streams and admits no more."""
        with self._changed:
            self._closed = True
            feeds = [line.feed for line in self._open.values()]
            self._changed.notify_all()
        for feed in feeds:
            feed.close()

    def _make_room(self, caller: Caller) -> None:
        with self._changed:
            own = [ticket for ticket, line in self._open.items() if line.caller.phone == caller.phone]
            if len(own) >= self._per_phone:
                oldest = self._open.pop(own[0])
                oldest.displaced = True
            else:
                ticket = self._places.who_gives_way({t: line.caller for t, line in self._open.items()}, caller)
                if ticket is None:
                    return
                oldest = self._open.pop(ticket)
        oldest.feed.close()

    def _watch(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed, self._poll_s)
                if self._closed or not self._open:
                    self._watching = False
                    return
                entries = list(self._open.items())
            for ticket, line in entries:
                if line.gone():
                    self.release(ticket)


class EventBytes:
    """Packets as the bytes of an event. Readers of the same thing share one packet, so it is written out once, and
    kept as long as anybody has the packet. `written`: how bytes go out."""

    def __init__(self, written: Callable[[bytes], bytes] = bytes, begin: bytes = b"") -> None:
        self.begin = begin
        self.written = written
        self._kept: dict[int, bytes] = {}
        self._lock = threading.Lock()

    def of(self, packet: Packet) -> bytes:
        """The event of a packet, its id the packet's id. Safe from any thread."""
        key = id(packet)
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                found = self._kept[key] = self.written(_event(packet))
                weakref.finalize(packet, self._kept.pop, key, None).atexit = False
            return found


def frames(
    line: Line,
    events: EventBytes,
    heartbeat_s: float,
    drained: Callable[[float], bool],
    release: Callable[[], None],
) -> Iterator[bytes]:
    """The bytes of one stream: a packet an event, and a beat when it is quiet, by which a phone that slept notices
    that its line is dead.

    Nothing is added while the reader has not taken what it was sent: of what comes meanwhile only the newest waits.
    """
    try:
        last_s, news = time.monotonic(), None
        beat = b'event: beat\ndata: {"every_s": %g}\n\n' % heartbeat_s
        yield events.begin + events.written(b"retry: 2000\n" + beat)
        for packet in line.feed:
            news = packet or news
            is_quiet = time.monotonic() - last_s >= heartbeat_s
            if not (news or is_quiet) or not drained(_DRAIN_S):
                continue
            last_s = time.monotonic()
            yield events.written(beat) if news is None else events.of(news)
            news = None
        if line.displaced:
            yield events.written(b"event: elsewhere\ndata: {}\n\n")
    finally:
        release()


class Feeds(Protocol):
    """Whoever gives subscriptions. Safe from any thread."""

    def feed(self, session: Session) -> Feed: ...  # raises TooManyStreams


def install(app: ClosedFlask, table: Feeds, streams: StreamBook, settings: WebSettings) -> None:
    """Adds the stream.

    The first event is always the whole packet of now, whichever id the reader had last: an id may be of before a
    restart, of another language or of another seat, and one packet costs less than one wrong picture.
    """
    plain, packed = EventBytes(), EventBytes(_packed, _PACKED_BEGIN)

    def events() -> Response:
        session, environ = reader(), request.environ
        gone = environ.get("waitress.client_disconnected", _never)
        try:
            ticket, line = streams.admit(_caller(session), lambda: table.feed(session), gone)
        except TooManyStreams:
            sentence = _("All places for live pages are taken; close a page that nobody uses.")
            full = answer(ErrorBody(sentence), 503)
            full.headers["Retry-After"] = str(_RETRY_AFTER_S)
            return full
        drained = environ.get(DRAINED, _always)
        packs = bool(request.accept_encodings["gzip"]) and not is_encrypted()
        body = frames(line, packed if packs else plain, settings.heartbeat_s, drained, lambda: streams.release(ticket))
        response = Response(body, mimetype="text/event-stream")
        if packs:
            response.content_encoding = "gzip"
        # A generator that was never begun runs no `finally`; the response's own close always does.
        response.call_on_close(lambda: streams.release(ticket))
        response.headers["X-Accel-Buffering"] = "no"
        return response

    app.add_url_rule("/events", "events", events, gate=Gate(Audience.SESSION), methods=["GET"])


def _caller(session: Session) -> Caller:
    rank = Rank.SCREEN if request.args.get("page") == "table" else Rank.GUEST
    return Caller(token(), request.remote_addr or "", rank if session.role is Role.SPECTATOR else Rank.PLAYER)


def _event(packet: Packet) -> bytes:
    name = "".join(packet.id.split())  # an id with a line break would end the event early
    return b"id: " + name.encode() + b"\nevent: packet\ndata: " + encode(packet) + b"\n\n"


def _packed(data: bytes) -> bytes:
    """A piece of a gzip stream that refers to no piece before it, so that all streams may share it."""
    packing = zlib.compressobj(_QUICKLY, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packing.compress(data) + packing.flush(zlib.Z_FULL_FLUSH)


def _never() -> bool:
    return False


def _always(timeout_s: float) -> bool:
    return True
