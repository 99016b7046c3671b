"""The cards of the heroes: where cubes begin and return to, how they move, and what works while they stand there.

All functions take a card and the spaces on which its cubes stand; what to do is decided by the kind of the card alone,
so that they hold for every card that its owner describes. A space is meant by its id; an area of the Shepherd's card,
on which a shifted cube stands, by its letter.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rules.games.chain_mail.content import ClericCard, Hero, RangerCard, ShepherdCard, ThiefCard, WitchCard
from rules.games.chain_mail.heroes.cleric import Cleric
from rules.games.chain_mail.heroes.model import Drawing, Model
from rules.games.chain_mail.heroes.movement import Fires, Movement
from rules.games.chain_mail.heroes.ranger import Ranger
from rules.games.chain_mail.heroes.shepherd import Shepherd
from rules.games.chain_mail.heroes.thief import Thief
from rules.games.chain_mail.heroes.witch import Witch

__all__ = [
    *("drawn", "home", "homes", "label", "movements", "passives", "prepared", "reach", "reaches"),
    *("shift", "sort", "start", "third_homes"),
]


@lru_cache(maxsize=64)
def model(card: Hero) -> Model:
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


def start(card: Hero) -> tuple[str, ...]:
    """Where cubes stand at the start of the match (CM-006). The Shepherd's dog is none of them."""
    return model(card).start


def homes(card: Hero) -> tuple[str, ...]:
    """Every start space to which a cube returns (CM-014)."""
    return model(card).start


def home(card: Hero, space: str, cubes: tuple[str, ...] = (), away: tuple[str, ...] = ()) -> str:
    """The start space to which a cube that leaves `space` returns (CM-014). `cubes` stand on the card, `away` are the
    homes of those that have left it: the Witch's cubes go everywhere and cannot be told apart, so that each of her
    start spaces gets one back."""
    return model(card).home(space, cubes, away)


def sort(card: Hero, cubes: Iterable[str]) -> tuple[str, ...]:
    """Cubes in the order of the card's spaces, as all functions here give them."""
    return model(card).ordered(cubes)


def label(card: Hero, space: str) -> str:
    """What a space is called in the table `word`: its action where it has one, else its id."""
    return model(card).labels.get(space, space)


def third_homes(card: Hero) -> tuple[str, ...]:
    """The start spaces of which one can be a third cube's (CM-082, CM-156); none for the Shepherd, whose third cube is
    a second dog (CM-154)."""
    return model(card).third_homes


def movements(card: Hero, cubes: tuple[str, ...]) -> tuple[Movement, ...]:
    """Every movement of one hero turn, first those that are allowed; then, for each space of the card where none of
    them ends, one with the reason why not (CM-C03)."""
    return model(card).movements(cubes)


def shift(card: Hero, cubes: tuple[str, ...], direction: str) -> tuple[str, ...]:
    """How the cubes stand after the party moved N, E, S or W: the Shepherd's in that area (CM-141), others' as they
    were."""
    return model(card).shift(cubes, direction)


def passives(card: Hero, cubes: tuple[str, ...]) -> tuple[Fires, ...]:
    """The passive icons that are in force, with the spaces whose cubes leave after use (CM-055, CM-056)."""
    return model(card).passives(cubes)


def prepared(card: Hero, cubes: tuple[str, ...]) -> tuple[Fires, ...]:
    """The icons that work at the start of a battle: attacks and Hide (CM-164, CM-165)."""
    return model(card).prepared(cubes)


def reach(card: Hero, cubes: tuple[str, ...]) -> tuple[str, str]:
    """How far the Cleric's help reaches, near, any or all, and the space whose cube leaves after use (CM-102, CM-103);
    empty words where nothing does. With two range cubes it is the widest range."""
    return next(iter(model(card).reaches(cubes)), ("", ""))


def reaches(card: Hero, cubes: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The same for each range cube, the widest first; none without a range (CM-106)."""
    return model(card).reaches(cubes)


def drawn(card: Hero) -> Drawing:
    """The spaces of the card where they lie, and the ways between them, without cubes. Names are the card's id, a dot
    and the space's."""
    return model(card).drawn()
