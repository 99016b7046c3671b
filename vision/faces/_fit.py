"""A card laid exactly on a look: where on the card do they differ, and by how much?

Light, focus and the last half millimetre of the place are no difference of the print, so they are found first: the
place by ECC, the focus by trying a few, the light as a smooth change of tone over the card.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import as_image
from vision.faces.bright import Exposure
from vision.faces.flat import COARSE, Flat, Floats, Mask
from vision.types import Image

WINDOW_PX: Final = 13
"""Side of the windows in which two pictures are compared."""
STRIDE_PX: Final = 6
RIM_PX: Final = 5
"""So much along the edges of a card is not compared: corners are round, and edges worn."""

_BLURS_PX: Final = (0.0, 0.6, 0.9, 1.2, 1.6)
_MOST_BENT: Final = np.array((0.8, 0.8, 0.3), np.float32)  # pixels across and down, and so much softer
_STIFF: Final = np.diag((2.0, 2.0, 8.0)).astype(np.float32)
_STEP: Final = np.array([(-0.5, 0.0, 0.5)], np.float32)
_FEW: Final = np.s_[RIM_PX:-RIM_PX:3, RIM_PX:-RIM_PX:3]  # pixels enough to find the light by
_OUTLIER: Final = 4.0
_MOST_CAST: Final = 8.0  # of a lamp's colour, in Lab
_COLOURS: Final = (0.4, 1.4)  # a dim picture has less of them
_LAMP_PX: Final = 12.0
_COVER_PX: Final = (
    4  # so near to what lies on a card nothing is compared: its edge is not known better, and has a shadow
)
_LEAST_OPEN: Final = 1500  # pixels
_LEAST_LIKE_OF_PART: Final = 0.5  # correlation: what is less alike is another card, and not compared any further
_ROUNDS: Final = 15
_STILL: Final = 1e-3  # a round by which the correlation grows less is the last
_UNBLURRED: Final = 1  # a blur inside ECC moves what it finds: prints did not lie on each other by up to a pixel
_SHIFT_PX: Final = 6  # so far from where it is thought to be a card is looked for, at half the size
_PLAIN: Final = 60.0  # variance of grey
_NO_GAP: Final = 2.0  # times of what is to be expected
_NOISE: Final = 9.0  # squares of grey
_LOOSE: Final = 0.02  # of a window's contrast
_ALL: Final = 0.999
_BACK: Final = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Print:
    """What two pictures of a card are compared by, laid on each other: grey and colours. `open`: where the card is
    seen; None: everywhere."""

    grey: Floats
    hue: Floats
    open: Mask | None = None

    @property
    def few(self) -> Mask:
        """Which of the few pixels that the light is found by are of the card."""
        there = self.grey[_FEW]
        return np.ones(there.size, np.bool_) if self.open is None else np.asarray(self.open[_FEW].ravel())


@dataclass(frozen=True, eq=False)
class Gaps:
    """By how much two pictures differ in each window: squares of grey levels, and of Lab a and b."""

    grey: Floats
    hue: Floats


@dataclass(frozen=True, eq=False)
class Fit:
    """A card that was seen (`seen`), laid on a look drawn in the same light (`drawn`). `contrast`: the variance of grey
    in each window of what is drawn; `like`: the correlation by which the place was found; `warp`: from the pixels of
    the look to those of the card as it was given."""

    seen: Print
    drawn: Print
    gaps: Gaps
    contrast: Floats
    light: Light
    like: float
    warp: Matrix
    exposure: Exposure | None = None

    @property
    def trust(self) -> Floats:
        """What difference (as a square) noise and the last bit of a pixel may make in each window."""
        return np.asarray(_NOISE + _LOOSE * self.contrast, np.float32)

    @cached_property
    def open(self) -> Floats:
        """The windows in which nothing but the card is seen: 1, else 0."""
        if self.seen.open is None:
            return np.ones_like(self.contrast)
        return np.asarray(windows(self.seen.open.astype(np.float32)) > _ALL, np.float32)

    @property
    def tells(self) -> Floats:
        """How much print there is in each window, from 0 to 1: plain ones tell little, and hidden ones nothing."""
        return np.asarray(self.open * self.contrast / (self.contrast + _PLAIN), np.float32)

    @property
    def strange(self) -> Floats:
        """How far each window is from the look, in times of what is to be expected: 0 where it is hidden."""
        return np.asarray(self.open * self.gaps.grey / self.trust, np.float32)

    @property
    def looks_same(self) -> tuple[Floats, Floats]:
        """Where there is no difference, and how much print there is, also in the windows that are said to be hidden."""
        same = (self.gaps.grey / self.trust < 2 * _NO_GAP).astype(np.float32)
        return same, np.asarray(self.contrast / (self.contrast + _PLAIN), np.float32)

    @property
    def same(self) -> float:
        """The share of the print in which there is no difference."""
        tells = self.tells
        return float((tells * (self.strange < _NO_GAP)).sum()) / max(1.0, float(tells.sum()))

    def against(self, other: Flat) -> tuple[Gaps, Gaps]:
        """How far another look, laid at the same place, is from what was seen and from this look. It is drawn in a
        light of its own, since each was learned in another, but in the same focus."""
        if self.exposure is not None:
            other = self.exposure.shown(other)
        drawn = _light(self.seen, other, self.light.blur_px).shown(other)
        return gaps(self.seen, drawn), gaps(self.drawn, drawn)


@dataclass(frozen=True, eq=False)
class Light:
    """What makes of a look the picture that a camera has of it: focus, tone, and the colour of the lamp."""

    blur_px: float
    tone: Floats
    colours: float
    cast: Floats

    def shown(self, look: Flat) -> Print:
        """The look in this light."""
        grey, (x, y), p = _blurred(look.grey, self.blur_px) / 128 - 1, _across(look.grey.shape), self.tone
        drawn = p[0] + p[1] * grey + p[2] * grey * grey + x * (p[3] + p[5] * grey) + y * (p[4] + p[6] * grey)
        drawn += cv2.transform(_hue_over(look), p[None, 7:])
        return Print(drawn.astype(np.float32), (self.colours * look.hue + self.cast).astype(np.float32))


def fitted(seen: Flat, look: Flat) -> Fit | None:
    """A card, flat with its edge or without, laid on a look; None where that cannot be done, or a part is quite unlike
    it. One that is too bright for the camera is laid on the look as the camera would have it."""
    found = aligned(seen.grey, look.grey, _shift((seen.grey.shape[0] - look.grey.shape[0]) // 2), seen.open)
    if found is None:
        return None
    like, warp = found
    if seen.open is not None and like < _LEAST_LIKE_OF_PART:
        return None
    on_it = relaid(seen, warp, look)
    if on_it.open is not None and int(on_it.open.sum()) < _LEAST_OPEN:
        return None
    if seen.bright is None:
        return _compared(on_it, look, like, warp)
    blur_px = _light(on_it, look).blur_px
    exposure = Exposure(_moved_picture(seen.bright, warp, look), blur_px, on_it.open)
    if (closer := aligned(seen.grey, exposure.shown(look).grey, warp, seen.open)) is not None:
        like, warp = closer
        on_it = relaid(seen, warp, look)
        exposure = Exposure(_moved_picture(seen.bright, warp, look), blur_px, on_it.open)
    return _compared(on_it, exposure.shown(look), like, warp, exposure)


def _compared(on_it: Print, look: Flat, like: float, warp: Matrix, exposure: Exposure | None = None) -> Fit:
    light = _light(on_it, look)
    drawn = light.shown(look)
    mean = windows(drawn.grey)
    contrast = np.maximum(0, windows(drawn.grey * drawn.grey) - mean * mean)
    return Fit(on_it, drawn, gaps(on_it, drawn), contrast, light, like, warp, exposure)


def aligned(seen: Floats, look: Floats, start: Matrix, open_: Mask | None = None) -> tuple[float, Matrix] | None:
    """How a look's pixels are to be moved to where they are seen, and how alike the two are then (at most 1). `open_`:
    the pixels in which it is seen, where something lies on it; a part of a card is not bent."""
    half = (_smaller(2) @ start @ _larger(2)).astype(np.float32)
    high, wide = (side // 2 for side in seen.shape)
    if open_ is None:
        there = as_image(np.full((high, wide), 255))
        small, large = _unlit(_halved(look)), _unlit(_halved(seen))
    else:
        there = as_image((_halved(open_.astype(np.float32)) > _ALL) * 255)
        small, large = _halved(look), _unlit_part(_halved(seen), there)
        half[:2, 2] += _shift_of_part(_unlit(small), large, there, half)
        small = _unlit_part(small, as_image(cv2.warpPerspective(there, half, small.shape[::-1], flags=_BACK)))
    if open_ is None and small.shape[0] < large.shape[0]:
        half[:2, 2] = _nearest_shift(small, large)
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, _ROUNDS, _STILL)
    motion, rows = (cv2.MOTION_HOMOGRAPHY, 3) if open_ is None else (cv2.MOTION_AFFINE, 2)
    try:
        like, found = cv2.findTransformECC(small, large, half[:rows], motion, criteria, there, _UNBLURRED)
    except cv2.error:  # it says so where they have nothing in common
        return None
    found = np.vstack([found, half[rows:]])
    return float(like), np.asarray(_larger(2) @ np.asarray(found, np.float64) @ _smaller(2), np.float64)


def _nearest_shift(small: Floats, large: Floats) -> tuple[float, float]:
    """By how many pixels across and down the middle of a look is to be moved to where a card with its edge is most like
    it."""
    inner = small[_SHIFT_PX:-_SHIFT_PX, _SHIFT_PX:-_SHIFT_PX]
    _, _, _, (x, y) = cv2.minMaxLoc(cv2.matchTemplate(large, inner, cv2.TM_CCOEFF_NORMED))
    return float(x - _SHIFT_PX), float(y - _SHIFT_PX)


def _shift_of_part(look: Floats, seen: Floats, there: Image, start: Floats) -> tuple[float, float]:
    """By how many pixels across and down a look is to be moved to where what is seen of a card is most like it: of a
    strip, what follows ends where some of it agrees."""
    x, y, w, h = cv2.boundingRect(there)
    if not w or not h:
        return 0.0, 0.0
    corner = np.array([(1.0, 0, x - _SHIFT_PX), (0, 1.0, y - _SHIFT_PX), (0, 0, 1.0)])
    size = (w + 2 * _SHIFT_PX, h + 2 * _SHIFT_PX)
    around = cv2.warpPerspective(look, np.linalg.inv(start) @ corner, size, flags=_BACK)
    part, mask = (np.ascontiguousarray(plane[y : y + h, x : x + w], np.float32) for plane in (seen, there > 0))
    like = cv2.matchTemplate(around, part, cv2.TM_CCOEFF_NORMED, mask=mask)
    row, column = divmod(int(np.nan_to_num(like, posinf=-1.0, neginf=-1.0).argmax()), like.shape[1])
    return float(_SHIFT_PX - column), float(_SHIFT_PX - row)


def relaid(seen: Flat, warp: Matrix, look: Flat) -> Print:
    """What was seen, moved onto the look."""
    open_ = None
    if seen.open is not None:
        outside = cv2.dilate(as_image(~seen.open), np.ones((2 * _COVER_PX + 1,) * 2, np.uint8), borderValue=0)
        high, wide = look.grey.shape
        moved = cv2.warpPerspective(outside, warp, (wide, high), flags=_BACK, borderMode=cv2.BORDER_REPLICATE)
        open_ = np.asarray(moved == 0)
    return Print(
        _moved(seen.grey, warp, look.grey.shape),
        _moved(seen.hue, _smaller(COARSE) @ warp @ _larger(COARSE), look.hue.shape),
        open_,
    )


def relit(seen: Print, look: Flat) -> Print:
    """A look in the light and the focus in which a card was seen that is laid on it."""
    return _light(seen, look).shown(look)


def gaps(one: Print, other: Print) -> Gaps:
    """By how much two pictures differ in each window, where each window may be off by a bit of a pixel, and a bit
    sharper."""
    bends = _bends(other.grey)
    off = one.grey - other.grey
    much = windows(off * off)
    along = np.stack([windows(off * bend) for bend in bends], axis=-1)
    among = np.empty((*much.shape, len(bends), len(bends)), np.float32)
    for n, bend in enumerate(bends):
        for m in range(n, len(bends)):
            among[..., n, m] = among[..., m, n] = windows(bend * bends[m])
    best = np.linalg.solve(among + _STIFF, along[..., None])[..., 0].clip(-_MOST_BENT, _MOST_BENT)
    left = much - 2 * (best * along).sum(axis=-1) + np.einsum("...n,...nm,...m", best, among, best)
    hue = ((one.hue - other.hue) ** 2).sum(axis=2)
    few, many = cv2.boxFilter(hue, -1, (3, 3)), much.shape[::-1]
    return Gaps(
        np.maximum(0, left).astype(np.float32), np.asarray(cv2.resize(few, many, interpolation=cv2.INTER_LINEAR))
    )


def _bends(plane: Floats) -> tuple[Floats, Floats, Floats]:
    """What a picture changes by when it is moved by a pixel across or down, or made softer."""
    across, down = (cv2.filter2D(plane, -1, kernel) for kernel in (_STEP, _STEP.T))
    return np.asarray(across), np.asarray(down), np.asarray(cv2.Laplacian(plane, cv2.CV_32F, ksize=1))


def windows(plane: Floats) -> Floats:
    """The means of a picture over the windows, row by row."""
    box = cv2.boxFilter(plane, -1, (WINDOW_PX, WINDOW_PX), borderType=cv2.BORDER_REFLECT)
    first = RIM_PX + WINDOW_PX // 2
    return np.asarray(box[first:-first:STRIDE_PX, first:-first:STRIDE_PX], np.float32)


# -- inside ------------------------------------------------------------------------------------------------------------


def _light(seen: Print, look: Flat, blur: float | None = None) -> Light:
    there, shown = seen.grey[_FEW].ravel(), seen.few
    if blur is None:
        blur = max(_BLURS_PX, key=lambda px: _likeness(there[shown], _blurred(look.grey, px)[_FEW].ravel()[shown]))
    grey = _blurred(look.grey, blur)[_FEW].ravel() / 128 - 1
    x, y = (part[_FEW].ravel() for part in _across(look.grey.shape))
    reds, blues = (_hue_over(look)[_FEW][..., n].ravel() for n in (0, 1))
    terms = np.stack([np.ones_like(grey), grey, grey * grey, x, y, x * grey, y * grey, reds, blues])
    kept = shown
    tone = np.zeros(len(terms), np.float32)
    for _ in range(3):
        some = terms[:, kept]
        tone = np.linalg.solve(some @ some.T + 0.01 * np.eye(len(terms)), some @ there[kept])
        off = np.abs(there - tone @ terms)
        kept = shown & (off < _OUTLIER * (float(np.median(off[shown])) + 0.5))
    one, other = (hue.reshape(-1, 2) for hue in (seen.hue, look.hue))
    if seen.open is not None:
        coarse = cv2.resize(as_image(seen.open * 255), look.hue.shape[1::-1], interpolation=cv2.INTER_AREA).ravel()
        one, other = one[coarse > _ALL * 255], other[coarse > _ALL * 255]
    less_one, less_other = one - one.mean(axis=0), other - other.mean(axis=0)
    colours = float(np.clip((less_one * less_other).sum() / ((less_other**2).sum() + 1), *_COLOURS))
    cast = np.clip(np.median(one - colours * other, axis=0), -_MOST_CAST, _MOST_CAST)
    return Light(blur, tone.astype(np.float32), colours, cast.astype(np.float32))


def _hue_over(look: Flat) -> Floats:
    """Its colours at each pixel: a lamp that is a little red makes what is red brighter."""
    size = look.grey.shape[::-1]
    return np.asarray(cv2.resize(look.hue, size, interpolation=cv2.INTER_LINEAR) / 128, np.float32)


def _halved(plane: Floats) -> Floats:
    return np.asarray(cv2.resize(plane, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)


def _unlit(plane: Floats) -> Floats:
    """Without what a lamp from one side does, which would bend what is laid on it."""
    return np.asarray(plane - cv2.GaussianBlur(plane, (0, 0), _LAMP_PX), np.float32)


def _unlit_part(plane: Floats, there: Image) -> Floats:
    """The same of a card of which only a part is seen."""
    seen = (there > 0).astype(np.float32)
    share = cv2.GaussianBlur(seen, (0, 0), _LAMP_PX)
    return np.asarray(seen * (plane - cv2.GaussianBlur(seen * plane, (0, 0), _LAMP_PX) / (share + 1e-3)), np.float32)


def _likeness(one: Floats, other: Floats) -> float:
    a, b = one - one.mean(), other - other.mean()
    return float((a * b).sum() / (np.linalg.norm(b) + 1e-3))


def _blurred(plane: Floats, sigma_px: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(plane, (0, 0), sigma_px), np.float32) if sigma_px else plane


def _moved(plane: Floats, warp: Matrix, shape: tuple[int, ...]) -> Floats:
    moved = cv2.warpPerspective(plane, warp, (shape[1], shape[0]), flags=_BACK, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.float32)


def _moved_picture(picture: Image, warp: Matrix, look: Flat) -> Image:
    high, wide = look.grey.shape
    return as_image(cv2.warpPerspective(picture, warp, (wide, high), flags=_BACK, borderMode=cv2.BORDER_REPLICATE))


@lru_cache(maxsize=8)
def _across(shape: tuple[int, int]) -> tuple[Floats, Floats]:
    """Where each pixel is, from -1 to 1 in both directions."""
    y, x = np.mgrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j].astype(np.float32)
    return x, y


def _shift(by_px: int) -> Matrix:
    return np.array([(1.0, 0, by_px), (0, 1.0, by_px), (0, 0, 1.0)])


def _larger(times: int) -> Matrix:
    """From the pixels of a smaller picture to those of a larger one, both counted from their middles."""
    off = (times - 1) / 2
    return np.array([(times, 0, off), (0, times, off), (0, 0, 1.0)])


def _smaller(times: int) -> Matrix:
    return np.asarray(np.linalg.inv(_larger(times)), np.float64)
