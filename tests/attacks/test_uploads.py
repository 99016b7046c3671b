"""Pictures that are none, or too much: one clear sentence, the right status, nothing on the disk, memory bounded."""

from __future__ import annotations

import resource
import socket
import struct
import tempfile
import threading
import zlib
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.attacks.ring import Ring, Who

PHOTO = "/api/hand-photo"
PNG = b"\x89PNG\r\n\x1a\n"
MEGABYTE = 1_000_000


@cache
def bomb() -> bytes:
    """Fifty megabytes of zeros, packed once for all pictures."""
    return zlib.compress(bytes(50 * MEGABYTE), 9)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, pixels: bytes = b"") -> bytes:
    """A PNG that says it is so large; with a bomb of zeros inside when nothing else is given."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return PNG + head + chunk(b"IDAT", pixels or bomb()) + chunk(b"IEND", b"")


def encoded(ending: str, side: int = 64) -> bytes:
    picture = np.full((side, side, 3), 200, np.uint8)
    return bytes(cv2.imencode(ending, picture)[1])


def lying_jpeg(width: int, height: int) -> bytes:
    """A small picture whose header says another size."""
    data = bytearray(encoded(".jpg"))
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(data)


def lying_webp(width: int, height: int) -> bytes:
    """A small picture in a canvas of another size."""
    inner = encoded(".webp")[12:]
    size = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    canvas = b"VP8X" + struct.pack("<I", 10) + bytes(4) + size
    return b"RIFF" + struct.pack("<I", 4 + len(canvas) + len(inner)) + b"WEBP" + canvas + inner


SCRIPT = b"<script>alert(1)</script>"
PICTURES = {
    "empty": b"",
    "text": b"hello",
    "page": b"<!doctype html>" + SCRIPT,
    "svg": b"<svg xmlns='http://www.w3.org/2000/svg'><image href='file:///etc/passwd'/></svg>",
    "gif": b"GIF89a" + bytes(100),
    "zip": b"PK\x03\x04" + bytes(100),
    "elf": b"\x7fELF" + bytes(100),
    "only a head": b"\xff\xd8\xff",
    "cut off": encoded(".jpg")[:200],
    "cut off in the middle": encoded(".png", 256)[:150],
    "wave file": b"RIFF\x24\x00\x00\x00WAVEfmt " + bytes(40),
    "jpeg head, zip behind": b"\xff\xd8\xff\xe0PK\x03\x04" + bytes(1000),
    "png of nothing": png(0, 0, zlib.compress(b"")),
    "png bomb": png(50_000, 50_000),
    "png of the largest size": png(2**31 - 1, 2**31 - 1),
    "png bomb that says it is small": png(8, 8),
    "jpeg that says it is huge": lying_jpeg(65_500, 65_500),
    "webp that says it is huge": lying_webp(16_384, 16_384),
    "webp that says it is other": lying_webp(2000, 2000),
    "noise": b"\xff\xd8\xff" + bytes(range(256)) * 400,
    "no codes": encoded(".jpg", 200),
    "page behind a picture": encoded(".jpg", 100) + SCRIPT,
    "picture in a page's clothes": encoded(".png") + b"<?php system('id'); ?>",
}


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files, an own one, and nothing may be opened in it."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", str(folder))

    def opened(*_: object, **__: object) -> None:
        raise AssertionError("a body was laid into a file")

    monkeypatch.setattr("waitress.buffers.TempfileBasedBuffer.newfile", opened)
    return folder


def peak_mb() -> float:
    """The most memory that this process has ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@pytest.mark.parametrize("name", PICTURES)
def test_what_is_no_photo(table: Ring, watched: Path, name: str) -> None:
    before, had_mb = table.state(), peak_mb()
    answer = table.ask(Who.SEAT_0, PHOTO, PICTURES[name], Content_Type="image/jpeg")
    assert answer.status in (400, 409), answer.text
    one_sentence(answer.sentence)
    assert SCRIPT.decode() not in answer.text
    assert answer.header("Content-Type") == "application/json"
    assert table.leaks(Who.SEAT_0, PHOTO, answer) == []
    assert table.state() == before
    assert list(watched.iterdir()) == []
    assert peak_mb() - had_mb < 400


def one_sentence(text: str) -> None:
    assert 10 < len(text) < 300
    assert text.endswith(".")
    assert "\n" not in text
    for word in ("Error", "Traceback", "cv2", "OpenCV", "None", "/"):
        assert word not in text, text


@pytest.mark.parametrize("megabytes", [11, 13, 31, 60])
def test_large_ones(table: Ring, watched: Path, megabytes: int) -> None:
    before, had_mb = table.state(), peak_mb()
    picture = b"\xff\xd8\xff" + bytes(megabytes * MEGABYTE)
    answer = table.ask(Who.SEAT_0, PHOTO, picture, Content_Type="image/jpeg")
    assert answer.status == (413 if megabytes > 12 else 409)
    one_sentence(answer.sentence)
    assert megabytes < 12 or "12 megabytes" in answer.sentence
    assert table.state() == before
    assert list(watched.iterdir()) == []
    assert peak_mb() - had_mb < 60 + 4 * megabytes


