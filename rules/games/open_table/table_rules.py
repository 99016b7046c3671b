"""What a table says: its cards, where they lie, what is counted, and the few rules that are switched on."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import chain, count
from typing import Final

from rules.engine import PieceId, Seat

MOST_CARDS: Final = 400
"""No table holds more cards than these: they are real ones, and each has its sticker."""
MOST_ZONES: Final = 10
MOST_SEATS: Final = 6


_WORDS: Final = frozenset({"unseen_card", "as_wished"})
"""Words of the engine that a deck and its card might be called like: no card's code is one of them."""


class Kind(StrEnum):
    """What a zone is, which says how cards lie there."""

    DECK = "deck"
    BAG = "bag"
    HAND = "hand"
    ROW = "row"
    DISCARD = "discard"


class What(StrEnum):
    """What a tally tells of a zone."""

    COUNT = "count"
    SUM = "sum"


@dataclass(frozen=True, kw_only=True)
class CardRow:
    """A kind of card of a deck. `value` None: no number stands on it; `picture`: see `CardFace`."""

    name: str
    count: int = 1
    text: str = ""
    value: int | None = None
    suit: str = ""
    picture: str = ""


@dataclass(frozen=True, kw_only=True)
class Pack:
    """A deck: its cards, and the zone in which they lie at the start."""

    key: str
    name: str
    zone: str
    rows: tuple[CardRow, ...]


@dataclass(frozen=True, kw_only=True)
class Zone:
    """A place for cards: one for each player or one for all. What lies face-down is known to its owner, or to nobody.
    `to`: the zones to which cards go from here; none: to all. `x`, `y`: its middle in percent of the table or, where
    each player has one, of the room before that player; None: where there is room. `pack`: the only deck whose cards
    may lie in it; "": any."""

    key: str
    name: str
    kind: Kind
    each: bool = False
    face_up: bool = True
    to: tuple[str, ...] = ()
    x: int | None = None
    y: int | None = None
    pack: str = ""

    @property
    def is_open(self) -> bool:
        """Whether everybody sees what lies there."""
        return self.face_up and self.kind is not Kind.HAND

    @property
    def is_blind(self) -> bool:
        """Whether nobody knows what lies there."""
        return not self.each and not self.is_open

    @property
    def spot(self) -> str | None:
        """The kind of its spots on the mat."""
        return None if self.kind is Kind.HAND else self.key

    def pile(self, seat: Seat) -> str:
        """The pile of this seat, or that of all."""
        return f"{self.key}/{seat}" if self.each else self.key

    def place(self, seat: Seat) -> str:
        """The spot of that pile."""
        return "" if self.kind is Kind.HAND else self.pile(seat)


@dataclass(frozen=True, kw_only=True)
class Counter:
    """A number that every player has, such as lives."""

    key: str
    name: str
    start: int = 0

    def track(self, seat: Seat) -> str:
        """The track of a seat."""
        return f"counter.{self.key}/{seat}"


@dataclass(frozen=True, kw_only=True)
class Tally:
    """What the companion adds up by itself: how many cards lie in a zone, or what they are worth."""

    key: str
    name: str
    zone: str
    what: What


@dataclass(frozen=True, kw_only=True)
class TableRules:
    """A whole table. `deal`: so many cards for everybody at the start; `hand_limit`: nobody draws beyond it, 0: there
    is none; `turns`: players act one after the other, and with `draw` begin by drawing a card; `together`: the zone
    into which all lay a card face-down before it is turned up, "": none; `dice`: the sides of each."""

    packs: tuple[Pack, ...]
    zones: tuple[Zone, ...]
    counters: tuple[Counter, ...] = ()
    tallies: tuple[Tally, ...] = ()
    deal: int = 0
    hand_limit: int = 0
    turns: bool = False
    draw: bool = False
    together: str = ""
    dice: tuple[int, ...] = ()

    @cached_property
    def kinds(self) -> Mapping[str, CardRow]:
        """Every kind of card by its code, in the order of the decks."""
        found: dict[str, CardRow] = {}
        for pack in self.packs:
            for number, row in enumerate(pack.rows, 1):
                code = f"{pack.key}_{slug(row.name) or number}"
                others = (f"{code}_{n}" for n in count(number))
                found[next(one for one in chain((code,), others) if one not in found and one not in _WORDS)] = row
        return found

    @cached_property
    def decks(self) -> Mapping[str, tuple[PieceId, ...]]:
        """The pieces of every deck."""
        codes = iter(self.kinds.items())
        return {
            pack.key: tuple(
                PieceId(f"{code}#{n}")
                for code, row in (next(codes) for _ in pack.rows)
                for n in range(1, row.count + 1)
            )
            for pack in self.packs
        }

    @cached_property
    def pack_of(self) -> Mapping[str, str]:
        """The deck of every kind of card."""
        return {piece.kind: pack for pack, pieces in self.decks.items() for piece in pieces}

    @cached_property
    def suits(self) -> tuple[str, ...]:
        """What cards are sorted by, in the order in which they come."""
        return tuple(dict.fromkeys(row.suit for row in self.kinds.values() if row.suit))

    def value(self, kind: str) -> int:
        """What a kind of card is worth."""
        return self.kinds[kind].value or 0

    def zone(self, key: str) -> Zone:
        """The zone of that key."""
        return next(zone for zone in self.zones if zone.key == key)

    @cached_property
    def hand(self) -> Zone | None:
        """The zone in which players hold cards; None where there is none."""
        return next((zone for zone in self.zones if zone.kind is Kind.HAND), None)

    @cached_property
    def source(self) -> Zone:
        """The zone from which is dealt, and drawn by rule."""
        return self.zone(self.packs[0].zone)

    def piles(self, seats: tuple[Seat, ...]) -> Iterator[tuple[Zone, Seat]]:
        """Every zone with each seat that has one; a common one with the first seat."""
        for zone in self.zones:
            for seat in seats if zone.each else seats[:1]:
                yield zone, seat

    def ways(self, zone: Zone) -> Iterator[Zone]:
        """The zones to which cards go from this one, in the order in which it names them."""
        for other in map(self.zone, zone.to) if zone.to else self.zones:
            if other is not zone:
                yield other


def slug(name: str) -> str:
    """A name in small letters and digits; "" where it has none."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")
