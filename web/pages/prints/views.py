"""What can be printed for the match on the table, and how much of it there is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from web.views import Choice, Reply, Session


class PrintPart(Enum):
    """A file to be printed in true size."""

    MARKERS = "markers"  # the four of the corners alone
    MAT = "mat"
    FIRST = "first"  # of a copy: its first page of stickers
    USED = "used"  # of a copy: the stickers of all pieces that this match is played with
    ALL = "all"  # of a copy: those of every piece in the box


@dataclass(frozen=True, kw_only=True)
class PrintsView:
    """How much there is. `first`, `stickers`: how many stickers are on the first page, and how many this match needs,
    on so many `pages`; none where no piece carries one. `copies`: those whose codes are known, by their numbers."""

    mat_pages: int
    first: int
    stickers: int
    pages: int
    copies: tuple[Choice, ...]


class PrintsPort(Protocol):
    """What the pages may ask; for the host only, since stickers say which code is which card. Every call is safe from
    any thread."""

    def prints_view(self, session: Session) -> PrintsView: ...
    def prints_copy(self, session: Session) -> Reply: ...  # another copy gets codes of its own
    def prints_pdf(self, session: Session, part: PrintPart, copy: int) -> bytes | None: ...  # None: no such copy
