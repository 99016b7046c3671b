"""Prints seen by other eyes: pages turned into pixels and words by poppler's programs, tags read from them."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from pathlib import Path

import cv2
import numpy as np
import pytest
from pyzbar import pyzbar

from vision.types import Image

INCH_MM = 25.4
needs_poppler = pytest.mark.skipif(
    shutil.which("pdftoppm") is None or shutil.which("pdftotext") is None,
    reason="pdftoppm and pdftotext are not there: apt-get install poppler-utils",
)


@dataclass(frozen=True)
class Page:
    """One page as pixels (grey)."""

    image: Image
    dpi: float

    @property
    def px_per_mm(self) -> float:
        return self.dpi / INCH_MM

    def px(self, length_mm: float) -> int:
        return round(length_mm * self.px_per_mm)

    def part(self, x_mm: float, y_mm: float, w_mm: float, h_mm: float) -> Image:
        """What is printed in this rectangle, at least one pixel wide and high."""
        left, top = max(0, self.px(x_mm)), max(0, self.px(y_mm))
        right, bottom = max(left + 1, self.px(x_mm + w_mm)), max(top + 1, self.px(y_mm + h_mm))
        return self.image[top:bottom, left:right]

    def is_white(self, x_mm: float, y_mm: float, w_mm: float, h_mm: float) -> bool:
        return int(self.part(x_mm, y_mm, w_mm, h_mm).min()) > 250


@dataclass(frozen=True)
class Word:
    """A printed word and the box around it in millimetres."""

    page: int
    text: str
    left_mm: float
    top_mm: float
    right_mm: float
    bottom_mm: float


@lru_cache(maxsize=8)
def pages(pdf: bytes, dpi: float = 300, first: int = 1, last: int = 0) -> tuple[Page, ...]:
    """The pages from `first` to `last` (0: to the end) as an independent program draws them."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "print.pdf"
        file.write_bytes(pdf)
        span = ["-f", str(first), *(["-l", str(last)] if last else [])]
        subprocess.run(["pdftoppm", "-gray", "-r", str(dpi), *span, file, Path(folder) / "p"], check=True, timeout=60)
        images = [cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) for path in sorted(Path(folder).glob("p*.pgm"))]
    return tuple(Page(np.asarray(image, np.uint8), dpi) for image in images if image is not None)


_PAGE = re.compile(r"<page .*?</page>", re.DOTALL)
_WORD = re.compile(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>')


def words(pdf: bytes) -> list[Word]:
    """Every word of a document and where it stands."""
    done = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=pdf, capture_output=True, check=True, timeout=60)
    found = []
    for number, page in enumerate(_PAGE.findall(done.stdout.decode())):
        for left, top, right, bottom, text in _WORD.findall(page):
            box = (float(value) / 72 * INCH_MM for value in (left, top, right, bottom))
            found.append(Word(number, unescape(text), *box))
    return found


def zbar_text(image: Image) -> list[str]:
    """What pyzbar reads in a cut-out picture of one tag."""
    framed = cv2.copyMakeBorder(image, 12, 12, 12, 12, cv2.BORDER_CONSTANT, value=(255,))
    return [code.data.decode() for code in pyzbar.decode(framed, symbols=[pyzbar.ZBarSymbol.QRCODE])]
