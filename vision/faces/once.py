"""One look at a table that was seen bare: which cards lie there, as the eye of a table tells them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.faces.at_table import CardSeen, FacesAtTable
from vision.faces.changed import Changed
from vision.faces.find import ToMm
from vision.faces.looks import Looks
from vision.types import Image

_CELL_PX: Final = 8.0


def cards_on(decks: Sequence[Looks], picture: Image, bare: Image, to_mm: ToMm) -> list[CardSeen]:
    """The cards that lie in a picture (BGR) where they did not in another one of the same table."""
    high, wide = (math.ceil(side / _CELL_PX) for side in picture.shape[:2])
    faces, all_ = FacesAtTable(decks), np.ones((high, wide), np.bool_)
    few = np.zeros_like(all_)
    few[0, 0] = True
    faces.look(Changed(bare, few, _CELL_PX, to_mm), [])
    faces.learn(Changed(bare, all_, _CELL_PX, to_mm), [], [])
    return faces.look(Changed(picture, all_, _CELL_PX, to_mm), [])[0]
