"""The motion gate: which parts of the picture moved, and which of them have come to rest since.

Works on a small picture in a grid of cells: the camera's own low-resolution stream where there is one, else every so
manieth pixel. A still table costs one comparison of small pictures; masks, cells and colours are made only when
something changed, and a change in one corner is read while a hand is still busy in another.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import Box, Halves, as_image, colour, grey, means_of_four
from vision.types import Frame, Image

Mask = npt.NDArray[np.bool_]
Cells = npt.NDArray[np.uint8]
Place = tuple[slice, slice]
"""Rows and columns of a mask of cells."""

CELL = 4  # small pixels a side
_SMALL_WIDTH_PX = 360  # about so wide is the small picture that we make ourselves
_SAME = 3.5  # mean difference of a cell, in grey levels, up to which it looks as it did; more in a noisy picture
_NOTHING = 0.003  # share of a picture that is neither black nor white: the markers alone are more


@dataclass(frozen=True, eq=False)
class GateView:
    """What the gate sees in one frame. Masks have one entry a cell; `cell_px` is a cell's side in picture pixels."""

    moving: Mask  # differs from the frame before, or did within the last few frames
    settled: Mask  # moved since it was last accepted, and is now at rest
    cell_px: float
    frame: Frame
    compared: Image  # the small picture by which it was judged (grey or BGR)
    is_quiet: bool = False  # nothing moves and nothing has to be read: both masks are empty
    is_blind: bool = False  # the picture is all black or all white: nothing can be told from it
    same: Mask | None = None  # settled, and looks again just as when it was accepted: a hand has passed over it

    @cached_property
    def small(self) -> Image:
        """The small picture in colour (BGR), where there is any."""
        if self.compared.ndim == 3 or self.frame.image.ndim == 2:
            return colour(self.compared)
        factor = round(self.small_px)
        rows, columns = self.compared.shape
        return _thinned(self.frame.image[: rows * factor, : columns * factor], factor)

    @cached_property
    def fresh(self) -> Mask:
        """What has settled and must be read first: all but what only a hand has passed over."""
        return self.settled if self.same is None else np.asarray(self.settled & ~self.same)

    @cached_property
    def is_apart(self) -> bool:
        """Whether something new has settled away from all that moves: the inside of a sleeve is at rest too, and what a
        hand has just left is not yet all in view."""
        if not self.moving.any():
            return True
        parts = cv2.connectedComponents((self.fresh | self.moving).astype(np.uint8), connectivity=8)[1]
        return bool((self.fresh & ~np.isin(parts, np.unique(parts[self.moving]))).any())

    @cached_property
    def halves(self) -> Halves:
        """The whole picture in grey and reduced: made once for all that look at all of it."""
        return Halves(grey(self.frame.image))

    @cached_property
    def cells(self) -> Cells:
        """Rows x columns x 3: the mean colour of every cell."""
        return in_cells(self.small)

    @property
    def small_px(self) -> float:
        """The side of a pixel of the small picture, in picture pixels."""
        return self.cell_px / CELL

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

    def around(self, x_px: float, y_px: float, reach_px: float) -> Place:
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
        self._accepted: Image = np.zeros((0, 0), np.uint8)
        self._still = np.zeros((0, 0), np.int32)
        self._dirty = np.zeros((0, 0), np.bool_)
        self._doubted = np.zeros((0, 0), np.bool_)  # to be read whether it looks the same or not
        self._nothing = np.zeros((0, 0), np.bool_)
        self._is_quiet = False  # nothing moved of late, and nothing waits to be read

    def is_as_before(self, frame: Frame) -> bool:
        """Takes one frame if it shows at a glance that nothing moves and nothing has to be read; else `step` has to."""
        small, accepted = frame.small, self._accepted
        if not self._is_quiet or small is None or frame.alone or small.ndim != accepted.ndim:
            return False
        now = small[: accepted.shape[0], : accepted.shape[1]]
        if now.shape != accepted.shape or cv2.norm(now, accepted, cv2.NORM_INF) > self._threshold:
            return False
        self._before = now
        return True

    def step(self, frame: Frame) -> GateView:
        """Takes one frame. A picture by itself (`frame.alone`) counts as settled at once."""
        now, small_px = _small(frame)
        cell_px = CELL * small_px
        before = self._before
        if before is None or before.shape != now.shape or frame.alone:
            before = self._begin(now)
        self._before = now
        if self._is_quiet and self._is_like_accepted(now):
            return GateView(self._nothing, self._nothing, cell_px, frame, now, is_quiet=True)
        if _is_blind(now):
            # nobody can say what lies there; when it can be seen again, all of it is looked at as after a motion
            self._still[:], self._dirty[:], self._doubted[:], self._is_quiet = 0, True, True, False
            return GateView(self._still < 1, self._nothing, cell_px, frame, now, is_blind=True)
        moved = _cell_differences(now, before) > self._threshold
        self._still = np.where(moved, 0, self._still + 1)
        differences = _cell_differences(now, self._accepted)
        self._dirty |= moved | (differences > self._threshold)
        moving = self._still < self._still_frames
        settled = self._dirty & ~moving
        same = settled & ~self._doubted & (differences <= _SAME)
        self._is_quiet = not bool(self._dirty.any()) and not bool(moving.any())
        return GateView(moving, settled, cell_px, frame, now, is_quiet=self._is_quiet, same=same)

    def accept(self, mask: Mask) -> None:
        """These cells have been read as they are in the latest frame."""
        if self._before is None or mask.shape != self._dirty.shape:
            return
        place = extent(mask)
        here = in_pixels(mask[place])
        rows, columns = (slice(part.start * CELL, part.stop * CELL) for part in place)
        self._accepted[rows, columns][here] = self._before[rows, columns][here]
        self._dirty[place] &= ~mask[place]
        self._doubted[place] &= ~mask[place]

    def doubt(self, mask: Mask) -> None:
        """These cells have to be read once more."""
        if mask.shape == self._dirty.shape:
            self._dirty |= mask
            self._doubted |= mask
            self._is_quiet = False

    def doubt_all(self) -> None:
        """Everything has to be read again, for instance because new tags have been registered."""
        self._dirty[:] = self._doubted[:] = True
        self._is_quiet = False

    def _begin(self, now: Image) -> Image:
        """Nothing to compare with yet: the first picture is taken to be at rest, the next ones correct it."""
        self._accepted = now.copy()
        shape = (now.shape[0] // CELL, now.shape[1] // CELL)
        self._still = np.full(shape, self._still_frames, np.int32)
        self._dirty, self._doubted = np.ones(shape, np.bool_), np.ones(shape, np.bool_)
        self._nothing = np.zeros(shape, np.bool_)
        self._is_quiet = False
        return now

    def _is_like_accepted(self, now: Image) -> bool:
        # no cell can differ by more than its pixels do; only with much noise the cells must be compared themselves
        if cv2.norm(now, self._accepted, cv2.NORM_INF) <= self._threshold:
            return True
        return float(_cell_differences(now, self._accepted).max()) <= self._threshold


def extent(mask: Mask) -> Place:
    """The smallest rectangle of cells that holds the whole mask (empty for an empty one)."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if rows.size == 0:
        return slice(0, 0), slice(0, 0)
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def in_pixels(mask: Mask) -> Mask:
    """A mask of cells as one of the pixels of the small picture."""
    return np.asarray(mask.repeat(CELL, axis=0).repeat(CELL, axis=1))


def in_cells(small: Image) -> Cells:
    """The mean colour of every cell of a small picture."""
    return means_of_four(means_of_four(small))


def _small(frame: Frame) -> tuple[Image, float]:
    """The small picture, without an edge that does not fill a cell, and the side of its pixels in picture pixels."""
    small = frame.small
    if small is not None:
        rows, columns = small.shape[0] // CELL * CELL, small.shape[1] // CELL * CELL
        if (rows, columns) != small.shape[:2]:
            small = small[:rows, :columns]
        return small, frame.size_px[0] / frame_width(frame)
    image = frame.image
    factor = max(1, round(image.shape[1] / _SMALL_WIDTH_PX))
    factor += factor > 4 and factor % 2
    width = max(1, image.shape[1] // factor // CELL) * CELL
    height = max(1, image.shape[0] // factor // CELL) * CELL
    part = image[: height * factor, : width * factor]
    # green alone is nearly the brightness, and costs a third
    return _thinned(part if part.ndim == 2 else part[:, :, 1], factor), float(factor)


def frame_width(frame: Frame) -> int:
    """How many pixels wide the low-resolution picture of a frame is, else the frame itself."""
    return int((frame.image if frame.small is None else frame.small).shape[1])


def _thinned(image: Image, factor: int) -> Image:
    """The picture made smaller by a whole factor: the mean of four pixels for each, since one alone is noisy."""
    if factor % 2:
        return np.ascontiguousarray(image[::factor, ::factor])
    return means_of_four(np.ascontiguousarray(image[:: factor // 2, :: factor // 2]))


def _is_blind(small: Image) -> bool:
    """Whether nearly all of a picture is black, or nearly all of it is white."""
    levels = np.bincount(small[::2, ::2].ravel(), minlength=256)
    total = int(levels.sum())
    return int(levels[24:].sum()) < _NOTHING * total or int(levels[:232].sum()) < _NOTHING * total


def _cell_differences(one: Image, other: Image) -> npt.NDArray[np.uint8]:
    """Per cell the mean difference in that of the colours which differs most."""
    difference = means_of_four(means_of_four(as_image(cv2.absdiff(one, other))))
    return difference if difference.ndim == 2 else np.asarray(difference.max(axis=2))
