"""Is the picture any good? Too dark, too bright, out of focus, mirrored: judged cheaply, told once when it begins."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import as_image, grey, resized
from vision.calibration.markers import CELLS, Corners, around, find_markers, side_px
from vision.types import CameraNote, Image

Grey = npt.NDArray[np.float32]

_DARK = (70.0, 90.0)  # the brightest fiftieth of the picture is darker: begins below the first, ends above the second
_NEARLY_ALL = 0.98
_BRIGHT = (0.30, 0.20)  # share of the picture that is burnt out: begins above the first, ends below the second
_BLURRED = (0.65, 0.5)  # blur in modules of the smallest sticker: what the readers bear (measured), and a safe value
_BURNT = 250
_REBLUR_PX = 1.2
_MOST_PX = 6.0  # more than this cannot be told apart
_EDGE_SHARE = 0.04  # of the pixels: the strongest edges
_WEAK_EDGE = 12.0  # grey levels a pixel: anything weaker is texture or noise
_SAMPLING_PX = 0.8  # what sampling and the gradient themselves blur, measured on perfectly sharp edges
_CENTRE_PX = 1400  # of a large picture only the middle is looked at where no marker is known


def blur_px(image: Image) -> float | None:
    """How blurred the edges around a marker are: the sigma of a Gaussian, in pixels. None without edges.

    An edge that is blurred once more loses slope, the more the sharper it was: with sigma s and a second blur r the
    slopes are as sqrt(s^2 + r^2) to s (Zhuo and Sim, Defocus map estimation from a single image, 2011).
    """
    pixels: Grey = grey(image).astype(np.float32)
    if min(pixels.shape) < 8:
        return None
    # Noise looks like sharp texture, so that edges are first found in a slightly soft copy.
    soft = cv2.GaussianBlur(pixels, (0, 0), _REBLUR_PX)
    slope, softer = _slope(pixels), _slope(np.asarray(soft, np.float32))
    inner = (slice(3, -3), slice(3, -3))
    slope, softer = slope[inner], softer[inner]
    some = softer[::2, ::2]  # enough to tell how strong the strongest are
    weaker = int((1.0 - _EDGE_SHARE) * (some.size - 1))
    limit = max(_WEAK_EDGE, float(np.partition(some, weaker, axis=None)[weaker]))
    strong = softer >= limit
    if int(strong.sum()) < 12:
        return None
    ratio = float(np.median(slope[strong] / softer[strong]))
    if ratio <= 1.02:
        return _MOST_PX
    sigma = _REBLUR_PX / math.sqrt(ratio * ratio - 1.0)
    return math.sqrt(max(0.0, sigma * sigma - _SAMPLING_PX * _SAMPLING_PX))


def _slope(pixels: Grey) -> Grey:
    across = np.asarray(cv2.Sobel(pixels, cv2.CV_32F, 1, 0, ksize=3, scale=0.125), np.float32)
    down = np.asarray(cv2.Sobel(pixels, cv2.CV_32F, 0, 1, ksize=3, scale=0.125), np.float32)
    return np.asarray(cv2.magnitude(across, down), np.float32)


@dataclass(frozen=True)
class MarkerLook:
    """How one marker looks: brightness 0..255 of its white and black parts, and its blur."""

    number: int
    white: float
    black: float
    burnt: float  # share (0..1) of its white that is saturated
    blur_px: float | None
    side_px: float


def look_at_marker(image: Image, number: int, corners: Corners) -> MarkerLook:
    """Measures one marker in the full picture. `corners`: as found there."""
    part = _part(image, corners)
    white, black = float(np.quantile(part, 0.9)), float(np.quantile(part, 0.1))
    bright = part[part >= (white + black) / 2]
    burnt = float((bright >= _BURNT).mean()) if bright.size else 0.0
    return MarkerLook(number, white, black, burnt, blur_px(part), side_px(corners))


def sharpness_px(image: Image, markers: Mapping[int, Corners]) -> float | None:
    """The blur at the markers, the median of all: sigma in pixels. None without markers."""
    looks = [blur_px(_part(image, corners)) for corners in markers.values()]
    known = [look for look in looks if look is not None]
    return float(np.median(known)) if known else None


def _part(image: Image, corners: Corners) -> Image:
    """A marker in grey, with the white around it."""
    return around(image, corners, max(2, round(side_px(corners) / CELLS)))[0]


def rough_blur_px(image: Image) -> float | None:
    """About how blurred a picture without known markers is, for turning a lens until it is least: the steepest slope
    beside the contrast of the whole, looked for around the middle. None for an empty picture."""
    height, width = image.shape[:2]
    left, above = max(0, (width - _CENTRE_PX) // 2), max(0, (height - _CENTRE_PX) // 2)
    pixels: Grey = grey(image[above : above + _CENTRE_PX, left : left + _CENTRE_PX]).astype(np.float32)
    contrast = float(np.quantile(pixels, 0.995) - np.quantile(pixels, 0.005))
    slope = float(np.quantile(_slope(np.asarray(cv2.GaussianBlur(pixels, (0, 0), 0.8), np.float32)), 0.9995))
    if contrast < 3 * _WEAK_EDGE or slope < 1.0:
        return None
    return math.sqrt(max(0.0, (contrast / (slope * math.sqrt(2 * math.pi))) ** 2 - 0.8**2))


def judge(small: Image, blur_modules: float | None, before: frozenset[CameraNote]) -> frozenset[CameraNote]:
    """What is wrong with a picture's light and focus. `small`: its small copy; `blur_modules`: the blur in modules of
    the smallest sticker (None: not measured, then it stays as before). What was wrong `before` ends a little later than
    it began, so that a picture at the limit is not told again and again."""
    planes = [as_image(plane) for plane in cv2.split(small[::2, ::2])]  # every fourth pixel tells as much
    brightest, dimmest = (_shares(reduce(pick, planes)) for pick in (_brighter, _dimmer))
    burnt = float(dimmest[_BURNT:].sum())
    found: set[CameraNote] = set()
    if int(np.searchsorted(np.cumsum(brightest), _NEARLY_ALL)) < _DARK[CameraNote.DARK in before]:
        found.add(CameraNote.DARK)
    if burnt > _BRIGHT[CameraNote.BRIGHT in before]:
        found.add(CameraNote.BRIGHT)
    was_blurred = CameraNote.BLURRED in before
    if was_blurred if blur_modules is None else blur_modules > _BLURRED[was_blurred]:
        found.add(CameraNote.BLURRED)
    return frozenset(found)


def _shares(plane: Image) -> npt.NDArray[np.float64]:
    """Which share of the pixels has each of the 256 levels."""
    return np.asarray(cv2.calcHist([plane], [0], None, [256], [0, 256]), np.float64).ravel() / plane.size


def _brighter(one: Image, other: Image) -> Image:
    return as_image(cv2.max(one, other))


def _dimmer(one: Image, other: Image) -> Image:
    return as_image(cv2.min(one, other))


def is_mirrored(image: Image, ids: list[int]) -> bool:
    """Whether markers show only when the picture is flipped: the camera's driver turns it into a mirror image."""
    shrink = min(1.0, 1600 / image.shape[1])
    flipped = as_image(cv2.flip(grey(resized(image, shrink) if shrink < 1.0 else image), 1))
    return len(find_markers(flipped, ids)) >= 2


