"""The starter hero cards, and what tests ask of a hero's movements."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from rules.games.chain_mail import heroes
from rules.games.chain_mail.content import ClericCard, Hero, RangerCard, ShepherdCard, ThiefCard, WitchCard
from rules.games.chain_mail.heroes.movement import Fires, Movement
from rules.games.chain_mail.reading import starter

Outcome = tuple[frozenset[str], str, tuple[Fires, ...], int, int]
"""What counts of a movement: how the cubes stand, where it ends, what fires, spaces moved, what the die needs."""


def cleric() -> ClericCard:
    """The starter Cleric."""
    card = starter().heroes["cleric"]
    assert isinstance(card, ClericCard)
    return card


def thief() -> ThiefCard:
    """The starter Thief."""
    card = starter().heroes["thief"]
    assert isinstance(card, ThiefCard)
    return card


def witch() -> WitchCard:
    """The starter Witch."""
    card = starter().heroes["witch"]
    assert isinstance(card, WitchCard)
    return card


def ranger() -> RangerCard:
    """The starter Ranger."""
    card = starter().heroes["ranger"]
    assert isinstance(card, RangerCard)
    return card


def shepherd() -> ShepherdCard:
    """The starter Shepherd."""
    card = starter().heroes["shepherd"]
    assert isinstance(card, ShepherdCard)
    return card


def placed(*sections: tuple[Iterable[str], Iterable[int]]) -> list[tuple[str, ...]]:
    """Every way to put cubes on the spaces of some sections, each with the numbers of cubes that it may hold."""
    found: list[tuple[str, ...]] = [()]
    for names, counts in sections:
        some = list(names)
        found = [(*cubes, *more) for cubes in found for count in counts for more in combinations(some, count)]
    return found


def allowed(card: Hero, cubes: tuple[str, ...]) -> list[Movement]:
    """The movements that are not refused."""
    return [movement for movement in heroes.model_of(card).movements(cubes) if movement.refusal is None]


def outcomes(card: Hero, cubes: tuple[str, ...]) -> set[Outcome]:
    """What the allowed movements come to."""
    return {(frozenset(m.cubes), m.to, m.fires, m.spaces, m.needs) for m in allowed(card, cubes)}


def one(card: Hero, cubes: tuple[str, ...], *after: str) -> Movement:
    """The only allowed movement after which the cubes stand like this."""
    (found,) = (movement for movement in allowed(card, cubes) if set(movement.cubes) == set(after))
    return found


def fired(card: Hero, cubes: tuple[str, ...], *after: str) -> tuple[str, ...]:
    """The icons that this movement brings about."""
    return tuple(fires.action for fires in one(card, cubes, *after).fires)


def refusals(card: Hero, cubes: tuple[str, ...]) -> dict[str, str]:
    """The spaces where nothing ends, with the code of the reason."""
    return {m.to: m.refusal.code for m in heroes.model_of(card).movements(cubes) if m.refusal is not None}


def check_refusals(card: Hero, cubes: tuple[str, ...], spaces: Iterable[str]) -> None:
    """Each of these spaces, and no other, is where a movement ends or has one reason why none does, which fits."""
    ends, refused = {m.to for m in allowed(card, cubes)}, refusals(card, cubes)
    assert ends | refused.keys() == set(spaces)
    assert not ends & refused.keys()
    assert refused == {s: "must_move_a_cube" if s in cubes else "illegal_cube_move" for s in refused}
    keys = [m.key for m in heroes.model_of(card).movements(cubes)]
    assert len(set(keys)) == len(keys)


def left(card: Hero, fires: Fires) -> tuple[str, ...]:
    """The homes to which the cubes go that leave after use."""
    homes: tuple[str, ...] = ()
    for space in fires.leaves:
        homes += (heroes.model_of(card).home(space, fires.leaves, homes),)
    return homes
