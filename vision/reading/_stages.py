"""The stages of the cascade: each reads what the cheaper ones before it have left open."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from vision._pixels import Box, as_image, cropped, grown, resized, sharpened
from vision.calibration.scale import Scale
from vision.deck.reader import DeckReader, Quad
from vision.reading.decoders import RawTag, by_zbar, by_zxing
from vision.types import Image

_LIVELY = 2.6
_QUIET_MODULES = 2.0  # decoders want some white around a code


@dataclass(frozen=True)
class Task:
    """What a stage is given: the grey picture, the boxes that are still open (the strongest first), the scale if there
    is one, and about how many pixels a module has."""

    pixels: Image
    boxes: Sequence[Box]
    scale: Scale | None
    module_px: float


@dataclass(frozen=True)
class Reading:
    """What was read, and what was not: the corners of what surely are codes (too small, too dim), the clearest first,
    and the boxes that are left, where codes might be so small that noise hides them."""

    tags: Sequence[RawTag]
    unread: Sequence[Quad] = ()
    left: Sequence[Box] = ()


class Stage(Protocol):
    """One kind of reading."""

    @property
    def name(self) -> str: ...

    def read(self, task: Task) -> Reading:
        """What can be read in the boxes, and what cannot; the same code may be named twice."""
        ...


@dataclass(frozen=True)
class Crops:
    """zxing-cpp on each box, `factor` times enlarged and sharpened.

    `most_px`: so many pixels of the picture per call, the first boxes first. `least_module_px`: where a module has
    less than this, nothing can be read this way and nothing is tried.
    """

    factor: float = 2.0
    most_px: int = 1_500_000
    least_module_px: float = 1.4

    @property
    def name(self) -> str:
        return f"zxing x{self.factor:g}"

    def read(self, task: Task) -> Reading:
        found: list[RawTag] = []
        room = self.most_px if task.module_px >= self.least_module_px else 0
        height, width = task.pixels.shape
        for tight in task.boxes:
            box = grown(tight, round(_QUIET_MODULES * task.module_px), width, height)
            room -= box[2] * box[3]
            if room < 0:
                break
            part = sharpened(resized(cropped(task.pixels, box), self.factor), 0.9 * self.factor, 1.2)
            found += by_zxing(part, (box[0], box[1]), self.factor)
        return Reading(found)


@dataclass(frozen=True)
class ByDeck:
    """The deck reader; nothing where there is no scale."""

    reader: DeckReader

    @property
    def name(self) -> str:
        return "deck"

    def read(self, task: Task) -> Reading:
        return Reading(()) if task.scale is None else Reading(*self.reader.looked(task.pixels, task.boxes, task.scale))


@dataclass(frozen=True)
class Zbar:
    """zbar on each box that is lively enough, `most` at most: it is slow, and the last resort."""

    most: int = 20
    largest_px: int = 400

    @property
    def name(self) -> str:
        return "zbar"

    def read(self, task: Task) -> Reading:
        found: list[RawTag] = []
        boxes = [box for box in task.boxes if max(box[2], box[3]) <= self.largest_px]
        lively = [box for box in boxes[: 4 * self.most] if is_lively(cropped(task.pixels, box))]
        for box in lively[: self.most]:
            found += by_zbar(cropped(task.pixels, box), (box[0], box[1]))
        return Reading(found)


def is_lively(part: Image) -> bool:
    """Whether black and white change along its lines as often as in a code, in the calmer of the two directions.

    A code is lively both ways (3 to 6 changes a line, of 40 samples); lines of text, card edges and pictures mostly
    are not.
    """
    low, high = np.percentile(part[::2, ::2], (15, 85))
    if high - low < 25:
        return False
    small = as_image(cv2.resize(part, (40, 40), interpolation=cv2.INTER_AREA))
    signs = cv2.threshold(small, 0, 1, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1].astype(np.int8)
    return min(float(np.abs(np.diff(signs, axis=axis)).sum()) / 40 for axis in (0, 1)) > _LIVELY


def unread_apart(unread: Sequence[Quad], found: Sequence[RawTag]) -> tuple[Quad, ...]:
    """Each of these places once, without those at which something was read after all, and without what finder patterns
    of several codes in a row seem to be together."""
    taken, apart = [centre_px(tag) for tag in found], []
    for corners in unread:
        middle, near_px = mean_px(corners), math.dist(corners[0], corners[1])
        if not any(math.dist(middle, other) < near_px for other in taken):
            taken.append(middle)
            apart.append(corners)
    return tuple(apart)


def mean_px(corners: Quad) -> tuple[float, float]:
    """The middle of a code with these corners."""
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


def centre_px(tag: RawTag) -> tuple[float, float]:
    """The middle of a code in the picture."""
    return mean_px(tag.corners_px)


def merge_tags(found: list[RawTag], new: Sequence[RawTag]) -> None:
    """Adds what is not yet there: the same text within half a code's side is the same code.

    What is only recognised by its likeness does not count where a decoder has read another text.
    """
    decoded = [old for old in found if old.reader != DeckReader.name]
    known: dict[str, list[RawTag]] = {}
    for old in found:
        known.setdefault(old.payload, []).append(old)
    for tag in new:
        alike = known.setdefault(tag.payload, [])
        rivals = decoded if tag.reader == DeckReader.name else ()
        if not any(_is_one_place(tag, old) for old in (*alike, *rivals)):
            alike.append(tag)
            found.append(tag)


def _is_one_place(tag: RawTag, old: RawTag) -> bool:
    side_px = math.dist(tag.corners_px[0], tag.corners_px[1])
    return math.dist(centre_px(old), centre_px(tag)) < max(4.0, side_px / 2)
