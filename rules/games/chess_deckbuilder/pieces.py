"""What is on the table: the cards with their costs and worths, and the chessmen (CD-002 to CD-007)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from rules.engine import PieceId
from rules.games.chess_deckbuilder import names as n

COST: Final[Mapping[str, int]] = {
    n.COPPER: 2,
    n.PAWN: 2,
    n.SILVER: 3,
    n.ROOK: 3,
    n.KNIGHT: 3,
    n.BISHOP: 4,
    n.KING: 4,
    n.QUEEN: 5,
}
"""What a card costs (CD-004)."""

START: Final = ((n.COPPER, 3), (n.PAWN, 2))
"""The cards of a player at the start (CD-003)."""

BACK_RANK: Final = (n.ROOK, n.KNIGHT, n.BISHOP, n.QUEEN, n.KING, n.BISHOP, n.KNIGHT, n.ROOK)
PROMOTIONS: Final = (n.QUEEN, n.ROOK, n.BISHOP, n.KNIGHT)
PAWNS: Final = 8


def worth(kind: str, settings: Mapping[str, object]) -> int:
    """What a card is worth in the buy phase (CD-075, A-1)."""
    more = settings["treasure_worth"] == "2_and_3"
    return {n.COPPER: 1 + more, n.SILVER: 2 + more, n.QUEEN: 1}.get(kind, 0)


def pile_size(kind: str, settings: Mapping[str, object]) -> int:
    """How many cards of a kind lie in the supply at the start (CD-007)."""
    key = f"{kind}_pile" if kind in (n.COPPER, n.SILVER) else "action_pile"
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
    for side in n.SIDES:
        first, second = ("1", "2") if side == n.WHITE else ("8", "7")
        seen: dict[str, int] = {}
        for file, kind in zip("abcdefgh", BACK_RANK, strict=True):
            seen[kind] = seen.get(kind, 0) + 1
            found[file + first] = n.man(side, kind, 0 if kind in (n.KING, n.QUEEN) else seen[kind])
            found[file + second] = n.man(side, n.PAWN, 1 + "abcdefgh".index(file))
    return found


@cache
def spare_men() -> tuple[PieceId, ...]:
    """What promoted pawns may become where no captured piece comes back: one of each kind for every pawn."""
    return tuple(
        n.man(side, kind, number)
        for side in n.SIDES
        for kind in PROMOTIONS
        for first in (2 if kind == n.QUEEN else 3,)
        for number in range(first, first + PAWNS)
    )


def decks(settings: Mapping[str, object], seats: int) -> dict[str, tuple[PieceId, ...]]:
    """Every piece of a match. All cards have the same back."""
    cards = [card for seat in range(seats) for card in starting_cards(seat)]
    cards += [card for kind in n.KINDS for card in supply_cards(kind, settings)]
    return {n.CARDS: tuple(cards), n.MEN: (*starting_men().values(), *spare_men())}