def test_the_sentence_comes_in_the_language_of_the_phone(table: Ring) -> None:
    picture = b"\xff\xd8\xff" + bytes(13 * MEGABYTE)
    answer = table.ask(Who.SEAT_0, PHOTO, picture, Accept_Language="de-DE,de;q=0.9")
    assert answer.status == 413
    assert answer.header("X-Content-Type-Options") == "nosniff"
    assert answer.header("Cache-Control") == "no-store"


@pytest.mark.parametrize("path", ["/api/answer", "/api/join", "/api/notes", "/api/language", "/nowhere", "/seat"])
def test_only_photos_may_be_large(table: Ring, watched: Path, path: str) -> None:
    answer = table.ask(Who.SEAT_0, path, bytes(2 * MEGABYTE))
    assert answer.status == 413
    one_sentence(answer.sentence)


def head(table: Ring, *more: str, path: str = PHOTO) -> bytes:
    headers = {**table.headers_of(Who.SEAT_0, post=True), "Content-Type": "image/jpeg", "Connection": "close"}
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {text}" for name, text in headers.items()), *more]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def test_a_photo_in_pieces_without_its_length(table: Ring, watched: Path) -> None:
    piece = b"\xff\xd8\xff" + bytes(MEGABYTE)
    pieces = [f"{len(piece):x}\r\n".encode() + piece + b"\r\n" for _ in range(16)]
    answer = table.raw(head(table, "Transfer-Encoding: chunked"), *pieces, b"0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"12 megabytes" in answer
    answer = table.raw(head(table, "Transfer-Encoding: chunked"), pieces[0], b"0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 409 ")
    assert list(watched.iterdir()) == []


def test_pieces_that_are_none(table: Ring) -> None:
    before = table.state()
    for body in (
        b"zz\r\nabc\r\n0\r\n\r\n",
        b"-1\r\nabc\r\n",
        b"ffffffffffffffff\r\nabc\r\n0\r\n\r\n",
        b"5\r\nab\r\n0\r\n\r\n",
    ):
        answer = table.raw(head(table, "Transfer-Encoding: chunked"), body)
        assert not answer or b" 400 " in answer[:20], answer[:80]
    both = head(table, "Transfer-Encoding: chunked", "Content-Length: 5")
    answer = table.raw(both, b"0\r\n\r\nGET /api/host HTTP/1.1\r\nHost: x\r\n\r\n")
    assert answer.count(b"HTTP/1.1 200") == 0, "nothing is smuggled behind it"
    assert table.state() == before


def test_a_slow_photo_holds_up_nobody(table: Ring) -> None:
    """It has no thread of its own until it is there."""
    lines = []
    try:
        for _ in range(60):  # more than there are threads
            line = socket.create_connection(("127.0.0.1", table.port), 5)
            line.sendall(head(table, "Content-Length: 5000000") + b"\xff\xd8\xff")
            lines.append(line)
        assert table.ask(Who.SEAT_1, "/api/packet").status == 200
    finally:
        for line in lines:
            line.close()


def test_many_large_ones_at_once_share_one_room(table: Ring, watched: Path) -> None:
    """Nobody signed on is needed to send; so what waits unfinished is bounded for all together:
    photographs of hands, and pictures thrown at the page of a phone that is the camera."""
    had_mb, lines = peak_mb(), []
    picture = b"\xff\xd8\xff" + bytes(11 * MEGABYTE)
    length = f"Content-Length: {len(picture) + 100}"
    begun = [head(table, length, path=path) + picture for path in (PHOTO, "/api/eye/still")]
    failed: list[OSError] = []

    def send(number: int) -> None:
        try:
            line = socket.create_connection(("127.0.0.1", table.port), 20)
            lines.append(line)
            line.sendall(begun[number % 2])
        except OSError as error:
            failed.append(error)

    try:
        threads = [threading.Thread(target=send, args=(number,)) for number in range(24)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
        assert failed == []
        assert peak_mb() - had_mb < 230, "264 MB were sent"
        assert table.ask(Who.SEAT_1, "/api/packet").status == 200
        lines[-1].sendall(bytes(100))
    finally:
        for line in lines:
            line.close()
    assert list(watched.iterdir()) == []


def test_a_restored_copy_that_is_none(table: Ring) -> None:
    before = table.state()
    for copy in (b"", b"hello", b"SQLite format 3\x00" + bytes(5000), b"PK\x03\x04" + bytes(100)):
        answer = table.ask(Who.HOST, "/api/hosting/restore", copy, Content_Type="application/octet-stream")
        assert answer.status in (400, 409)
        one_sentence(answer.sentence)
    assert table.ask(Who.SEAT_0, "/api/hosting/restore", b"hello").status == 403
    assert table.state() == before
