"""How well cubes stand on a hero's card: a look a few turns ahead at what icons they can reach.

What an icon is worth is told by the caller, for this turn and the next ones; nothing here knows the map or the battle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.games.chain_mail import heroes
from rules.games.chain_mail.content import Hero
from rules.games.chain_mail.heroes.movement import Movement

Worth = Mapping[str, float]
"""What one use of an action code is worth; of a passive icon, what a turn is worth in which it is in force."""
Cubes = tuple[str, ...]

LATER: Final = 0.85
"""What a turn later makes of the worth of something."""
READY: Final = "ready:"
"""Before the code of an attack: what it is worth to stand on it when a battle begins."""
SIDES: Final = 6


@dataclass(frozen=True)
class Outlook:
    """What icons are worth in this turn and in each of the next. `returns`: cubes that leave the card are back a turn
    later, which in a battle they are not."""

    turns: Sequence[Worth]
    returns: bool = True
    known: dict[tuple[str, Cubes, int], float] = field(default_factory=dict)
    """What was worked out already: the best from these cubes of a card on, from a turn on."""


@dataclass
class Cards:
    """What cubes can do on every card, each looked up once."""

    _moves: dict[tuple[str, Cubes], tuple[Movement, ...]] = field(default_factory=dict)
    _icons: dict[tuple[str, Cubes], tuple[str, ...]] = field(default_factory=dict)

    def movements(self, card: Hero, cubes: Cubes) -> tuple[Movement, ...]:
        """What is allowed from there."""
        key = (card.id, cubes)
        if key not in self._moves:
            self._moves[key] = tuple(m for m in heroes.model_of(card).movements(cubes) if m.refusal is None)
        return self._moves[key]

    def worth_of(self, card: Hero, movement: Movement, outlook: Outlook) -> float:
        """What this movement is worth now, with what can follow it."""
        return self._one(card, movement, outlook, 0)

    def resting(self, card: Hero, cubes: Cubes, outlook: Outlook) -> float:
        """What it is worth to leave the cubes as they are for this turn."""
        return self._standing(card, cubes, outlook.turns[0]) + LATER * self._best(card, cubes, outlook, 1)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _best(self, card: Hero, cubes: Cubes, outlook: Outlook, turn: int) -> float:
        if turn >= len(outlook.turns):
            return 0.0
        key = (card.id, cubes, turn)
        if key not in outlook.known:
            worths = [self._one(card, m, outlook, turn) for m in self.movements(card, cubes)]
            outlook.known[key] = max(worths, default=self._standing(card, cubes, outlook.turns[turn]))
        return outlook.known[key]

    def _one(self, card: Hero, movement: Movement, outlook: Outlook, turn: int) -> float:
        now = outlook.turns[turn]
        used = [f for f in movement.fires if now.get(f.action, 0.0) > 0]
        gone = {space for f in used for space in f.leaves}
        left = tuple(cube for cube in movement.cubes if cube not in gone) if gone else movement.cubes
        works = sum(now[f.action] for f in used) + self._standing(card, left, now)
        works += LATER * self._best(card, _back(card, left, gone, outlook), outlook, turn + 1)
        if not movement.needs:
            return works
        chance = (SIDES + 1 - movement.needs) / SIDES
        begun = heroes.model_of(card).start if outlook.returns else ()
        return chance * works + (1 - chance) * LATER * self._best(card, begun, outlook, turn + 1)

    def _standing(self, card: Hero, cubes: Cubes, now: Worth) -> float:
        """What icons in force and attacks that stand ready are worth."""
        key = (card.id, cubes)
        if key not in self._icons:
            ready = (READY + f.action for f in heroes.model_of(card).prepared(cubes))
            self._icons[key] = (*(f.action for f in heroes.model_of(card).passives(cubes)), *ready)
        return sum(now.get(code, 0.0) for code in self._icons[key])


def _back(card: Hero, left: Cubes, gone: Iterable[str], outlook: Outlook) -> Cubes:
    """The cubes as they stand in the next turn."""
    if not gone or not outlook.returns:
        return left
    back, away = list(left), list[str]()
    for space in gone:
        home = heroes.model_of(card).home(space, left, tuple(away))
        away.append(home)
        back += [home] if home not in back else []
    return heroes.model_of(card).ordered(back)
