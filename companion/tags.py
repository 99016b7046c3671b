"""The tags of a game: which payload is printed for which side of which piece.

Codes are opaque and short (eight letters and digits, QR version 1 at the highest error level). All pieces of a deck
share one back, so a back never tells which card it is.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping

from rules.engine.types import PieceId
from vision.registry import TagRegistry
from vision.types import CARD_SHAPE, Side, Tag

CODE_LENGTH = 8


def front_code(game: str, piece: str) -> str:
    """The payload on the front of a piece."""
    return _code(f"{game}/front/{piece}")


def back_code(game: str, deck: str) -> str:
    """The payload on the back of every card of a deck."""
    return _code(f"{game}/back/{deck}")


def game_tags(game: str, decks: Mapping[str, Iterable[PieceId]], adopted: Iterable[Tag] = ()) -> TagRegistry:
    """The registry of a game's own tags and those that were adopted for its pieces."""
    tags: list[Tag] = []
    for deck, pieces in decks.items():
        tags.append(Tag(back_code(game, deck), deck, Side.BACK, shared=True, shape=CARD_SHAPE))
        tags += [Tag(front_code(game, p), p, Side.FRONT, shape=CARD_SHAPE) for p in pieces]
    registry = TagRegistry(tags)
    for tag in adopted:
        registry = registry.adopted(tag.payload, tag)
    return registry


def _code(text: str) -> str:
    digest = hashlib.blake2b(text.encode(), digest_size=5).digest()
    return base64.b32encode(digest).decode()[:CODE_LENGTH]
