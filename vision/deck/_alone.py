"""What a code cannot do: lie half on another part of the picture, or in the same place as another code."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.codes import CODE_MODULES
from vision.deck._atlas import Atlas, Floats
from vision.deck._grid import centres, placed
from vision.reading.decoders import RawTag

_NEAREST = 16 / CODE_MODULES
"""Of two codes that lie side by side the middles are a side apart, of one over another little less."""


@dataclass(frozen=True)
class Seen:
    """A code of the deck that a place in the picture resembles most, and how much (see `_match.Guess`)."""

    tag: RawTag
    match: float
    margin: float
    fixed: float
    finder: float
    against: float


def on_one_tile(atlas: Atlas, grids: Floats, tile: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Which grids have the middles of all their modules on their own tile.

    Neighbours on the sheet come from anywhere in the picture: a grid that reaches over the edge of its tile shows
    parts of two places as if they were one.
    """
    x, y = (np.rint(part).astype(np.int64) for part in placed(grids, centres()))
    height, width = atlas.owner.shape
    is_there = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    owner = atlas.owner[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)]
    return np.asarray((is_there & (owner == tile[:, None])).all(axis=1))


def apart(found: Sequence[Seen], clear: float) -> list[RawTag]:
    """Of codes that share a place the best one, if it is better than any other text there by `clear`; else none."""
    kept: list[Seen] = []
    doubtful: list[Seen] = []
    for seen in sorted(found, key=lambda one: -one.match):
        better = [other for other in kept if _share_a_place(seen.tag, other.tag)]
        doubtful += [
            other for other in better if other.tag.payload != seen.tag.payload and other.match < seen.match + clear
        ]
        if not better:
            kept.append(seen)
    return [seen.tag for seen in kept if not any(seen is other for other in doubtful)]


def _share_a_place(one: RawTag, other: RawTag) -> bool:
    (ax, ay), (bx, by) = _middle(one), _middle(other)
    side_px = math.sqrt(_area(one))
    return math.hypot(ax - bx, ay - by) < _NEAREST * side_px


def _middle(tag: RawTag) -> tuple[float, float]:
    return sum(x for x, _ in tag.corners_px) / 4, sum(y for _, y in tag.corners_px) / 4


def _area(tag: RawTag) -> float:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = tag.corners_px
    return abs((cx - ax) * (dy - by) - (dx - bx) * (cy - ay)) / 2
