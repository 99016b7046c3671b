"""The values of a pack: characters, what they do, and what history asks for.

Names, titles and texts are an owner's own words, or in the starter pack codes that every language has words for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.engine import PieceId

WILD = "wild"
SUITS = ("power", "wisdom", "love")


@dataclass(frozen=True)
class Character:
    """One of the 36 cards. `strength` None: a Wild."""

    piece: PieceId
    suit: str
    strength: int | None
    name: str
    evil: bool

    @property
    def wild(self) -> bool:
        """Whether it belongs to none of the three suits."""
        return self.suit == WILD


@dataclass(frozen=True)
class Ability:
    """What a card does: an op of the pack format, when, and its parameters; `source` says who says so."""

    op: str
    timing: str
    source: str
    text: str = ""
    params: Mapping[str, object] = field(default_factory=dict)

    def number(self, name: str) -> int:
        """A parameter that counts."""
        value = self.params[name]
        assert isinstance(value, int), name
        return value

    def word(self, name: str) -> str:
        """A parameter that is one of several words."""
        return str(self.params[name])


@dataclass(frozen=True)
class Condition:
    """What earns Fame: `rank` of a count (`metric`), at least `least`. `of` is the suit, card or strength counted."""

    metric: str
    rank: str = "any"
    least: int = 0
    of: str = ""


@dataclass(frozen=True)
class History:
    """One history card: its theme card, its condition if it has one of its own, and what else it brings."""

    piece: PieceId
    title: str
    theme: PieceId
    condition: Condition | None
    source: str
    text: str = ""
    evil_not_excluded: bool = False
    reactivate_previous: int = 0
    draw_more: int = 0


@dataclass(frozen=True)
class Pack:
    """All cards of a game of Chronicle."""

    pack_id: str
    fame_to_win: int
    characters: Mapping[PieceId, Character]
    abilities: Mapping[str, Ability]  # by strength, Wild card or (first) single card
    histories: Mapping[PieceId, History]

    def ability(self, piece: PieceId) -> Ability:
        """What a card does: its own ability if it has one, else that of its strength (CR-060)."""
        strength = self.characters[piece].strength
        own = self.abilities.get(piece)
        return own if own is not None else self.abilities[str(strength)]

    def suit(self, piece: PieceId) -> str:
        """The suit of a character."""
        return self.characters[piece].suit

    def of_suit(self, suit: str) -> frozenset[PieceId]:
        """All characters of a suit."""
        return frozenset(c.piece for c in self.characters.values() if c.suit == suit)

    @property
    def evil(self) -> frozenset[PieceId]:
        """All Evil characters (CR-061, CR-071)."""
        return frozenset(c.piece for c in self.characters.values() if c.evil)
