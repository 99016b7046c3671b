"""One call to a venue over HTTP, which ends in bounded time and memory whatever answers there."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, urlsplit

from companion.settings.config import ConfigError

CALL_S: Final = 20.0
"""All of a call, from the first byte to the last."""
_CONNECT_S: Final = 6.0
MOST_BYTES: Final = 8_192
"""Of an answer; a longer one is none of ours."""


class Unreachable(Exception):
    """The venue did not answer, or not in time, or not as a venue does: one short reason without an address."""


class Unsafe(Unreachable):
    """The venue is not in the table's own network, and the way there is not encrypted: nothing was sent."""


@dataclass(frozen=True)
class Told:
    """An answer: the status and the body."""

    status: int
    body: bytes


_HERE: Final = ("localhost", "127.0.0.1", "::1")


class Line:
    """Where a venue is. Redirects are not followed: the credential goes to the address of the settings alone, and
    without https no further than the own network. `is_open`: whoever listens there can read what goes by."""

    def __init__(self, address: str, ca: str = "") -> None:
        """`ca`: the file with the certificate that the venue's own goes back to. ConfigError when it cannot be read."""
        self._at: SplitResult = urlsplit(address)
        try:
            _ = self._at.port
        except ValueError as error:
            raise ConfigError("The port in venue.address is a whole number from 1 to 65535.") from error
        self._tls: ssl.SSLContext | None = None
        self.is_open = self._at.scheme == "http" and self._at.hostname not in _HERE
        self._open: _Call | None = None
        if self._at.scheme == "https":
            if ca and not Path(ca).is_file():
                raise ConfigError(f"The file {ca} of venue.ca is not there; name the certificate of the venue.")
            try:
                self._tls = ssl.create_default_context(cafile=ca or None)
            except (OSError, ValueError) as error:
                raise ConfigError(f"The certificate {ca} of venue.ca cannot be read: {error}.") from error

    def post(self, path: str, body: bytes, credential: str = "") -> Told:
        """Sends JSON. Unreachable when no whole answer of moderate size came in time; Unsafe
        when nothing was sent."""
        call = self._open = _Call(self._connection())
        kinds = {"Content-Type": "application/json", "Accept": "application/json", "Connection": "close"}
        if credential:
            kinds["Authorization"] = f"Bearer {credential}"
        late = threading.Timer(CALL_S, call.cut)
        late.daemon = True
        late.start()
        try:
            call.connect(self._tls)
            call.connection.request("POST", f"{self._at.path.rstrip('/')}{path}", body, kinds)
            answer = call.connection.getresponse()
            text = answer.read(MOST_BYTES + 1)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Unreachable(type(error).__name__) from error
        finally:
            late.cancel()
            call.connection.close()
        if call.is_cut:  # what came until then may look like a whole answer
            raise Unreachable("an answer that took too long")
        if len(text) > MOST_BYTES:
            raise Unreachable("an answer of more than a venue says")
        return Told(answer.status, text)

    def cut(self) -> None:
        """Ends the call that is under way, if there is one: it is Unreachable. From any thread."""
        if self._open is not None:
            self._open.cut()

    def _connection(self) -> http.client.HTTPConnection:
        host, port = self._at.hostname or "", self._at.port
        if self._tls is not None:
            return http.client.HTTPSConnection(host, port, timeout=_CONNECT_S, context=self._tls)
        return http.client.HTTPConnection(host, port, timeout=_CONNECT_S)


class _Call:
    """One that can be ended by another thread, wherever it is: before there is a socket it ends as soon as there is."""

    def __init__(self, connection: http.client.HTTPConnection) -> None:
        self.connection = connection
        self.is_cut = False
        self._socket: socket.socket | None = None  # the connection lets go of it while an answer is read

    def connect(self, tls: ssl.SSLContext | None) -> None:
        """OSError when nobody is there, or when it was cut meanwhile. Unsafe."""
        at = self.connection
        line = socket.create_connection((at.host, at.port), _CONNECT_S)
        if tls is not None:  # the handshake can be cut too
            line = tls.wrap_socket(line, server_hostname=at.host, do_handshake_on_connect=False)
        self._socket = at.sock = line
        if self.is_cut:
            raise TimeoutError
        if isinstance(line, ssl.SSLSocket):
            line.do_handshake()
        elif not _is_near(*(ip_address(end[0].partition("%")[0]) for end in (line.getpeername(), line.getsockname()))):
            raise Unsafe("without https a venue has to be in the own network")

    def cut(self) -> None:
        """Ends it."""
        self.is_cut = True
        if self._socket is not None:
            try:
                self._socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it has ended by itself


def _is_near(there: IPv4Address | IPv6Address, here: IPv4Address | IPv6Address) -> bool:
    """Whether an address is of this machine or of its own network."""
    if isinstance(there, IPv6Address):
        if there.ipv4_mapped is not None:
            return _is_near(there.ipv4_mapped, here)
        if here in ip_network((int(there) >> 64 << 64, 64)):  # at home everybody has an address of the whole world
            return True
    return there.is_loopback or there.is_link_local or there.is_private
