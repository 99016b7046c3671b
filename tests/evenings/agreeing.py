"""Whether the notes and the virtual table say the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.service.service import Service
from companion.virtual.virtual_table import Body, VirtualTable
from rules.engine.match import Match
from rules.engine.types import PieceId, Pile, Shape

Lying = tuple[str, str, bool]
"""What lies where, and whether it lies open: a piece by its name, or by its kind where nobody tells copies apart."""


def misplaced(service: Service) -> list[str]:
    """Every card whose place the notes know and that lies elsewhere, or the other way up."""
    match, table = service.referee.match, service.table
    assert table is not None
    noted = Counter(_noted(match))
    lying = Counter(_lying(match, table))
    return [f"{name} in {place}" for name, place, _ in (noted - lying).elements()]


def _name(match: Match, piece: PieceId) -> str:
    return piece.kind if match.table.deck_of(piece) in match.game.box.alike else str(piece)


def _noted(match: Match) -> Iterator[Lying]:
    for pile in match.state.piles.values():
        for slot in pile.slots:
            if isinstance(slot.piece, PieceId):
                lies_open = slot.face_up and pile.spot is not None
                yield _name(match, slot.piece), _place_of(pile), lies_open


def _place_of(pile: Pile) -> str:
    """A spot, the hand of a seat, or a bag or box off the mat."""
    return f"hand of {pile.owner}" if pile.shape is Shape.HAND else pile.spot or pile.key


def _lying(match: Match, table: VirtualTable) -> Iterator[Lying]:
    for spot in table.layout.spots:
        for body in table.at(spot.name):
            yield _name(match, body.piece), spot.name, body.face_up
    for body in table.bodies():
        if place := _off_the_mat(body):
            yield _name(match, body.piece), place, False


def _off_the_mat(body: Body) -> str:
    return f"hand of {body.hand}" if body.hand is not None else body.away


def miscounted(service: Service) -> list[str]:
    """Every hand, bag and box that holds another number of cards of a deck than the notes say."""
    state, table = service.referee.match.state, service.table
    assert table is not None
    noted: Counter[tuple[str, str]] = Counter()
    for pile in state.piles.values():
        if pile.spot is None:
            noted.update((_place_of(pile), slot.deck) for slot in pile.slots)
    held = Counter((_off_the_mat(body), body.deck) for body in table.bodies() if not body.on_mat)
    places = sorted({*noted, *held})
    return [f"{place} holds {held[place]}, not {noted[place]}" for place in places if held[place] != noted[place]]
