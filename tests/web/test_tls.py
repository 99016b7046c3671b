"""Https in the same process: what a browser gets, what a stranger gets, and certificates that cannot be used."""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import socket
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.web.fake_table import FakeTable
from tests.web.stream_client import NEEDS_OPENSSL, SECURE_COOKIE, Address, make_certificate, stream, trusting
from tests.web.web_client import COOKIE
from web import Certificate, Server, WebError, WebSettings, create_app
from web.serve.app import streams_of
from web.serve.tls import tls_context

pytestmark = NEEDS_OPENSSL
PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return make_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(table.pages, WebSettings(max_streams=10, pin_attempts=2, pin_refill_s=600))


@pytest.fixture
def address(app: Flask, certificate: Certificate) -> Iterator[Address]:
    server = Server(app, "127.0.0.1", 0, certificate).start()
    yield Address(server.port, trusting(certificate))
    server.stop()


def test_a_page_and_its_cookie_are_only_for_https(address: Address) -> None:
    response, body = address.get("/")
    assert response.status == 200
    assert b"<html" in body
    cookie = response.getheader("Set-Cookie", "")
    assert "Secure" in cookie
    assert "HttpOnly" in cookie
    assert cookie.startswith(SECURE_COOKIE)


def test_what_was_read_along_over_http_opens_nothing(address: Address, table: FakeTable) -> None:
    token = table.seat_token(0).token
    line = address.connection()
    line.request("GET", "/api/packet", headers={"Cookie": f"{COOKIE}={token}"})
    assert line.getresponse().status == 403
    line.close()
    assert address.get("/api/packet", token)[0].status == 200


def test_large_files_come_whole_and_many_over_one_connection(address: Address, table: FakeTable) -> None:
    table.camera = b"\xff\xd8\xff" + bytes(range(256)) * 8_000
    token = table.seat_token(0).token
    line = address.connection()
    for _ in range(3):
        line.request("GET", "/camera.jpg", headers=address.cookie(token))
        assert line.getresponse().read() == table.camera
    line.close()


def test_a_large_upload_comes_whole(address: Address, table: FakeTable) -> None:
    joined = table.seat_token(0)
    photo = b"\xff\xd8\xff" + bytes(reversed(range(256))) * 12_000
    line = address.connection()
    headers = {"Origin": f"https://127.0.0.1:{address.port}", "Content-Type": "image/jpeg"}
    headers |= {"X-CSRF-Token": joined.session.csrf, **address.cookie(joined.token)}
    line.request("POST", "/api/hand-photo", photo, headers)
    assert line.getresponse().status == 200
    line.close()
    assert table.photos == [photo]


def test_attempts_are_counted_for_each_phone_by_its_own_address(address: Address, table: FakeTable) -> None:
    """The pages see the phone's address, not one of ours through which all would share their attempts."""
    statuses = [guess(address, table, "127.0.0.1") for _ in range(3)]
    assert statuses == [409, 409, 429]
    assert guess(address, table, "127.0.0.2") == 409


def guess(address: Address, table: FakeTable, source: str) -> int:
    joined = table.open_session()
    line = address.connection(source)
    headers = {"X-CSRF-Token": joined.session.csrf, **address.cookie(joined.token)}
    line.request("POST", "/api/become-host", b'{"pin": "0000"}', headers)
    status = line.getresponse().status
    line.close()
    return status


def test_somebody_who_forgot_the_s_is_told(address: Address) -> None:
    response, body = Address(address.port).get("/")
    assert response.status == 400
    assert body.startswith(b"This table speaks https")
    assert b"<" not in body


@pytest.mark.parametrize(
    "noise", [b"\x00" * 64, b"SSH-2.0-x\r\n", b"\x16\x03\x01\x00\x05hello", b""], ids=["zeros", "ssh", "broken", "none"]
)
def test_noise_is_hung_up_on(address: Address, noise: bytes) -> None:
    line = socket.create_connection(("127.0.0.1", address.port), timeout=10)
    with line, contextlib.suppress(ConnectionError):  # silence for ten seconds would be an error
        line.sendall(noise)
        while noise and line.recv(4096):
            continue
    assert address.get("/healthz")[1] == b"ok\n"


def test_slow_handshakes_hold_up_nobody(address: Address, table: FakeTable) -> None:
    lines = [socket.create_connection(("127.0.0.1", address.port), timeout=10) for _ in range(20)]
    for line in lines:
        line.sendall(b"\x16\x03\x01\x02\x00\x01")  # the first bytes of a greeting, and then silence
    with stream(address, table.seat_token(0).token) as reader:
        assert reader.packet()["version"] == 41
        assert address.get("/table")[0].status == 200
    for line in lines:
        line.close()


