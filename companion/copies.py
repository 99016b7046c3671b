"""The copies of games that stand in people's shelves: whose they are, and which tag is stuck on which side of what."""

from __future__ import annotations

from dataclasses import dataclass

from vision.types import Side


@dataclass(frozen=True)
class Copy:
    """One physical copy of a game. `ident` is 0 as long as it has not been kept."""

    ident: int
    game: str
    name: str  # what people call it: "the worn one"
    owner: str = ""


@dataclass(frozen=True)
class CopyTag:
    """One tag of a copy. `piece` names one piece, or for a back that all its cards share the deck."""

    payload: str
    piece: str
    side: Side = Side.FRONT
    shared: bool = False
    sticker_mm: float | None = None  # side of the sticker with its quiet zone; None: not known
