"""Places where small codes may lie that cannot be read: their pictures add up while they rest, until they can be.

Every frame brings fresh noise and another grain of the JPEG; their mean has less of both, and bears more sharpening.
It is read when a few frames are in it, and once more with many. What surely is a code then and is still not read is
told as too small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import Box, as_image, cropped, grey, grown
from vision.calibration.mat import Corners
from vision.table.gate import GateView, Mask, Place
from vision.types import Image

_READ_AT = (4, 12)  # frames added up
_MOST_PX = 400_000  # of all places together, the smallest first
_BEYOND_PX = 4  # around what is read: the readers look a little beyond it
_SAME_SHARE = 0.6  # of a box that lies in another one: both show the same place
_SHARPENED_PX, _SHARPENED = 1.2, 1.0
_SMOOTH_PX = 1.5  # so that noise is not taken for a movement
_LEAST_GAIN = 0.5  # less of what was seen is seen again where there is nothing but noise
_STEADY_PX = 0.04  # a picture that has shifted by less is added as it is
_FARTHEST_PX = 1.0  # one that has shifted by more shows something else

Sums = npt.NDArray[np.float32]


@dataclass
class _Left:
    box: Box  # what is read
    outer: Box  # what is added up
    sums: Sums | None = None  # None: before the first frame, and when it was read for the last time
    frames: int = 0
    reads: int = 0

    @property
    def is_due(self) -> bool:
        """Whether there are enough frames to read it."""
        return self.reads < len(_READ_AT) and self.frames >= _READ_AT[self.reads]

    @property
    def mean(self) -> Sums:
        """The mean of its pictures, of which there is at least one that is kept."""
        assert self.sums is not None
        return self.sums / np.float32(self.frames)

    @property
    def is_done(self) -> bool:
        """Whether more frames would not help."""
        return self.reads == len(_READ_AT)

    def add(self, picture: Sums, shift_px: tuple[float, float]) -> None:
        """Takes one more picture of `outer`, in which all lies so far beside where it lay."""
        self.sums = picture.copy() if self.sums is None else self.sums + _moved(picture, shift_px)
        self.frames += 1


@dataclass
class StillPlaces:
    """What is left to be read on one table, and the sums of its pictures."""

    unread: tuple[Corners, ...] = ()  # the codes that could not be read however long they lay still
    _places: list[_Left] = field(default_factory=list)

    @property
    def waits(self) -> bool:
        """Whether another frame is of use."""
        return any(not place.is_done for place in self._places)

    def forget(self) -> None:
        """The camera moved, or other codes are known now."""
        self._places, self.unread = [], ()

    def found(self, view: GateView, looked: Mask, left: Sequence[Box]) -> None:
        """After a look at some cells: what was left unread in it. A code that was told as unread stays so until nothing
        is left there, however often a hand passes over it."""
        self._drop_moving(view)
        gone = [code for code in self.unread if looked[_around(view, code)].all() and not _among(left, code)]
        self.unread = tuple(code for code in self.unread if code not in gone)
        room = _MOST_PX - sum(place.box[2] * place.box[3] for place in self._places)
        for box in left:  # the smallest first
            room -= box[2] * box[3]
            if room < 0:
                return
            if not any(_is_in(box, place.box) for place in self._places):
                self._places.append(_Left(box, grown(box, _BEYOND_PX, *view.frame.size_px)))

    def add(self, view: GateView) -> None:
        """Takes one more frame. Places where something moves are forgotten: they are looked at anew when it rests."""
        self._drop_moving(view)
        waiting = [place for place in self._places if not place.is_done]
        pictures = [grey(cropped(view.frame.image, place.outer)).astype(np.float32) for place in waiting]
        shift_px = _shift_px([(place.mean, now) for place, now in zip(waiting, pictures, strict=True) if place.frames])
        if max(map(abs, shift_px)) > _FARTHEST_PX:
            self.forget()
            return
        for place, now in zip(waiting, pictures, strict=True):
            place.add(now, shift_px)

    def _drop_moving(self, view: GateView) -> None:
        if not view.is_quiet:
            self._places = [place for place in self._places if not view.moving[_cells(view, place.box)].any()]

    @property
    def due(self) -> list[Box]:
        """The boxes that are to be read in `picture` now."""
        return [place.box for place in self._places if place.is_due]

    def picture(self, size_px: tuple[int, int]) -> Image:
        """A grey picture of the table with nothing but the means of the places that are due: sharpened, and in full
        contrast."""
        image: Image = np.zeros(size_px[::-1], np.uint8)
        for place in self._places:
            if place.is_due and place.sums is not None:
                light = place.sums + _SHARPENED * (place.sums - cv2.GaussianBlur(place.sums, (0, 0), _SHARPENED_PX))
                low, high = float(light.min()), float(light.max())
                spread = (light - low) * (255.0 / max(1.0, high - low))
                cropped(image, place.outer)[:] = as_image(np.rint(spread))
        return image

    def was_read(self, unread: Sequence[Corners]) -> None:
        """The picture was read, and these codes in it could not be."""
        done = [place.box for place in self._places if place.is_due and place.reads + 1 == len(_READ_AT)]
        kept = [code for code in self.unread if not _among(done, code)]
        self.unread = (*kept, *(code for code in unread if _among(done, code)))
        for place in self._places:
            if place.is_due:
                place.reads += 1
                place.sums = None if place.is_done else place.sums


def _is_in(box: Box, other: Box) -> bool:
    across = min(box[0] + box[2], other[0] + other[2]) - max(box[0], other[0])
    down = min(box[1] + box[3], other[1] + other[3]) - max(box[1], other[1])
    return min(across, down) > 0 and across * down >= _SAME_SHARE * box[2] * box[3]


def _among(boxes: Sequence[Box], corners: Corners) -> bool:
    x, y = np.mean(corners, axis=0)
    return any(bool(left <= x < left + w and top <= y < top + h) for left, top, w, h in boxes)


def _cells(view: GateView, box: Box) -> Place:
    x, y, w, h = (part / view.cell_px for part in box)
    return slice(int(y), int(np.ceil(y + h))), slice(int(x), int(np.ceil(x + w)))


def _around(view: GateView, corners: Corners) -> Place:
    (left, above), (right, below) = np.min(corners, axis=0), np.max(corners, axis=0)
    return view.around((left + right) / 2, (above + below) / 2, max(right - left, below - above) / 2)


def _shift_px(pictures: Sequence[tuple[Sums, Sums]]) -> tuple[float, float]:
    """How far all lies beside where it lay, to a small part of a pixel: right, down. Of each place what it looked like
    and what it looks like.

    A camera trembles. The shift is found as by B. Lucas and T. Kanade 1981, in one step, whatever the light.
    """
    normal, right_side = np.eye(3) * 1e-6, np.zeros(3)
    for one, other in pictures:
        before, now = (cv2.GaussianBlur(picture, (0, 0), _SMOOTH_PX) for picture in (one, other))
        across = cv2.Sobel(before, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8).ravel()
        down = cv2.Sobel(before, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8).ravel()
        table = np.stack([across, down, before.ravel() - before.mean()])
        normal += table @ table.T
        right_side += table @ (now.ravel() - now.mean())
    across, down, gain = np.linalg.solve(normal, right_side).tolist()
    return (across / gain, down / gain) if gain > _LEAST_GAIN else (0.0, 0.0)


def _moved(picture: Sums, shift_px: tuple[float, float]) -> Sums:
    """What lies at x in the picture is taken from x - shift."""
    if max(map(abs, shift_px)) < _STEADY_PX:
        return picture
    move = np.array([[1.0, 0.0, -shift_px[0]], [0.0, 1.0, -shift_px[1]]])
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(picture, move, picture.shape[::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.float32)
