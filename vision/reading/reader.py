"""Finding and reading QR tags in a picture of the table.

zxing-cpp goes over the whole picture once; what is as busy as a code and still unread is then given to slower and
stronger stages, one after the other. zbar on a whole frame, and OpenCV's own QR detector anywhere, lose most tags of a
full table, so neither is used so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from vision._pixels import Box, cropped, grey, grown
from vision.calibration.scale import Scale
from vision.deck._atlas import SMALL_MODULE_PX
from vision.deck.find import FindSettings
from vision.deck.reader import DeckReader, DeckSettings, Quad
from vision.reading._busy import BusyMap, busy_map
from vision.reading._sheet import read_together
from vision.reading._stages import ByDeck, Crops, Reading, Stage, Task, Zbar, centre_px, merge_tags, unread_apart
from vision.reading._tag_scale import STICKER_MODULES, SeenCodes, flat_scale, scale_of_codes
from vision.reading.decoders import RawTag, by_zxing
from vision.registry import TagRegistry
from vision.sticker import CLOSE_UP_PX_PER_MM, STICKER_MM
from vision.types import Image

_UNKNOWN_MODULE_PX = 2.0
_SAME_SHARE = 0.6  # of a box that holds another one of at least this size, both show the same
_TRIED_PX = (1.0, 1.2, 1.45, 1.75, 2.1, 2.5, 3.0)  # a module; what is larger is read at once
_LEAST_TRIED = flat_scale(_TRIED_PX[0])
# some of the busy places are enough to tell how a table leans; where it does, codes are neither square nor of one size
_LEANING = DeckSettings(most_sheet_px=300_000, find=FindSettings(least_peak=0.3, leg_off=0.3, skew=0.5))
_ROOM_MODULES, _ALONE_MODULES = 14.0, 72.0  # a box so little longer than a code that was read in it, and no longer than
# that, has no room for another one of 21 modules, not even in the corners beside a code that lies askew
_BEYOND_PX = 64  # around a region: a stage may look a little beyond it


class TagReader(Protocol):
    """Anything that finds tags in a picture; the eye is given one, so it can be replaced."""

    def read(self, image: Image, known_regions: Sequence[Box] | None = None, scale: Scale | None = None) -> Reading:
        """All tags in the regions (None: in the whole picture), each place once.

        `scale`: how large a sticker looks at each place, where there is a calibration.
        """
        ...


@dataclass(frozen=True)
class CascadeReader:
    """The reader that is used at the table.

    `stages`: in this order, each for what those before it left open. `sizes`: finds out how large the codes are where
    there is no calibration and nothing was read at once; None: nothing does. `most_boxes`: how many busy places per
    call are looked at; a poster full of codes or a picture full of texture must not cost seconds. `large_share`: a
    region of at least this share of the picture is first read as a whole.
    """

    stages: tuple[Stage, ...] = ()
    sizes: DeckReader | None = None
    most_boxes: int = 400
    large_share: float = 0.25

    def read_tags(
        self, image: Image, known_regions: Sequence[Box] | None = None, scale: Scale | None = None
    ) -> tuple[RawTag, ...]:
        """The tags alone of what `read` gives."""
        return tuple(self.read(image, known_regions, scale).tags)

    def read(self, image: Image, known_regions: Sequence[Box] | None = None, scale: Scale | None = None) -> Reading:
        """See TagReader."""
        height, width = image.shape[:2]
        pixels = grey(image) if known_regions is None else _grey_around(image, known_regions)
        regions = [(0, 0, width, height)] if known_regions is None else known_regions
        wanted = [box for box in (grown(box, 0, width, height) for box in regions) if min(box[2], box[3]) >= 16]
        found: list[RawTag] = []
        busy_in = {region: _busy_part(pixels, region, scale) for region in wanted if _is_explained(region, scale)}
        wanted = [region for region in wanted if region not in busy_in or busy_in[region].boxes]
        for region in wanted:  # one quick pass over everything; what it has read need not be looked for
            boxes = [region]
            if scale is not None and self._is_large(region, pixels):
                busy_in[region] = busy_in.get(region) or _busy_part(pixels, region, scale)
                boxes = busy_in[region].boxes
            merge_tags(found, read_together(pixels, boxes, region))
        scale = scale or self._scale_in(pixels, wanted, found)
        parts = [busy_in.get(region) or _busy_part(pixels, region, scale) for region in wanted]
        unread, left = self._read_open(pixels, parts, scale, found)
        for busy, region in zip(parts, wanted, strict=True):
            is_open = not self._is_large(region, pixels) and not any(_holds(region, tag) for tag in found)
            if is_open and _open(busy, found):
                part = cropped(pixels, region)
                merge_tags(found, by_zxing(np.ascontiguousarray(part), (region[0], region[1]), thorough=True))
        return Reading(tuple(found), unread_apart(unread, found), left)

    def _is_large(self, region: Box, pixels: Image) -> bool:
        return region[2] * region[3] >= self.large_share * pixels.size

    def _scale_in(self, pixels: Image, regions: Sequence[Box], found: Sequence[RawTag]) -> Scale | None:
        """The scale that what was read at once suggests, and the finder patterns of codes too small for that."""
        codes = SeenCodes.of(found)
        if self.sizes is None:
            return scale_of_codes(codes)
        boxes = [box for region in regions for box in _open(_busy_part(pixels, region, _LEAST_TRIED), found)]
        boxes = _apart(boxes)[: self.most_boxes]
        tried = [flat_scale(module_px) for module_px in _TRIED_PX] if boxes else []
        return scale_of_codes(codes.and_also([SeenCodes(*self.sizes.codes(pixels, boxes, scale)) for scale in tried]))

    def _read_open(
        self, pixels: Image, parts: Sequence[BusyMap], scale: Scale | None, found: list[RawTag]
    ) -> tuple[list[Quad], tuple[Box, ...]]:
        """Stage by stage what is open in all regions together: a stage costs less once than many times. Gives the
        codes that could not be read, and the boxes in which small ones might be."""
        unread: list[Quad] = []
        module_px = min((busy.module_px for busy in parts), default=_UNKNOWN_MODULE_PX)
        boxes = self._open(parts, found)
        for stage in self.stages:
            if not boxes:
                break
            read = stage.read(Task(pixels, boxes, scale, module_px))
            merge_tags(found, read.tags)
            unread += read.unread
            boxes = self._open(parts, found)
        return unread, tuple(boxes) if module_px < SMALL_MODULE_PX else ()

    def _open(self, parts: Sequence[BusyMap], found: Sequence[RawTag]) -> list[Box]:
        return _apart([box for busy in parts for box in _open(busy, found)])[: self.most_boxes]


def _busy_part(pixels: Image, region: Box, scale: Scale | None) -> BusyMap:
    """Where in a region codes could be, besides the markers that were seen."""
    part = cropped(pixels, region)
    module_px = _UNKNOWN_MODULE_PX if scale is None else _module_px(scale, region)
    given = None if scale is None or part.size < pixels.size else scale.halves
    halves = given if given is not None and given.whole is pixels else None
    busy = busy_map(part, module_px, (region[0], region[1]), halves)
    return busy.without(() if scale is None else scale.explained)


def _is_explained(region: Box, scale: Scale | None) -> bool:
    """Whether something in the region is known already, so that perhaps nothing in it has to be read."""
    x, y, w, h = region
    return scale is not None and any(
        x <= corners[0][0] < x + w and y <= corners[0][1] < y + h for corners in scale.explained
    )


def _apart(boxes: Sequence[Box]) -> list[Box]:
    """The boxes, each place once: regions overlap, and show more or less of the same."""
    whole = list(dict.fromkeys(boxes))
    ordered = sorted(whole, key=lambda box: box[2] * box[3], reverse=True)
    x, y, wide, high = np.array(ordered, np.int64).reshape(-1, 4).T
    area, right, below = wide * high, x + wide, y + high
    is_inside = (x <= x[:, None]) & (y <= y[:, None]) & (right[:, None] <= right) & (below[:, None] <= below)
    is_same = np.tril(is_inside & (area[:, None] >= _SAME_SHARE * area), -1)  # the first: inside, the second: outer
    dropped: set[int] = set()
    for inner in np.flatnonzero(is_same.any(axis=1)).tolist():
        if not dropped.issuperset(np.flatnonzero(is_same[inner]).tolist()):
            dropped.add(inner)
    left_out = {ordered[number] for number in dropped}
    return [box for box in whole if box not in left_out]


def table_reader(registry: TagRegistry) -> CascadeReader:
    """The reader for a table on which these tags may lie. Made anew whenever a tag is registered."""
    return cascade(registry)


def cascade(payloads: Iterable[str]) -> CascadeReader:
    """The stages in the order that measures best (bench.reading_bench), the deck reader looking for these codes."""
    return CascadeReader((Crops(), ByDeck(DeckReader(payloads)), Zbar()), DeckReader((), _LEANING))


def read_tags(image: Image, known_regions: Sequence[Box] | None = None) -> tuple[RawTag, ...]:
    """All tags in the picture, or only in the regions given, with the table's reader."""
    return cascade(()).read_tags(image, known_regions)


