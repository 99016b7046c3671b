"""What can be printed for the match on the table, and how much of it there is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from web.views import Reply, Session

USUAL_MM: Final = 24.0
SMALLEST_MM: Final = 8.0
LARGEST_MM: Final = 40.0


class PrintPart(Enum):
    """A file to be printed in true size."""

    MARKERS = "markers"  # the four of the corners alone
    MAT = "mat"
    FIRST = "first"  # of a copy: its first page of stickers
    USED = "used"  # of a copy: the stickers of all pieces that this match is played with
    ALL = "all"  # of a copy: those of every piece in the box
    CHOSEN = "chosen"  # of a copy: those of some pieces alone, each once


@dataclass(frozen=True, kw_only=True)
class PrintWish:
    """How it is to be printed. `paper`: the key of one of the view's; `size_mm`: how wide the stickers of the next copy
    are to be; `only`: titles of `pieces`, where some are chosen."""

    paper: str = "a4"
    size_mm: float = USUAL_MM
    only: tuple[str, ...] = ()


@dataclass(frozen=True)
class PrintPaper:
    """Something to print on. `labels`: how many are on a sheet of them; 0: plain paper, to be cut."""

    key: str
    name: str
    labels: int = 0


@dataclass(frozen=True, kw_only=True)
class CopyPrints:
    """The stickers of a copy, the widest of them so wide. `first`: how many are on the first page; `stickers`: how many
    this match needs, on so many `pages`; none where the paper has no room for them, or no piece carries one. One that
    is still to be made has no key."""

    key: str = ""
    label: str = ""
    size_mm: float
    first: int = 0
    stickers: int = 0
    pages: int = 0


@dataclass(frozen=True, kw_only=True)
class PrintsView:
    """How much there is on the paper that was asked for. `fresh`: what another copy would take; `copies`: those whose
    codes are known, by their numbers; `pieces`: what this match is played with, as far as it carries stickers."""

    mat_pages: int
    papers: tuple[PrintPaper, ...]
    fresh: CopyPrints
    copies: tuple[CopyPrints, ...]
    pieces: tuple[str, ...]


class PrintsPort(Protocol):
    """What the pages may ask; for the host only, since stickers say which code is which card. Every call is safe from
    any thread."""

    def prints_view(self, session: Session, wish: PrintWish) -> PrintsView | None: ...  # None: no such paper
    def prints_copy(self, session: Session, wish: PrintWish) -> Reply: ...  # another copy gets codes of its own
    def prints_pdf(self, session: Session, part: PrintPart, copy: int, wish: PrintWish) -> bytes | None:
        """None: no such copy, paper or piece, or no room for it on that paper."""
