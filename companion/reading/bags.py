"""Bags and boxes: piles that lie nowhere on the mat and are no hands."""

from __future__ import annotations

from rules.engine.types import Pile, Seat, Shape, State


def is_bag(pile: Pile) -> bool:
    """Whether its pieces are off the mat, in something that nobody holds like cards."""
    return pile.spot is None and pile.shape is not Shape.HAND


def whose(pile: Pile, state: State) -> Seat | None:
    """The seat that a pile belongs to. One whose content not even that seat may know has no owner for the rules, but
    has it in its name."""
    if pile.owner is not None:
        return pile.owner
    _, _, number = pile.key.rpartition("/")
    return next((seat for seat in state.seats if number == str(seat)), None)


def bag_at(spot: str | None, deck: str, state: State) -> str | None:
    """The closed bag into which pieces of a deck go that lie on a spot of some seat; None where there is none."""
    piles = state.piles.values()
    seat = next((whose(p, state) for p in piles if p.spot is not None and p.spot == spot), None)
    if seat is None:
        return None
    bags = (p for p in piles if is_bag(p) and not p.face_up and whose(p, state) == seat)
    return next((p.key for p in bags if any(s.deck == deck for s in p.slots)), None)
