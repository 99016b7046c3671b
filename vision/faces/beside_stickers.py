"""Cards that have both, a sticker and a look: the sticker wins, and where the print is another card's, that is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision._pixels import colour
from vision.faces.find import ToMm, apart_px
from vision.faces.flat import Corners, flattened
from vision.faces.hidden import lies_at
from vision.faces.looks import Looks
from vision.faces.reader import FaceReader, Named
from vision.types import Image, Tag

_AROUND: Final = 1.7  # times the code: its sticker hides the print, and a bit around it
_SAME_MM: Final = 3.0
_OFF_MM: Final = 5.0  # stickers are glued by hand, but what is found farther away is another card
_MOST_READ: Final = 4  # cards in one look


@dataclass(frozen=True, eq=False)
class Stickered:
    """A card whose sticker was read: its corners in the picture as its sticker says, and those of the code."""

    tag: Tag
    corners: Corners
    code: Corners


class BesideStickers:
    """Compares each card with a sticker once where it lies, if its look is known too."""

    def __init__(self, decks: Sequence[Looks]) -> None:
        self._decks = [looks for looks in decks if len(looks)]
        self._known = {(looks[n].piece, looks[n].side) for looks in self._decks for n in range(len(looks))}
        self._checked: dict[str, tuple[Corners, bool]] = {}

    def check(self, picture: Image, cards: Iterable[Stickered], to_mm: ToMm) -> None:
        """Looks at those of the cards that are new where they lie."""
        read = 0
        for card in cards:
            before = self._checked.get(card.tag.payload)
            is_known = (card.tag.piece, card.tag.side) in self._known
            if not is_known or read == _MOST_READ:
                continue
            if before is not None and _apart_mm(before[0], card.corners, to_mm) < _SAME_MM:
                continue
            read += 1
            self._checked[card.tag.payload] = card.corners, self._is_another(picture, card, to_mm)

    def contradicted(self, lying: Iterable[str]) -> tuple[str, ...]:
        """The stickers (payloads) that lie on a card whose print is another card's. Forgets what is not `lying`."""
        there = set(lying)
        self._checked = {payload: one for payload, one in self._checked.items() if payload in there}
        return tuple(sorted(payload for payload, (_, is_another) in self._checked.items() if is_another))

    def _is_another(self, picture: Image, card: Stickered, to_mm: ToMm) -> bool:
        middle = card.code.mean(axis=0)
        sticker = np.round(middle + _AROUND * (card.code - middle)).astype(np.int32)
        open_ = cv2.fillConvexPoly(np.ones(picture.shape[:2], np.uint8), sticker, 0) > 0
        seen = colour(picture)
        for looks in self._decks:
            answer = FaceReader(looks).named(flattened(seen, card.corners, looks.size, open_))
            if not isinstance(answer, Named) or (answer.look.piece, answer.look.side) == (
                card.tag.piece,
                card.tag.side,
            ):
                continue
            if _apart_mm(lies_at(answer, card.corners, looks.size, to_mm), card.corners, to_mm) < _OFF_MM:
                return True
        return False


def _apart_mm(one: Corners, other: Corners, to_mm: ToMm) -> float:
    return apart_px(*(np.asarray(to_mm(corners.astype(np.float64)), np.float32) for corners in (one, other)))
