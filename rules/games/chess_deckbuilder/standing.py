"""How well a seat stands, for players of the program that look ahead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

import chess

from rules.engine import Option, PieceId, Say, Seat, State, listed
from rules.games.chess_deckbuilder import names as n
from rules.games.chess_deckbuilder.position import COLORS, Position, board, position

MEN: Final[Mapping[chess.PieceType, float]] = {
    chess.PAWN: 1.0,
    chess.KNIGHT: 3.0,
    chess.BISHOP: 3.2,
    chess.ROOK: 5.0,
    chess.QUEEN: 9.0,
}
CARDS: Final[Mapping[str, float]] = {
    n.COPPER: 0.1,
    n.PAWN: 0.1,
    n.SILVER: 0.3,
    n.ROOK: 0.4,
    n.KNIGHT: 0.5,
    n.BISHOP: 0.5,
    n.KING: 0.3,
    n.QUEEN: 1.2,
}
"""What a card in one's deck is worth beside chessmen."""
KING_ZONE: Final = 0.35
"""Each field around the other's king that one attacks."""
MOBILITY: Final = 0.03
SOME: Final = 0.2
"""By less than this nobody has more room."""


def standing(state: State, seat: Seat) -> float:
    """What a seat has of chessmen, room and cards, and how it presses on the other king, against the other seat."""
    side = n.color_of(state, seat)
    total = _men(position(state), side)
    for other in state.seats:
        worth = sum(CARDS.get(card.partition("#")[0], 0.0) for card in listed(state[n.owned(other)], str))
        total += worth if other == seat else -worth
    return total


def hints(before: State, after: State, seat: Seat, option: Option) -> Iterator[Say]:
    """Why a move or a card may be the one to take: men, room on the board and what the deck gains."""
    side = n.color_of(before, seat)
    then, now = board(position(before), side), board(position(after), side)
    theirs, own = not COLORS[side], COLORS[side]
    beaten, lost = _worth(then, theirs) - _worth(now, theirs), _worth(then, own) - _worth(now, own)
    if beaten > lost:
        yield Say("beats_men" if lost else "beats_men_free")
    if beaten <= 0 < _men(position(after), side) - _men(position(before), side) - SOME:
        yield Say("more_room")
    more = [card.partition("#")[0] for card in listed(after[n.owned(seat)], str)]
    for card in listed(before[n.owned(seat)], str):
        if card.partition("#")[0] in more:
            more.remove(card.partition("#")[0])
    if more:
        yield Say("gains_card", {"piece": PieceId(more[0])})


def _worth(here: chess.Board, color: chess.Color) -> float:
    return sum(MEN.get(kind, 0.0) * len(here.pieces(kind, color)) for kind in MEN)


@lru_cache(maxsize=4096)
def _men(at: Position, side: str) -> float:
    here = board(at, side)
    own = COLORS[side]
    return _of_color(here, own) - _of_color(here, not own)


def _of_color(here: chess.Board, color: chess.Color) -> float:
    total, reached = 0.0, chess.SquareSet()
    for square in chess.SquareSet(here.occupied_co[color]):
        kind = here.piece_type_at(square)
        total += MEN.get(kind, 0.0) if kind is not None else 0.0
        if kind != chess.KING:
            reached |= here.attacks(square)
    king = here.king(not color)
    zone = chess.SquareSet(chess.BB_KING_ATTACKS[king]) if king is not None else chess.SquareSet()
    return total + MOBILITY * len(reached) + KING_ZONE * len(reached & zone)