def test_a_handshake_that_comes_byte_by_byte(address: Address) -> None:
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    assert address.context is not None
    talk = address.context.wrap_bio(incoming, outgoing, server_hostname="localhost")
    with socket.create_connection(("127.0.0.1", address.port), timeout=10) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while True:
            try:
                talk.do_handshake()
                break
            except ssl.SSLWantReadError:
                for byte in outgoing.read():
                    line.sendall(bytes([byte]))
                incoming.write(line.recv(65_536))
        talk.write(b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")
        line.sendall(outgoing.read())
        answer = b""
        while data := line.recv(65_536):
            incoming.write(data)
            answer += read_all(talk)
        assert answer.endswith(b"ok\n")
        assert talk.version() in ("TLSv1.2", "TLSv1.3")


def read_all(talk: ssl.SSLObject) -> bytes:
    found = b""
    try:
        while data := talk.read(65_536):
            found += data
    except (ssl.SSLWantReadError, ssl.SSLZeroReturnError):
        pass
    return found


def test_older_protocols_are_not_spoken(certificate: Certificate) -> None:
    assert tls_context(certificate).minimum_version is ssl.TLSVersion.TLSv1_2


def test_a_browser_that_does_not_trust_it_is_the_browsers_choice(address: Address) -> None:
    with pytest.raises(ssl.SSLCertVerificationError):
        Address(address.port, ssl.create_default_context()).get("/")
    assert address.get("/healthz")[0].status == 200


def test_stop_with_streams_open(app: Flask, certificate: Certificate, table: FakeTable) -> None:
    server = Server(app, "127.0.0.1", 0, certificate).start()
    address = Address(server.port, trusting(certificate))
    with stream(address, table.seat_token(0).token) as one, stream(address, table.seat_token(1).token) as two:
        one.packet()
        two.packet()
        server.stop()
        assert one.event() == two.event() == {}
    assert streams_of(app).count == 0
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", server.port), timeout=2).close()


def test_a_phone_that_leaves_in_the_middle_of_an_answer(address: Address, table: FakeTable) -> None:
    table.camera = b"\xff\xd8\xff" + bytes(4_000_000)
    for _ in range(5):
        line = address.connection()
        line.request("GET", "/camera.jpg", headers=address.cookie(table.seat_token(0).token))
        assert isinstance(line.sock, socket.socket)
        assert line.sock.recv(10)
        line.sock.close()
        with pytest.raises((OSError, http.client.HTTPException)):
            line.getresponse().read()
    assert address.get("/healthz")[1] == b"ok\n"


# ---- certificates ---------------------------------------------------------------------------------------------------


def test_the_key_may_stand_in_the_certificates_file(tmp_path: Path, certificate: Certificate, table: FakeTable) -> None:
    both = tmp_path / "both.pem"
    both.write_text(Path(certificate.path).read_text() + Path(certificate.key).read_text())
    server = Server(create_app(table.pages), "127.0.0.1", 0, Certificate(str(both))).start()
    assert Address(server.port, trusting(certificate)).get("/healthz")[1] == b"ok\n"
    server.stop()


@pytest.fixture
def files(tmp_path: Path, certificate: Certificate) -> dict[str, str]:
    """Files that somebody may name by mistake."""
    locked = tmp_path / "locked.pem"
    words = ["openssl", "ec", "-aes128", "-passout", "pass:secret", "-in", certificate.key, "-out", str(locked)]
    subprocess.run(words, check=True, capture_output=True, timeout=30)
    cut = tmp_path / "cut.pem"
    cut.write_text(Path(certificate.path).read_text()[:200])
    (tmp_path / "notes.txt").write_text("my certificate\n")
    (tmp_path / "raw.der").write_bytes(bytes(range(256)))
    names = {path.name: str(path) for path in tmp_path.iterdir()}
    other = make_certificate(tmp_path, "other")
    return names | {
        "good": certificate.path,
        "key": certificate.key,
        "other key": other.key,
        "folder": str(tmp_path),
        "nothing": str(tmp_path / "nothing.pem"),
    }


@pytest.mark.parametrize(
    ("path", "key", "told"),
    [
        ("nothing", "key", r"nothing\.pem cannot be read \(No such file or directory\); .* web\.certificate\.$"),
        ("folder", "key", r"cannot be read \(Is a directory\); .* web\.certificate\.$"),
        ("good", "nothing", r"nothing\.pem cannot be read .* web\.certificate_key\.$"),
        ("notes.txt", "key", r"notes\.txt holds no certificate in PEM form; .* web\.certificate\.$"),
        ("raw.der", "key", r"raw\.der holds no certificate in PEM form"),
        ("key", "good", r"-key\.pem holds no certificate in PEM form"),
        ("good", "", r"table\.pem holds no private key in PEM form; .* web\.certificate_key\.$"),
        ("good", "notes.txt", r"notes\.txt holds no private key"),
        ("good", "other key", r"other-key\.pem does not belong to the certificate .*table\.pem"),
        ("good", "locked.pem", r"locked\.pem is locked with a password"),
        ("cut.pem", "key", r"cut\.pem and its key cannot be used"),
    ],
)
def test_a_certificate_that_cannot_be_used_is_one_sentence(
    files: dict[str, str], table: FakeTable, path: str, key: str, told: str
) -> None:
    with pytest.raises(WebError, match=told) as raised:
        Server(create_app(table.pages), "127.0.0.1", 0, Certificate(files[path], files[key] if key else ""))
    assert "\n" not in str(raised.value)
    assert str(raised.value).endswith(".")


def test_the_guide_makes_a_certificate_that_a_phone_can_trust(tmp_path: Path, table: FakeTable) -> None:
    text = (PROJECT / "docs/https.md").read_text("utf-8")
    (commands,) = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    commands = commands.replace("$(hostname -I | cut -d' ' -f1)", "127.0.0.1").replace("$(hostname)", "table")
    run = ["bash", "-euc", commands]
    subprocess.run(run, check=True, capture_output=True, timeout=60, env={**os.environ, "HOME": str(tmp_path)})
    made = tmp_path / "companion-https"
    certificate = Certificate(str(made / "table.pem"), str(made / "table-key.pem"))
    server = Server(create_app(table.pages), "127.0.0.1", 0, certificate).start()
    authority = ssl.create_default_context(cafile=str(made / "authority.pem"))
    assert Address(server.port, authority).get("/healthz")[1] == b"ok\n"
    server.stop()
    assert all(path.stat().st_mode & 0o077 == 0 for path in made.iterdir())
