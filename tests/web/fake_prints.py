"""What is printed of the table in memory."""

from __future__ import annotations

from dataclasses import replace

from tests.web.fake_sessions import FakeSessions
from web.pages.prints.views import PrintPart, PrintsView
from web.views import Choice, Reply, Session

PRINTS = PrintsView(mat_pages=15, first=24, stickers=120, pages=5, copies=())


class FakePrints(FakeSessions):
    """See `PrintsPort`."""

    prints = PRINTS

    def prints_view(self, session: Session) -> PrintsView:
        return self.prints

    def prints_copy(self, session: Session) -> Reply:
        self.prints = replace(self.prints, copies=(Choice("7", "Chronicle 1"),))
        return Reply(True, "They have their codes.", 0)

    def prints_pdf(self, session: Session, part: PrintPart, copy: int) -> bytes | None:
        is_known = part in (PrintPart.MARKERS, PrintPart.MAT) or str(copy) in [one.key for one in self.prints.copies]
        return f"%PDF {part.value} {copy}".encode() if is_known else None
