"""Width and height of an encoded picture from its first bytes, so that a bomb is refused before it is unpacked."""

from __future__ import annotations

import struct

_WEBP_ANIMATION = 0x02
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_PROGRESSIVE = frozenset({0xC2, 0xC6, 0xCA, 0xCE})


def is_animated(data: bytes) -> bool:
    """Whether this is a GIF, or a WebP or PNG of several pictures: of those only one would be read, and nobody could
    say which."""
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return True
    if data[:4] == b"RIFF" and data[8:16] == b"WEBPVP8X":
        return len(data) > 20 and bool(data[20] & _WEBP_ANIMATION)
    # a PNG says so before its first pixels
    return data[:8] == b"\x89PNG\r\n\x1a\n" and b"acTL" in data[: max(0, data.find(b"IDAT"))]


def encoded_size(data: bytes) -> tuple[int, int] | None:
    """(width, height) in pixels of a PNG, JPEG, WebP, GIF or BMP; None when it is none of them or is cut short."""
    try:
        if data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR":
            width, height = struct.unpack(">II", data[16:24])
        elif data[:2] == b"\xff\xd8":
            return _jpeg_size(data)
        elif data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp_size(data)
        elif data[:6] in (b"GIF87a", b"GIF89a"):
            width, height = struct.unpack("<HH", data[6:10])
        elif data[:2] == b"BM":
            width, height = struct.unpack("<ii", data[18:26])
        else:
            return None
    except (struct.error, IndexError):
        return None
    return abs(int(width)), abs(int(height))


def unpacking_bytes_per_pixel(data: bytes) -> float:
    """How much memory unpacking to grey takes for each pixel of the picture, at most: measured for each kind of file.

    A progressive JPEG keeps all that it was coded as until its end, and a WebP is unpacked with all its colours.
    """
    if data[:2] == b"\xff\xd8":
        at = _jpeg_frame(data)
        if at is None or data[at + 1] not in _JPEG_PROGRESSIVE:
            return 2.0
        factors = [(one >> 4, one & 15) for one in data[at + 11 : at + 10 + 3 * data[at + 9] : 3]]
        most = max(h for h, _ in factors) * max(v for _, v in factors) if factors else 0
        return 1.0 + 2.0 * sum(h * v for h, v in factors) / most if most else 7.0
    if data[:4] == b"RIFF":
        return 4.0 if data[12:16] == b"VP8 " else 7.0
    return 2.0


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = _jpeg_frame(data)
    if at is None:
        return None
    height, width = struct.unpack(">HH", data[at + 5 : at + 9])
    return int(width), int(height)


def _jpeg_frame(data: bytes) -> int | None:
    """Where the header of the picture itself begins."""
    at = 2
    while at + 9 <= len(data):
        if data[at] != 0xFF:
            return None
        kind = data[at + 1]
        if kind == 0xFF:  # filling before a marker
            at += 1
        elif kind in _JPEG_FRAMES:
            return at
        elif kind == 0x01 or 0xD0 <= kind <= 0xD7:  # markers without a body
            at += 2
        else:
            at += 2 + int(struct.unpack(">H", data[at + 2 : at + 4])[0])
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return int(width) & 0x3FFF, int(height) & 0x3FFF
    if kind == b"VP8L":
        bits = struct.unpack("<I", data[21:25])[0]
        return 1 + (bits & 0x3FFF), 1 + ((bits >> 14) & 0x3FFF)
    return None
