"""Readers of the stream as raw connections, over http or https, and certificates to test with."""

from __future__ import annotations

import http.client
import json
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.web.web_client import COOKIE
from web import Certificate

SECURE_COOKIE = f"__Host-{COOKIE}"
NEEDS_OPENSSL = pytest.mark.skipif(shutil.which("openssl") is None, reason="the program openssl is not installed")


@dataclass(frozen=True)
class Address:
    """Where a server listens; with a `context` it speaks https."""

    port: int
    context: ssl.SSLContext | None = None

    def cookie(self, token: str) -> dict[str, str]:
        """The header with a phone's token."""
        return {"Cookie": f"{COOKIE if self.context is None else SECURE_COOKIE}={token}"} if token else {}

    def connection(self, source: str = "127.0.0.1", timeout_s: float = 10.0) -> http.client.HTTPConnection:
        """A connection from an address of this machine."""
        origin = (source, 0)
        if self.context is None:
            return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout_s, source_address=origin)
        return http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=timeout_s, source_address=origin, context=self.context
        )

    def get(self, path: str, token: str = "", source: str = "127.0.0.1") -> tuple[http.client.HTTPResponse, bytes]:
        """A page and its bytes."""
        line = self.connection(source)
        line.request("GET", path, headers=self.cookie(token))
        response = line.getresponse()
        body = response.read()
        line.close()
        return response, body


@dataclass
class Reader:
    """One open stream."""

    response: http.client.HTTPResponse
    sock: socket.socket

    def event(self) -> dict[str, str]:
        """The next event: its lines by name. Nothing at the end of the stream."""
        found: dict[str, str] = {}
        while raw := self.response.readline():
            text = raw.decode().rstrip("\n")
            if not text and found:
                return found
            name, _, value = text.partition(": ")
            if name:
                found[name] = value
        return found

    def packet(self) -> dict[str, Any]:
        """The next packet, whatever beats come before it; its id is that of the event."""
        while (found := self.event()).get("event") != "packet":
            assert found, "the stream has ended"
        packet: dict[str, Any] = json.loads(found["data"])
        assert packet["id"] == found["id"]
        return packet

    def close(self) -> None:
        """As a closed tab does."""
        self.response.close()
        self.sock.close()


@contextmanager
def stream(
    address: Address,
    token: str,
    last_id: str | None = None,
    source: str = "127.0.0.1",
    page: str = "seat",
    encoding: str = "identity",
) -> Iterator[Reader]:
    """A stream of the phone with this token, on that page. `last_id`: what its browser says that it had last;
    `encoding`: what it can unpack."""
    line = address.connection(source)
    headers = address.cookie(token) | {"Accept-Encoding": encoding}
    headers |= {} if last_id is None else {"Last-Event-ID": last_id}
    line.request("GET", f"/events?page={page}", headers=headers)
    sock = line.sock
    assert isinstance(sock, socket.socket)
    reader = Reader(line.getresponse(), sock)
    try:
        yield reader
    finally:
        reader.close()
        line.close()


def make_certificate(folder: Path, name: str = "table") -> Certificate:
    """A certificate that vouches for itself, and its key, as the guide makes them."""
    made = Certificate(str(folder / f"{name}.pem"), str(folder / f"{name}-key.pem"))
    words = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    words += ["-days", "30", "-subj", "/CN=table", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run([*words, "-keyout", made.key, "-out", made.path], check=True, capture_output=True, timeout=30)
    return made


def trusting(certificate: Certificate) -> ssl.SSLContext:
    """What a browser has that was told to trust this certificate."""
    return ssl.create_default_context(cafile=certificate.path)