def read_card(image: Image) -> tuple[RawTag, ...]:
    """The tags of a single card as `render_card` draws it: how large a sticker is there is known, so that smaller ones
    are not looked for."""
    return cascade(()).read_tags(image, None, flat_scale(CLOSE_UP_PX_PER_MM * STICKER_MM / STICKER_MODULES))


def _grey_around(image: Image, regions: Sequence[Box]) -> Image:
    """The picture in grey, of a colour one only the regions with some margin: the rest of a large picture is not
    looked at, and costs more to turn grey than a few regions to read."""
    if image.ndim == 2:
        return image
    pixels: Image = np.zeros(image.shape[:2], np.uint8)
    for region in regions:
        part = grown(region, _BEYOND_PX, image.shape[1], image.shape[0])
        cropped(pixels, part)[:] = grey(cropped(image, part)) if part[2] and part[3] else 0
    return pixels


def _module_px(scale: Scale, region: Box) -> float:
    """Pixels along a module of the smallest sticker in use, in the middle of the region."""
    middle = region[0] + region[2] / 2, region[1] + region[3] / 2
    return max(0.5, scale.sticker_mm[-1] * scale.px_per_mm(*middle) / STICKER_MODULES)


def _open(busy: BusyMap, found: Sequence[RawTag]) -> list[Box]:
    """Where something may be besides what was read. Nowhere, if each busy place has room for its one code alone: that
    is known without painting over what was read."""
    if found and len(busy.boxes) <= len(found):
        corners = np.array([tag.corners_px for tag in found], np.float64)
        span = corners.max(axis=1) - corners.min(axis=1)
        start, size = np.split(np.array(busy.boxes, np.float64).reshape(-1, 1, 4), 2, axis=2)
        inside, module_px = corners.mean(axis=1) - start, busy.module_px
        is_full = (size < span + _ROOM_MODULES * module_px) & (size < _ALONE_MODULES * module_px)
        if (is_full & (inside > 0) & (inside < size)).all(axis=2).any(axis=1).all():
            return []
    return busy.without([tag.corners_px for tag in found]).boxes


def _holds(box: Box, tag: RawTag) -> bool:
    x, y = centre_px(tag)
    return box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]