class Notes:
    """What is wrong with the picture now, told once when it begins and again only after it has ended.

    Something is believed when two looks in a row, at least `_HOLDS_S` apart, agree: an arm over the table is dark too.
    """

    _HOLDS_S = 0.25

    def __init__(self) -> None:
        self._told: frozenset[CameraNote] = frozenset()
        self._since_s: dict[CameraNote, float] = {}
        self._to_tell: list[CameraNote] = []

    @property
    def now(self) -> frozenset[CameraNote]:
        """What is believed to be wrong now."""
        return self._told

    def look(self, small: Image, blur_modules: float | None, at_s: float) -> None:
        """One look at the picture's light and focus."""
        lasting = {CameraNote.DARK, CameraNote.BRIGHT, CameraNote.BLURRED}
        found = judge(small, blur_modules, self._told)
        self._since_s = {note: self._since_s.get(note, at_s) for note in found}
        held = {note for note in found if at_s - self._since_s[note] >= self._HOLDS_S} | (found & self._told)
        self._to_tell += sorted(held - self._told, key=lambda note: note.value)
        self._told = frozenset((self._told - lasting) | held)

    def begin(self, note: CameraNote) -> None:
        """This is wrong from now on; told if it was not before."""
        if note not in self._told:
            self._told |= {note}
            self._to_tell.append(note)

    def end(self, note: CameraNote) -> None:
        """This is over."""
        self._told -= {note}

    def once(self, note: CameraNote) -> None:
        """This happened; told each time."""
        self._to_tell.append(note)

    def take(self) -> tuple[CameraNote, ...]:
        """What is to be told, each only once."""
        told, self._to_tell = tuple(self._to_tell), []
        return told
