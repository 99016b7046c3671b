"""The cards of the heroes: where cubes begin and return to, how they move, and what works while they stand there.

`model_of` gives the rules that go with a card, which are asked with the spaces on which its cubes stand; what to do is
decided by the kind of the card alone, so that they hold for every card that its owner describes. A space is meant by
its id; an area of the Shepherd's card, on which a shifted cube stands, by its letter.
"""

from __future__ import annotations

from functools import lru_cache

from rules.games.chain_mail.content import ClericCard, Hero, RangerCard, ShepherdCard, ThiefCard, WitchCard
from rules.games.chain_mail.heroes.cleric import Cleric
from rules.games.chain_mail.heroes.model import Model
from rules.games.chain_mail.heroes.ranger import Ranger
from rules.games.chain_mail.heroes.shepherd import Shepherd
from rules.games.chain_mail.heroes.thief import Thief
from rules.games.chain_mail.heroes.witch import Witch


@lru_cache(maxsize=64)
def model_of(card: Hero) -> Model:
    """The rules that go with the kind of a card."""
    match card:
        case ClericCard():
            return Cleric(card)
        case ThiefCard():
            return Thief(card)
        case WitchCard():
            return Witch(card)
        case RangerCard():
            return Ranger(card)
        case ShepherdCard():
            return Shepherd(card)
