"""Distances between tags and the outlines of the pieces that carry them, in millimetres also without calibration."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from vision.calibration.mat import Calibration
from vision.spots import spot_at
from vision.sticker import QUIET_MODULES, STICKER_MM
from vision.types import CARD_SHAPE, PieceShape, Point, Sighting, Spot, Tag

CODE_SHARE = 21 / (21 + 2 * QUIET_MODULES)
"""Of a sticker's side: a version 1 code without its quiet zone."""

CODE_MM = CODE_SHARE * STICKER_MM
"""Side of the printed code where nobody said how large the sticker is: the measure without calibration."""

HIDES_MM = 2.0
"""A code whose middle lies so far within a piece's outline cannot be read through it."""

PART_MM = 6.0
"""A code whose middle lies so far outside is hidden in part, and mostly not read."""

Axis = tuple[float, float]
Bounds = tuple[float, float, float, float]
"""The least x and y, the greatest x and y, in pixels."""
Quads = npt.NDArray[np.float64]
"""n x 4 x 2 or n x 2, in pixels."""


@dataclass(frozen=True, eq=False)
class Body:
    """A piece as it lies: where its code was read, and what it is. What follows from that is worked out once."""

    sighting: Sighting
    tag: Tag

    @cached_property
    def sticker_mm(self) -> float:
        """Side of its sticker with the quiet zone; ours where nobody said."""
        return self.tag.sticker_mm or STICKER_MM

    @cached_property
    def shape(self) -> PieceShape:
        """The tag's own shape, else that of a card."""
        return self.tag.shape if self.tag.shape is not None else CARD_SHAPE

    @cached_property
    def centre_px(self) -> tuple[float, float]:
        """The middle of the code in the picture."""
        return centre_px(self.sighting)

    @cached_property
    def px_per_mm(self) -> float:
        """The scale of the picture at this code, from the code's own size."""
        return side_px(self.sighting) / (CODE_SHARE * self.sticker_mm)

    @cached_property
    def axes_px(self) -> tuple[Axis, Axis]:
        """How far a millimetre to the code's right, and one down from it, leads in the picture: x and y of each."""
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = self.sighting.corners_px
        side = 2 * CODE_SHARE * self.sticker_mm
        right = (x1 - x0 + x2 - x3) / side, (y1 - y0 + y2 - y3) / side
        return right, ((x3 - x0 + x2 - x1) / side, (y3 - y0 + y2 - y1) / side)

    @cached_property
    def bounds_px(self) -> Bounds:
        """The box around the whole piece in the picture."""
        outline = self.outline_px(0.0)
        across, down = [x for x, _ in outline], [y for _, y in outline]
        return min(across), min(down), max(across), max(down)

    def outline_px(self, grow_mm: float) -> list[tuple[float, float]]:
        """The four corners of the piece in the picture, made larger by `grow_mm` on every side."""
        shape, (x, y) = self.shape, self.centre_px
        (right, right_y), (down, down_y) = self.axes_px
        left_mm, up_mm = -shape.left_mm - grow_mm, -shape.up_mm - grow_mm
        right_mm, down_mm = shape.right_mm + grow_mm, shape.down_mm + grow_mm
        places = ((left_mm, up_mm), (right_mm, up_mm), (right_mm, down_mm), (left_mm, down_mm))
        return [(x + a * right + b * down, y + a * right_y + b * down_y) for a, b in places]

    def touches(self, bounds: Bounds, grow_px: float = 0.0) -> bool:
        """Whether the box around the piece reaches into another box, made larger by `grow_px`."""
        left, above, right, below = self.bounds_px
        is_across = left < bounds[2] + grow_px and bounds[0] - grow_px < right
        return is_across and above < bounds[3] + grow_px and bounds[1] - grow_px < below

    @cached_property
    def middle(self) -> Point | None:
        """Where the middle of the whole piece lies on the mat; None without calibration."""
        if self.sighting.at is None:
            return None
        x, y = _middle(self.shape)
        turn = math.radians(self.sighting.angle_deg)
        return Point(
            self.sighting.at.x_mm + x * math.cos(turn) - y * math.sin(turn),
            self.sighting.at.y_mm + x * math.sin(turn) + y * math.cos(turn),
        )


