"""The looks of the virtual table's cards, as if each had been shown to the camera once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from companion.journal.copies import Copy
from companion.journal.looks import KeptLooks
from companion.reading.tags import card_size_of
from companion.virtual.virtual_table import VirtualTable
from vision.faces.looks import Look, learned
from vision.sticker import card_image
from vision.types import Side

_PX_PER_MM = 5.0


def virtual_looks(table: VirtualTable) -> tuple[Look, ...]:
    """The looks of all cards that carry no sticker, and of the backs of their decks."""
    found: dict[tuple[str, Side], Look] = {}
    for body in table.bodies():
        size = table.layout.size(body.deck)
        if table.has_stickers(body.deck):
            continue
        mm = size.width_mm, size.height_mm
        if (body.deck, Side.BACK) not in found:
            back = card_image(None, table.back(body.deck), _PX_PER_MM, *mm, is_back=True)
            found[body.deck, Side.BACK] = learned(body.deck, [back], card_size_of(size), Side.BACK)
        front = card_image(None, table.art(body.piece), _PX_PER_MM, *mm)
        found[str(body.piece), Side.FRONT] = learned(str(body.piece), [front], card_size_of(size))
    return tuple(found.values())


def looks_at(table: VirtualTable | None, kept: KeptLooks) -> Callable[[Sequence[Copy]], Iterable[Look]]:
    """The looks by which the camera knows cards: those of the virtual table, else those of the copies in play."""
    if table is None:
        return kept.in_play
    drawn = virtual_looks(table)
    return lambda copies: drawn
