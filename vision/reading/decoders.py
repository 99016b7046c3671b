"""zxing-cpp and zbar behind one shape of answer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import zxingcpp

from vision._pixels import as_image, grey
from vision.codes import CODE_MODULES, code_modules
from vision.reading._mirror import are_mirrored
from vision.types import Image


@dataclass(frozen=True)
class RawTag:
    """A decoded code: its text, its four corners in the picture (clockwise from its own top left), who read it."""

    payload: str
    corners_px: tuple[tuple[float, float], ...]
    reader: str


def by_zxing(
    pixels: Image,
    origin: tuple[int, int] = (0, 0),
    factor: float = 1.0,
    thorough: bool = False,
    histogram: bool = False,
) -> list[RawTag]:
    """What zxing-cpp reads. `origin` and `factor` lead back to the whole picture; `thorough` also tries turned,
    shrunk and inverted copies; `histogram` uses one threshold for the whole picture, good on soft photographs.
    Codes seen in a mirror are left out."""
    # model 2 only: the plain QR format also looks for two kinds of code that no sticker here has
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCodeModel2)
    binarizer = zxingcpp.Binarizer.GlobalHistogram if histogram else zxingcpp.Binarizer.LocalAverage
    read = zxingcpp.read_barcodes(
        pixels, formats, try_rotate=thorough, try_downscale=thorough, try_invert=thorough, binarizer=binarizer
    )
    codes = [code for code in read if code.text]
    quads = [_position(code.position) for code in codes]
    sides = [17 + 4 * _version(code.extra) for code in codes]
    mirrored = are_mirrored(pixels, np.array(quads, np.float32).reshape(-1, 4, 2), np.array(sides, np.float32))
    name = "zxing" if factor == 1.0 else f"zxing x{factor:g}"
    found = []
    for code, quad, is_mirrored in zip(codes, quads, mirrored, strict=True):
        if not is_mirrored:
            where = tuple((x / factor + origin[0], y / factor + origin[1]) for x, y in quad)
            found.append(RawTag(code.text, where, name))
    return found


def _version(extra: Any) -> int:
    """The version of a code as the decoder tells it; ours where it does not."""
    return int(extra.get("Version", 1)) if isinstance(extra, dict) else 1


def _position(place: zxingcpp.Position) -> list[tuple[float, float]]:
    corners = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
    return [(float(corner.x), float(corner.y)) for corner in corners]


def by_zbar(pixels: Image, origin: tuple[int, int] = (0, 0), factor: float = 1.0) -> list[RawTag]:
    """What zbar reads; nothing where zbar is not installed, since it is only the last stage."""
    try:
        from pyzbar import pyzbar
    except ImportError:
        return []
    found = []
    for code in pyzbar.decode(np.ascontiguousarray(pixels), symbols=[pyzbar.ZBarSymbol.QRCODE]):
        text = code.data.decode("utf-8", "replace")
        if not text or len(code.polygon) < 3:
            continue
        quad = _quad([(float(p.x), float(p.y)) for p in code.polygon])
        ordered = _from_own_top_left(grey(pixels), quad)
        if code_modules(text) is not None and _is_mirrored(grey(pixels), ordered):
            continue
        where = tuple((x / factor + origin[0], y / factor + origin[1]) for x, y in ordered)
        found.append(RawTag(text, where, "zbar"))
    return found


def _is_mirrored(pixels: Image, quad: Sequence[tuple[float, float]]) -> bool:
    """Whether this version 1 code is seen in a mirror."""
    return bool(are_mirrored(pixels, np.array([quad], np.float32), np.array([CODE_MODULES], np.float32))[0])


def _quad(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    if len(points) == 4:
        cx, cy = sum(x for x, _ in points) / 4, sum(y for _, y in points) / 4
        return sorted(points, key=lambda p: math.atan2(p[1] - cy, p[0] - cx))
    box = cv2.boxPoints(cv2.minAreaRect(np.array(points, np.float32)))
    return [(float(x), float(y)) for x, y in box]


def _from_own_top_left(pixels: Image, quad: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Turns the corners so that the one without a finder pattern is third: zbar does not tell the code's own top."""
    side = 84
    target = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    warp = cv2.getPerspectiveTransform(np.array(quad, np.float32), target)
    flat = as_image(cv2.warpPerspective(pixels, warp, (side, side))).astype(np.float32)
    finder = np.full((7, 7), -1.0, np.float32)
    finder[1:6, 1:6] = 1.0
    finder[2:5, 2:5] = -1.0
    pattern = np.kron(finder, np.ones((4, 4), np.float32))
    far = side - 28
    at = ((0, 0), (far, 0), (far, far), (0, far))
    scores = [float(np.sum((flat[y : y + 28, x : x + 28] - flat.mean()) * pattern)) for x, y in at]
    bare = scores.index(min(scores))
    first = (bare + 2) % 4
    return quad[first:] + quad[:first]
