"""The production server, in this process: waitress in a thread of its own."""

from __future__ import annotations

import errno
import socket
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from web.door.bodies import IN_MEMORY, LONGEST_BYTES, BodyLimits
from web.door.settings import Certificate, WebError
from web.serve.app import settings_of, streams_of
from web.serve.channel import Channel
from web.serve.connections import Connections
from web.serve.tls import Doorstep, OwnContexts, TlsChannel, tls_context

_SPARE_THREADS = 8  # pages and commands still answer while every stream is in use
_SPARE_CONNECTIONS = 64
_CONNECTIONS_OF_A_PAGE = 6  # browsers open so many at once; those that are not needed are idle
_NEVER_S = 10**10  # waitress ends idle connections by the time of day, which people set: `connections` does it instead
_UNSENT_BYTES = 32_768  # what the kernel keeps of what it has not sent: enough for one packet, so that none gets old
_STOP_S = 1.5


class Server:
    """Serves `app` at `host`:`port` (0: any free port) until `stop`; over https when there is a `certificate`, else
    over plain http and, with `own`, over https too at the same port: it gives the certificate for whoever has called at
    an address. `clock` gives seconds that never jump.

    The number of threads follows from the streams that `app` admits, so that streams can never use them all. Raises
    `WebError` when it cannot listen, or the certificate cannot be used.
    """

    def __init__(
        self,
        app: Flask,
        host: str,
        port: int,
        certificate: Certificate | None = None,
        clock: Callable[[], float] = time.monotonic,
        own: Callable[[str], Certificate] | None = None,
    ) -> None:
        settings = settings_of(app)
        limit = settings.max_streams * _CONNECTIONS_OF_A_PAGE + _SPARE_CONNECTIONS
        self._streams = streams_of(app)
        self._sockets: dict[int, Any] = {}
        context = None if certificate is None else tls_context(certificate)
        listener = _listen(host, port)
        self._server = create_server(
            app,
            map=self._sockets,
            sockets=[listener],
            threads=settings.max_streams + _SPARE_THREADS,
            connection_limit=limit + _SPARE_CONNECTIONS,  # `connections` makes room before
            channel_request_lookahead=1,  # without it a closed tab is not noticed while its stream is quiet
            channel_timeout=_NEVER_S,
            max_request_body_size=LONGEST_BYTES,
            inbuf_overflow=IN_MEMORY,  # a photo of a hand lies in memory only, never in a file, not for a moment
            expose_tracebacks=False,
            ident=None,
            log_socket_errors=False,  # phones that vanish are no news
            clear_untrusted_proxy_headers=True,
        )
        self._server.adj.socket_options = [*self._server.adj.socket_options, *_socket_options(settings.unheard_s)]
        self._server.body_limits = BodyLimits(app, settings)
        self._server.clock = clock
        self._server.channel_class = self._take_in
        self._contexts = None if own is None else OwnContexts(own)
        plain = Channel if self._contexts is None else partial(Doorstep, self._contexts)
        self._channel = plain if context is None else partial(TlsChannel, context)
        self._connections = Connections(
            self._server.active_channels.values, limit, settings.connections_per_address, clock
        )
        self.port = int(self._server.effective_port)  # the one that it really listens on
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="web-server", daemon=True)

    @property
    def is_serving(self) -> bool:
        """Whether the thread that takes requests in lives."""
        return self._thread.is_alive()

    @property
    def unsent_bytes(self) -> int:
        """How much waits in this process for readers who have not taken it yet."""
        return sum(channel.total_outbufs_len for channel in list(self._server.active_channels.values()))

    def start(self) -> Server:
        """Begins to serve; gives itself back."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Ends every stream, then the server; less than two seconds. Twice is harmless."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        self._streams.close()
        if self._thread.is_alive():
            self._server.pull_trigger()
            self._thread.join(_STOP_S)
        self._server.task_dispatcher.shutdown(timeout=_STOP_S)
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()  # also closes what was still to be sent, such as an open static file
        wasyncore.close_all(self._sockets)
        if self._contexts is not None:
            self._contexts.close()

    def _run(self) -> None:
        while not self._stopping.is_set():
            wasyncore.loop(timeout=1.0, map=self._sockets, count=1, use_poll=True)
            self._connections.sweep()

    def _take_in(self, server: Any, conn: socket.socket, addr: Any, adj: Any, map: Any = None) -> None:
        """A connection that somebody opened, in the server's loop."""
        if self._connections.make_room(str(addr[0])):
            self._channel(server, conn, addr, adj, map=map)
        else:
            conn.close()


def _socket_options(unheard_s: float) -> list[tuple[int, int, int]]:
    """What Linux is asked for each connection; elsewhere phones that vanish are noticed later."""
    wanted = (("TCP_USER_TIMEOUT", round(unheard_s * 1000)), ("TCP_NOTSENT_LOWAT", _UNSENT_BYTES))
    return [(socket.IPPROTO_TCP, getattr(socket, name), value) for name, value in wanted if hasattr(socket, name)]


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or "0.0.0.0", port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise WebError(f"The setting web.host is '{host}', which is not an address of this machine.") from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise WebError(_why_not(host, port, error)) from error
    return listener


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken by another program; stop that program or change the setting web.port."
    if error.errno == errno.EACCES:
        return f"Port {port} needs more rights than this service has; choose one above 1023 in the setting web.port."
    return f"Cannot listen at {host}:{port} ({error.strerror}); check the settings web.host and web.port."
