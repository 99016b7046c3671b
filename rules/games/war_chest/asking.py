"""How a player is asked: what the host may accept although the rules refuse it, and what no notes could hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.engine.questions import Answer, Choose, Option, Taking
from rules.engine.types import Refusal, State
from rules.games.war_chest.deeds import Deed, Do
from rules.games.war_chest.names import field
from rules.games.war_chest.offers import Pay, Use

_NEVER: Final = frozenset(
    {"coin_not_in_hand", "off_board", "royal_coin_not_allowed", "space_occupied", "supply_empty", "tactic_incomplete"}
)
"""Refusals of what cannot be: coins that are not there, two units on one hex, a hex that is not in use."""


@dataclass(frozen=True, kw_only=True)
class Decide(Choose):
    """A choice in which what could not be carried out stays refused, also when the host accepts it."""

    def take(self, full: State, seen: State, answer: Answer) -> Taking | Refusal:
        if answer.irregular:
            option = self.listed(seen, answer)
            if option is not None and option.refusal is not None and not _can_be(full, option, option.refusal):
                return option.refusal
        return super().take(full, seen, answer)


def _can_be(full: State, option: Option, refusal: Refusal) -> bool:
    """Whether something that is not allowed can be done all the same."""
    if refusal.code in _NEVER:
        return False
    match option.value:
        case Use(Pay.DEPLOY | Pay.BOLSTER, unit, cell):
            return cell != "" and all(coin.kind == unit for coin in full.pile(field(cell)))
        case Deed(Do.CONTROL):
            return refusal.code != "not_a_location"
    return True