def grids_px(bodies: Sequence[Body]) -> tuple[Quads, Quads, Quads]:
    """The middle of each piece's code, and both of its `axes_px`, worked out for all at once: n x 2 each."""
    corners = np.array([body.sighting.corners_px for body in bodies], np.float64).reshape(-1, 4, 2)
    side = 2 * CODE_SHARE * np.array([body.sticker_mm for body in bodies], np.float64)[:, None]
    first, second, third, fourth = (corners[:, n] for n in range(4))
    right, down = (second - first + third - fourth) / side, (fourth - first + third - second) / side
    return corners.mean(axis=1), right, down


def touching_of(bodies: Sequence[Body], some: Sequence[int]) -> npt.NDArray[np.bool_]:
    """Which of `some` of the pieces, by their places in the list, `touches` which of them all: n x m."""
    outlines = outlines_px(bodies, 0.0)
    bounds = np.concatenate([outlines.min(axis=1), outlines.max(axis=1)], axis=1)
    (left, above, right, below), (x, y, x_end, y_end) = bounds[list(some)].T[..., None], bounds.T
    return np.asarray((left < x_end) & (x < right) & (above < y_end) & (y < below))


def outlines_px(bodies: Sequence[Body], grow_mm: float) -> Quads:
    """What `outline_px` says of each of the pieces, worked out for all of them at once: n x 4 x 2."""
    middle, right, down = grids_px(bodies)
    shapes = [body.shape for body in bodies]
    reach = np.array([(s.left_mm, s.up_mm, s.right_mm, s.down_mm) for s in shapes], np.float64).reshape(-1, 4) + grow_mm
    (left_mm, up_mm, right_mm, down_mm) = reach.T[..., None]
    ends = ((-left_mm, -up_mm), (right_mm, -up_mm), (right_mm, down_mm), (-left_mm, down_mm))
    return np.stack([middle + a * right + b * down for a, b in ends], axis=1)


def outline_px(body: Body, grow_mm: float, calibration: Calibration | None) -> Quads:
    """The outline of a piece in the picture (n x 2), made larger by `grow_mm`, by the mat's own scale and perspective
    where they are known: a code is too small to tell how wide a card is at its other end."""
    shape = body.shape
    first, last = np.array([-shape.left_mm, -shape.up_mm]), np.array([shape.right_mm, shape.down_mm])
    sides = np.concatenate([first - grow_mm, last + grow_mm])
    if shape.round:
        turn = np.linspace(0.0, 2 * np.pi, 32, endpoint=False)[:, None]
        places = (sides[:2] + sides[2:]) / 2 + np.hstack([np.cos(turn), np.sin(turn)]) * (sides[2:] - sides[:2]) / 2
    else:
        places = sides[[[0, 1], [2, 1], [2, 3], [0, 3]]]
    if calibration is None or body.sighting.at is None:
        return np.asarray(places @ np.array(body.axes_px) + body.centre_px, np.float64)
    turned = math.radians(body.sighting.angle_deg)
    axes = np.array([(math.cos(turned), math.sin(turned)), (-math.sin(turned), math.cos(turned))])
    return calibration.pixels(places @ axes + calibration.places(np.array([body.centre_px])))


def box_px(body: Body, grow_mm: float, shape: tuple[int, ...], factor: int) -> tuple[int, int, int, int]:
    """The box around a piece made larger by `grow_mm`, in a picture of that height and width which is `factor` times
    smaller than the frame: the first column and row, and those after the last. It holds one pixel at least."""
    (height, width), grow_px = shape, grow_mm * body.px_per_mm
    left, top, right, bottom = (
        (value + grow) / factor
        for value, grow in zip(body.bounds_px, (-grow_px, -grow_px, grow_px, grow_px), strict=True)
    )
    x, y = min(width - 1, max(0, int(left))), min(height - 1, max(0, int(top)))
    return x, y, max(x + 1, min(width, math.ceil(right))), max(y + 1, min(height, math.ceil(bottom)))


