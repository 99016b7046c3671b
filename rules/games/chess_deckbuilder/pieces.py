"""What is on the table: the cards with their costs and worths, and the chessmen (CD-002 to CD-007)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from rules.engine import PieceId
from rules.games.chess_deckbuilder.names import (
    BISHOP,
    CARDS,
    COPPER,
    KINDS,
    KING,
    KNIGHT,
    MEN,
    PAWN,
    QUEEN,
    ROOK,
    SIDES,
    SILVER,
    WHITE,
    man,
)

COST: Final[Mapping[str, int]] = {COPPER: 2, PAWN: 2, SILVER: 3, ROOK: 3, KNIGHT: 3, BISHOP: 4, KING: 4, QUEEN: 5}
"""What a card costs (CD-004)."""

START: Final = ((COPPER, 3), (PAWN, 2))
"""The cards of a player at the start (CD-003)."""

BACK_RANK: Final = (ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK)
PROMOTIONS: Final = (QUEEN, ROOK, BISHOP, KNIGHT)
PAWNS: Final = 8


def worth(kind: str, settings: Mapping[str, object]) -> int:
    """What a card is worth in the buy phase (CD-075, A-1)."""
    more = settings["treasure_worth"] == "2_and_3"
    return {COPPER: 1 + more, SILVER: 2 + more, QUEEN: 1}.get(kind, 0)


def pile_size(kind: str, settings: Mapping[str, object]) -> int:
    """How many cards of a kind lie in the supply at the start (CD-007)."""
    key = f"{kind}_pile" if kind in (COPPER, SILVER) else "action_pile"
    size = settings[key]
    assert isinstance(size, int)
    return size


def copies(kind: str, first: int, count: int) -> tuple[PieceId, ...]:
    """So many cards of a kind from a number on."""
    return tuple(PieceId(f"{kind}#{n}") for n in range(first, first + count))


def starting_cards(seat: int) -> tuple[PieceId, ...]:
    """The cards that a seat begins with; they are not counted in the piles."""
    return tuple(card for kind, count in START for card in copies(kind, 1 + seat * count, count))


def supply_cards(kind: str, settings: Mapping[str, object]) -> tuple[PieceId, ...]:
    """The cards of a supply pile at the start."""
    before = 2 * dict(START).get(kind, 0)
    return copies(kind, 1 + before, pile_size(kind, settings))


@cache
def starting_men() -> Mapping[str, PieceId]:
    """The 32 chessmen of the start by their squares (CD-002)."""
    found: dict[str, PieceId] = {}
    for side in SIDES:
        first, second = ("1", "2") if side == WHITE else ("8", "7")
        seen: dict[str, int] = {}
        for file, kind in zip("abcdefgh", BACK_RANK, strict=True):
            seen[kind] = seen.get(kind, 0) + 1
            found[file + first] = man(side, kind, 0 if kind in (KING, QUEEN) else seen[kind])
            found[file + second] = man(side, PAWN, 1 + "abcdefgh".index(file))
    return found


@cache
def spare_men() -> tuple[PieceId, ...]:
    """What promoted pawns may become where no captured piece comes back: one of each kind for every pawn."""
    return tuple(
        man(side, kind, number)
        for side in SIDES
        for kind in PROMOTIONS
        for first in (2 if kind == QUEEN else 3,)
        for number in range(first, first + PAWNS)
    )


def decks(settings: Mapping[str, object], seats: int) -> dict[str, tuple[PieceId, ...]]:
    """Every piece of a match. All cards have the same back."""
    cards = [card for seat in range(seats) for card in starting_cards(seat)]
    cards += [card for kind in KINDS for card in supply_cards(kind, settings)]
    return {CARDS: tuple(cards), MEN: (*starting_men().values(), *spare_men())}
