"""The looks of the virtual table's cards, as if each had been shown to the camera once."""

from __future__ import annotations

from companion.virtual.virtual_table import VirtualTable
from rules.engine.mat import PieceSize
from vision.faces.flat import CardSize
from vision.faces.looks import Look, Looks, learned
from vision.sticker import card_image
from vision.types import Side

_PX_PER_MM = 5.0


def virtual_looks(table: VirtualTable) -> tuple[Looks, ...]:
    """The looks of all cards that carry no sticker, those of one size together, and of the backs of their decks."""
    found: dict[PieceSize, list[Look]] = {}
    for body in table.bodies():
        size = table.layout.size(body.deck)
        if table.has_stickers(body.deck):
            continue
        looks, mm = found.setdefault(size, []), (size.width_mm, size.height_mm)
        if all(look.piece != body.deck for look in looks):
            back = card_image(None, table.back(body.deck), _PX_PER_MM, *mm, is_back=True)
            looks.append(learned(body.deck, [back], CardSize(*mm), Side.BACK))
        looks.append(
            learned(str(body.piece), [card_image(None, table.art(body.piece), _PX_PER_MM, *mm)], CardSize(*mm))
        )
    return tuple(Looks(looks, CardSize(size.width_mm, size.height_mm)) for size, looks in found.items())
