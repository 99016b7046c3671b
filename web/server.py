"""The production server, in this process: waitress in a thread of its own."""

from __future__ import annotations

import errno
import socket
import threading
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from web.app import streams_of
from web.settings import WebError

_USER_TIMEOUT_MS = 15_000  # a phone that walked out of the Wi-Fi sends no goodbye; the kernel gives it up after this
_SPARE_THREADS = 8  # pages and commands still answer while every stream is in use
_STOP_S = 1.5


class Server:
    """Serves `app` at `host`:`port` (0: any free port) until `stop`. Raises `WebError` when it cannot listen."""

    def __init__(self, app: Flask, host: str, port: int, max_streams: int) -> None:
        self._streams = streams_of(app)
        self._sockets: dict[int, Any] = {}
        listener = _listen(host, port)
        threads = max_streams + _SPARE_THREADS
        self._server = create_server(
            app,
            map=self._sockets,
            sockets=[listener],
            threads=threads,
            connection_limit=threads * 4,
            channel_request_lookahead=1,  # without it a closed tab is not noticed while its stream is quiet
            channel_timeout=60,
            max_request_body_size=32_000_000,
            expose_tracebacks=False,
            ident=None,
            clear_untrusted_proxy_headers=True,
        )
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            options = [*self._server.adj.socket_options]
            options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _USER_TIMEOUT_MS))
            self._server.adj.socket_options = options
        self._port = int(self._server.effective_port)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="web-server", daemon=True)

    @property
    def port(self) -> int:
        """The port that it really listens on."""
        return self._port

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

    def _run(self) -> None:
        while not self._stopping.is_set():
            wasyncore.loop(timeout=1.0, map=self._sockets, count=1, use_poll=True)


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
