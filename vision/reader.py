"""Finding and decoding QR tags in a picture of the table.

OpenCV finds the places that could hold a code, zxing-cpp reads them, then again sharpened and doubled, and zbar has
the last word on what is left. zbar on a whole frame, and OpenCV's own QR detector anywhere, lose most tags of a full
table, so neither is used.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from vision._decoders import RawTag, by_zbar, by_zxing
from vision._pixels import Box, as_image, cropped, grey, grown, resized, sharpened
from vision.registry import TagRegistry
from vision.scale import Scale
from vision.types import Image

_LIVELY = 2.6


class TagReader(Protocol):
    """Anything that finds tags in a picture; the eye is given one, so it can be replaced."""

    def read_tags(
        self, image: Image, known_regions: Sequence[Box] | None = None, scale: Scale | None = None
    ) -> tuple[RawTag, ...]:
        """All tags in the regions (None: in the whole picture), each place once.

        `scale`: how large a sticker looks at each place, where there is a calibration.
        """
        ...


@dataclass(frozen=True)
class CascadeReader:
    """The reader that is used at the table.

    `last_resort`: how many unread candidates per call may go to the slow last stages; a picture full of unreadable
    texture must not cost seconds.
    """

    last_resort: int = 80

    def read_tags(
        self, image: Image, known_regions: Sequence[Box] | None = None, scale: Scale | None = None
    ) -> tuple[RawTag, ...]:
        """See TagReader."""
        pixels = grey(image)
        height, width = pixels.shape
        sticker_px = None if scale is None else scale.sticker_px(width / 2, height / 2)
        whole: Box = (0, 0, width, height)
        regions = [whole] if known_regions is None else [grown(box, 0, width, height) for box in known_regions]
        found: list[RawTag] = []
        open_boxes: list[Box] = []
        for region in regions:
            part = cropped(pixels, region)
            if min(part.shape[:2], default=0) < 16:
                continue
            is_large = known_regions is None or region[2] * region[3] > 0.4 * width * height
            if is_large:
                # one quick pass over everything; what it has read need not be looked for as a candidate
                merge_tags(found, by_zxing(part, (region[0], region[1])))
            for box in candidates(part, sticker_px, _shifted(found, region)):
                box = (box[0] + region[0], box[1] + region[1], box[2], box[3])
                new = _in_crop(pixels, box, 1.0)
                merge_tags(found, new)
                if not new:
                    open_boxes.append(box)
            if not is_large and not any(_holds(region, tag) for tag in found):
                merge_tags(found, by_zxing(part, (region[0], region[1]), thorough=True))
        self._try_harder(pixels, open_boxes, found, sticker_px)
        return tuple(found)

    def _try_harder(self, pixels: Image, boxes: Sequence[Box], found: list[RawTag], sticker_px: float | None) -> None:
        left = [box for box in boxes if not any(_holds(box, tag) for tag in found)]
        side = 5 * sticker_px if sticker_px is not None else 0.5 * max(pixels.shape)
        left = [box for box in left if max(box[2], box[3]) <= side]
        lively = sorted(((_liveliness(cropped(pixels, box)), box) for box in left), reverse=True)
        for _, box in [pair for pair in lively if pair[0] > _LIVELY][: self.last_resort]:
            new = _in_crop(pixels, box, 2.0)
            if not new and max(box[2], box[3]) < 160:
                new = _in_crop(pixels, box, 3.0)
            if not new:
                new = by_zbar(cropped(pixels, box), (box[0], box[1]))
            merge_tags(found, new)


def table_reader(registry: TagRegistry) -> TagReader:
    """The reader for a table on which these tags may lie. Made anew whenever a tag is registered."""
    return CascadeReader()


def read_tags(image: Image, known_regions: Sequence[Box] | None = None) -> tuple[RawTag, ...]:
    """All tags in the picture, or only in the regions given, with the table's reader."""
    return CascadeReader().read_tags(image, known_regions)


