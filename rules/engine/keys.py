"""Keys of piles and tracks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Of = TypeVar("Of", contravariant=True)


@dataclass(frozen=True)
class Keys(Generic[Of]):
    """The keys of piles or tracks of one kind, one for each seat, field or whatever else has its own: with
    `hand = Keys[Seat]("hand")` the hand of a seat is `hand(seat)`, "hand/0"."""

    kind: str

    def __call__(self, of: Of) -> str:
        return f"{self.kind}/{of}"
