"""The look-up and the notes of the fake table."""

from __future__ import annotations

from typing import Any

from tests.web.fake_scene import NAMES, WILDS, face, history
from web.pages.lookup.views import BookPiece, BookRule, GameBook, HowPart, HowToPlay, LookedUp, Meaning
from web.views import Reply, Session

STICKER = "7K2M9"
"""The sticker of the Queen of Wisdom."""

BACK = "B4CK5"
RULES = (
    ("CR-030", "The leader plays any card, face up.", "Playing"),
    ("CR-032", "With a card of the lead suit in hand a player plays one of that suit, or a Wild, face up."),
    ("CR-033", "Without one, any suit card is played face down, or a Wild face up."),
    ("CR-050", "The Queen counts as three allies at the end of the round.", "Scoring"),
)


class FakeLookup:
    """Part of `FakeTable`: what there is in the game, two stickers, and what seats have written down."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.looked: list[tuple[int | None, str]] = []
        self.written: dict[int, str] = {}
        self.notes_fail = ""
        self.brings_how = True

    def book(self, session: Session) -> GameBook:
        pieces = [
            BookPiece(face(f"{suit}-{n + 1}"), "court cards")
            for suit, names in NAMES.items()
            for n in range(len(names))
        ]
        pieces += [BookPiece(face(f"wild-{n}"), "court cards", 2) for n in range(len(WILDS))]
        pieces.append(BookPiece(history(), "history cards"))
        return GameBook("chronicle", "Chronicle", tuple(pieces), tuple(BookRule(*rule) for rule in RULES))

    def how(self, session: Session) -> HowToPlay:
        parts = (
            HowPart("goal", ("Win meetings.",), (history(),)),
            HowPart("turn", ("Lead.", "Follow."), (face("wild-0"),)),
        )
        return HowToPlay("chronicle", "Chronicle", parts if self.brings_how else ())

    def look_up(self, session: Session, typed: str) -> LookedUp:
        self.looked.append((session.seat, typed))
        code = typed.rstrip("/").rpartition("/")[2].replace("-", "").upper()
        if code == STICKER:
            queen = BookPiece(face("wisdom-2"), "court cards")
            return LookedUp(Meaning.PIECE, queen, queen.group, session.seat == 0)
        if code == BACK:
            return LookedUp(Meaning.BACK, group="court cards")
        return LookedUp(Meaning.OTHER_GAME if code == "0THER" else Meaning.NOTHING)

    def seat_notes(self, session: Session) -> str:
        return "" if session.seat is None else self.written.get(session.seat, "")

    def keep_seat_notes(self, session: Session, text: str) -> Reply:
        if session.seat is None or self.notes_fail:
            return Reply(False, self.notes_fail or "Only a player at the table can do that.", 1)
        self.written[session.seat] = text
        return Reply(True, "Kept.", 1)
