"""The order in which people would name the tags in a picture of a hand or a row of cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.reading.decoders import RawTag

_SAME_ROW = 0.65  # of a tag's side: so far above or below each other, side by side
_NEIGHBOUR = 7.0  # sides: so far apart along a row
_AGREED = 0.3  # how alike the tags must stand for their own "right" to be believed, 0 (any way) to 1

Floats = npt.NDArray[np.float64]


def reading_order(tags: Sequence[RawTag]) -> list[RawTag]:
    """Rows from the top, each from the left, as the tags themselves stand: however the picture is turned.

    Tags are of one row if, as they see it, they lie beside each other; so a fan of cards is one row. Where the tags
    stand every way, the picture's own top counts.
    """
    if not tags:
        return []
    quads = np.array([tag.corners_px for tag in tags], np.float64)
    middle = quads.mean(axis=1)
    right = quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]
    side = np.linalg.norm(right, axis=1) / 2
    right /= np.maximum(np.linalg.norm(right, axis=1, keepdims=True), 1e-9)
    common = right.mean(axis=0)
    agreed = float(np.linalg.norm(common))
    is_agreed = agreed >= _AGREED
    along = common / agreed if is_agreed else np.array([1.0, 0.0])
    frames = right if is_agreed else np.repeat(along[None], len(tags), axis=0)
    row = _rows(middle, frames, side)
    below = middle @ np.array([-along[1], along[0]])
    top = {number: float(below[row == number].mean()) for number in set(row.tolist())}
    order = sorted(range(len(tags)), key=lambda n: (top[int(row[n])], float(middle[n] @ along)))
    return [tags[number] for number in order]


def _rows(middle: Floats, right: Floats, side: Floats) -> npt.NDArray[np.int64]:
    """The number of each tag's row: neighbours in a row are linked, and links chained."""
    step = middle[None] - middle[:, None]
    between = right[None] + right[:, None]
    between /= np.maximum(np.linalg.norm(between, axis=2, keepdims=True), 1e-9)
    size = (side[None] + side[:, None]) / 2
    across = np.abs((step * between).sum(axis=2))
    down = np.abs(step[..., 1] * between[..., 0] - step[..., 0] * between[..., 1])
    linked = (down < _SAME_ROW * size) & (across < _NEIGHBOUR * size)
    row = np.arange(len(middle))
    for _ in range(len(middle)):
        new = np.where(linked, row[None], len(middle)).min(axis=1)
        if (new == row).all():
            break
        row = new
    return row
