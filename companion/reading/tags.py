"""The tags of a game: which payload is printed for which side of which piece.

Codes are opaque and short (eight letters and digits, QR version 1 at the highest error level). All pieces of a deck
share one back, so a back never tells which card it is.
"""

from __future__ import annotations

import base64
import hashlib
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from rules.engine.mat import Layout, PieceSize
from rules.engine.types import PieceId
from vision.faces.flat import CardSize
from vision.faces.looks import MOST_LOOKS, Look, Looks
from vision.registry import TagRegistry
from vision.sticker import CARD_HEIGHT_MM, CARD_WIDTH_MM, STICKER_INSET_MM, STICKER_MM, largest_sticker_mm
from vision.types import PieceShape, Side, Tag

log = logging.getLogger("companion.looks")

CODE_LENGTH = 8
LEAST_MM = 40.0
"""What is narrower has too little print to be known by its look."""

_LONGEST_SHOWN = 12
_MISREAD = str.maketrans("OILU", "011V")  # printed codes have none of these letters (Crockford's base 32)


def front_code(game: str, piece: str) -> str:
    """The payload on the front of a piece."""
    return _code(f"{game}/front/{piece}")


def back_code(game: str, deck: str) -> str:
    """The payload on the back of every card of a deck."""
    return _code(f"{game}/back/{deck}")


def piece_in_front(registry: TagRegistry, payload: str) -> str | None:
    """The piece that has this tag on its front; None for a tag on a back, or of nothing that is known."""
    tag = registry.get(payload)
    return None if tag is None or tag.side is Side.BACK else tag.piece


def human_code(payload: str) -> str:
    """What stands beside the printed tag, so that a worn one can be typed in: `K7RT-2M9X` for a short code, the last
    part of an address, the end of a longer text."""
    code = payload.rstrip("/").rpartition("/")[2] or payload
    if len(code) == CODE_LENGTH:
        return f"{code[:4]}-{code[4:]}"
    return code if len(code) <= _LONGEST_SHOWN else f"...{code[-CODE_LENGTH:]}"


def same_code(payload: str, typed: str) -> bool:
    """Whether somebody who typed this meant the tag: the whole payload, or its human code in any spelling."""
    return typed == payload or (bool(_bare(typed)) and _bare(typed) in (_bare(human_code(payload)), _bare(payload)))


def _bare(code: str) -> str:
    """Capitals and digits alone, and the letters that people take for digits as those digits."""
    return "".join(c for c in code.upper().translate(_MISREAD) if c.isalnum())


def with_stickers(decks: Mapping[str, tuple[PieceId, ...]], layout: Layout) -> dict[str, tuple[PieceId, ...]]:
    """The decks without those whose pieces stand on a board as figures, which carry no stickers."""
    return {deck: pieces for deck, pieces in decks.items() if deck not in layout.figures}


def card_size(deck: str) -> PieceSize:
    """The size of every deck of a game that has only cards."""
    return PieceSize(CARD_WIDTH_MM, CARD_HEIGHT_MM)


def sticker_mm(size: PieceSize, wish_mm: float = STICKER_MM) -> float:
    """The side of the sticker for a piece of that size: as wished, or the largest for which there is room."""
    return largest_sticker_mm(size.width_mm, size.height_mm, size.round, wish_mm)


def piece_shape(size: PieceSize) -> PieceShape:
    """How far a piece reaches around its sticker, which is in the middle of a round piece, and near the top left corner
    of any other, as far as there is room."""
    side = sticker_mm(size)
    if size.round:
        reach = size.width_mm / 2
        return PieceShape(reach, reach, reach, reach, round=True)
    inset = min(STICKER_INSET_MM, (size.width_mm - side) / 2, (size.height_mm - side) / 2)
    to_middle = inset + side / 2
    return PieceShape(to_middle, to_middle, size.width_mm - to_middle, size.height_mm - to_middle)


def game_tags(
    game: str,
    decks: Mapping[str, Iterable[PieceId]],
    adopted: Iterable[Tag] = (),
    size: Callable[[str], PieceSize] = card_size,
    looks: Sequence[Looks] = (),
) -> TagRegistry:
    """The registry of a game's own codes, which the virtual table shows, and of the tags of real copies. `size` says
    how large the pieces of a deck are (see Layout.size); `looks` are those by which cards without stickers are known.
    People stick the tag of a round piece on its middle; where that of a real card is nobody knows.

    A real tag whose payload is one of the own codes says more of the same thing, such as the sticker's size, or it is
    an error, and then the own code stands: the table must be able to start and say so.
    """
    tags: dict[str, Tag] = {}
    round_shapes: dict[str, PieceShape] = {}
    for deck, pieces in decks.items():
        named, shape, side = list(pieces), piece_shape(size(deck)), sticker_mm(size(deck))
        printed = None if side == STICKER_MM else side
        own = [Tag(back_code(game, deck), deck, Side.BACK, shared=True, shape=shape, sticker_mm=printed)]
        own += [Tag(front_code(game, p), p, Side.FRONT, shape=shape, sticker_mm=printed) for p in named]
        tags |= {tag.payload: tag for tag in own}
        if shape.round:
            round_shapes |= dict.fromkeys((deck, *named), shape)
    for tag in adopted:
        if tag.shape is None:
            tag = replace(tag, shape=round_shapes.get(tag.piece))
        before = tags.get(tag.payload)
        if before is None:
            tags[tag.payload] = tag
        elif (before.piece, before.side) == (tag.piece, tag.side):
            tags[tag.payload] = replace(before, sticker_mm=tag.sticker_mm)
    return TagRegistry(tags.values(), looks)


def has_look(size: PieceSize) -> bool:
    """Whether pieces of this size can be known by their looks; tokens cannot."""
    return not size.round and min(size.width_mm, size.height_mm) >= LEAST_MM


def card_size_of(size: PieceSize) -> CardSize:
    """The same as looks have it."""
    return CardSize(size.width_mm, size.height_mm)


def by_size(
    looks: Iterable[Look], decks: Mapping[str, Sequence[PieceId]], size: Callable[[str], PieceSize]
) -> tuple[Looks, ...]:
    """The looks of these decks' cards and backs, those of other sizes or of no such piece left out; of one size at most
    MOST_LOOKS, the first ones."""
    deck_of = {str(piece): deck for deck, pieces in decks.items() for piece in pieces} | {deck: deck for deck in decks}
    found: dict[CardSize, list[Look]] = {}
    for look in looks:
        deck = deck_of.get(look.piece)
        if deck is None or not has_look(size(deck)):
            continue
        card = card_size_of(size(deck))
        if look.grey.shape == card.size_px[::-1]:
            found.setdefault(card, []).append(look)
    for some in found.values():
        if len(some) > MOST_LOOKS:
            log.warning("of %d looks the first %d are used: name one copy in table.copies", len(some), MOST_LOOKS)
    return tuple(Looks(some[:MOST_LOOKS], card) for card, some in found.items())


def _code(text: str) -> str:
    digest = hashlib.blake2b(text.encode(), digest_size=5).digest()
    return base64.b32encode(digest).decode()[:CODE_LENGTH]
