"""The motion gate: which parts of the picture moved, and which of them have come to rest since.

Works on a small picture in a grid of cells: the camera's own low-resolution stream where there is one, else every so
manieth pixel. A still table costs one comparison of small pictures; masks, cells and colours are made only when
something changed, and a change in one corner is read while a hand is still busy in another. Lamps on mains flicker, all
over the picture or in bands where the shutter opens row by row: what only became brighter or darker with its row has
not changed.
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
_ABOVE_NOISE, _MOST_NOISE = 3.4, 12.0  # of what three in four cells stay below; grey levels: more is no noise
_SMALL_WIDTH_PX = 360  # about so wide is the small picture that we make ourselves
_SAME = 3.5  # mean difference of a cell, in grey levels, up to which it looks as it did; more in a noisy picture
_RESTED = 4  # so many frames something must rest beside an arm that moves: what an arm only passes rests for fewer
_NOTHING = 0.003  # share of a picture that is neither black nor white: the markers alone are more
_MOST_LIGHT = 0.1  # share by which all may become brighter or darker at once without being another picture
_LEAST_LIGHT = 0.004  # what is less changes no grey level
_ALIKE_LIGHT = 0.15  # a cell whose light changed more unlike that of the others has itself changed
_EACH = 4  # so manieth cell tells the usual light
_CALM_ROW = 0.25  # share of a row's cells that must be at rest to tell the light on it


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
    looked: Mask | None = None  # not to be looked at beside an arm: it was, or has hardly come to rest
    other: Mask | None = None  # settled, and looks otherwise than when it was accepted; None: all that has settled
    stirring: Mask | None = None  # an arm that moves, without the table that it has just left; None: all that moves

    @cached_property
    def small(self) -> Image:
        """The small picture in colour (BGR), where there is any."""
        if self.compared.ndim == 3 or self.frame.image.ndim == 2:
            return colour(self.compared)
        factor = round(self.small_px)
        rows, columns = self.compared.shape
        return _thinned(self.frame.image[: rows * factor, : columns * factor], factor)

    @cached_property
    def changed(self) -> Mask:
        """What has settled, without that over which only a hand has passed."""
        return self.settled if self.same is None else np.asarray(self.settled & ~self.same)

    @cached_property
    def beside(self) -> Mask:
        """The cells that moved or look otherwise, as far as they hang together with something that moves, and those at
        the edge of all that: the inside of a sleeve is at rest too, and what a hand has just left is not yet all in
        view."""
        stirring = self.moving if self.stirring is None else self.stirring
        stirred = parts_with((self.settled if self.other is None else self.other) | stirring, stirring)
        return np.asarray(cv2.dilate(stirred.view(np.uint8), np.ones((3, 3), np.uint8)) > 0)

    @cached_property
    def fresh(self) -> Mask:
        """What has changed and must be read first."""
        return self.changed if self.looked is None else np.asarray(self.changed & ~(self.looked & self.beside))

    @cached_property
    def is_apart(self) -> bool:
        """Whether something new has settled away from all that moves."""
        return not self.moving.any() or bool((self.fresh & ~self.beside).any())

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
        self._before_lit: Image | None = None  # in the light of the accepted one, where that was worked out
        self._accepted: Image = np.zeros((0, 0), np.uint8)
        self._usual: Image = self._accepted  # the accepted one in the middle of the lights that flicker on it
        self._still = np.zeros((0, 0), np.int32)
        self._dirty = np.zeros((0, 0), np.bool_)
        self._doubted = np.zeros((0, 0), np.bool_)  # to be read whether it looks the same or not
        self._looked = np.zeros((0, 0), np.bool_)  # while beside something that moved, and at rest since
        self._nothing = np.zeros((0, 0), np.bool_)
        self._is_quiet = False  # nothing moved of late, and nothing waits to be read

    def is_as_before(self, frame: Frame) -> bool:
        """Takes one frame if it shows at a glance that nothing moves and nothing has to be read; else `step` has to."""
        small, usual = frame.small, self._usual
        if not self._is_quiet or small is None or frame.alone or small.ndim != usual.ndim:
            return False
        now = small[: usual.shape[0], : usual.shape[1]]
        if now.shape != usual.shape or cv2.norm(now, usual, cv2.NORM_INF) > self._threshold:
            return False
        self._before, self._before_lit = now, None
        return True

    def step(self, frame: Frame) -> GateView:
        """Takes one frame. A picture by itself (`frame.alone`) counts as settled at once."""
        now, small_px = _small(frame)
        cell_px = CELL * small_px
        before = self._before
        is_first = before is None or before.shape != now.shape or frame.alone
        if is_first or before is None:
            before = self._begin(now)
        self._before = now
        before_lit, self._before_lit = self._before_lit, None
        if self._is_quiet and self._is_like_accepted(now):
            return GateView(self._nothing, self._nothing, cell_px, frame, now, is_quiet=True)
        if _is_blind(now):
            # nobody can say what lies there; when it can be seen again, all of it is looked at as after a motion
            self._still[:], self._dirty[:], self._doubted[:], self._is_quiet = 0, True, True, False
            return GateView(self._still < 1, self._nothing, cell_px, frame, now, is_blind=True)
        if is_first:
            return GateView(self._nothing, ~self._nothing, cell_px, frame, now)
        calm = self._still >= self._still_frames
        before_lit = _in_light_of(self._accepted, before, calm) if before_lit is None else before_lit
        self._before_lit = lit = _in_light_of(self._accepted, now, calm)
        steps = _cell_differences((now, before), (lit, before_lit))
        threshold = max(self._threshold, min(_MOST_NOISE, _ABOVE_NOISE * _noise(steps)))
        moved = steps > threshold
        self._still = np.where(moved, 0, self._still + 1)
        self._looked &= ~moved
        differences = _cell_differences((now, self._accepted), (lit, self._accepted))
        unlike = differences > threshold
        arm = _from_edge(unlike)
        self._dirty |= moved | unlike
        moving = self._still < self._still_frames
        if (moving & ~moved).any():
            moving &= parts_with(moving | unlike, moved | arm)
        settled = self._dirty & ~moving
        other = settled & (differences > _SAME)
        self._is_quiet = not bool(self._dirty.any()) and not bool(moving.any())
        looked = (self._looked & ~self._doubted) | (self._still < _RESTED)
        same = settled & ~self._doubted & ~other
        return GateView(moving, settled, cell_px, frame, now, self._is_quiet, False, same, looked, other, moving & arm)

    def accept(self, mask: Mask, beside: Mask | None = None) -> None:
        """These cells have been read as they are in the latest frame. What is `beside` something that moves may be a
        part of that: it is read once more when that has gone, unless the place looks as before then."""
        if self._before is None or mask.shape != self._dirty.shape:
            return
        if beside is not None:
            self._looked |= mask & beside
            self._doubted &= ~(mask & beside)
            mask = mask & ~beside
        if mask.all() or self._before_lit is None:
            self._before_lit = self._before
        place = extent(mask)
        here = in_pixels(mask[place])
        rows, columns = (slice(part.start * CELL, part.stop * CELL) for part in place)
        # all that was accepted is kept in one light, whenever that was
        self._accepted[rows, columns][here] = self._before_lit[rows, columns][here]
        self._usual = self._accepted
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
        self._accepted = self._usual = now.copy()
        shape = (now.shape[0] // CELL, now.shape[1] // CELL)
        self._still = np.full(shape, self._still_frames, np.int32)
        self._dirty, self._doubted = np.ones(shape, np.bool_), np.ones(shape, np.bool_)
        self._looked = np.zeros(shape, np.bool_)
        self._nothing = np.zeros(shape, np.bool_)
        self._is_quiet, self._before_lit = False, None
        return now

    def _is_like_accepted(self, now: Image) -> bool:
        # no cell can differ by more than its pixels do; only with much noise the cells must be compared themselves
        if cv2.norm(now, self._usual, cv2.NORM_INF) <= self._threshold:
            return True
        if float(_cell_differences((now, self._accepted)).max()) > self._threshold:
            lit = _in_light_of(self._accepted, now, np.ones_like(self._nothing))
            if float(_cell_differences((now, self._accepted), (lit, self._accepted)).max()) > self._threshold:
                return False
            self._before_lit = lit
        self._usual = as_image(cv2.addWeighted(self._usual, 0.5, now, 0.5, 0.0))
        return True


def extent(mask: Mask) -> Place:
    """The smallest rectangle of cells that holds the whole mask (empty for an empty one)."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if rows.size == 0:
        return slice(0, 0), slice(0, 0)
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def parts_with(mask: Mask, where: Mask) -> Mask:
    """The connected parts of a mask that reach into the other mask."""
    count, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
    is_here = np.zeros(count, np.bool_)
    is_here[labels[where]] = True
    is_here[0] = False
    return np.asarray(is_here[labels])


