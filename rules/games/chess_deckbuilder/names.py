"""The names of decks, piles and tracks of the chess deckbuilder, in one place each."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rules.engine import Keys, PieceId, Seat, State

# decks
CARDS: Final = "cards"
MEN: Final = "men"
"""The chessmen; they carry no stickers."""

# kinds of cards, in the order of the supply (CD-004)
COPPER: Final = "copper"
SILVER: Final = "silver"
PAWN: Final = "pawn"
KNIGHT: Final = "knight"
ROOK: Final = "rook"
BISHOP: Final = "bishop"
KING: Final = "king"
QUEEN: Final = "queen"
KINDS: Final = (COPPER, PAWN, SILVER, ROOK, KNIGHT, BISHOP, KING, QUEEN)
ACTIONS: Final = (PAWN, KNIGHT, ROOK, BISHOP, KING, QUEEN)
"""Every kind of action card is named after the chessman that it moves."""

WHITE: Final = "white"
BLACK: Final = "black"
SIDES: Final = (WHITE, BLACK)

# common piles
TRASH: Final = "trash"
OUT: Final = "out"
"""Pawns that were promoted: they have left the game for good (CD-033)."""
SPARE: Final = "spare"
"""Chessmen beside the 32 that stand for promoted pawns."""

# tracks of the table
WHITE_SEAT: Final = "white"
CASTLING: Final = "castling"
"""The squares of the rooks that may still castle."""
PASSING: Final = "passing"
"""The squares of the pawns that may be taken en passant now (CD-094)."""
STEPPED: Final = "stepped"
"""The squares of the pawns that made a double step in this turn and have not moved since."""
LAST: Final = "last_move"
STAND_INS: Final = "stand_ins"
"""Squares where something else stands for a promoted pawn's new piece: "a8:queen:rook" (CD-097)."""
ACTIONS_LEFT: Final = "actions"
BUYS_LEFT: Final = "buys"
PLAYED: Final = "played"
"""The kinds of the action cards played in this turn, in order."""
TURN_NUMBER: Final = "turn_number"
POSITIONS: Final = "positions"
"""The positions at the beginnings of turns since the last capture or pawn move (`chess_draw_rules`)."""
QUIET: Final = "quiet_turns"
HOUSE: Final = "house"
"""The options of the match, "key=value" each: what a reader's notes depend on."""
square: Final = Keys[str]("sq")
"""What stands on a square."""


def supply(kind: str) -> str:
    """The supply pile of a kind of card."""
    return f"supply_{kind}"


deck: Final = Keys[Seat]("deck")
"""A seat's own deck: nobody knows its order (CD-I05)."""
hand: Final = Keys[Seat]("hand")
"""A seat's hand, which only its owner knows (CD-I03)."""
area: Final = Keys[Seat]("play")
"""Where a seat lays the cards that it plays and the treasure that it shows."""
discard: Final = Keys[Seat]("discard")
"""A seat's discard pile, face-up (CD-I08)."""
captured: Final = Keys[Seat]("captured")
"""The chessmen that a seat has captured (CD-I01)."""
owned: Final = Keys[Seat]("owned")
"""Track: all cards of a seat, wherever they are (CD-I07)."""


def man(side: str, kind: str, number: int = 0) -> PieceId:
    """A chessman; kings and the first queens have no number."""
    return PieceId(f"{side}_{kind}#{number}" if number else f"{side}_{kind}")


def side_of(piece: PieceId) -> str:
    """The side of a chessman."""
    return piece.kind.partition("_")[0]


def kind_of(piece: PieceId) -> str:
    """What kind of chessman it is."""
    return piece.kind.partition("_")[2]


def owned_by(state: State, seat: Seat) -> frozenset[PieceId]:
    """All cards of a seat, wherever they are; everybody can work that out."""
    value = state[owned(seat)]
    return _pieces(value) if isinstance(value, tuple) else frozenset()


@lru_cache(maxsize=256)
def _pieces(names: tuple[str, ...]) -> frozenset[PieceId]:
    return frozenset(map(PieceId, names))


def color_of(state: State, seat: Seat) -> str:
    """The side that a seat plays."""
    return WHITE if state[WHITE_SEAT] == seat else BLACK


def seat_of(state: State, side: str) -> Seat:
    """The seat that plays a side."""
    return next(seat for seat in state.seats if color_of(state, seat) == side)


def other(seat: Seat) -> Seat:
    """The opponent."""
    return Seat(1 - seat)
