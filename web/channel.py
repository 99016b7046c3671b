"""One connection of the server, and what a stream may know of it."""

from __future__ import annotations

from typing import Any

from waitress.buffers import OverflowableBuffer
from waitress.channel import HTTPChannel
from waitress.task import WSGITask

from web.bodies import ROOM_BYTES, Parser
from web.stream import DRAINED


class _Task(WSGITask):  # type: ignore[misc]  # waitress ships no types
    """A request whose environment says whether the reader takes what it is sent."""

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[DRAINED] = self.channel.drained
        return environ


class Channel(HTTPChannel):  # type: ignore[misc]
    """Waitress would keep sixteen megabytes for a reader that does not read, and hand it all of the past later; and it
    keeps as much of what it has sent long ago, for every stream."""

    task_class = _Task
    total_outbufs_len: int
    current_outbuf_count: int

    def parser_class(self, adj: Any) -> Parser:
        """What takes the next request in."""
        return Parser(adj, self.server.body_limits, self._is_full)

    @property
    def held_bytes(self) -> int:
        """How much of bodies waits in this connection."""
        whole: int = sum(request.held_bytes for request in tuple(self.requests))
        return whole if self.request is None else whole + int(self.request.held_bytes)

    def _is_full(self) -> bool:
        channels: tuple[Channel, ...] = tuple(self.server.active_channels.values())
        return sum(channel.held_bytes for channel in channels) > ROOM_BYTES

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
