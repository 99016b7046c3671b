"""An evening of the eye and pictures that can be kept: what the host's page is tested against."""

from __future__ import annotations

from dataclasses import replace

from web.pages.kept.views import KeptAct, KeptOne, KeptView
from web.views import Reply, Session

CELLS = tuple(5 if n == 6 else 1 if n in (7, 12) else 0 for n in range(24))
KEPT_VIEW = KeptView(
    told="412 changes seen this evening: 3 taken back, 4 in doubt. Most of them were towards the left edge.",
    well=False,
    cells=CELLS,
    held="31 pictures from the last 29 seconds, 6.2 MB, in memory only.",
    can_keep=True,
    kept=(),
)
ONE = KeptOne("20260102-200304", "2026-01-02T20:03:04", "31 pictures, 6.2 MB")
ZIP = b"PK\x05\x06" + bytes(18)


class FakeKept:
    """See `KeptPort`."""

    eye: KeptView = KEPT_VIEW

    def kept_view(self, session: Session) -> KeptView:
        return self.eye

    def kept_act(self, session: Session, act: KeptAct, name: str) -> Reply:
        if act is KeptAct.DELETE and all(one.name != name for one in self.eye.kept):
            return Reply(False, "These pictures are there no longer.", 0)
        self.eye = replace(self.eye, kept=(ONE,) if act is KeptAct.KEEP else ())
        return Reply(True, "Kept." if act is KeptAct.KEEP else "Deleted.", 0)

    def kept_file(self, session: Session, name: str) -> bytes | None:
        return ZIP if any(one.name == name for one in self.eye.kept) else None
