"""The tags of a game: which payload is printed for which side of which piece.

Codes are opaque and short (eight letters and digits, QR version 1 at the highest error level). All pieces of a deck
share one back, so a back never tells which card it is.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.engine.types import PieceId
from vision.registry import TagRegistry
from vision.types import CARD_SHAPE, Side, Tag

CODE_LENGTH = 8
_LONGEST_SHOWN = 12
_MISREAD = str.maketrans("OILU", "011V")  # printed codes have none of these letters (Crockford's base 32)


def front_code(game: str, piece: str) -> str:
    """The payload on the front of a piece."""
    return _code(f"{game}/front/{piece}")


def back_code(game: str, deck: str) -> str:
    """The payload on the back of every card of a deck."""
    return _code(f"{game}/back/{deck}")


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


def game_tags(game: str, decks: Mapping[str, Iterable[PieceId]], adopted: Iterable[Tag] = ()) -> TagRegistry:
    """The registry of a game's own codes, which the virtual table shows, and of the tags of real copies.

    A real tag whose payload is one of the own codes says more of the same thing, such as the sticker's size, or it is
    an error, and then the own code stands: the table must be able to start and say so.
    """
    tags: dict[str, Tag] = {}
    for deck, pieces in decks.items():
        own = [Tag(back_code(game, deck), deck, Side.BACK, shared=True, shape=CARD_SHAPE)]
        own += [Tag(front_code(game, p), p, Side.FRONT, shape=CARD_SHAPE) for p in pieces]
        tags |= {tag.payload: tag for tag in own}
    for tag in adopted:
        before = tags.get(tag.payload)
        if before is None:
            tags[tag.payload] = tag
        elif (before.piece, before.side) == (tag.piece, tag.side):
            tags[tag.payload] = replace(before, sticker_mm=tag.sticker_mm)
    return TagRegistry(tags.values())


def _code(text: str) -> str:
    digest = hashlib.blake2b(text.encode(), digest_size=5).digest()
    return base64.b32encode(digest).decode()[:CODE_LENGTH]
