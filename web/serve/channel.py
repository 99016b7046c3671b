"""One connection of the server, and what a stream may know of it."""

from __future__ import annotations

from typing import Any, Final

from waitress.buffers import OverflowableBuffer
from waitress.channel import HTTPChannel
from waitress.task import WSGITask

from web.door.bodies import ROOM_BYTES, Parser
from web.door.limits import is_this_machine
from web.door.security import RECOGNISED
from web.serve.stream import DRAINED

_SHARES: Final = 3  # an address fills no more than one of so many of the room for bodies


class _Task(WSGITask):  # type: ignore[misc]  # waitress ships no types
    """A request whose environment says whether the reader takes what it is sent, and is told who it is."""

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ["wsgi.url_scheme"] = self.channel.scheme
        environ[DRAINED] = self.channel.drained
        environ[RECOGNISED] = self.channel.recognise
        return environ


class Channel(HTTPChannel):  # type: ignore[misc]
    """Waitress would keep sixteen megabytes for a reader that does not read, and hand it all of the past later; and it
    keeps as much of what it has sent long ago, for every stream. How long it may stay is judged in `connections`."""

    task_class = _Task
    scheme = "http"
    total_outbufs_len: int
    current_outbuf_count: int
    will_close: bool

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        self.address = str(addr[0])
        self.is_known = False
        self.begun_s = self.heard_s = float(server.clock())
        self._asked_s = self.begun_s
        super().__init__(server, sock, addr, adj, map=map)

    def parser_class(self, adj: Any) -> Parser:
        """What takes the next request in."""
        self._asked_s = float(self.server.clock())
        return Parser(adj, self.server.body_limits, self._is_full)

    def recognise(self, *, is_known: bool) -> None:
        """Whose request this was: of a player or the host, or of anybody."""
        self.is_known = is_known

    def received(self, data: bytes) -> bool:
        """Takes in what came."""
        self.heard_s = float(self.server.clock())
        return bool(super().received(data))

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Sends; gives how much of `data` is on its way."""
        sent: int = super().send(data, do_close)
        return self.sent(sent)

    def sent(self, count: int) -> int:
        """Notes that so many bytes went out; gives them back."""
        if count:
            self.heard_s = float(self.server.clock())
        return count

    def service(self) -> None:
        """Answers a request."""
        super().service()
        self.heard_s = float(self.server.clock())

    @property
    def is_answered(self) -> bool:
        """Whether a request is being answered, or waits to be."""
        return bool(self.requests)

    @property
    def is_busy(self) -> bool:
        """Whether more than a header is under way."""
        return self.is_answered or bool(self.total_outbufs_len) or (self.request is not None and not self._in_header)

    @property
    def header_since_s(self) -> float | None:
        """Since when a header comes that is not yet whole; None when there is none."""
        return self._asked_s if self._in_header else None

    @property
    def request_since_s(self) -> float | None:
        """The same of a whole request."""
        return None if self.request is None else self._asked_s

    @property
    def _in_header(self) -> bool:
        return self.request is not None and not self.request.headers_finished

    @property
    def held_bytes(self) -> int:
        """How much of bodies waits in this connection."""
        whole: int = sum(request.held_bytes for request in tuple(self.requests))
        return whole if self.request is None else whole + int(self.request.held_bytes)

    def _is_full(self) -> bool:
        channels: tuple[Channel, ...] = tuple(self.server.active_channels.values())
        if sum(channel.held_bytes for channel in channels) > ROOM_BYTES:
            return True
        own = sum(channel.held_bytes for channel in channels if channel.address == self.address)
        return own > ROOM_BYTES // _SHARES and not is_this_machine(self.address)

    def drained(self, timeout_s: float) -> bool:
        """Waits until everything is on its way to the reader; False when the time is over first. True as well for a
        reader who left: the next write notices that."""
        with self.outbuf_lock:
            done: bool = self.outbuf_lock.wait_for(
                lambda: not (self.total_outbufs_len and self.connected), timeout=timeout_s
            )
            if self.current_outbuf_count and not self.total_outbufs_len:
                self.outbufs.pop().close()  # what was sent stays in it
                self.outbufs.append(OverflowableBuffer(self.adj.outbuf_overflow))
                self.current_outbuf_count = 0
            return done