def _from_edge(unlike: Mask) -> Mask:
    """What looks otherwise than the table and reaches to the edge of the picture, as an arm does, over small gaps where
    it looks like the table by chance."""
    held = np.zeros_like(unlike)
    for edge in (np.s_[0], np.s_[-1], np.s_[:, 0], np.s_[:, -1]):
        held[edge] = unlike[edge]
    if not held.any():
        return held
    near = cv2.dilate(unlike.view(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return np.asarray(unlike & parts_with(near, held))


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


def _noise(steps: npt.NDArray[np.uint8]) -> float:
    """By how much cells at rest may differ from one picture to the next, in grey levels: bright ones in a picture that
    is compared with a brighter one by more than others."""
    most = 3 * steps.size // 4
    return float(np.partition(steps, most, axis=None)[most])


def _is_blind(small: Image) -> bool:
    """Whether nearly all of a picture is black, or nearly all of it is white."""
    levels = np.bincount(small[::4, ::4].ravel(), minlength=256)
    total = int(levels.sum())
    return int(levels[24:].sum()) < _NOTHING * total or int(levels[:232].sum()) < _NOTHING * total


def _cell_differences(*pairs: tuple[Image, Image]) -> npt.NDArray[np.uint8]:
    """Per cell the mean difference in that of the colours which differs most. Of several pairs, which show the same
    two pictures in different lights, the more alike counts for each pixel: what is white grows no brighter."""
    apart = [cv2.absdiff(one, other) for one, other in pairs]
    difference = means_of_four(means_of_four(as_image(apart[0] if len(apart) == 1 else cv2.min(*apart))))
    return difference if difference.ndim == 2 else np.asarray(difference.max(axis=2))


def _in_light_of(before: Image, now: Image, calm: Mask) -> Image:
    """The new picture as it would be in the light of the other one, row by row, by the cells at rest that became
    brighter or darker alike. Only as far as lamps and cameras change by themselves: more is another picture."""
    was, has = (_brightness(picture) for picture in (before, now))
    ratio = was / has
    if not calm.any():
        return now
    usual = np.median(ratio[calm][::_EACH])
    alike = calm & (np.abs(ratio - usual) < _ALIKE_LIGHT * usual)
    by_row = (was * alike).sum(axis=1) / np.maximum(1.0, (has * alike).sum(axis=1))
    light = np.where(alike.sum(axis=1) > _CALM_ROW * alike.shape[1], by_row, usual).astype(np.float32)
    if float(np.abs(light - 1.0).max()) < _LEAST_LIGHT:
        return now
    light = np.clip(light, 1.0 - _MOST_LIGHT, 1.0 + _MOST_LIGHT).repeat(CELL)
    return as_image(np.minimum(now * light.reshape(-1, *(1,) * (now.ndim - 1)) + 0.5, 255.0))


def _brightness(small: Image) -> npt.NDArray[np.float32]:
    """Per cell; never 0."""
    return in_cells(small if small.ndim == 2 else small[:, :, 1]).astype(np.float32) + 1.0
