"""Where in a picture codes could be: places that change as often and as strongly, both ways, as a code does."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision._pixels import Box, Halves, as_image, cropped, grown, means_of_four
from vision.types import Image

Quad = tuple[tuple[float, float], ...]

_SHRUNK_MODULE_PX = 0.7  # a module of this size still shows its edges; smaller pictures are quicker
_LEAST_SIDE_PX = 4.0
_CELL = 2  # pixels of the shrunk picture along a cell: one and a half to three modules
_BRIDGE_CELLS = 3  # the core of a finder pattern and a stretch of white are calm; their neighbours are not
_BLOCK_CELLS = 7  # busy over so many cells both ways, nearly everywhere: a line of print is not
_BLOCK_SHARE = 0.72
_ABOVE_NOISE = 3.0  # grey levels of mean change, over that of the calmest quarter of the picture
_LEAST_CHANGE = 5.0
_SMALL_MODULE_PX = 1.7  # smaller modules leave less of their contrast in the picture, and are looked for harder
_ABOVE_NOISE_SMALL, _LEAST_CHANGE_SMALL = 1.5, 3.5
_LEAST_SIDE_MODULES = 11.0
_MARGIN_MODULES, _MARGIN_PX = 1.0, 1.0
_AROUND_MODULES = 25.0  # so far around a code the ground that it lies on is told by how much less it changes
_OF_STRONGEST, _OF_STRONGEST_LARGE = 0.4, 0.7
_LARGE_MODULES = 70.0
_EVERY = 4
_COVER = 1.45  # a code that was read also explains its quiet zone and the edge of the sticker


@dataclass(frozen=True)
class BusyMap:
    """A coarse map of how strongly a part of the picture changes both ways, in grey levels. `limit`: what changes less
    is calm; `cell_px`: pixels of the picture along a cell; `origin`: of the part's corner in the picture."""

    change: Image
    limit: float
    cell_px: float
    module_px: float
    origin: tuple[int, int]
    size_px: tuple[int, int]

    def without(self, quads: Sequence[Quad]) -> BusyMap:
        """The same with these codes (corners in the picture) taken as explained."""
        if not quads:
            return self
        change = self.change.copy()
        there = (np.array(quads, np.float32) - np.array(self.origin, np.float32)) / self.cell_px - 0.5
        middles = there.mean(axis=1, keepdims=True)
        for quad in np.round(middles + (there - middles) * _COVER).astype(np.int32):
            cv2.fillConvexPoly(change, quad, 0)
        return replace(self, change=change)

    @cached_property
    def boxes(self) -> list[Box]:
        """Boxes with some margin around the busy places that are large enough for a code, the strongest first, and
        those last that are much larger than a code.

        Codes that lie close together share a box.
        """
        strength = as_image(cv2.blur(self.change, (_BLOCK_CELLS, _BLOCK_CELLS)))
        around = _strongest_around(strength, math.ceil(_AROUND_MODULES * self.module_px / self.cell_px))
        most = _LARGE_MODULES * self.module_px / self.cell_px
        places = self._places(around, _OF_STRONGEST)
        large = [place for place in places if min(place[2:]) > most]
        if large:  # a code on a ground nearly as lively as itself
            places = [place for place in places if min(place[2:]) <= most] + self._places(around, _OF_STRONGEST_LARGE)
        ordered = sorted(
            ((-int(cropped(strength, place).max()), place) for place in places), key=lambda p: (p[0], p[1][2] * p[1][3])
        )
        return [self._box(place) for _, place in ordered] + [self._box(place) for place in large]

    def _places(self, around: Image, share: float) -> list[Box]:
        """What is busy both by itself and by the strongest around it, in cells."""
        block = (_BLOCK_CELLS, _BLOCK_CELLS)
        limit = np.maximum(as_image(cv2.convertScaleAbs(around, alpha=share)), np.uint8(min(255, int(self.limit))))
        mask = as_image(cv2.compare(self.change, limit, cv2.CMP_GT))
        full = cv2.threshold(cv2.blur(mask, block), 255 * _BLOCK_SHARE, 255, cv2.THRESH_BINARY)[1]
        blocks = cv2.min(mask, cv2.dilate(full, np.ones(block, np.uint8)))
        outlines, _ = cv2.findContours(blocks, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        least = _LEAST_SIDE_MODULES * self.module_px / self.cell_px
        found = ((int(x), int(y), int(w), int(h)) for x, y, w, h in map(cv2.boundingRect, outlines))
        return [place for place in found if min(place[2:]) >= least]

    def _box(self, place: Box) -> Box:
        """In pixels of the picture, with its margin."""
        x, y, w, h = (round(part * self.cell_px) for part in place)
        x, y, w, h = grown((x, y, w, h), round(_MARGIN_MODULES * self.module_px + _MARGIN_PX), *self.size_px)
        return x + self.origin[0], y + self.origin[1], w, h


def _strongest_around(strength: Image, reach: int) -> Image:
    """The strongest that there is within so many cells of each (about: every fourth is looked at)."""
    some = np.ascontiguousarray(strength[::_EVERY, ::_EVERY])
    side = 2 * -(-reach // _EVERY) + 1
    strongest = cv2.dilate(some, cv2.getStructuringElement(cv2.MORPH_RECT, (side, side)))
    return as_image(cv2.resize(strongest, strength.shape[::-1], interpolation=cv2.INTER_NEAREST))


def busy_map(
    pixels: Image, module_px: float, origin: tuple[int, int] = (0, 0), halves: Halves | None = None
) -> BusyMap:
    """Looks at a grey picture in which a code's module has about this many pixels. `halves`: its reduced copies, where
    they have been made already."""
    height, width = pixels.shape
    halves = Halves(pixels) if halves is None else halves
    times = max(0, int(math.log2(max(module_px, _SHRUNK_MODULE_PX) / _SHRUNK_MODULE_PX)))
    times = min(times, max(0, int(math.log2(min(height, width) / _LEAST_SIDE_PX))))
    small, step = halves.at(times), 2**times
    across = means_of_four(as_image(cv2.absdiff(small[:-1, 1:], small[:-1, :-1])))
    down = means_of_four(as_image(cv2.absdiff(small[1:, :-1], small[:-1, :-1])))
    # a line of print, the edge of a card and the grain of wood change one way; a code changes both ways
    both = cv2.min(across, down)
    change = as_image(cv2.blur(both, (_BRIDGE_CELLS, _BRIDGE_CELLS)))
    levels = np.cumsum(cv2.calcHist([change], [0], None, [256], [0, 256]))
    is_small = module_px < _SMALL_MODULE_PX
    least, above = (_LEAST_CHANGE_SMALL, _ABOVE_NOISE_SMALL) if is_small else (_LEAST_CHANGE, _ABOVE_NOISE)
    limit = max(least, float(np.searchsorted(levels, 0.25 * levels[-1])) + above)
    return BusyMap(change, limit, float(_CELL * step), module_px, origin, (width, height))
