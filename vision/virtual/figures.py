"""Figures that stand on the virtual table: chessmen without stickers, drawn as turned solids that cast shadows.

A figure is a pile of thin slices from its foot to its top. Each slice is laid where the camera sees it (what is higher
lies farther from the place under the camera), the upper ones over the lower ones; its edge is lit by the direction that
the profile has there. The same slices, pushed away from the lamp, are the shadow.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import Box, as_image
from vision.types import Image, Point
from vision.virtual.view import View

Floats = npt.NDArray[np.float32]
Halved = npt.NDArray[np.float16]
Colour = tuple[int, int, int]

_SLICE_MM = 2.0
_USUAL_SQUARE_MM = 50.0
_LAMP_SLOPE = 0.55  # a lamp at about 60 degrees over the table: a shadow is about half as long as its figure is high
_SHADE = 0.42  # of the light that a shadow takes away in its middle
_AMBIENT = 0.5
_SHINE_POWER = 26.0


@dataclass(frozen=True)
class Figure:
    """A chessman: `kind` is one of KINDS, `is_light` whether it is of the lighter colour of the set, `make` one of
    MAKES. It is as large as fits the squares of a board, `square_mm` wide. ValueError for an unknown kind or make."""

    kind: str
    is_light: bool
    make: str = "wood"
    square_mm: float = _USUAL_SQUARE_MM

    def __post_init__(self) -> None:
        if self.kind not in _SHAPES or self.make not in _MAKES:
            raise ValueError(f"no figure '{self.kind}' of '{self.make}'")

    @property
    def height_mm(self) -> float:
        """From the table to its top."""
        return _SHAPES[self.kind].height_mm * self.square_mm / _USUAL_SQUARE_MM

    @property
    def foot_mm(self) -> float:
        """The diameter of its foot."""
        return 2 * _SHAPES[self.kind].reach_mm * self.square_mm / _USUAL_SQUARE_MM


@dataclass(frozen=True)
class _Shape:
    """Height and half the foot's width on squares of 50 mm, and the profile: share of the height, share of that half
    width, from the foot up. `crown` says what its top is cut to, from which share of the height on."""

    height_mm: float
    reach_mm: float
    profile: tuple[tuple[float, float], ...]
    crown: str = ""
    crown_from: float = 2.0


_FOOT = ((0.0, 1.0), (0.07, 1.0), (0.10, 0.86), (0.14, 0.84), (0.20, 0.62))
_SHAPES: Mapping[str, _Shape] = MappingProxyType(
    {
        "pawn": _Shape(
            45, 14, (*_FOOT, (0.45, 0.40), (0.58, 0.36), (0.60, 0.60), (0.64, 0.56), (0.66, 0.40), (0.72, 0.54),
                     (0.82, 0.60), (0.92, 0.50), (0.98, 0.26), (1.0, 0.0)),
        ),
        "rook": _Shape(
            50, 16, (*_FOOT, (0.60, 0.48), (0.70, 0.50), (0.72, 0.66), (1.0, 0.66)), "battlements", 0.82,
        ),
        "knight": _Shape(57, 16, (*_FOOT, (0.30, 0.66), (0.34, 0.60), (1.0, 0.60)), "head", 0.34),
        "bishop": _Shape(
            64, 16, (*_FOOT, (0.55, 0.34), (0.58, 0.56), (0.62, 0.50), (0.64, 0.34), (0.72, 0.50), (0.80, 0.48),
                     (0.90, 0.30), (0.94, 0.12), (0.96, 0.17), (1.0, 0.05)), "slit", 0.72,
        ),
        "queen": _Shape(
            76, 18, (*_FOOT, (0.58, 0.34), (0.62, 0.58), (0.66, 0.52), (0.68, 0.34), (0.88, 0.56), (0.90, 0.56),
                     (0.93, 0.34), (0.96, 0.16), (1.0, 0.05)), "points", 0.82,
        ),
        "king": _Shape(
            86, 19, (*_FOOT, (0.56, 0.36), (0.60, 0.58), (0.64, 0.52), (0.66, 0.36), (0.82, 0.56), (0.86, 0.44),
                     (0.88, 0.30), (1.0, 0.30)), "cross", 0.88,
        ),
    }
)  # fmt: skip

KINDS = tuple(_SHAPES)
"""The figures that can be drawn."""


@dataclass(frozen=True)
class _Make:
    """What a set is made of: its two colours (BGR), how much it shines, how much its grain varies."""

    light: Colour
    dark: Colour
    shine: float
    grain: float


_MAKES: Mapping[str, _Make] = MappingProxyType(
    {
        "wood": _Make((150, 196, 226), (44, 66, 104), 46.0, 0.07),
        "plastic": _Make((214, 226, 232), (40, 38, 38), 105.0, 0.0),
    }
)

MAKES = tuple(_MAKES)
"""What sets of figures can be made of."""


@dataclass(frozen=True)
class Standing:
    """A figure as one camera sees it: its box in the picture, its colours and how much of each pixel it covers there;
    and the box of its shadow, with how much of the light (0..1) that leaves on what lies below. In half precision, a
    twelfth of a grey level: a board has 32 of them."""

    box: Box
    colours: Halved
    cover: Halved
    shadow_box: Box
    light: Halved


def standing(figure: Figure, at: Point, angle_deg: float, view: View, lamp_deg: float) -> Standing | None:
    """A figure at this place of the mat, turned clockwise; None outside of the picture. `lamp_deg`: where
    the lamp is, seen from the middle of the mat (0: right, 90: below)."""
    box = box_of(figure, at, view)
    if box[2] <= 0 or box[3] <= 0:
        return None
    ground = _ground(box, view)
    scale = figure.square_mm / _USUAL_SQUARE_MM
    shape, make = _SHAPES[figure.kind], _MAKES[figure.make]
    lamp = np.array((math.cos(math.radians(lamp_deg)), math.sin(math.radians(lamp_deg))), np.float32)
    turn = math.radians(angle_deg)
    eye_x, eye_y, eye_z = view.eye_mm
    foot, place = np.array((eye_x, eye_y), np.float32), np.array((at.x_mm, at.y_mm), np.float32)
    colours = np.zeros((*ground.shape[:2], 3), np.float32)
    cover, shadow = (np.zeros(ground.shape[:2], np.float32) for _ in range(2))
    base = np.array(make.light if figure.is_light else make.dark, np.float32) * _grain(figure, at)
    count = math.ceil(figure.height_mm / _SLICE_MM)
    reach_mm = scale * shape.reach_mm + 2.0
    for number in range(count + 1):
        share = number / count
        z = share * figure.height_mm
        # what is seen at a place of the mat is, at this height, nearer to the place under the camera
        seen_at = foot + (place - foot) * np.float32(eye_z / (eye_z - z))
        here = _window(box, seen_at, reach_mm, view)
        off = np.asarray(foot + (ground[here] - foot) * np.float32((eye_z - z) / eye_z) - place, np.float32)
        outside, slope = _outside(shape, share, off / np.float32(scale), turn)
        cut = np.clip(0.5 - outside * np.float32(scale * view.px_per_mm), 0.0, 1.0)
        lit = _lit(base, off, slope, lamp, make.shine, outside, shape, share)
        colours[here] += cut[..., None] * (lit - colours[here])
        cover[here] += cut * (1.0 - cover[here])
        if number % 2 == 0:
            aside = lamp * np.float32(_LAMP_SLOPE * z)
            here = _window(box, place - aside, reach_mm, view)
            outside, _ = _outside(shape, share, np.asarray((ground[here] - place + aside) / scale, np.float32), turn)
            shadow[here] = np.maximum(shadow[here], np.clip(0.5 - outside * np.float32(0.4 * scale), 0.0, 1.0))
    soft = np.asarray(cv2.GaussianBlur(shadow, (0, 0), max(0.6, 1.6 * view.px_per_mm)), np.float32)
    body, shade = _inked(cover), _inked(soft)
    return Standing(
        _moved(body, box),
        colours[body].astype(np.float16),
        cover[body].astype(np.float16),
        _moved(shade, box),
        (1.0 - np.float32(_SHADE) * soft[shade]).astype(np.float16),
    )


def box_of(figure: Figure, at: Point, view: View) -> Box:
    """The box in the picture that holds the figure and its shadow."""
    reach = 0.6 * figure.foot_mm
    eye_x, eye_y, eye_z = view.eye_mm
    out = eye_z / (eye_z - figure.height_mm)
    top = Point(eye_x + (at.x_mm - eye_x) * out, eye_y + (at.y_mm - eye_y) * out)
    shade = reach + _LAMP_SLOPE * figure.height_mm
    corners = [
        Point(p.x_mm + dx, p.y_mm + dy) for p, by in ((at, shade), (top, reach)) for dx in (-by, by) for dy in (-by, by)
    ]
    return view.box(corners, 4)


def draw_standing(picture: Image, box: Box, figures: list[Standing]) -> Image:
    """The part of a picture in `box` with these figures drawn over it; those that stand farther from the place under
    the camera come first in the list, since nearer ones lean over them."""
    x, y, w, h = box
    part = picture.astype(np.float32)
    for figure in figures:
        here, there = _shared(figure.shadow_box, (x, y, w, h))
        part[here] *= figure.light[there][..., None]
    for figure in figures:
        here, there = _shared(figure.box, (x, y, w, h))
        # the colours hold their share of the pixel already
        part[here] += figure.colours[there] - figure.cover[there][..., None] * part[here]
    return as_image(np.clip(part, 0, 255))


_Slices = tuple[slice, slice]


def _inked(part: Floats) -> _Slices:
    """The rows and columns in which there is anything, with a rim of one pixel where there is room."""
    found = []
    for axis in (1, 0):
        there = np.flatnonzero(part.max(axis=axis) > 0.0)
        found.append(slice(max(0, int(there[0]) - 1), int(there[-1]) + 2) if there.size else slice(0, 0))
    return found[0], found[1]


def _moved(part: _Slices, box: Box) -> Box:
    """Rows and columns of a box as a box of the picture."""
    rows, columns = (s.indices(length) for s, length in zip(part, (box[3], box[2]), strict=True))
    return box[0] + columns[0], box[1] + rows[0], columns[1] - columns[0], rows[1] - rows[0]


def _shared(one: Box, other: Box) -> tuple[_Slices, _Slices]:
    """What two boxes share: rows and columns of the other, and of the one."""
    x0, y0 = max(one[0], other[0]), max(one[1], other[1])
    x1, y1 = min(one[0] + one[2], other[0] + other[2]), min(one[1] + one[3], other[1] + other[3])
    x1, y1 = max(x0, x1), max(y0, y1)

    def within(box: Box) -> _Slices:
        return slice(y0 - box[1], y1 - box[1]), slice(x0 - box[0], x1 - box[0])

    return within(other), within(one)


def _window(box: Box, at: Floats, reach_mm: float, view: View) -> _Slices:
    """Rows and columns of the box around a place of the mat."""
    x, y, w, h = view.box(
        [Point(at[0] + d, at[1] + e) for d in (-reach_mm, reach_mm) for e in (-reach_mm, reach_mm)], 2
    )
    x0, y0 = max(x, box[0]) - box[0], max(y, box[1]) - box[1]
    x1, y1 = min(x + w, box[0] + box[2]) - box[0], min(y + h, box[1] + box[3]) - box[1]
    return slice(y0, max(y0, y1)), slice(x0, max(x0, x1))


def _ground(box: Box, view: View) -> Floats:
    """The places of the mat that are seen at the pixels of the box: rows x columns x 2, in mm."""
    x, y, w, h = box
    back = np.linalg.inv(view.to_px)
    across, down = np.arange(x, x + w, dtype=np.float64)[None, :], np.arange(y, y + h, dtype=np.float64)[:, None]
    parts = [row[0] * across + row[1] * down + row[2] for row in back]
    return np.stack([parts[0] / parts[2], parts[1] / parts[2]], axis=2).astype(np.float32)


def _outside(shape: _Shape, share: float, off: Floats, turn: float) -> tuple[Floats, float]:
    """How far outside of the slice at this share of the height each place is (mm, below 0: inside), and how fast the
    slices grow there with the height."""
    radius, slope = _profile(shape, share)
    distance = np.sqrt(off[..., 0] ** 2 + off[..., 1] ** 2)
    outside = distance - np.float32(radius)
    if share < shape.crown_from or shape.crown in ("", "slit"):
        return outside, slope
    along = off[..., 0] * math.cos(turn) + off[..., 1] * math.sin(turn)
    across = off[..., 1] * math.cos(turn) - off[..., 0] * math.sin(turn)
    reach = np.float32(shape.reach_mm)
    rise = (share - shape.crown_from) / (1.0 - shape.crown_from)
    if shape.crown == "head":  # of a horse: the nose in front, the neck behind it, thinner towards the ears
        middle, half = (-0.05 + 0.35 * math.sin(math.pi * rise), 0.62 - 0.34 * rise)
        outside = (
            np.maximum(np.abs(along / reach - middle) - half, np.abs(across / reach) - (0.42 - 0.2 * rise)) * reach
        )
    elif shape.crown == "battlements":
        gap = np.minimum(np.abs(along), np.abs(across)) < 0.13 * reach
        hollow = np.float32(0.42) * reach - distance
        outside = np.maximum(outside, np.maximum(hollow, np.where(gap, np.float32(1.0), np.float32(-9.0))))
    elif shape.crown == "points":
        teeth = 0.1 * reach * np.cos(8 * np.arctan2(across, along))
        outside = outside + teeth.astype(np.float32) * np.float32(rise)
    elif shape.crown == "cross":
        arm = 0.34 if 0.4 < rise < 0.75 else 0.1
        bar = np.maximum(np.abs(along) - 0.1 * reach, np.abs(across) - 0.1 * reach)
        outside = np.minimum(bar, np.maximum(np.abs(along) - arm * reach, np.abs(across) - 0.1 * reach))
    return outside.astype(np.float32), slope


@lru_cache(maxsize=1024)
def _profile(shape: _Shape, share: float) -> tuple[float, float]:
    """Radius at this share of the height in mm, and its growth a mm of height."""
    shares, radii = zip(*shape.profile, strict=True)
    below, here, above = (float(np.interp(share + d, shares, radii)) for d in (-0.015, 0.0, 0.015))
    return here * shape.reach_mm, (above - below) * shape.reach_mm / (0.03 * shape.height_mm)


def _lit(
    base: Floats, off: Floats, slope: float, lamp: Floats, shine: float, outside: Floats, shape: _Shape, share: float
) -> Floats:
    """The colours of a slice's rim (rows x columns x 3), by the direction in which its surface looks."""
    steep = 1.0 / math.sqrt(1.0 + slope * slope)
    up = np.float32(-slope * steep)
    distance = np.maximum(np.sqrt(off[..., 0] ** 2 + off[..., 1] ** 2), 1e-3)
    side = (off[..., 0] * lamp[0] + off[..., 1] * lamp[1]) / distance * np.float32(steep)
    down = np.float32(1.0 / math.sqrt(1.0 + _LAMP_SLOPE**2))
    bright = np.maximum(0.0, side * np.float32(_LAMP_SLOPE) * down + up * down)
    # half way between the lamp and the camera, which looks down from nearly above
    half = np.array((_LAMP_SLOPE * down, 1.0 + down), np.float32)
    half /= np.linalg.norm(half)
    glint = np.maximum(0.0, side * half[0] + up * half[1]) ** np.float32(_SHINE_POWER)
    strength = np.float32(_AMBIENT) + np.float32(1.0 - _AMBIENT) * bright
    if shape.crown == "slit" and share >= shape.crown_from:
        strength = np.where(np.abs(off[..., 0] - off[..., 1]) < 1.6, np.float32(0.45) * strength, strength)
    if shape.crown == "battlements" and shape.crown_from - 0.08 < share < shape.crown_from:
        strength = np.where(outside < -0.2 * shape.reach_mm, np.float32(0.6) * strength, strength)
    return np.asarray(base * strength[..., None] + np.float32(shine) * glint[..., None], np.float32)


def _grain(figure: Figure, at: Point) -> np.float32:
    """How much lighter or darker one figure is than the others of its set: the same for the same figure and place."""
    grain = _MAKES[figure.make].grain
    return np.float32(1.0 + grain * math.sin(12.9898 * at.x_mm + 78.233 * at.y_mm + 37.7 * KINDS.index(figure.kind)))
