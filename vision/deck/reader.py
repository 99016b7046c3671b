"""The deck reader: which of the known codes it is, asked of codes too small for any decoder.

A decoder must find every module right, within what error correction repairs. But a table holds a finite, registered
set of codes, so the question is only which of them the picture resembles, and whether it does so far more than any
other. With the scale known from the calibration, that can be told down to little more than one pixel a module.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from vision._pixels import Box, grown
from vision.calibration.scale import Scale
from vision.codes import CODE_MODULES
from vision.deck._alone import Seen, apart, on_one_tile
from vision.deck._atlas import MODULE_PX, Atlas, Floats, Matrix, Tile, straightened
from vision.deck._blur import explained
from vision.deck._grid import Model, Slopes, agreement, centres, fitted, fixed_model, placed, slopes
from vision.deck._match import RING, Deck, Guess, MatchSettings, modules_of, samples
from vision.deck._redraw import decoded
from vision.deck.find import FindSettings, finder_kernel, finders, from_finders
from vision.reading.decoders import RawTag
from vision.sticker import QUIET_MODULES
from vision.types import Image

_WORTH_REFINING = 0.5
_WORTH_EXPLAINING = 0.45  # likeness to the nearest code
_SURELY_A_CODE = 0.55  # agreement of the fixed modules; pieces of print and the like stay far below
_SOFT_PX = 0.35 * MODULE_PX
_STICKER_MODULES = CODE_MODULES + 2 * QUIET_MODULES
_TILE_MODULES = 120
_LEAST_MODULE_PX = 0.5
_SHEET_PX = 1_200_000  # looked at in one go: more takes memory and is no quicker
_SAME_MODULES = CODE_MODULES / 2
_OVERLAP_MODULES = 34  # the diagonal of a code, and the reach of the finder filter


Quad = tuple[tuple[float, float], ...]
Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class DeckSettings:
    """How much is looked at, and when something is believed.

    `most_sheet_px`: pixels of straightened picture per call and size of sticker (a code with its surroundings takes
    about 8,000); beyond it the last boxes are left out. `least_start`:
    agreement with the fixed modules that a candidate needs before its grid is fitted; `most_fits`: how many are.
    `alike`: sizes of sticker that differ by less than this share are looked for together. `sharpening`: see
    `straightened`.
    """

    most_sheet_px: int = 6_000_000
    least_start: float = 0.25
    most_fits: int = 800
    alike: float = 0.10
    sharpening: float = 1.0
    find: FindSettings = field(default_factory=FindSettings)
    match: MatchSettings = field(default_factory=MatchSettings)


@dataclass(frozen=True)
class _Grids:
    """Fitted candidates: their grids on the sheet, their tiles, the light of their modules, what they resemble, and
    which of them are that beyond doubt."""

    grids: Floats
    tile: Numbers
    seen: Floats
    guess: Guess
    is_ours: Flags

    def only(self, wanted: Flags) -> _Grids:
        """Those of them."""
        guess, is_ours = self.guess.only(wanted), self.is_ours[wanted]
        return _Grids(self.grids[wanted], self.tile[wanted], self.seen[wanted], guess, is_ours)


class DeckReader:
    """Reads the codes of one deck. Immutable; may be shared between threads."""

    name = "deck"

    def __init__(self, payloads: Iterable[str], settings: DeckSettings = DeckSettings()) -> None:
        self.deck = Deck.of(payloads)
        self._settings = settings
        self._kernel = finder_kernel()
        self._fixed = fixed_model()

    def read(self, pixels: Image, boxes: Sequence[Box], scale: Scale) -> list[RawTag]:
        """The codes in these boxes of the grey picture: those of the deck by likeness, others where error correction
        can still make out their text."""
        return self.looked(pixels, boxes, scale)[0]

    def looked(self, pixels: Image, boxes: Sequence[Box], scale: Scale) -> tuple[list[RawTag], list[Quad]]:
        """The same, and the corners of all that surely are codes and could not be read, the clearest first."""
        seen: list[Seen] = []
        others: list[RawTag] = []
        unread: list[Quad] = []
        for atlas, found in self._looked(pixels, boxes, scale):
            seen += self._ours(atlas, found, found.is_ours)
            rest = self._rest(found)
            corners = _corners(atlas, found.grids[rest], found.tile[rest])
            texts = decoded(modules_of(found.seen[rest]))
            others += [RawTag(text, corners[number], "redrawn") for number, text in texts.items()]
            clearest = np.argsort(-found.guess.fixed[rest], kind="stable").tolist()
            unread += [corners[number] for number in clearest if number not in texts]
        return apart(seen, self._settings.match.clear) + others, unread

    def compared(self, pixels: Image, boxes: Sequence[Box], scale: Scale) -> list[Seen]:
        """Every place that was compared with the deck, with the code that it resembles most, believed or not: what the
        settings of the match are measured on."""
        looked = self._looked(pixels, boxes, scale) if self.deck.payloads else ()
        return [
            seen for atlas, found in looked for seen in self._ours(atlas, found, np.ones(len(found.tile), np.bool_))
        ]

    def codes(self, pixels: Image, boxes: Sequence[Box], scale: Scale) -> tuple[Matrix, Matrix]:
        """All that look like codes beyond doubt, whatever they say: by their finder patterns, timing lines and quiet
        zone. Their middles (n x 2, px), and their axes (n x 2 x 2, from their modules to pixels), which may differ
        from what the scale says by as much as the settings let them."""
        middles, axes = [np.zeros((0, 2))], [np.zeros((0, 2, 2))]
        for atlas, found in self._looked(pixels, boxes, scale):
            sure = np.flatnonzero(found.guess.fixed > _SURELY_A_CODE)
            lead, grids = atlas.to_picture[found.tile[sure]], found.grids[sure]
            middles.append((lead[:, :, :2] @ grids[:, :2, 2:])[..., 0] + lead[:, :, 2])
            axes.append(lead[:, :, :2] @ grids[:, :2, :2])
        return np.concatenate(middles), np.concatenate(axes)

    def _sizes(self, scale: Scale) -> list[float]:
        """The sizes of sticker that need a look of their own, in mm."""
        sizes: list[float] = []
        for size in sorted(scale.sticker_mm, reverse=True):
            if not sizes or size < (1 - self._settings.alike) * sizes[-1]:
                sizes.append(size)
        return sizes

    def _sheets(
        self, boxes: Sequence[Box], scale: Scale, sticker_mm: float, shape: tuple[int, ...]
    ) -> Iterator[list[Tile]]:
        """Parts of the boxes, those of the first boxes first, as far as there is room: a sheet of them at a time."""
        parts = [part for box, axes in _with_axes(boxes, scale, sticker_mm) for part in _cut(box, axes, shape)]
        tiles: list[Tile] = []
        room, left = float(self._settings.most_sheet_px), float(_SHEET_PX)
        for part, axes in _with_axes(parts, scale, sticker_mm):
            taken = part[2] * part[3] * MODULE_PX**2 / max(1e-6, abs(float(np.linalg.det(axes))))
            if taken > room:
                continue
            if taken > left and tiles:
                yield tiles
                tiles, left = [], float(_SHEET_PX)
            room, left = room - taken, left - taken
            tiles.append(Tile(part, axes))
        if tiles:
            yield tiles

    def _looked(self, pixels: Image, boxes: Sequence[Box], scale: Scale) -> Iterator[tuple[Atlas, _Grids]]:
        for sticker_mm in self._sizes(scale):
            for tiles in self._sheets(boxes, scale, sticker_mm, pixels.shape):
                yield self._candidates(pixels, tiles)

    def _candidates(self, pixels: Image, tiles: Sequence[Tile]) -> tuple[Atlas, _Grids]:
        atlas = straightened(pixels, tiles, self._settings.sharpening)
        places, value, tile = finders(atlas, self._kernel, self._settings.find)
        threes = from_finders(places, value, tile, self._settings.find)
        slope = slopes(atlas.sheet, _SOFT_PX)
        return atlas, self._fitted(atlas, slope, threes.grids, threes.tile)

    def _fitted(self, atlas: Atlas, slope: Slopes, grids: Floats, tile: Numbers) -> _Grids:
        start = agreement(slope, grids, self._fixed)
        best = np.argsort(-start, kind="stable")[: self._settings.most_fits]
        best = best[start[best] > self._settings.least_start]
        grids, tile = fitted(slope, grids[best], self._fixed, 3, perspective=False), tile[best]
        seen = samples(atlas.sheet, grids)
        guess = self.deck.guessed(seen)
        found = _Grids(grids, tile, seen, guess, guess.believed(self._settings.match))
        found = self._refined(atlas, slope, found)
        return self._explained(found.only(on_one_tile(atlas, found.grids, found.tile)))

    def _refined(self, atlas: Atlas, slope: Slopes, found: _Grids) -> _Grids:
        """Candidates that resemble a code of the deck without being beyond doubt are fitted to all of it, with
        perspective, and looked at once more."""
        settings = self._settings.match
        is_near = ~found.is_ours & (found.guess.match > _WORTH_REFINING * settings.least_match)
        near = np.flatnonzero(is_near)
        if not near.size:
            return found
        model = Model(centres(RING), self.deck.pictures[found.guess.code[near]])
        grids, seen = found.grids.copy(), found.seen.copy()
        grids[near] = fitted(slope, found.grids[near], model, 3, perspective=True)
        seen[near] = samples(atlas.sheet, grids[near])
        guess = self.deck.guessed(seen)
        return _Grids(grids, found.tile, seen, guess, guess.believed(settings))

    def _explained(self, found: _Grids) -> _Grids:
        """What is not beyond doubt by its likeness alone may be by how well its code explains the blurred picture."""
        settings, guess = self._settings.match, found.guess
        is_open = ~found.is_ours & (guess.match > _WORTH_EXPLAINING) & (guess.margin >= settings.margin)
        tried = np.flatnonzero(is_open)
        if not tried.size:
            return found
        made = explained(found.seen[tried], self.deck.dark[guess.code[tried]])
        is_ours = found.is_ours.copy()
        is_ours[tried] = settings.explains(made)
        return replace(found, is_ours=is_ours)

    def _ours(self, atlas: Atlas, found: _Grids, is_ours: Flags) -> list[Seen]:
        corners = _corners(atlas, found.grids, found.tile)
        guess = found.guess
        return [
            Seen(
                RawTag(self.deck.payloads[int(guess.code[number])], corners[number], self.name),
                float(guess.match[number]),
                float(guess.margin[number]),
                float(guess.fixed[number]),
                float(guess.finder[number]),
                float(guess.against[number]),
            )
            for number in np.flatnonzero(is_ours)
        ]

    def _rest(self, found: _Grids) -> Numbers:
        """What looks like a code and is none of ours."""
        is_open = ~found.is_ours & (found.guess.fixed > self._settings.match.least_fixed)
        middles = found.grids[:, :2, 2]
        away = np.abs(middles[is_open][:, None] - middles[found.is_ours][None]).max(axis=2)
        # three finder patterns make a code in more ways than one: what lies where one was read is none besides it
        return np.asarray(np.flatnonzero(is_open)[(away > _SAME_MODULES * MODULE_PX).all(axis=1)], np.int64)


def _with_axes(boxes: Sequence[Box], scale: Scale, sticker_mm: float) -> list[tuple[Box, Matrix]]:
    """Each box with the axes of a module in its middle."""
    where = np.array(boxes, np.float64).reshape(-1, 4)
    axes = scale.axes_at(where[:, :2] + where[:, 2:] / 2) * (sticker_mm / _STICKER_MODULES)
    return list(zip(boxes, axes, strict=True))


def _cut(box: Box, axes: Matrix, shape: tuple[int, ...]) -> list[Box]:
    """The box in parts over which the scale varies little, each overlapping the next by more than a code."""
    module_px = float(np.sqrt(abs(np.linalg.det(axes))))
    if module_px < _LEAST_MODULE_PX:
        return []
    box = grown(box, round(module_px), shape[1], shape[0])
    longest, overlap = _TILE_MODULES * module_px, _OVERLAP_MODULES * module_px
    return [
        (x, y, w, h)
        for y, h in _steps(box[1], box[3], longest, overlap)
        for x, w in _steps(box[0], box[2], longest, overlap)
    ]


def _steps(start: int, length: int, longest: float, overlap: float) -> list[tuple[int, int]]:
    count = 1 if length <= longest else int(np.ceil((length - overlap) / (longest - overlap)))
    size = (length + (count - 1) * overlap) / count
    return [(start + round(n * (size - overlap)), int(np.ceil(size))) for n in range(count)]


def _corners(atlas: Atlas, grids: Floats, tile: Numbers) -> list[Quad]:
    """The corners of the codes in the picture, clockwise from their own top left."""
    half = CODE_MODULES / 2
    x, y = placed(grids, np.array([(-half, -half), (half, -half), (half, half), (-half, half)], np.float32))
    lead = atlas.to_picture[tile]
    there = lead[:, :, 0, None] * x[:, None] + lead[:, :, 1, None] * y[:, None] + lead[:, :, 2, None]
    there += 0.5  # decoders count from the edge of a pixel, OpenCV from its middle
    return [tuple((float(a), float(b)) for a, b in quad.T) for quad in there]
