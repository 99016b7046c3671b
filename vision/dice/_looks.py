"""What the network is shown: the whole picture in several sizes, then each die by itself, turned, scaled, mirrored."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import as_image
from vision.dice._net import CELL_PX, CLASSES, EDGE_PX, LEAST_PX, SIDE_PX, Weights, answers, needed_px, softmax
from vision.types import Image

Floats = npt.NDArray[np.float32]

_ALL_LOOKS = ((0.0, 1.0), (8.0, 1.08), (-8.0, 0.93), (0.0, 0.85), (0.0, 1.17))
"""Turn in degrees and zoom of the looks at one die; each is taken as it is and mirrored."""
_LOOK_PX = 23.0  # side of a face in these looks
_LEAST_CHANCE = 0.15  # of a face at the first look
_SAME_SIDES = 0.45  # places nearer than this are one face
_MOST_PLACES = 48  # bounds the time that a picture full of dots costs


@dataclass(frozen=True)
class Place:
    """Where an upper face may be: its middle and its side in px of the picture, and the chance that it is one."""

    x: float
    y: float
    side: float
    chance: float

    def is_near(self, other: Place, sides: float) -> bool:
        """Whether the middles are no further apart than so many sides of the larger face."""
        return math.hypot(self.x - other.x, self.y - other.y) <= sides * max(self.side, other.side)


def found(image: Image, least_side: float, most_side: float, weights: Weights) -> list[Place]:
    """The places of a colour picture where upper faces with such sides may be, the likeliest first."""
    scale = LEAST_PX / least_side
    every: list[Place] = []
    while scale * most_side > LEAST_PX:
        every += _found_at(image, scale, weights)
        scale /= 2
    kept: list[Place] = []
    for place in sorted(every, key=lambda one: -one.chance):
        if len(kept) < _MOST_PLACES and not any(place.is_near(other, _SAME_SIDES) for other in kept):
            kept.append(place)
    return kept


def _found_at(image: Image, scale: float, weights: Weights) -> list[Place]:
    """The same of one size of the picture."""
    height, width = (2 * max(1, round(length * scale / 2)) for length in image.shape[:2])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    border = int(EDGE_PX)
    framed = cv2.copyMakeBorder(
        cv2.resize(image, (width, height), interpolation=way), *(border,) * 4, cv2.BORDER_REPLICATE
    )
    told = answers(as_image(framed)[None], weights)[0]
    chance = 1.0 - softmax(told[..., :CLASSES])[..., 0]
    near = cv2.dilate(chance, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((chance >= near) & (chance > _LEAST_CHANCE))
    at = told[rows, columns]
    x, y = (CELL_PX * (cells + at[:, CLASSES + i]) + EDGE_PX - border for i, cells in enumerate((columns, rows)))
    sides = SIDE_PX * np.exp(np.clip(at[:, CLASSES + 2], -1.2, 1.2)) / scale
    across, down = width / image.shape[1], height / image.shape[0]
    middles = zip((x + 0.5) / across - 0.5, (y + 0.5) / down - 0.5, sides, chance[rows, columns], strict=True)
    return [Place(*(float(v) for v in place)) for place in middles]


def centred(image: Image, places: Sequence[Place], weights: Weights) -> list[Place]:
    """The same places, each from a look of its own."""
    if not places:
        return []
    cells = 3
    told = answers(views(image, places, cells, 0.0, 1.0), weights).reshape(len(places), cells * cells, -1)
    chance = 1.0 - softmax(told[..., :CLASSES])[..., 0]
    better: list[Place] = []
    for place, one, likely in zip(places, told, chance, strict=True):
        cell = int(likely.argmax())
        row, column = divmod(cell, cells)
        to_px = CELL_PX * place.side / _LOOK_PX
        dx, dy, size = (float(v) for v in one[cell, CLASSES:])
        x, y = place.x + (column - 1 + dx) * to_px, place.y + (row - 1 + dy) * to_px
        side = SIDE_PX * math.exp(min(1.2, max(-1.2, size))) / _LOOK_PX * place.side
        better.append(Place(x, y, side, float(likely[cell])))
    return better


def looked_at(image: Image, places: Sequence[Place], weights: Weights) -> Floats:
    """What the network says about each of the places, look by look: places x looks x 7, logits."""
    if not places:
        return np.zeros((0, 2 * len(_ALL_LOOKS), CLASSES), np.float32)
    once = [views(image, places, 1, turn, zoom) for turn, zoom in _ALL_LOOKS]
    every = np.stack([view for one in once for view in (one, one[:, :, ::-1])], axis=1)
    told = answers(as_image(every.reshape(-1, *every.shape[2:])), weights)
    return told.reshape(len(places), every.shape[1], -1)[..., :CLASSES]


def views(image: Image, places: Sequence[Place], cells: int, turn_deg: float, zoom: float) -> Image:
    """The pictures around the places, each just as large as so many answers need."""
    levels = [image]
    size = needed_px(cells)
    while min(levels[-1].shape[:2]) > 2 * size:
        levels.append(as_image(cv2.pyrDown(levels[-1])))
    cut = np.empty((len(places), size, size, 3), np.uint8)
    for number, place in enumerate(places):
        scale = _LOOK_PX * zoom / place.side
        level = min(len(levels) - 1, max(0, int(math.log2(1.0 / scale) + 0.4)))
        down = 2.0**-level
        middle = place.x * down, place.y * down
        turn = np.asarray(cv2.getRotationMatrix2D(middle, turn_deg, scale / down), np.float64)
        turn[:, 2] += (size - 1) / 2 - np.asarray(middle)
        cut[number] = cv2.warpAffine(
            levels[level], turn, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    return cut
