"""The maker as the pages are tested against it: one kind of game, and one game that was made."""

from __future__ import annotations

from web.pages.maker.views import (
    Draft,
    FormView,
    MadeGame,
    MakerView,
    Pasted,
    PastedView,
    Pictured,
    PicturedView,
    PreviewView,
    SavedView,
    TakenPicture,
    TakenView,
)
from web.views import Reply, Session

MADE = MadeGame(slug="our_tricks", title="Our Tricks", kind="Score Sheet", open_matches=0, on_table=False)
FILE = b"PK\x05\x06" + bytes(18)


class FakeMaker:
    """See `MakerPort`."""

    def making(self, session: Session) -> MakerView:
        return MakerView(kinds=(), games=(MADE,))

    def form(self, session: Session, plays: str, template: str, slug: str) -> FormView | None:
        return None

    def preview(self, session: Session, draft: Draft) -> PreviewView:
        return PreviewView(fault=None)

    def pasted(self, session: Session, pasted: Pasted) -> PastedView | None:
        return PastedView(({"name": pasted.text},))

    def save(self, session: Session, draft: Draft) -> SavedView:
        return SavedView(reply=Reply(True, "It is on the shelf.", 0), slug="x", fault=None, made=self.making(session))

    def hand_on(self, session: Session, slug: str, yes: bool) -> Reply:
        return Reply(True, "Whoever has the link can fetch it.", 0)

    def packed(self, session: Session, slug: str) -> tuple[str, bytes] | None:
        return ("our_tricks-1.0.zip", FILE) if slug == MADE.slug else None

    def fetched(self, token: str) -> tuple[str, bytes] | None:
        return ("our_tricks-1.0.zip", FILE) if token == "known" else None


PICTURE = f"{'0' * 31}1.webp"


class FakePictures:
    """See `PicturesPort`: there is one picture."""

    def take(self, session: Session, data: bytes, *, cards: bool) -> TakenView:
        return TakenView((TakenPicture(PICTURE),))

    def lay(self, session: Session, wanted: Pictured) -> PicturedView | None:
        return PicturedView(wanted.text, ())

    def shown(self, name: str) -> bytes | None:
        return b"RIFF" if name == PICTURE else None
