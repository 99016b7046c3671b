"""What the look-up needs: the book of a game (every piece, every rule) and what a sticker's code stands for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from web.views import Face, Session


@dataclass(frozen=True)
class BookPiece:
    """One kind of piece of the game, with how many there are of it in the box. `group` is its deck in words."""

    face: Face
    group: str
    count: int = 1


@dataclass(frozen=True)
class BookRule:
    """One rule in our words. `heading`: with it begins a part of the list that is called so."""

    rule: str
    sentence: str
    heading: str = ""


@dataclass(frozen=True)
class GameBook:
    """Everything that can be read about a game, in one language. The same for everybody: it says what there is, never
    where it is. `game` is the name by which it is chosen."""

    game: str
    title: str
    pieces: tuple[BookPiece, ...]
    rules: tuple[BookRule, ...]


@dataclass(frozen=True)
class HowPart:
    """One part of how a game is played: `code` is goal, turn, end, or match, which follows
    from the options; one thought a line; pieces that belong to it."""

    code: str
    lines: tuple[str, ...]
    faces: tuple[Face, ...] = ()


@dataclass(frozen=True)
class HowToPlay:
    """A game on one screen of a phone: its names, and the parts in order; none: it does not say."""

    game: str
    title: str
    parts: tuple[HowPart, ...]


class Meaning(Enum):
    """What a code stands for."""

    PIECE = "piece"
    BACK = "back"  # of a deck; which card it is nobody is told, whatever the code says
    OTHER_GAME = "other_game"
    NOTHING = "nothing"


@dataclass(frozen=True)
class LookedUp:
    """What a code stands for: `piece` with PIECE, `group` (the deck in words) with BACK. `is_held`: the reader's own
    seat holds that piece, and the companion has been shown it."""

    meaning: Meaning
    piece: BookPiece | None = None
    group: str = ""
    is_held: bool = False


class LookupPort(Protocol):
    """What the look-up may ask. Nothing is noted of it: no event, no line in a log. Safe from any thread."""

    def book(self, session: Session) -> GameBook: ...
    def how(self, session: Session) -> HowToPlay: ...
    def look_up(self, session: Session, typed: str) -> LookedUp: ...  # a code in any spelling, or a sticker's address
