"""What the cards of all heroes have in common: their spaces in order, where cubes begin and return to, refusals."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from rules.engine import Link, Refusal, Space
from rules.games.chain_mail.content import HeroCard, Spot
from rules.games.chain_mail.heroes.movement import ATTACKS, PASSIVE, Fires, Movement

Drawing = tuple[tuple[Space, ...], tuple[Link, ...]]
"""The spaces of a card where they lie on it, and the ways between them."""

PREPARABLE = frozenset({*ATTACKS, "hide"})
"""Icons that work at the start of a battle if a cube stands on them (CM-164, CM-165)."""


class Model(ABC):
    """How the cubes of one card move. Spaces are meant by their ids, cubes by the spaces on which they stand."""

    must: ClassVar[str]
    """The rule by which a cube has to leave its space."""

    def __init__(self, card: HeroCard) -> None:
        self.card = card
        self.spots = {spot.id: spot for section in self.sections for spot in section}
        """Every space that a cube can stand on, in the order of the card."""

    @property
    @abstractmethod
    def sections(self) -> tuple[Sequence[Spot], ...]:
        """The parts of the card; a cube stays in its part as long as it is on the card. Each part has one start."""

    @abstractmethod
    def allowed(self, cubes: tuple[str, ...]) -> Iterable[Movement]:
        """Every movement of one hero turn that the rules allow."""

    @abstractmethod
    def out_of_reach(self, name: str) -> str:
        """The rule by which no cube gets to this space now."""

    @abstractmethod
    def drawn(self) -> Drawing:
        """The card as people know it, without cubes. Names of spaces are the card's id, a dot and the space's."""

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """What each space is called in the table `word`: its action where it has one, else its id."""
        return {space.name.partition(".")[2]: str(space.label) for space in self.drawn()[0]}

    # -- beginning and coming back -------------------------------------------------------------------------------------

    @property
    def start(self) -> tuple[str, ...]:
        """Where cubes begin and return to (CM-006, CM-014). The Shepherd's dog is none of them."""
        return tuple(beginning(section) for section in self.sections)

    @property
    def third_homes(self) -> tuple[str, ...]:
        """Where a third cube can be put (CM-082, CM-156)."""
        return self.start

    def home(self, name: str, cubes: tuple[str, ...] = (), away: tuple[str, ...] = ()) -> str:
        """The start space to which a cube that leaves this space returns: that of its part (CM-014). `cubes` stand on
        the card, `away` are the homes of those that have left it."""
        return next(beginning(part) for part in self.sections if any(spot.id == name for spot in part))

    # -- movements -----------------------------------------------------------------------------------------------------

    def movements(self, cubes: tuple[str, ...]) -> tuple[Movement, ...]:
        """What is allowed, then for each space of the card where nothing of it ends one movement with the reason why
        not (CM-C03)."""
        found = tuple(self.allowed(cubes))
        named = {movement.to for movement in found}
        return (*found, *(self._refused(name, cubes) for name in self.spots if name not in named))

    def _refused(self, name: str, cubes: tuple[str, ...]) -> Movement:
        code, rule = "illegal_cube_move", self.out_of_reach(name)
        if name in cubes:
            code, rule = "must_move_a_cube", self.must
        return Movement(f"TO-{name}", cubes, name, spaces=0, refusal=Refusal(code, rule, {"hero": self.card.id}))

    def movement(
        self, cubes: tuple[str, ...], *steps: tuple[str, str], fires: tuple[Fires, ...] = (), frm: str = ""
    ) -> Movement:
        """The movement of these cubes; it ends where the last of them goes."""
        key = "-AND-".join(f"{one}-TO-{other}" for one, other in steps)
        return Movement(key, self.after(cubes, *steps), steps[-1][1], frm, steps, fires, len(steps))

    def after(self, cubes: tuple[str, ...], *steps: tuple[str, str]) -> tuple[str, ...]:
        """How the cubes stand once these have moved, in the order of the card."""
        left = list(cubes)
        for one, _ in steps:
            left.remove(one)
        return self.ordered((*left, *(other for _, other in steps)))

    def ordered(self, cubes: Iterable[str]) -> tuple[str, ...]:
        """Cubes in the order of the card, as everything here gives them."""
        order = list(self.spots)
        return tuple(sorted(cubes, key=order.index))

    def shift(self, cubes: tuple[str, ...], direction: str) -> tuple[str, ...]:
        """How the cubes stand after the party has moved (CM-141)."""
        return cubes

    # -- icons ---------------------------------------------------------------------------------------------------------

    def icons(self, cubes: tuple[str, ...]) -> Iterable[Fires]:
        """All icons that cubes stand on and that could work."""
        return (icon(self.spots[name]) for name in cubes if self.spots[name].action)

    def passives(self, cubes: tuple[str, ...]) -> tuple[Fires, ...]:
        """The passive icons in force, with the spaces whose cubes leave after use (CM-055, CM-056)."""
        return tuple(one for one in self.icons(cubes) if one.action in PASSIVE)

    def prepared(self, cubes: tuple[str, ...]) -> tuple[Fires, ...]:
        """The icons that work at the start of a battle: attacks and Hide (CM-164, CM-165)."""
        return tuple(one for one in self.icons(cubes) if one.action in PREPARABLE)

    def reaches(self, cubes: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        """How far the Cleric's help reaches, near, any or all, for each range cube, the widest first, and the space
        whose cube leaves after use (CM-102, CM-103); none without a range (CM-106)."""
        return ()

    def reach(self, cubes: tuple[str, ...]) -> tuple[str, str]:
        """The widest of them; empty words where nothing reaches others."""
        return next(iter(self.reaches(cubes)), ("", ""))


def beginning(section: Sequence[Spot]) -> str:
    """The start space of a part of a card."""
    return next((spot.id for spot in section if spot.start), section[0].id)


def icon(spot: Spot) -> Fires:
    """The icon of a space (CM-056)."""
    return Fires(spot.action, (spot.id,) if spot.removal else ())


def arrives(spot: Spot) -> tuple[Fires, ...]:
    """What a cube brings about that arrives on this space: nothing on an empty one or a passive icon (CM-055)."""
    return (icon(spot),) if spot.action and spot.action not in PASSIVE else ()
