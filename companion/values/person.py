"""Who sits at a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    """Who sits at a seat: the name, whether a phone holds it, whether a bot plays it."""

    name: str
    joined: bool = False
    bot: bool = False


def first_seated(people: Sequence[Person]) -> int | None:
    """Whose phone may start the match, beside the host's: the first seat that somebody holds."""
    return next((seat for seat, person in enumerate(people) if person.joined), None)
