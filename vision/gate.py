"""The motion gate: which parts of the picture moved, and which of them have come to rest since.

Works on a small copy of the picture in a grid of cells, so that a still table costs next to nothing and a change in
one corner is read while a hand is still busy in another.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import Box, as_image, colour
from vision.types import Image

Mask = npt.NDArray[np.bool_]
Cells = npt.NDArray[np.float32]

_SMALL_WIDTH_PX = 360
_CELL = 4  # small pixels a side


@dataclass(frozen=True)
class GateView:
    """What the gate sees in one frame. Masks have one entry a cell; `cell_px` is a cell's side in picture pixels."""

    moving: Mask  # differs from the frame before, or did within the last few frames
    settled: Mask  # moved since it was last accepted, and is now at rest
    cells: Cells  # rows x columns x 3: the mean colour of every cell
    cell_px: float
    small: Image  # the small copy of the picture that all this is made from (BGR)

    @property
    def small_px(self) -> float:
        """The side of a pixel of the small copy, in picture pixels."""
        return self.cell_px / _CELL

    def boxes(self, mask: Mask) -> list[Box]:
        """Boxes in picture pixels around the connected parts of a mask of cells."""
        count, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
        return [
            (
                int(x * self.cell_px),
                int(y * self.cell_px),
                int(np.ceil(w * self.cell_px)),
                int(np.ceil(h * self.cell_px)),
            )
            for x, y, w, h, _ in stats[1:count]
        ]

    def around(self, x_px: float, y_px: float, reach_px: float) -> tuple[slice, slice]:
        """The cells within `reach_px` of a pixel, as slices of a mask (at least one cell)."""
        rows, columns = self.moving.shape

        def span(at: float, count: int) -> slice:
            first = min(count - 1, max(0, int((at - reach_px) / self.cell_px)))
            last = min(count - 1, max(0, int((at + reach_px) / self.cell_px)))
            return slice(first, last + 1)

        return span(y_px, rows), span(x_px, columns)


class MotionGate:
    """Compares each frame with the one before and with the last accepted state.

    `still_frames`: how many frames in a row a cell must not move before it counts as settled.
    `threshold`: mean difference of a cell, in grey levels, that counts as a change.
    """

    def __init__(self, still_frames: int = 2, threshold: float = 7.0) -> None:
        self._still_frames = still_frames
        self._threshold = threshold
        self._before: Image | None = None
        self._accepted: Image | None = None
        self._still = np.zeros((0, 0), np.int32)
        self._dirty = np.zeros((0, 0), np.bool_)

    def step(self, image: Image, at_once: bool = False) -> GateView:
        """Takes one frame (BGR or grey). `at_once`: a picture by itself, all of it counts as settled now."""
        small, factor = _small(image)
        cells = in_cells(small)
        cell_px = float(_CELL * factor)
        if self._before is None or self._before.shape != small.shape or at_once:
            # nothing to compare with yet: the first picture is taken to be at rest, the next ones correct it
            self._before, self._accepted = small, small
            self._still = np.full(cells.shape[:2], self._still_frames, np.int32)
            self._dirty = np.ones(cells.shape[:2], np.bool_)
        assert self._accepted is not None
        moved = _cell_differences(small, self._before) > self._threshold
        self._still = np.where(moved, 0, self._still + 1)
        self._dirty |= moved | (_cell_differences(small, self._accepted) > self._threshold)
        self._before = small
        moving = self._still < self._still_frames
        return GateView(moving, self._dirty & ~moving, cells, cell_px, small)

    def accept(self, mask: Mask) -> None:
        """These cells have been read as they are in the latest frame."""
        if self._before is None or self._accepted is None:
            return
        large = in_pixels(mask)
        updated = self._accepted.copy()
        updated[large] = self._before[large]
        self._accepted = updated
        self._dirty &= ~mask

    def doubt(self, mask: Mask) -> None:
        """These cells have to be read once more."""
        if mask.shape == self._dirty.shape:
            self._dirty |= mask

    def doubt_all(self) -> None:
        """Everything has to be read again, for instance because new tags have been registered."""
        self._dirty[:] = True


def in_pixels(mask: Mask) -> Mask:
    """A mask of cells as one of the pixels of the small picture."""
    return np.asarray(mask.repeat(_CELL, axis=0).repeat(_CELL, axis=1))


def in_cells(small: Image | npt.NDArray[np.float32]) -> Cells:
    """The mean colour of every cell of a small picture."""
    size = (small.shape[1] // _CELL, small.shape[0] // _CELL)
    return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.float32)


def _small(image: Image) -> tuple[Image, int]:
    """The small copy, without an edge that does not fill a cell, and the side of its pixels in those of the picture."""
    # a whole factor is several times faster than an odd one
    factor = max(1, round(image.shape[1] / _SMALL_WIDTH_PX))
    factor += factor > 4 and factor % 2
    width = max(1, image.shape[1] // factor // _CELL) * _CELL
    height = max(1, image.shape[0] // factor // _CELL) * _CELL
    part = image[: max(1, height * factor), : max(1, width * factor)]
    if factor >= 4 and factor % 2 == 0:
        # every second pixel is plenty for a mean over a cell, and costs a third of the time
        part = as_image(cv2.resize(part, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_NEAREST))
    return colour(as_image(cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA))), factor


def _cell_differences(one: Image, other: Image) -> npt.NDArray[np.float32]:
    """Per cell the mean difference in that of the three colours which differs most."""
    difference = as_image(cv2.absdiff(one, other))
    size = (one.shape[1] // _CELL, one.shape[0] // _CELL)
    return np.asarray(np.asarray(cv2.resize(difference, size, interpolation=cv2.INTER_AREA)).max(axis=2), np.float32)
