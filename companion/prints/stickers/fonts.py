"""Letters for print: fonts that lie inside the file, so that it looks the same everywhere, and texts cut to fit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from companion.prints.stickers.sheet import StickerError

_SYSTEM: Final = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
)
ELLIPSIS: Final = "…"
SMALLEST_MM: Final = 1.4  # four points: the smallest that is read without a glass


@dataclass(frozen=True)
class PrintFont:
    """One font that can be printed: its name in the file and the letters that it has."""

    name: str
    letters: frozenset[int]

    def has(self, text: str) -> bool:
        """Whether it has every letter of the text."""
        return all(ord(letter) in self.letters for letter in text)

    def width(self, text: str, size_mm: float) -> float:
        """How wide the text comes out, in millimetres."""
        return float(pdfmetrics.stringWidth(text, self.name, size_mm))


@dataclass(frozen=True)
class Letters:
    """The fonts of a print: texts are set in the first that has all their letters, codes in the bold one."""

    plain: tuple[PrintFont, ...]
    bold: PrintFont

    def face_for(self, text: str) -> PrintFont | None:
        """The font for a text; None when no font has all of its letters."""
        return next((face for face in self.plain if face.has(text)), None)

    def unprintable(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Those that would come out as boxes."""
        return tuple(text for text in texts if self.face_for(text) is None)


def load_letters(own: Path | None = None) -> Letters:
    """The user's own font, if any, then reportlab's Vera, then those of the system. StickerError when the user's own
    cannot be used."""
    plain = [] if own is None else [_own(own)]
    plain.append(_face("CompanionVera", "Vera.ttf"))
    plain += [_face(f"Companion{Path(path).stem}", path) for path in _SYSTEM if Path(path).is_file()]
    return Letters(tuple(plain), _face("CompanionVeraBold", "VeraBd.ttf"))


def _own(path: Path) -> PrintFont:
    try:
        return _face(f"Companion-{path.stem}", str(path.expanduser()))
    except (TTFError, OSError) as error:
        raise StickerError(f"The font {path} cannot be used ({error}): take a TrueType font, a file *.ttf.") from error


def _face(name: str, file: str) -> PrintFont:
    font: Any = TTFont(name, file)
    pdfmetrics.registerFont(font)
    return PrintFont(name, frozenset(font.face.charToGlyph))


def fitted(face: PrintFont, text: str, width_mm: float, size_mm: float) -> tuple[str, float]:
    """The text and the size at which it fits into one line: first made smaller, then shortened."""
    wide = face.width(text, size_mm)
    size = size_mm if wide <= width_mm else max(min(SMALLEST_MM, size_mm), size_mm * width_mm / wide, size_mm * 0.75)
    return _shortened(face, text, width_mm, size), size


def shrunk(face: PrintFont, text: str, width_mm: float, size_mm: float) -> float:
    """The size at which all of the text fits into one line: nothing of a code may be left out."""
    return size_mm * min(1.0, width_mm / max(face.width(text, size_mm), 1e-6))


def wrapped(face: PrintFont, text: str, width_mm: float, size_mm: float, lines: int) -> tuple[tuple[str, ...], float]:
    """The text in at most so many lines, and the size at which it fits: smaller before it is shortened."""
    for shrink in (1.0, 0.88, 0.75):
        size = size_mm * shrink
        rows = rows_of(face, text, width_mm, size)
        if len(rows) <= lines and all(face.width(row, size) <= width_mm for row in rows):
            return tuple(rows), size
    rows = rows_of(face, text, width_mm, size)
    rows = [*rows[: lines - 1], " ".join(rows[lines - 1 :])]
    return tuple(_shortened(face, row, width_mm, size) for row in rows), size


def rows_of(face: PrintFont, text: str, width_mm: float, size_mm: float) -> list[str]:
    """The text in lines that are broken between words; a word that is too long makes a line that is too wide."""
    rows: list[str] = []
    for word in text.split():
        if rows and face.width(f"{rows[-1]} {word}", size_mm) <= width_mm:
            rows[-1] = f"{rows[-1]} {word}"
        else:
            rows.append(word)
    return rows


def _shortened(face: PrintFont, text: str, width_mm: float, size_mm: float) -> str:
    if face.width(text, size_mm) <= width_mm:
        return text
    end = ELLIPSIS if face.has(ELLIPSIS) else "..."
    for length in range(len(text) - 1, 0, -1):
        shorter = text[:length].rstrip(" ,.-") + end
        if face.width(shorter, size_mm) <= width_mm:
            return shorter
    return ""
