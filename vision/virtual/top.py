"""What the virtual table is made of: pictures of real table tops, which go on and on without an edge."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from importlib import resources
from types import MappingProxyType

import cv2
import numpy as np

from vision._pixels import as_image
from vision.calibration.mat import Matrix
from vision.types import Image


class TableTop(Enum):
    """What lies under the cards: a printed mat, or a real table top, on which the places are marked."""

    MAT = "mat"
    OAK = "oak"
    MAPLE = "maple"
    WALNUT = "walnut"
    SLATE = "slate"
    CARPET = "carpet"
    RUG = "rug"


_PX_PER_MM: Mapping[TableTop, float] = MappingProxyType(  # by the playing cards in the photographs
    {
        TableTop.OAK: 2.3,
        TableTop.MAPLE: 1.9,
        TableTop.WALNUT: 2.3,
        TableTop.SLATE: 2.5,
        TableTop.CARPET: 1.3,
        TableTop.RUG: 1.5,
    }
)


@dataclass(frozen=True, eq=False)
class Texture:
    """A picture (BGR) without an edge: what leaves it on one side comes back on the other. `angle_deg` turns it."""

    picture: Image
    px_per_mm: float
    angle_deg: float = 0.0

    def seen(self, to_px: Matrix, width_px: int, height_px: int) -> Image:
        """A picture filled with it, as `to_px` takes millimetres to that picture's pixels."""
        turn = math.radians(self.angle_deg)
        fine = self.px_per_mm
        spin = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, fine]])
        warp = to_px @ (spin / fine)
        size = (width_px, height_px)
        return as_image(
            cv2.warpPerspective(self.picture, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
        )


def texture_of(top: TableTop) -> Texture | None:
    """The picture of a table top; None for the printed mat, which is drawn."""
    if top is TableTop.MAT:
        return None
    packed = (resources.files("vision.virtual") / "tops" / f"{top.value}.jpg").read_bytes()
    picture = as_image(cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR))
    return Texture(picture, _PX_PER_MM[top])
