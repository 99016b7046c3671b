"""What is printed of the table in memory."""

from __future__ import annotations

from dataclasses import replace

from tests.web.fake_sessions import FakeSessions
from web.pages.prints.views import CopyPrints, PrintPaper, PrintPart, PrintsView, PrintWish
from web.views import Reply, Session

FRESH = CopyPrints(size_mm=24, first=24, stickers=120, pages=5)
PAPERS = (PrintPaper("a4", "A4"), PrintPaper("letter", "Letter"), PrintPaper("avery-7160", "Avery 7160", 21))
PRINTS = PrintsView(mat_pages=15, papers=PAPERS, fresh=FRESH, copies=(), pieces=("Queen", "Cleric", "Judge"))


class FakePrints(FakeSessions):
    """See `PrintsPort`."""

    prints = PRINTS

    def prints_view(self, session: Session, wish: PrintWish) -> PrintsView | None:
        if wish.paper not in {paper.key for paper in PAPERS}:
            return None
        return replace(self.prints, fresh=replace(FRESH, size_mm=wish.size_mm, first=round(576 / wish.size_mm)))

    def prints_copy(self, session: Session, wish: PrintWish) -> Reply:
        made = replace(FRESH, key="7", label="Chronicle 1", size_mm=wish.size_mm)
        self.prints = replace(self.prints, copies=(made,))
        return Reply(True, "They have their codes.", 0)

    def prints_pdf(self, session: Session, part: PrintPart, copy: int, wish: PrintWish) -> bytes | None:
        is_known = part in (PrintPart.MARKERS, PrintPart.MAT) or str(copy) in [one.key for one in self.prints.copies]
        words = (part.value, str(copy), *(() if wish.paper == "a4" else (wish.paper,)), *wish.only)
        return f"%PDF {' '.join(words)}".encode() if is_known else None
