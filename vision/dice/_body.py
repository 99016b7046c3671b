"""The body of a rendered die: its corners, its shadow, its silhouette, and the faces that a camera sees."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Colour = tuple[int, int, int]
"""Blue, green, red, 0..255."""
Matrix = npt.NDArray[np.float64]
Floats = npt.NDArray[np.float32]

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_FACE_PX = 96


@dataclass(frozen=True)
class DieLook:
    """How a die is made. Shares are of its side; `spread` is from a face's middle to the pips' rows."""

    body: Colour = (232, 238, 240)
    pips: Colour = (30, 28, 28)
    side_mm: float = 16.0
    corner: float = 0.14
    pip: float = 0.19  # diameter
    spread: float = 0.25
    gloss: float = 0.15
    one: float = 1.0  # the single pip is larger on some dice
    marble: float = 0.0  # how much brighter and darker its clouds are, as a share of its brightness
    hollow: float = 0.0  # how much one half of a drilled pip is in its own shade, the other lit


@dataclass(frozen=True)
class ThrownDie:
    """A die at rest: the value on top, the middle of its base in mm from that of the picture, turned by `angle_deg`."""

    value: int
    x_mm: float
    y_mm: float
    angle_deg: float
    look: DieLook = DieLook()
    side_turn: int = 0  # which of the other faces looks which way, and how the pips lie in them


@dataclass(frozen=True)
class TrayView:
    """The camera above the tray, its light, and its faults. Millimetres from the middle of the picture; z is up."""

    width_mm: float = 160.0
    height_mm: float = 120.0
    px_per_mm: float = 4.0
    camera_mm: tuple[float, float, float] = (150.0, -100.0, 800.0)
    is_turned_to_it: bool = False  # False: looks straight down, as a camera over a table does
    roll_deg: float = 0.0
    light_mm: tuple[float, float, float] = (-400.0, -500.0, 900.0)
    shade: float = 0.35  # how dark shadows and the sides away from the light are, 0..1
    blur_px: float = 0.7
    noise: float = 2.5
    noise_px: float = 0.0  # how coarse the noise's grain is
    gamma: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)  # of the light: blue, green, red
    sharpened: float = 0.0  # how much the camera makes of every edge
    jpeg_quality: int = 0


def through(lens: Matrix, points: Matrix) -> Matrix:
    """Points in mm (n x 3) through a 3 x 4 projection: n x 2 pixels."""
    seen = np.concatenate([points, np.ones((len(points), 1))], axis=1) @ lens.T
    return np.asarray(seen[:, :2] / seen[:, 2:])


def corners_mm(die: ThrownDie, inset: float = 0.0) -> Matrix:
    """The eight corners in mm: the lower four, then the upper four, in turn. `inset`: share of the side."""
    half = die.look.side_mm * (0.5 - inset)
    turn = math.radians(die.angle_deg)
    flat = np.asarray([[-half, -half], [half, -half], [half, half], [-half, half]])
    spin = np.asarray([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    flat = flat @ spin.T + [die.x_mm, die.y_mm]
    low, high = die.look.side_mm * inset, die.look.side_mm * (1.0 - inset)
    return np.concatenate([np.insert(flat, 2, low, axis=1), np.insert(flat, 2, high, axis=1)])


def _faces(die: ThrownDie) -> list[tuple[int, tuple[int, int, int, int]]]:
    """Value and corners of the upper face and the four sides. Opposite faces add up to seven."""
    others = [v for v in range(1, 7) if v not in (die.value, 7 - die.value)]
    first, second = others[0], next(v for v in others[1:] if v != 7 - others[0])
    ring = [first, second, 7 - first, 7 - second]
    ring = ring[:: -1 if die.side_turn & 4 else 1]
    ring = ring[die.side_turn & 3 :] + ring[: die.side_turn & 3]
    sides = ((4, 5, 1, 0), (5, 6, 2, 1), (6, 7, 3, 2), (7, 4, 0, 3))
    return [(die.value, (4, 5, 6, 7)), *zip(ring, sides, strict=True)]


def cast_shadow(picture: Floats, die: ThrownDie, view: TrayView, lens: Matrix) -> None:
    """Darkens the ground where the die keeps the light away. `lens`: 3 x 4, from mm to pixels."""
    light = np.asarray(view.light_mm)
    corners = corners_mm(die, 0.08)
    down = corners[:, 2:] / np.maximum(light[2] - corners[:, 2:], 1.0)
    flat = corners - (light - corners) * down
    flat[:, 2] = 0.0
    hull = cv2.convexHull(through(lens, flat).astype(np.float32))
    shadow = np.zeros(picture.shape[:2], np.float32)
    cv2.fillConvexPoly(shadow, np.round(hull * 8).astype(np.int32), 1.0, cv2.LINE_AA, 3)
    soft = cv2.GaussianBlur(shadow, (0, 0), max(0.8, 0.12 * die.look.side_mm * view.px_per_mm))
    picture *= 1.0 - view.shade * 1.3 * soft[..., None] / (1.0 + view.shade)


def draw(picture: Floats, die: ThrownDie, view: TrayView, lens: Matrix) -> None:
    """Draws the die into the picture, with smooth edges."""
    height, width = picture.shape[:2]
    outline = through(lens, corners_mm(die))
    x0, y0 = np.floor(outline.min(axis=0)).astype(int) - 4
    x1, y1 = np.ceil(outline.max(axis=0)).astype(int) + 5
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(width, x1), min(height, y1)
    if x1 <= x0 or y1 <= y0:
        return
    fine = 3  # drawn three times as large, then made smaller: smooth edges
    local = np.diag([fine, fine, 1.0]) @ np.asarray([[1, 0, -x0 + 0.5], [0, 1, -y0 + 0.5], [0, 0, 1.0]]) @ lens
    size = (int(x1 - x0) * fine, int(y1 - y0) * fine)
    paint, cover = _painted(die, view, local, size)
    small = (int(x1 - x0), int(y1 - y0))
    paint = np.asarray(cv2.resize(paint, small, interpolation=cv2.INTER_AREA), np.float32)
    cover = np.asarray(cv2.resize(cover, small, interpolation=cv2.INTER_AREA), np.float32)[..., None]
    part = picture[y0:y1, x0:x1]
    part[:] = part * (1.0 - cover) + paint


def _painted(die: ThrownDie, view: TrayView, lens: Matrix, size: tuple[int, int]) -> tuple[Floats, Floats]:
    """The die alone (premultiplied by its cover), and the cover."""
    inner = through(lens, corners_mm(die, die.look.corner))
    outer = through(lens, corners_mm(die))
    reach = float(np.linalg.norm(outer - inner, axis=1).mean()) / math.sqrt(2)
    hull = np.round(cv2.convexHull(inner.astype(np.float32)) * 8).astype(np.int32)
    cover = np.zeros((size[1], size[0]), np.float32)
    cv2.fillConvexPoly(cover, hull, 1.0, cv2.LINE_AA, 3)
    cv2.polylines(cover, [hull], True, 1.0, max(1, round(2 * reach)), cv2.LINE_AA, 3)
    edge = np.asarray(die.look.body, np.float32) * (1.0 - 0.45 * view.shade)
    paint = np.broadcast_to(edge, (*cover.shape, 3)).copy()
    for number, (value, at) in enumerate(_faces(die)):
        normal, middle = _facing(die, at)
        if float(normal @ (np.asarray(view.camera_mm) - middle)) <= 0:
            continue
        texture, alpha = _face(die, value, _lit(die, view, normal, middle), (die.side_turn >> 3) + number)
        edge_px = _FACE_PX - 1.0
        source = np.asarray([[0, 0], [edge_px, 0], [edge_px, edge_px], [0, edge_px]], np.float32)
        warp = cv2.getPerspectiveTransform(source, outer[list(at)].astype(np.float32))
        laid = np.asarray(cv2.warpPerspective(alpha, warp, size, flags=cv2.INTER_AREA), np.float32)[..., None]
        paint = paint * (1.0 - laid) + np.asarray(cv2.warpPerspective(texture, warp, size), np.float32) * laid
    soft = cv2.GaussianBlur(paint, (0, 0), max(0.6, 0.25 * reach))
    return soft * cover[..., None], cover


def _facing(die: ThrownDie, at: tuple[int, int, int, int]) -> tuple[Matrix, Matrix]:
    corners = corners_mm(die)
    middle = corners[list(at)].mean(axis=0)
    normal = middle - np.asarray([die.x_mm, die.y_mm, die.look.side_mm / 2])
    return normal / np.linalg.norm(normal), middle


def _lit(die: ThrownDie, view: TrayView, normal: Matrix, middle: Matrix) -> float:
    """How bright a face is: 1 where it looks at the light."""
    to_light = np.asarray(view.light_mm) - middle
    to_light = to_light / np.linalg.norm(to_light)
    to_eye = np.asarray(view.camera_mm) - middle
    half = to_light + to_eye / np.linalg.norm(to_eye)
    shine = max(0.0, float(normal @ half / np.linalg.norm(half))) ** 40
    return 1.0 - view.shade * (1.0 - max(0.0, float(normal @ to_light))) + die.look.gloss * shine


def _face(die: ThrownDie, value: int, light: float, turn: int) -> tuple[Floats, Floats]:
    """A face's texture, and how much it covers: it fades out where the rounding begins."""
    look, side = die.look, float(_FACE_PX)
    texture = np.broadcast_to(np.asarray(look.body, np.float32), (_FACE_PX, _FACE_PX, 3)).copy() * light
    if look.marble:
        clouds = np.random.default_rng((value, turn)).normal(0.0, 1.0, (9, 9)).astype(np.float32)
        texture *= (
            1.0 + look.marble * cv2.resize(clouds, (_FACE_PX, _FACE_PX), interpolation=cv2.INTER_CUBIC)[..., None]
        )
    radius = look.pip * side / 2 * (look.one if value == 1 else 1.0)
    for px, py in _PIPS[value]:
        x, y = (px, py) if turn & 1 else (py, -px)
        middle = np.asarray([side / 2 + x * look.spread * side, side / 2 + y * look.spread * side])
        where = (int(middle[0] * 16), int(middle[1] * 16))
        rim = [(p + b) / 2 * 0.9 * light for p, b in zip(look.pips, look.body, strict=True)]
        cv2.circle(texture, where, int(radius * 16), rim, -1, cv2.LINE_AA, 4)
        cv2.circle(texture, where, int(radius * 0.88 * 16), [p * light for p in look.pips], -1, cv2.LINE_AA, 4)
        if look.hollow:
            lit = [
                p * light * (1 - look.hollow) + b * light * look.hollow
                for p, b in zip(look.pips, look.body, strict=True)
            ]
            half = (int(radius * 0.8 * 16),) * 2
            cv2.ellipse(texture, where, half, 40.0 + 90.0 * turn, 0, 180, lit, -1, cv2.LINE_AA, 4)
    alpha = np.zeros((_FACE_PX, _FACE_PX), np.float32)
    inset, round_px = round(side * look.corner * 0.45), max(1, round(side * look.corner * 0.8))
    cv2.rectangle(alpha, (inset + round_px, inset + round_px), (_FACE_PX - 1 - inset - round_px,) * 2, 1.0, -1)
    rounded = cv2.dilate(alpha, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round_px + 1,) * 2))
    return texture, np.asarray(cv2.GaussianBlur(rounded, (0, 0), 0.4 * side * look.corner + 0.3), np.float32)
