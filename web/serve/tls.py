"""Https in this process: a connection of waitress whose socket speaks TLS, and the certificate that it shows.

Everything else stays as it is over plain http: the same loop, the same limits, the reader's own address.
"""

from __future__ import annotations

import logging
import socket
import ssl
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from web.door.settings import Certificate, WebError
from web.serve.channel import Channel
from words import N_
from words.catalogue import said
from words.languages import languages

_log = logging.getLogger("web.https")

_HANDSHAKE = b"\x16"  # how TLS begins, and no request
_RECORD_BYTES = 16_384  # the largest record of TLS: what is sent in one go is then sent whole or not at all
_NOT_TLS = N_("This table speaks https: please put https:// in front of the address.")
_WAIT = (ssl.SSLWantReadError, ssl.SSLWantWriteError)


class TlsChannel(Channel):
    """A connection over TLS. The handshake is a part of the loop, so that a slow one holds up nobody."""

    scheme = "https"

    def __init__(
        self, context: ssl.SSLContext, server: Any, conn: socket.socket, addr: Any, adj: Any, map: Any = None
    ) -> None:
        conn.setblocking(False)
        # A worker sends while the loop receives, which OpenSSL cannot bear at once. Taken after `outbuf_lock`, if both.
        self._talk = threading.RLock()
        self._is_greeted = False
        self._must_send = False  # the handshake waits for room to send
        sock = context.wrap_socket(conn, server_side=True, do_handshake_on_connect=False)
        super().__init__(server, sock, addr, adj, map=map)
        self.sendbuf_len = _RECORD_BYTES

    @property
    def header_since_s(self) -> float | None:
        """Since when a header is awaited; the greeting is a part of it."""
        return super().header_since_s if self._is_greeted else self.begun_s

    def writable(self) -> bool:
        """Whether the loop is to wake it for sending."""
        return bool(self._must_send or (self._is_greeted and super().writable()) or self.will_close)

    def handle_write(self) -> None:
        """There is room to send."""
        if self.will_close or self._greet():
            super().handle_write()

    def handle_read(self) -> None:
        """Something came: a part of the handshake, or of a request."""
        if not self._greet():
            return
        data = self.recv(self.adj.recv_bytes)
        while data:
            self.received(data)
            # What is decrypted already is in no poll any more.
            data = self.recv(self.adj.recv_bytes) if self.connected and self.socket.pending() else None

    def recv(self, size: int) -> bytes | None:
        """What came; None when it is no whole record yet. Nothing at all is the end, and closes."""
        with self._talk:
            try:
                data = b"" if self.socket is None else self.socket.recv(size)
            except _WAIT:
                return None
            except OSError:
                data = b""
        if not data:
            self.handle_close()
        return bytes(data)

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Sends a record; gives how much of `data` is on its way."""
        with self._talk:
            try:
                return 0 if self.socket is None else self.sent(int(self.socket.send(data)))
            except _WAIT:
                return 0
            except OSError:
                pass
        if do_close:
            self.handle_close()
        return 0

    def close(self) -> None:
        """Says goodbye as TLS wants it, if there is room for it, and closes."""
        with self._talk:
            if self._is_greeted:
                self._is_greeted = False
                try:
                    self.socket.unwrap()
                except (OSError, ValueError):
                    pass  # the other side does not listen, or has still to answer: nobody waits for that
            super().close()

    def _greet(self) -> bool:
        """The next step of the handshake; True when it is over."""
        if self._is_greeted:
            return True
        with self._talk:
            try:
                self.socket.do_handshake()
                self._is_greeted, self._must_send = True, False
                return True
            except ssl.SSLWantReadError:
                self._must_send = False
                return False
            except ssl.SSLWantWriteError:
                self._must_send = True
                return False
            except ssl.SSLError as error:
                self._answer_plainly(error)
            except OSError:
                pass
        self.handle_close()
        return False

    def _answer_plainly(self, error: ssl.SSLError) -> None:
        """Somebody typed the address without https: a sentence instead of silence."""
        if error.reason != "HTTP_REQUEST":
            return
        try:
            socket.socket.recv(self.socket, 65_536)  # what is unread would cut the answer off
            socket.socket.send(self.socket, _not_tls())
        except OSError:
            pass


class Doorstep(Channel):
    """Somebody who has said nothing yet, where https is spoken beside plain http: the first byte tells which of them it
    is. `contexts` gives what https is spoken with; meanwhile the loop goes on with everybody else."""

    def __init__(
        self, contexts: OwnContexts, server: Any, conn: socket.socket, addr: Any, adj: Any, map: Any = None
    ) -> None:
        self._contexts = contexts
        self._among = map
        self._waits = False  # for the certificate
        super().__init__(server, conn, addr, adj, map=map)

    def readable(self) -> bool:
        """Whether the loop is to wake it for what comes."""
        return not self._waits and bool(super().readable())

    def handle_read(self) -> None:
        """The first byte is here; it is read again by who takes this place."""
        try:
            first = self.socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return
        except OSError:
            first = b""
        if not first:
            self.handle_close()
        elif first != _HANDSHAKE:
            Channel(self.server, self.socket, self.addr, self.adj, map=self._among)
        else:
            self._waits = True
            self._contexts.ask(str(self.socket.getsockname()[0]), self._later)

    def _later(self, context: ssl.SSLContext | None) -> None:
        """What was asked for, told by another thread: the loop goes on with it."""
        try:
            self.server.trigger.pull_trigger(partial(self._greet_with, context))
        except OSError:
            pass  # the server has ended

    def _greet_with(self, context: ssl.SSLContext | None) -> None:
        if not self.connected:
            return  # it was closed meanwhile, for want of room
        if context is None:
            self.handle_close()
        else:
            TlsChannel(context, self.server, self.socket, self.addr, self.adj, map=self._among)


class OwnContexts:
    """The contexts of a certificate that its maker may make anew at any time: in a thread of its own, since that can
    take seconds."""

    def __init__(self, made: Callable[[str], Certificate]) -> None:
        self._made = made
        self._of: tuple[int, ssl.SSLContext] | None = None
        self._thread = ThreadPoolExecutor(1, "https-certificate")

    def ask(self, address: str, tell: Callable[[ssl.SSLContext | None], None]) -> None:
        """Tells the context for whoever has called at that address; None when there can be none, which is logged."""
        self._thread.submit(lambda: tell(self._context(address)))

    def close(self) -> None:
        """Nobody asks any more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _context(self, address: str) -> ssl.SSLContext | None:
        try:
            certificate = self._made(address)
            written = Path(certificate.path).stat().st_mtime_ns
            if self._of is None or self._of[0] != written:
                self._of = written, tls_context(certificate)
        except (WebError, OSError) as error:
            _log.error("https cannot be spoken: %s", error)
            return None
        return self._of[1]


