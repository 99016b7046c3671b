"""Whether the notes and the virtual table say the same."""

from __future__ import annotations

from companion.service import Service
from rules.engine.types import PieceId, Shape


def misplaced(service: Service) -> list[str]:
    """Every card whose place the notes know and that lies elsewhere, or the other way up."""
    match, table = service.referee.desk.match, service.table
    assert table is not None
    wrong = []
    for pile in match.state.piles.values():
        for slot in pile.slots:
            if not isinstance(slot.piece, PieceId):
                continue
            body = table.find(slot.piece)
            if pile.shape is Shape.HAND:
                is_right = body.hand == pile.owner
            else:
                is_right = pile.spot is not None and body in table.at(pile.spot) and body.face_up == slot.face_up
            if not is_right:
                wrong.append(f"{slot.piece} in {pile.key}")
    return wrong


def miscounted(service: Service) -> list[str]:
    """Every hand that holds another number of cards of a deck than the notes say."""
    state, table = service.referee.desk.match.state, service.table
    assert table is not None
    wrong = []
    for seat in state.seats:
        piles = [p for p in state.piles.values() if p.shape is Shape.HAND and p.owner == seat]
        for deck in state.decks:
            noted = sum(s.deck == deck for p in piles for s in p.slots)
            held = sum(b.deck == deck for b in table.hand(seat))
            if noted != held:
                wrong.append(f"seat {seat} holds {held} of {deck}, not {noted}")
    return wrong