def candidates(
    pixels: Image, sticker_px: float | None = None, known: Sequence[tuple[tuple[float, float], ...]] = ()
) -> list[Box]:
    """Boxes (with some margin) around places with as much fine contrast as a code has, largest first.

    `pixels`: grey; `known`: corners of codes that are read already and need no box. Neighbouring codes may share a
    box; a reader of several codes per box copes with that.
    """
    height, width = pixels.shape
    side = sticker_px if sticker_px is not None else min(80.0, max(height, width) / 4)
    step = max(1, min(4, int(side // 20)))  # a sticker keeps about 20 px or more: enough to find it
    small = as_image(cv2.resize(pixels, (max(1, width // step), max(1, height // step)), interpolation=cv2.INTER_AREA))
    edges = as_image(cv2.morphologyEx(small, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)))
    reach = max(3, round(side / step / 5)) | 1
    busy = as_image(cv2.blur(edges, (reach, reach)))
    mask = as_image(cv2.threshold(busy, 26, 255, cv2.THRESH_BINARY)[1])
    mask = as_image(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8)))
    # the outline of a card and a line of text are as lively as a code, but thinner
    thin = max(3, round(0.45 * side / step)) if sticker_px is not None else max(3, 10 // step)
    mask = as_image(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((thin, thin), np.uint8)))
    for corners in known:
        quad = np.array(corners, np.float32) / step
        middle = quad.mean(axis=0)
        cv2.fillConvexPoly(mask, np.round(middle + (quad - middle) * 1.5).astype(np.int32), 0)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    boxes: list[Box] = []
    least = 0.7 * side / step if sticker_px is not None else 14 / step
    for outline in outlines:
        x, y, w, h = cv2.boundingRect(outline)
        if min(w, h) >= least:
            margin = max(4, round(0.12 * side))
            boxes.append(grown((x * step, y * step, w * step, h * step), margin, width, height))
    boxes.sort(key=lambda box: -box[2] * box[3])
    return boxes


def _in_crop(pixels: Image, box: Box, factor: float) -> list[RawTag]:
    part = cropped(pixels, box)
    if factor > 1.0:
        part = sharpened(resized(part, factor), 0.9 * factor, 1.2)
    # slices are copied: the decoder wants its rows one after the other
    return by_zxing(np.ascontiguousarray(part), (box[0], box[1]), factor)


def _shifted(tags: Sequence[RawTag], region: Box) -> list[tuple[tuple[float, float], ...]]:
    """The tags' corners as seen from the region's own corner."""
    return [tuple((x - region[0], y - region[1]) for x, y in tag.corners_px) for tag in tags]


def _liveliness(part: Image) -> float:
    """How often black and white change along a line of the box, in the calmer of its two directions.

    A code is lively both ways (3 to 6); lines of text, card edges and pictures are mostly not.
    """
    low, high = np.percentile(part[::2, ::2], (15, 85))
    if high - low < 35:
        return 0.0
    small = as_image(cv2.resize(part, (40, 40), interpolation=cv2.INTER_AREA))
    signs = cv2.threshold(small, 0, 1, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1].astype(np.int8)
    return min(float(np.abs(np.diff(signs, axis=axis)).sum()) / 40 for axis in (0, 1))


def _centre(tag: RawTag) -> tuple[float, float]:
    return sum(x for x, _ in tag.corners_px) / 4, sum(y for _, y in tag.corners_px) / 4


def _holds(box: Box, tag: RawTag) -> bool:
    x, y = _centre(tag)
    return box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]


def merge_tags(found: list[RawTag], new: Sequence[RawTag]) -> None:
    """Adds what is not yet there: the same text within half a code's side is the same code."""
    for tag in new:
        x, y = _centre(tag)
        side = math.dist(tag.corners_px[0], tag.corners_px[1])
        for old in found:
            if old.payload == tag.payload and math.dist(_centre(old), (x, y)) < max(4.0, side / 2):
                break
        else:
            found.append(tag)