def _not_tls() -> bytes:
    """The answer to a request without TLS, which is not read: so it is in every language of ours."""
    lines = "".join(f"{said(one.code, _NOT_TLS)}\n" for one in languages()).encode()
    head = "HTTP/1.1 400 Bad Request", "Content-Type: text/plain; charset=utf-8", "Connection: close", "", ""
    return "\r\n".join(head).encode() + lines


def tls_context(certificate: Certificate) -> ssl.SSLContext:
    """TLS 1.2 or newer with this certificate. Raises `WebError` with one sentence when it cannot be used."""
    path, key = certificate.path, certificate.key or certificate.path
    setting = "web.certificate_key" if certificate.key else "web.certificate"
    if "BEGIN CERTIFICATE" not in _text(path, "web.certificate"):
        raise WebError(f"{path} holds no certificate in PEM form; check the setting web.certificate.")
    if "PRIVATE KEY" not in _text(key, setting):
        raise WebError(f"{key} holds no private key in PEM form; check the setting web.certificate_key.")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION  # nobody needs it, and it costs us more than whoever asks for it
    context.set_alpn_protocols(["http/1.1"])

    def locked() -> str:
        raise WebError(f"The key {key} is locked with a password, which nobody is there to type; store it without one.")

    try:
        context.load_cert_chain(path, key, password=locked)
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise WebError(
                f"The key {key} does not belong to the certificate {path}; set web.certificate_key to its own."
            ) from error
        why = (error.reason or "it is damaged").lower().replace("_", " ")
        raise WebError(f"The certificate {path} and its key cannot be used ({why}); make them anew.") from error
    return context


def _text(path: str, setting: str) -> str:
    try:
        return Path(path).read_text("ascii", "replace")
    except OSError as error:
        raise WebError(f"{path} cannot be read ({error.strerror}); check the setting {setting}.") from error
