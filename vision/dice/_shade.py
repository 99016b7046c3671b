"""Light on rendered dice: what a ray that meets a die brings back, and the shadow that the die casts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice._body import (
    Flags,
    Floats,
    Matrix,
    ThrownDie,
    corners_mm,
    into_box,
    met,
    middle_mm,
    normals,
    pips_at,
    through,
    turn_of,
)


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
    lamp: float = 0.2  # radius of the light as a share of its distance: how soft shadows and highlights are
    shade: float = 0.35  # how much of the light comes from there, 0..1; the rest comes from everywhere
    second_mm: tuple[float, float, float] | None = None  # another light, half as bright
    mirror: float = 0.0  # how much the ground mirrors
    blur_px: float = 0.7
    shake_px: float = 0.0  # how far the camera moved meanwhile
    shake_deg: float = 0.0
    noise: float = 2.5
    noise_px: float = 0.0  # how coarse the noise's grain is
    light: float = 1.0  # exposure
    gamma: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)  # of the light: blue, green, red
    sharpened: float = 0.0  # how much the camera makes of every edge
    jpeg_quality: int = 0


def cast_shadow(picture: Floats, die: ThrownDie, view: TrayView, lens: Matrix) -> None:
    """Darkens the ground where the die keeps the light away. `lens`: 3 x 4, from mm to pixels."""
    corners = (corners_mm(die) - middle_mm(die)) * 0.92 + middle_mm(die)
    side_px = die.look.side_mm * view.px_per_mm
    for light, share in _lamps(view):
        down = corners[:, 2:] / np.maximum(light[2] - corners[:, 2:], 1.0)
        flat = corners - (light - corners) * down
        flat[:, 2] = 0.0
        _darken(picture, through(lens, flat), share, (0.02 + 0.5 * view.lamp) * side_px, die)
    base = corners[:4].copy()
    base[:, 2] = 0.0
    _darken(picture, through(lens, base), 0.5, 0.09 * side_px, die)  # where it stands hardly any light comes at all


def _lamps(view: TrayView) -> list[tuple[Matrix, float]]:
    """Where each lamp hangs, and how much of all light comes from it."""
    first, share = np.asarray(view.light_mm), view.shade
    if view.second_mm is None:
        return [(first, share)]
    return [(first, 0.65 * share), (np.asarray(view.second_mm), 0.35 * share)]


def _darken(picture: Floats, outline: Matrix, share: float, soft_px: float, die: ThrownDie) -> None:
    height, width = picture.shape[:2]
    reach = 3.0 * soft_px + 2
    x0, y0 = np.clip(np.floor(outline.min(axis=0) - reach), 0, (width, height)).astype(int)
    x1, y1 = np.clip(np.ceil(outline.max(axis=0) + reach), 0, (width, height)).astype(int)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    shadow = np.zeros((y1 - y0, x1 - x0), np.float32)
    hull = cv2.convexHull((outline - [x0, y0]).astype(np.float32))
    cv2.fillConvexPoly(shadow, np.round(hull * 8).astype(np.int32), 1.0, cv2.LINE_AA, 3)
    soft = np.asarray(cv2.GaussianBlur(shadow, (0, 0), max(0.6, soft_px)), np.float32)[..., None]
    glow = np.asarray(die.look.body, np.float32) / 255.0 * die.look.clear  # clear dice colour their shadow
    picture[y0:y1, x0:x1] *= 1.0 - share * soft * (1.0 - 0.8 * glow)


def draw(
    picture: Floats, die: ThrownDie, view: TrayView, lens: Matrix, others: Sequence[ThrownDie] = (), share: float = 1.0
) -> None:
    """Draws the die into the picture, with smooth edges; `others` keep light from it. `share`: how much of it is seen,
    as in a mirror."""
    height, width = picture.shape[:2]
    outline = through(lens, corners_mm(die))
    x0, y0 = np.clip(np.floor(outline.min(axis=0)) - 1, 0, (width, height)).astype(int)
    x1, y1 = np.clip(np.ceil(outline.max(axis=0)) + 2, 0, (width, height)).astype(int)
    if x1 <= x0 or y1 <= y0:
        return
    fine = 2 if max(x1 - x0, y1 - y0) > 50 else 3  # rays across a pixel: smooth edges
    part = picture[y0:y1, x0:x1]
    hits, paint = _seen(die, view, lens, (x0, y0, x1 - x0, y1 - y0), fine, part.mean(axis=(0, 1)), others)
    size = (int(x1 - x0), int(y1 - y0))
    cover = np.asarray(cv2.resize(hits.astype(np.float32), size, interpolation=cv2.INTER_AREA), np.float32)[..., None]
    paint = np.asarray(cv2.resize(paint, size, interpolation=cv2.INTER_AREA), np.float32)
    part[:] = part * (1.0 - share * cover) + share * paint


def _seen(
    die: ThrownDie,
    view: TrayView,
    lens: Matrix,
    box: tuple[int, int, int, int],
    fine: int,
    ground: Floats,
    others: Sequence[ThrownDie],
) -> tuple[Flags, Floats]:
    """The rays of a box of the picture: which meet the die, and the light that they bring (0 for the others)."""
    x0, y0, width, height = box
    ys, xs = (np.mgrid[0 : height * fine, 0 : width * fine] + 0.5) / fine - 0.5
    pixels = np.stack([xs.ravel() + x0, ys.ravel() + y0, np.ones(xs.size)], axis=1)
    back = np.linalg.inv(lens[:, :3])
    eye = -back @ lens[:, 3]
    ways = pixels @ back.T
    ways *= np.sign(float((middle_mm(die) - eye) @ ways.mean(axis=0)))
    turn, half = turn_of(die), die.look.side_mm / 2
    own = np.asarray(ways @ turn, np.float32)
    own /= np.linalg.norm(own, axis=1, keepdims=True)
    hits, at = met(die.look, np.asarray((eye - middle_mm(die)) @ turn / half, np.float32), own)
    paint = np.zeros((len(hits), 3), np.float32)
    if hits.any():
        paint[hits] = _light_of(die, view, at[hits], own[hits], ground, others)
    return hits.reshape(height * fine, -1), paint.reshape(height * fine, -1, 3)


def _light_of(
    die: ThrownDie, view: TrayView, at: Floats, ways: Floats, ground: Floats, others: Sequence[ThrownDie]
) -> Floats:
    """The colours of points of the surface, 0..255 and more. All in the die's own frame."""
    look = die.look
    normal = normals(look, at)
    far, towards = pips_at(die, at)
    is_pip = far < 1.0
    colour = _body_colour(die, at, ways, normal, ground)
    colour[is_pip] = look.pips
    # the wall of a drilled pip looks at its middle
    normal = np.where(is_pip[:, None], normal + look.hollow * towards, normal)
    normal /= np.sqrt((normal * normal).sum(axis=1, keepdims=True))
    mirrored = ways - 2.0 * (ways * normal).sum(axis=1, keepdims=True) * normal
    bright, shine = _lit(die, view, at, normal, mirrored, others)
    sky = np.clip(0.5 + 0.5 * mirrored[:, 2:], 0.0, 1.0) * 235.0 + np.clip(-mirrored[:, 2:], 0, 1) * ground
    slant = np.clip(1.0 + (ways * normal).sum(axis=1, keepdims=True), 0.0, 1.0)
    glance = look.gloss * (0.03 + 0.45 * slant**4)
    bounce = colour / 255.0 * ground * np.clip(0.35 - 0.35 * normal[:, 2:], 0, 1)
    lighted = colour * bright[:, None] + bounce
    return np.asarray(lighted * (1 - glance) + sky * glance + 255.0 * look.gloss * shine[:, None], np.float32)


