"""Which pieces carry stickers: of the others the camera can see nothing, so nothing can be asked about them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass

from companion.journal.copies import CopyTag
from companion.reading.on_table import OnTable
from rules.engine.types import PieceId
from vision.types import Side


@dataclass(frozen=True)
class Stickered:
    """What the copies in play have a sticker for: the names of pieces on fronts, those of decks or pieces on backs."""

    fronts: frozenset[str] = frozenset()
    backs: frozenset[str] = frozenset()

    @classmethod
    def of(cls, tags: Iterable[CopyTag]) -> Stickered:
        """What these tags are on."""
        named = [(tag.side, tag.piece) for tag in tags]
        return cls(
            frozenset(piece for side, piece in named if side is Side.FRONT),
            frozenset(piece for side, piece in named if side is Side.BACK),
        )

    def has(self, item: OnTable) -> bool:
        """Whether what was seen is on one of these stickers, rather than a code of the game's own. Of a back any will
        do: whose it is its code does not always say."""
        return bool(self.backs) if item.thing is None else str(item.thing) in self.fronts

    def bare(self, decks: Mapping[str, tuple[PieceId, ...]], alike: Container[PieceId]) -> frozenset[PieceId]:
        """The pieces without a sticker. Of copies that nobody tells apart, a sticker on one of a kind is enough: which
        of them the notes mean is not known."""
        kinds = {PieceId(name).kind for name in self.fronts}
        return frozenset(
            piece
            for pieces in decks.values()
            for piece in pieces
            if str(piece) not in self.fronts and not (piece in alike and piece.kind in kinds)
        )

    def backless(self, decks: Mapping[str, tuple[PieceId, ...]]) -> frozenset[str]:
        """The decks whose backs carry no sticker."""
        return frozenset(
            deck for deck, pieces in decks.items() if deck not in self.backs and self.backs.isdisjoint(map(str, pieces))
        )
