"""What a code cannot do: lie half on another part of the picture, or in the same place as another code."""

from __future__ import annotations

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
    order = sorted(found, key=lambda one: -one.match)
    corners = np.array([seen.tag.corners_px for seen in order], np.float64).reshape(-1, 4, 2)
    middles, (one, other) = corners.mean(axis=1), (corners[:, 2:] - corners[:, :2]).swapaxes(0, 1)
    sides_px = np.sqrt(np.abs(one[:, 0] * other[:, 1] - other[:, 0] * one[:, 1]) / 2)
    gaps = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    shares = gaps < _NEAREST * sides_px[:, None]
    kept: list[int] = []
    doubtful: set[int] = set()
    for number, seen in enumerate(order):
        better = [before for before in kept if shares[number, before]]
        doubtful.update(
            n for n in better if order[n].tag.payload != seen.tag.payload and order[n].match < seen.match + clear
        )
        if not better:
            kept.append(number)
    return [order[number].tag for number in kept if number not in doubtful]