def _lit(
    die: ThrownDie, view: TrayView, at: Floats, normal: Floats, mirrored: Floats, others: Sequence[ThrownDie]
) -> tuple[Floats, Floats]:
    """How bright points are, 1 as the open table is; and how much of a lamp they mirror, 0..1."""
    bright = (1.0 - view.shade) * (0.68 + 0.32 * normal[:, 2])
    shine = np.zeros(len(at), np.float32)
    total, turn = 1.0 - view.shade, turn_of(die)
    for place, share in _lamps(view):
        to_light = place - middle_mm(die)
        to_light = to_light / np.linalg.norm(to_light)
        own = np.asarray(to_light @ turn, np.float32)
        bright = bright + share * np.clip(normal @ own, 0.0, 1.0) * _unhidden(die, turn, at, to_light, others)
        total += share * float(to_light[2])
        edge = (mirrored @ own - math.cos(math.atan(view.lamp))) / (0.5 * view.lamp * view.lamp + 0.01)
        shine += share / max(view.shade, 1e-6) * np.clip(edge + 0.5, 0.0, 1.0)
    return np.asarray(bright / total, np.float32), shine


def _unhidden(die: ThrownDie, turn: Matrix, at: Floats, to_light: Matrix, others: Sequence[ThrownDie]) -> Floats:
    """1 where no other die stands between a point and the light, else 0.2."""
    free = np.ones(len(at), np.float32)
    world = at * (die.look.side_mm / 2) @ turn.T + middle_mm(die)
    for other in others:
        if math.dist((die.x_mm, die.y_mm), (other.x_mm, other.y_mm)) > 4 * die.look.side_mm:
            continue
        frame = turn_of(other)
        origin = np.asarray((world - middle_mm(other)) @ frame / (other.look.side_mm / 2 * 0.93), np.float32)
        enter, leave = into_box(origin, np.asarray(to_light @ frame, np.float32)[None])
        free[(enter < leave) & (leave > 0)] = 0.2
    return free


def _body_colour(die: ThrownDie, at: Floats, ways: Floats, normal: Floats, ground: Floats) -> Floats:
    """The body's own colour, clouds and what shines through included."""
    look = die.look
    rng = np.random.default_rng((die.value, die.side_turn))
    colour = np.broadcast_to(np.asarray(look.body, np.float32), at.shape).copy()
    if look.cloud is not None:
        waves = rng.normal(0.0, look.grain, (6, 3)).astype(np.float32)
        field = np.sin(at @ waves.T + rng.uniform(0, 6.28, 6).astype(np.float32) + at[:, ::-1] @ waves.T[:, ::-1]).sum(
            axis=1
        )
        share = np.clip(0.5 + 0.45 * field, 0.0, 1.0)[:, None]
        colour += share * (np.asarray(look.cloud, np.float32) - colour)
    if look.clear:
        slant = (ways * normal).sum(axis=1, keepdims=True)
        bent = ways / 1.5 - normal * (slant / 1.5 + np.sqrt(1.0 - (1.0 - slant * slant) / 2.25))
        _, leave = into_box(at * np.float32(0.999), bent)
        out = at * np.float32(0.999) + bent * leave[:, None]
        far, _ = pips_at(die, np.asarray(out, np.float32))
        behind = colour * (0.45 * ground / 255.0 + 0.25 + 0.5 * np.clip(-out[:, 2:], 0, 1) * ground / 255.0)
        behind = np.where((far < 1.0)[:, None], 0.5 * behind + 0.3 * np.asarray(look.pips, np.float32), behind)
        colour = colour * (1.0 - look.clear) + look.clear * behind
    return np.asarray(colour, np.float32)
