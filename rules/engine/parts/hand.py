"""A hand as its owner has shown it to the companion, for rules that say what may be played."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.parts.cards import Cards
from rules.engine.types import Claim, PieceId, Refusal, Say, State

Ruling = Refusal | Claim | None
"""What a rule says of a card: a reason against it, a claim by which it may be played, or nothing."""


@dataclass(frozen=True)
class Hand:
    """The cards of one pile as far as somebody knows them. While some are unseen they may be any card whose place is
    not known."""

    seen: State
    pile: str
    cards: Cards

    def __len__(self) -> int:
        """How many cards it holds, unseen ones too."""
        return len(self.seen.pile(self.pile))

    def possible(self) -> dict[str, PieceId]:
        """The kinds that it may hold, each with one such card, in the order of the file: known cards, and while some
        are unseen those whose place is not known."""
        pile, found = self.seen.pile(self.pile), dict[str, PieceId]()
        for piece in (*pile, *(self.seen.unaccounted(self.cards.deck) if pile.unseen else ())):
            found.setdefault(piece.kind, piece)
        return {kind: found[kind] for kind in self.cards.kinds if kind in found}

    def has(self, *kinds: str) -> bool | None:
        """Whether it holds a card of these kinds: True, False, or None for "cannot tell"."""
        if any(piece.kind in kinds for piece in self.seen.pile(self.pile)):
            return True
        return None if any(kind in self.possible() for kind in kinds) else False

    def unless_it_has(self, *kinds: str, rule: str, code: str) -> Ruling:
        """Why a card may not be played while the hand holds one of these kinds: a refusal of this code; where nobody
        can tell, the player's word that it holds none."""
        match self.has(*kinds):
            case True:
                return Refusal(code, rule, {"cards": kinds})
            case False:
                return None
        return Claim(self.pile, frozenset(self.cards.copies(*kinds)), Say("none_of", {"cards": kinds}), rule)

    def only_if_it_has(self, *kinds: str, rule: str, code: str) -> Ruling:
        """Why a card may not be played while the hand holds none of these kinds; one that may hold some may."""
        return Refusal(code, rule, {"cards": kinds}) if self.has(*kinds) is False else None