def centre_px(sighting: Sighting) -> tuple[float, float]:
    """The middle of the code in the picture."""
    corners = sighting.corners_px
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def side_px(sighting: Sighting) -> float:
    """How long the sides of the code are in the picture, on the whole."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = sighting.corners_px
    around = math.hypot(x1 - x0, y1 - y0) + math.hypot(x2 - x1, y2 - y1)
    return max((around + math.hypot(x3 - x2, y3 - y2) + math.hypot(x0 - x3, y0 - y3)) / 4, 1e-6)


def offset_mm(one: Body, other: Sighting) -> tuple[float, float]:
    """Where another code's middle lies as seen from a piece's own: to its right, and down from it."""
    here = one.sighting
    if here.at is not None and other.at is not None:
        dx, dy = other.at.x_mm - here.at.x_mm, other.at.y_mm - here.at.y_mm
    else:
        (x0, y0), (x1, y1) = one.centre_px, centre_px(other)
        dx, dy = (x1 - x0) / one.px_per_mm, (y1 - y0) / one.px_per_mm
    turn = math.radians(here.angle_deg)
    return dx * math.cos(turn) + dy * math.sin(turn), -dx * math.sin(turn) + dy * math.cos(turn)


def gap_mm(one: Sighting, other: Sighting, code_mm: float = CODE_MM) -> float:
    """How far apart two codes lie. `code_mm`: the side of the first one, which counts without calibration."""
    if one.at is not None and other.at is not None:
        return math.hypot(other.at.x_mm - one.at.x_mm, other.at.y_mm - one.at.y_mm)
    return math.dist(centre_px(one), centre_px(other)) / side_px(one) * code_mm


def turned_deg(one: Sighting, other: Sighting) -> float:
    """By how much one code is turned against another, 0..180."""
    return abs((one.angle_deg - other.angle_deg + 180.0) % 360.0 - 180.0)


def carried_along(lower: Sighting, was: Body, now: Body) -> Sighting:
    """Where a code is after the piece over it was moved from one place to the other, with it, and since when."""
    turn_deg = now.sighting.angle_deg - was.sighting.angle_deg
    turn = np.linalg.solve(np.array(was.axes_px), np.array(now.axes_px))  # of rows: (x, y) @ turn
    corners = (np.array(lower.corners_px) - was.centre_px) @ turn + now.centre_px
    at = None
    if lower.at is not None and was.sighting.at is not None and now.sighting.at is not None:
        x, y = lower.at.x_mm - was.sighting.at.x_mm, lower.at.y_mm - was.sighting.at.y_mm
        cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
        at = Point(now.sighting.at.x_mm + x * cos - y * sin, now.sighting.at.y_mm + x * sin + y * cos)
    places = tuple((float(x), float(y)) for x, y in corners)
    angle_deg, since_s = (lower.angle_deg + turn_deg) % 360.0, now.sighting.taken_s
    return replace(lower, at=at, angle_deg=angle_deg, corners_px=places, taken_s=since_s)


def body_gap_mm(one: Body, other: Body) -> float:
    """How far apart the middles of two pieces lie."""
    right, down = offset_mm(one, other.sighting)
    turn = math.radians(other.sighting.angle_deg - one.sighting.angle_deg)
    x, y = _middle(other.shape)
    own_x, own_y = _middle(one.shape)
    return math.hypot(
        right + x * math.cos(turn) - y * math.sin(turn) - own_x, down + x * math.sin(turn) + y * math.cos(turn) - own_y
    )


def lies_over(upper: Body, lower: Sighting, slack_mm: float = PART_MM) -> bool:
    """Whether the upper piece reaches over the middle of the lower code (or nearly, by `slack_mm`)."""
    return reaches(upper.shape, *offset_mm(upper, lower), slack_mm)


def reaches(shape: PieceShape, right_mm: float, down_mm: float, slack_mm: float) -> bool:
    """Whether a piece grown by `slack_mm` reaches to a place seen from the middle of its code."""
    if shape.round:
        x, y = _middle(shape)
        return math.hypot(right_mm - x, down_mm - y) <= (shape.left_mm + shape.right_mm) / 2 + slack_mm
    return (
        -shape.left_mm - slack_mm <= right_mm <= shape.right_mm + slack_mm
        and -shape.up_mm - slack_mm <= down_mm <= shape.down_mm + slack_mm
    )


def spot_point(body: Body) -> Point | None:
    """The place that decides about the spot: the middle of the piece where its shape is known, else the code's."""
    return body.sighting.at if body.tag.shape is None else body.middle


def spot_of(body: Body, spots: Sequence[Spot]) -> str | None:
    """The name of the spot on which the piece lies; None outside every spot or without calibration."""
    at = spot_point(body) if spots else None
    return None if at is None else spot_at(at, spots)


def _middle(shape: PieceShape) -> tuple[float, float]:
    return (shape.right_mm - shape.left_mm) / 2, (shape.down_mm - shape.up_mm) / 2
