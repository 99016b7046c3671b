"""The body of a rendered die: a rounded cube, perhaps cut by a ball, with pips drilled or painted into its six faces.

Rays are followed until they meet the body (sphere tracing: Hart 1996, "Sphere tracing: a geometric method for the
antialiased ray tracing of implicit surfaces"). A die's own frame has its middle at 0, its faces at -1 and 1, z up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Colour = tuple[int, int, int]
"""Blue, green, red, 0..255."""
Matrix = npt.NDArray[np.float64]
Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]

_PIPS = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_NOWHERE = 9.0  # where a face has no further pip
_STEPS = 10
_NEAR = 0.012  # a ray so near the surface has met it


@dataclass(frozen=True)
class DieLook:
    """How a die is made. Shares are of its side; `spread` is from a face's middle to the pips' rows."""

    body: Colour = (232, 238, 240)
    pips: Colour = (30, 28, 28)
    side_mm: float = 16.0
    corner: float = 0.11  # radius of edges and corners
    ball: float = 2.0  # radius of the ball that cuts the corners, in half sides; from 1.74 on it cuts nothing
    pip: float = 0.19  # diameter
    spread: float = 0.25
    six: float = 1.0  # how much further apart the rows of three stand
    gloss: float = 0.3
    one: float = 1.0  # the single pip is larger on some dice
    hollow: float = 0.5  # how deep pips are drilled: 0 painted flat, 1 half balls
    cloud: Colour | None = None  # a second colour that runs through the body
    grain: float = 3.0  # how fine the second colour's clouds are; from 12 on they are specks
    clear: float = 0.0  # how much of what lies behind shines through
    has_pips: bool = True  # False: a plain cube


@dataclass(frozen=True)
class ThrownDie:
    """A die at rest: the value on top, the middle of its base in mm from that of the picture, turned by `angle_deg`."""

    value: int
    x_mm: float
    y_mm: float
    angle_deg: float
    look: DieLook = DieLook()
    side_turn: int = 0  # which of the other faces looks which way, and how the pips lie in them


def through(lens: Matrix, points: Matrix) -> Matrix:
    """Points in mm (n x 3) through a 3 x 4 projection: n x 2 pixels."""
    seen = np.concatenate([points, np.ones((len(points), 1))], axis=1) @ lens.T
    return np.asarray(seen[:, :2] / seen[:, 2:])


def corners_mm(die: ThrownDie) -> Matrix:
    """The eight corners of the unrounded cube in mm: the lower four, then the upper four, in turn."""
    flat = np.asarray([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
    own = np.concatenate([np.insert(flat, 2, -1, axis=1), np.insert(flat, 2, 1, axis=1)])
    return own * (die.look.side_mm / 2) @ turn_of(die).T + middle_mm(die)


def turn_of(die: ThrownDie) -> Matrix:
    """3 x 3: from the die's own directions to those of the table."""
    cos, sin = math.cos(math.radians(die.angle_deg)), math.sin(math.radians(die.angle_deg))
    return np.asarray([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])


def middle_mm(die: ThrownDie) -> Matrix:
    """The middle of the body in mm."""
    return np.asarray([die.x_mm, die.y_mm, die.look.side_mm / 2])


def values_around(die: ThrownDie) -> tuple[int, ...]:
    """The values of the faces at +x, -x, +y, -y, +z, -z of the die's own frame. Opposite faces add up to seven."""
    others = [v for v in range(1, 7) if v not in (die.value, 7 - die.value)]
    first, second = others[0], next(v for v in others[1:] if v != 7 - others[0])
    ring = [first, second, 7 - first, 7 - second]
    ring = ring[:: -1 if die.side_turn & 4 else 1]
    ring = ring[die.side_turn & 3 :] + ring[: die.side_turn & 3]
    return ring[0], ring[2], ring[1], ring[3], die.value, 7 - die.value


