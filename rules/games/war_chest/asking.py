"""How a player is asked: what the host may accept although the rules refuse it, and what no notes could hold."""

from __future__ import annotations

from functools import partial
from typing import Final

from rules.engine import Choose, Option, Refusal, State
from rules.games.war_chest.deeds import Deed, Do
from rules.games.war_chest.names import field
from rules.games.war_chest.offers import Pay, Use

_NEVER: Final = frozenset(
    {"coin_not_in_hand", "off_board", "royal_coin_not_allowed", "space_occupied", "supply_empty", "tactic_incomplete"}
)
"""Refusals of what cannot be: coins that are not there, two units on one hex, a hex that is not in use."""


def _cannot_be(full: State, option: Option, refusal: Refusal) -> bool:
    """Whether something that is not allowed could not be done either."""
    if refusal.code in _NEVER:
        return True
    match option.value:
        case Use(Pay.DEPLOY | Pay.BOLSTER, unit, cell):
            return cell == "" or any(coin.kind != unit for coin in full.pile(field(cell)))
        case Deed(Do.CONTROL):
            return refusal.code == "not_a_location"
    return False


Decide: Final = partial(Choose, never=_cannot_be)
"""A choice in which what could not be carried out stays refused, also when the host accepts it."""
