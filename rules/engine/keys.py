"""Keys of piles and tracks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Generic, TypeVar

Of = TypeVar("Of", contravariant=True)


@dataclass(frozen=True)
class Keys(Generic[Of]):
    """The keys of piles or tracks of one kind, one for each seat, field or whatever else has its own: with
    `hand = Keys[Seat]("hand")` the hand of a seat is `hand(seat)`, "hand/0"."""

    kind: str

    def __call__(self, of: Of) -> str:
        return f"{self.kind}/{of}"


def perhaps(name: str, among: Iterable[str]) -> str:
    """What may have been meant by a name that is none of these: the end of a sentence, empty where none is near."""
    near = get_close_matches(name, list(among), 1)
    return f"; perhaps '{near[0]}' is meant" if near else ""