def into_box(origin: Floats, ways: Floats) -> tuple[Floats, Floats]:
    """Where rays enter the cube around a die and where they leave it, as lengths along `ways` (n x 3). The first is
    larger where a ray passes it."""
    with np.errstate(divide="ignore"):
        inverse = 1.0 / np.where(np.abs(ways) < 1e-9, np.float32(1e-9), ways)
    one, other = (-1.0 - origin) * inverse, (1.0 - origin) * inverse
    return np.minimum(one, other).max(axis=1), np.maximum(one, other).min(axis=1)


def met(look: DieLook, origin: Floats, ways: Floats) -> tuple[Flags, Floats]:
    """Which rays from `origin` (3) along `ways` (n x 3) meet the body, and where (n x 3)."""
    enter, leave = into_box(origin, ways)
    hits = (enter < leave) & (leave > 0)
    at = np.zeros_like(ways)
    ray, way = np.nonzero(hits)[0], ways[hits]
    point = origin + way * np.maximum(enter[hits], 0.0)[:, None]
    for _ in range(_STEPS):
        point = point + way * _gap(look, point)[:, None]
    is_met = _gap(look, point) < _NEAR
    hits[ray[~is_met]] = False
    at[ray] = point
    return hits, at


def _gap(look: DieLook, at: Floats) -> Floats:
    """How far points (n x 3) are from the surface; never more than it is."""
    radius = np.float32(2.0 * look.corner)
    beyond = np.abs(at) - (1.0 - radius)
    outside = np.maximum(beyond, 0.0)
    gap = np.sqrt((outside * outside).sum(axis=1)) + np.minimum(beyond.max(axis=1), 0.0) - radius
    if look.ball < 1.74:
        gap = np.maximum(gap, np.sqrt((at * at).sum(axis=1)) - look.ball)
    return np.asarray(gap, np.float32)


def normals(look: DieLook, at: Floats) -> Floats:
    """The outward directions of the surface at points of it (n x 3)."""
    radius = np.float32(2.0 * look.corner)
    beyond = np.maximum(np.abs(at) - (1.0 - radius), 1e-4) * np.sign(at)
    if look.ball < 1.74:
        far = np.sqrt((at * at).sum(axis=1, keepdims=True))
        beyond = np.where(far > look.ball - 0.02, at, beyond)
    return np.asarray(beyond / np.sqrt((beyond * beyond).sum(axis=1, keepdims=True)), np.float32)


def pips_at(die: ThrownDie, at: Floats) -> tuple[Floats, Floats]:
    """For points of the surface: how far each is from the middle of the nearest pip (1 at its rim), and the way to that
    middle in the same measure (n x 3)."""
    axis = np.abs(at).argmax(axis=1)
    rows = np.arange(len(at))
    face = 2 * axis + (at[rows, axis] < 0)
    across, along = (axis + 1) % 3, (axis + 2) % 3
    here = np.stack([at[rows, across], at[rows, along]], axis=1)
    places, radii = _layout(die)
    way = places[face] - here[:, None, :]
    far = np.hypot(way[..., 0], way[..., 1])
    nearest = far.argmin(axis=1)
    radius = radii[face]
    towards = np.zeros_like(at)
    towards[rows, across] = way[rows, nearest, 0] / radius
    towards[rows, along] = way[rows, nearest, 1] / radius
    return np.asarray(far[rows, nearest] / radius, np.float32), towards


def _layout(die: ThrownDie) -> tuple[Floats, Floats]:
    """The middles of the pips of every face (6 x 6 x 2), and their radius on each face (6)."""
    look = die.look
    places = np.full((6, 6, 2), _NOWHERE, np.float32)
    radii = np.full(6, look.pip, np.float32)
    for face, value in enumerate(values_around(die) if look.has_pips else ()):
        for number, (x, y) in enumerate(_PIPS[value]):
            spot = np.asarray([x, y * (look.six if value == 6 else 1.0)]) * 2 * look.spread
            places[face, number] = spot if ((die.side_turn >> 3) + face) & 1 else (spot[1], -spot[0])
        radii[face] *= look.one if value == 1 else 1.0
    return places, radii
