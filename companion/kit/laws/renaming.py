"""Entries of a match in a world in which pieces have each other's names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.engine.entries import Entry, Identify, MovePiece, NameCard
from rules.engine.questions import Answer
from rules.engine.types import Card, PieceId, Seat, State, may_read


def renamed_key(key: str, names: Mapping[str, str]) -> str:
    """The same key with other names of pieces."""
    return ":".join("+".join(names.get(p, p) for p in part.split("+")) for part in key.split(":"))


def renamed(entry: Entry, names: Mapping[str, str]) -> Entry:
    """The same entry in a world in which pieces have each other's names (for the law of swapped worlds)."""

    def card(value: Card) -> Card:
        return PieceId(names.get(value, value)) if isinstance(value, PieceId) else value

    match entry:
        case Answer():
            cards = tuple((pile, tuple(card(c) for c in cs)) for pile, cs in entry.cards)
            return replace(entry, key=renamed_key(entry.key, names), cards=cards)
        case Identify():
            return replace(entry, pieces=tuple(PieceId(names.get(p, p)) for p in entry.pieces))
        case MovePiece():
            return replace(entry, piece=card(entry.piece))
        case NameCard():
            return replace(entry, piece=PieceId(names.get(entry.piece, entry.piece)))
        case _:
            return entry


def is_the_other_copy(state: State, other: State, names: Mapping[str, str], reader: Seat) -> bool:
    """Whether the reader is shown one of two that have each other's `names`, and in that place of the `other` world,
    as that reader sees it, a copy of the other one: of copies that nobody tells apart the notes say which one was
    played, and have other names for what stayed."""
    for key, pile in state.piles.items():
        read = {slot.piece for slot in pile.slots if may_read(slot.readers, reader)}
        there = other.piles[key].slots if key in other.piles else ()
        kinds = {slot.piece.kind for slot in there if isinstance(slot.piece, PieceId)}
        if any(one in read and PieceId(partner).kind in kinds for one, partner in names.items()):
            return True
    return False
