"""Stickers that were seen on cards before their game was on the shelf: from then on they stand for its pieces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.journal.copies import Copies, Copy, CopyTag
from rules.engine.types import PieceId


def tie(copies: Copies, copy: Copy, seen: Iterable[tuple[str, Sequence[PieceId]]]) -> None:
    """Each sticker (payload) that stands for nothing yet stands for the first of its pieces that has none. JournalError
    when it could not be written."""
    known = {tag.piece for one in copies.list(copy.game) for tag in copies.tags(one.ident)}
    tags = []
    for payload, pieces in seen:
        free = next((str(piece) for piece in pieces if str(piece) not in known), None)
        if free is not None and copies.whose(payload) is None:
            known.add(free)
            tags.append(CopyTag(payload, free))
    if tags:
        copies.merge([(copy, tags)])
