"""Matches at an open table: with a ready one, or with one of one's own."""

from __future__ import annotations

from collections.abc import Iterable

from rules import games
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.types import PieceId, Seat
from rules.games.open_table import build
from rules.games.open_table.definition import DEFINITION
from tests.games.asking import do

OPEN_TABLE = games.game("open_table")

PLAIN = """format = 1

[[deck]]
key = "d"
name = "Cards"
zone = "stock"
cards = \"\"\"
Red,2,,3,Warm
Blue,2,,5,Cold
Green,1,Grow.,,Cold
\"\"\"

[[zone]]
key = "stock"
name = "Stock"
kind = "deck"

[[zone]]
key = "hand"
name = "Hand"
kind = "hand"

[[zone]]
key = "mine"
name = "Mine"
kind = "row"
each = true
face = "down"

[[zone]]
key = "middle"
name = "Middle"
kind = "row"

[[zone]]
key = "heap"
name = "Heap"
kind = "discard"
"""
"""A stock of five cards, hands, a face-down row for each, an open row and a heap for all."""


def begin(table: str, seats: int = 3) -> Match:
    """A match with one of the tables that come with it."""
    return Match(OPEN_TABLE, Header("open_table", seats, {"table": table}))


def own(more: str = "", seats: int = 2, text: str = PLAIN) -> Match:
    """A match with a table of one's own; `more` stands before its first table."""
    made = text.replace("format = 1\n", f"format = 1\n{more}\n", 1)
    return Match(build(DEFINITION.read(made)), Header("open_table", seats))


def drawn(match: Match, seat: int, *cards: str, zone: str = "stock", to: str = "hand") -> None:
    """A seat draws these cards, one after the other; "?": nobody tells which."""
    for card in cards:
        do(match, seat, f"draw:{zone}:{to}")
        do(match, seat, "drawn", {f"{to}/{seat}": (card,)})


def lying(match: Match, pile: str) -> list[str]:
    """The kinds of the known cards of a pile."""
    return sorted(piece.kind for piece in match.state.pile(pile))


def known_to(match: Match, reader: int, pile: str) -> list[str]:
    """What a reader knows of a pile, -1: everybody."""
    return sorted(piece.kind for piece in match.seen(Seat(reader)).pile(pile))


def pieces(kinds: Iterable[str]) -> tuple[PieceId, ...]:
    """The first copies of some kinds."""
    return tuple(PieceId(f"{kind}#1") for kind in kinds)
