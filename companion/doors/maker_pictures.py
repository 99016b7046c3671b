"""The pages' door to pictures of cards: taken in by the host, laid to the cards of a list, and shown."""

from __future__ import annotations

from dataclasses import replace

from companion.doors.maker_blanks import list_at
from companion.doors.replies import Replies
from companion.reading.tags import human_code
from companion.shelf.making import kinds
from companion.shelf.pictures import Pictures, with_pictures
from rules.engine.definitions import Checked, GrammarError, Picture, Text, list_of, rows_of
from vision.types import VisionError
from web.pages.maker.views import CardRow, Pictured, PicturedView, TakenPicture, TakenView
from web.views import Role, Session
from words import Sentence


class PicturesDoor:
    """Implements `web.pages.maker.views.PicturesPort`. Safe from any thread."""

    def __init__(self, replies: Replies, pictures: Pictures):
        self._replies = replies
        self._pictures = pictures

    def take(self, session: Session, data: bytes, *, cards: bool) -> TakenView:
        """A picture, or each card in a photograph."""
        if session.role is not Role.HOST:
            return TakenView(())
        try:
            if not cards:
                return TakenView((TakenPicture(self._pictures.take(data)),))
            found = self._pictures.take_cards(data)
        except VisionError as error:
            return TakenView((), self._replies.voice(session).sentence(error.args[0]))
        return TakenView(tuple(TakenPicture(name, ", ".join(map(human_code, card.payloads))) for name, card in found))

    def lay(self, session: Session, wanted: Pictured) -> PicturedView | None:
        """A list with pictures laid to its rows, as a text; None where there is no such list."""
        known, voice = kinds().get(wanted.plays), self._replies.voice(session)
        kind = None if known is None or session.role is not Role.HOST else list_at(known, wanted.path)
        if kind is None or (column := picture_column(kind)) is None:
            return None
        key, of = column
        loose = tuple(replace(one, kind=Text(200)) if one.key == key else one for one in kind.columns)
        try:
            rows = rows_of(wanted.text, loose, kind.called, voice.sentence) if wanted.text.strip() else ()
        except GrammarError as error:
            return PicturedView(wanted.text, (), voice.sentence(error.args[0]))
        count = len(rows)
        unnamed = (voice.sentence(Sentence("Card {number}", number=count + n)) for n in range(1, 1000))
        given = [(one.name.strip() or next(unnamed), one.picture) for one in wanted.pictures]
        laid, instead = with_pictures(rows, given, key, of)
        self._pictures.join(instead)
        shown = tuple(CardRow(str(row[of.by]), str(row.get(key, ""))) for row in laid)
        return PicturedView(list_of(laid, kind.columns) if given else wanted.text, shown)

    def shown(self, name: str) -> bytes | None:
        """A picture by its name."""
        return self._pictures.find(name)


def picture_column(kind: Checked) -> tuple[str, Picture] | None:
    """The column of a list that holds pictures, by its key, and what it says of them."""
    return next(((field.key, field.kind) for field in kind.columns if isinstance(field.kind, Picture)), None)
