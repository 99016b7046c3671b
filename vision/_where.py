"""Distances between tags and the outlines of the pieces that carry them, in millimetres also without calibration."""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.spots import spot_at
from vision.types import CARD_SHAPE, PieceShape, Point, Sighting, Spot, Tag

CODE_MM = 20.2
"""Side of the printed code without its quiet zone: the measure for pictures without calibration."""

Body = tuple[Sighting, Tag]
"""A piece as it lies: where its code was read, and what it is."""


def centre_px(sighting: Sighting) -> tuple[float, float]:
    """The middle of the code in the picture."""
    corners = sighting.corners_px
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def px_per_mm(sighting: Sighting) -> float:
    """The scale of the picture at this code, from the code's own size."""
    corners = sighting.corners_px
    around = sum(math.dist(corners[i], corners[(i + 1) % 4]) for i in range(4))
    return max(around / 4 / CODE_MM, 1e-6)


def shape_of(tag: Tag) -> PieceShape:
    """The tag's own shape, else that of a card."""
    return tag.shape if tag.shape is not None else CARD_SHAPE


def offset_mm(one: Sighting, other: Sighting) -> tuple[float, float]:
    """Where the other code's middle lies as seen from the first: to its right, and down from it."""
    if one.at is not None and other.at is not None:
        dx, dy = other.at.x_mm - one.at.x_mm, other.at.y_mm - one.at.y_mm
    else:
        (x0, y0), (x1, y1) = centre_px(one), centre_px(other)
        dx, dy = (x1 - x0) / px_per_mm(one), (y1 - y0) / px_per_mm(one)
    turn = math.radians(one.angle_deg)
    return dx * math.cos(turn) + dy * math.sin(turn), -dx * math.sin(turn) + dy * math.cos(turn)


def gap_mm(one: Sighting, other: Sighting) -> float:
    """How far apart two codes lie."""
    return math.hypot(*offset_mm(one, other))


def body_gap_mm(one: Sighting, one_tag: Tag, other: Sighting, other_tag: Tag) -> float:
    """How far apart the middles of two pieces lie."""
    right, down = offset_mm(one, other)
    turn = math.radians(other.angle_deg - one.angle_deg)
    x, y = _middle(shape_of(other_tag))
    own_x, own_y = _middle(shape_of(one_tag))
    return math.hypot(
        right + x * math.cos(turn) - y * math.sin(turn) - own_x, down + x * math.sin(turn) + y * math.cos(turn) - own_y
    )


def lies_over(upper: Sighting, upper_tag: Tag, lower: Sighting, slack_mm: float = 6.0) -> bool:
    """Whether the upper piece's body reaches over the middle of the lower code (or nearly, by `slack_mm`)."""
    shape = shape_of(upper_tag)
    right, down = offset_mm(upper, lower)
    return (
        -shape.left_mm - slack_mm <= right <= shape.right_mm + slack_mm
        and -shape.up_mm - slack_mm <= down <= shape.down_mm + slack_mm
    )


def axes_px(sighting: Sighting) -> tuple[tuple[float, float], tuple[float, float]]:
    """How far a millimetre to the code's right, and one down from it, leads in the picture: x and y of each."""
    corners = sighting.corners_px
    right = (corners[1][0] - corners[0][0] + corners[2][0] - corners[3][0]) / 2 / CODE_MM
    right_y = (corners[1][1] - corners[0][1] + corners[2][1] - corners[3][1]) / 2 / CODE_MM
    down = (corners[3][0] - corners[0][0] + corners[2][0] - corners[1][0]) / 2 / CODE_MM
    down_y = (corners[3][1] - corners[0][1] + corners[2][1] - corners[1][1]) / 2 / CODE_MM
    return (right, right_y), (down, down_y)


def body_px(sighting: Sighting, tag: Tag, grow_mm: float = 0.0) -> list[tuple[float, float]]:
    """The four corners of the piece's body in the picture, made larger by `grow_mm` on every side."""
    shape = shape_of(tag)
    x, y = centre_px(sighting)
    (right, right_y), (down, down_y) = axes_px(sighting)
    left_mm, up_mm = -shape.left_mm - grow_mm, -shape.up_mm - grow_mm
    right_mm, down_mm = shape.right_mm + grow_mm, shape.down_mm + grow_mm
    places = ((left_mm, up_mm), (right_mm, up_mm), (right_mm, down_mm), (left_mm, down_mm))
    return [(x + a * right + b * down, y + a * right_y + b * down_y) for a, b in places]


def spot_point(sighting: Sighting, tag: Tag) -> Point | None:
    """The place that decides about the spot: the middle of the piece where its shape is known, else the code's."""
    if sighting.at is None or tag.shape is None:
        return sighting.at
    x, y = _middle(tag.shape)
    turn = math.radians(sighting.angle_deg)
    return Point(
        sighting.at.x_mm + x * math.cos(turn) - y * math.sin(turn),
        sighting.at.y_mm + x * math.sin(turn) + y * math.cos(turn),
    )


def spot_of(sighting: Sighting, tag: Tag, spots: Sequence[Spot]) -> str | None:
    """The name of the spot on which the piece lies; None outside every spot or without calibration."""
    at = spot_point(sighting, tag)
    return None if at is None else spot_at(at, spots)


def _middle(shape: PieceShape) -> tuple[float, float]:
    return (shape.right_mm - shape.left_mm) / 2, (shape.down_mm - shape.up_mm) / 2
