"""Who sits at a seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count, islice

from companion.values.strength import Strength

_BOTS = ("Ada", "Bix", "Cleo", "Dot", "Echo", "Fynn", "Gizmo", "Hal", "Iggy", "Juno", "Kiki", "Lumo")


@dataclass(frozen=True)
class Person:
    """Who sits at a seat: the name, whether a phone holds it, whether a bot plays it, and how well that one plays."""

    name: str
    joined: bool = False
    bot: bool = False
    strength: Strength = Strength.CHANCE


def first_seated(people: Sequence[Person]) -> int | None:
    """Whose phone may start the match, beside the host's: the first seat that somebody holds."""
    return next((seat for seat, person in enumerate(people) if person.joined), None)


def bot_names(people: Iterable[str], seats: int) -> tuple[str, ...]:
    """What bots are called that nobody gave a name, seat by seat and the same in every language: never as one of these
    people is."""
    taken = {name.casefold() for name in people}
    names = (
        f"Bot {first}{again}" for turn in count(1) for again in ("" if turn == 1 else f" {turn}",) for first in _BOTS
    )
    return tuple(islice((name for name in names if name.casefold() not in taken), seats))
