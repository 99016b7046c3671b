"""How a player is asked: what the host may accept although the rules refuse it, and what no chess could hold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from rules.engine import Answer, Choose, Refusal, State, Taking
from rules.games.chess_deckbuilder.hands import possible_kinds
from rules.games.chess_deckbuilder.names import hand

_NEVER: Final = frozenset(
    {
        "card_not_in_hand",
        "no_card_for_piece",
        "treasure_is_not_played",
        "trade_cost_mismatch",
        "king_capture",
        "no_such_captured_piece",
        "no_queen_promotion",
        "pile_empty",
        "nothing_to_move",
        "illegal_chess_move",
    }
)
"""Refusals of what cannot be carried out: cards and pieces that are not there."""


@dataclass(frozen=True, kw_only=True)
class _AnyCopy(Choose):
    """A choice that takes a card by its kind: where the copy thought of lies elsewhere, any other is as good."""

    def take(self, full: State, seen: State, answer: Answer) -> Taking | Refusal:
        taking = super().take(full, seen, answer)
        if isinstance(taking, Refusal) and taking.code == "cannot_be_there":
            option, held = self.listed(seen, answer), possible_kinds(full, self.seat)
            if option and option.piece and option.pile == hand(self.seat) and option.piece.kind in held:
                return Taking(option.value, option)
        return taking


Decide: Final = partial(_AnyCopy, never=lambda full, option, refusal: refusal.code in _NEVER)
"""A choice in which what could not be carried out stays refused, also when the host accepts it."""
