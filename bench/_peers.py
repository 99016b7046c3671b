"""The readers that ours is measured beside, each as its own tutorial calls it, and how an answer is scored."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from operator import add

import cv2
import numpy as np
import zxingcpp
from pyzbar import pyzbar

from bench._tables import Placed, Table
from vision import RawTag

Read = Callable[[Table], Sequence[RawTag]]
Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Score:
    """Tags read right, codes told that are not there, milliseconds by the clock and of the processor."""

    right: int = 0
    of: int = 0
    wrong: int = 0
    wall_ms: float = 0.0
    cpu_ms: float = 0.0
    frames: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(*map(add, astuple(self), astuple(other)))

    @property
    def percent(self) -> float:
        """Tags read, in percent."""
        return 100 * self.right / max(1, self.of)

    @property
    def ms(self) -> float:
        """Milliseconds of the processor a frame: the same on a busy machine as on a quiet one."""
        return self.cpu_ms / max(1, self.frames)


def zbar(table: Table) -> list[RawTag]:
    """pyzbar on the whole frame, QR codes only."""
    read = pyzbar.decode(table.image, symbols=[pyzbar.ZBarSymbol.QRCODE])
    return [
        RawTag(code.data.decode("utf-8", "replace"), tuple((float(p.x), float(p.y)) for p in code.polygon), "pyzbar")
        for code in read
        if code.polygon
    ]


def zxing(table: Table) -> list[RawTag]:
    """zxing-cpp on the whole frame with its default options, QR codes only."""
    read = zxingcpp.read_barcodes(table.image, zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))
    return [RawTag(code.text, _corners(code.position), "zxing-cpp") for code in read]


def opencv(table: Table) -> list[RawTag]:
    """OpenCV's own detector on the whole frame."""
    try:
        _, texts, quads, _ = cv2.QRCodeDetector().detectAndDecodeMulti(table.image)
    except (UnicodeDecodeError, cv2.error):  # it fails so on what it misreads
        return []
    read = [(text, quad) for text, quad in zip(texts, np.reshape(quads, (-1, 4, 2)), strict=True)] if texts else []
    return [RawTag(text, tuple((float(x), float(y)) for x, y in quad), "opencv") for text, quad in read if text]


def _corners(place: zxingcpp.Position) -> Corners:
    four = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
    return tuple((float(corner.x), float(corner.y)) for corner in four)


def scored(table: Table, read: Read) -> Score:
    """One frame: every tag must be told with its own text at its own place."""
    started, used = time.perf_counter(), time.process_time()
    found = read(table)
    wall, cpu = time.perf_counter() - started, time.process_time() - used
    right = sum(any(_is(tag, placed, table) for tag in found) for placed in table.tags)
    wrong = sum(not any(_is(tag, placed, table) for placed in table.tags) for tag in found)
    return Score(right, len(table.tags), wrong, 1000 * wall, 1000 * cpu, 1)


def _is(tag: RawTag, placed: Placed, table: Table) -> bool:
    x = sum(x for x, _ in tag.corners_px) / len(tag.corners_px)
    y = sum(y for _, y in tag.corners_px) / len(tag.corners_px)
    near_px = 0.2 * table.scale.sticker_px(placed.x_px, placed.y_px)
    return tag.payload == placed.payload and math.dist((x, y), (placed.x_px, placed.y_px)) < near_px
