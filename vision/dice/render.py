"""Rendered dice: a felt tray, or any table, seen by a camera, with six-sided pip dice of every colour on it.

For tests and benchmarks, for the virtual table, and to train the reader. A die is a rounded cube under a pinhole
camera: light by the direction of its surface, highlights, clouded and clear bodies, drilled pips, and shadows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision._pixels import as_image
from vision.dice._body import Colour, DieLook, Floats, Matrix, ThrownDie, corners_mm, through
from vision.dice._shade import TrayView, cast_shadow, draw
from vision.types import Image

__all__ = ["Colour", "DieLook", "Rendered", "ThrownDie", "TrayView", "draw_dice", "felt", "render_tray", "seen_by"]


_TRAY = TrayView()


@dataclass(frozen=True)
class Rendered:
    """A picture and where the middle of each die's upper face is in it, with the side of that face in px."""

    image: Image
    middles_px: tuple[tuple[float, float], ...]
    sides_px: tuple[float, ...]


def felt(width_px: int, height_px: int, colour: Colour = (52, 78, 34), rng: np.random.Generator | None = None) -> Image:
    """Felt: an even colour with a fine grain."""
    rng = np.random.default_rng(0) if rng is None else rng
    grain = rng.normal(0.0, 7.0, (height_px, width_px)).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), 0.8)[..., None] * 1.6
    return as_image(np.clip(np.asarray(colour, np.float32) + grain, 0, 255))


def render_tray(
    dice: Sequence[ThrownDie],
    view: TrayView = _TRAY,
    ground: Image | None = None,
    rng: np.random.Generator | None = None,
) -> Rendered:
    """A top view of the tray with the dice in it. `ground`: a BGR picture of the empty tray of the right size (felt
    when None). Dice must not overlap; those that stand further from the camera are drawn first."""
    rng = np.random.default_rng(0) if rng is None else rng
    width, height = round(view.width_mm * view.px_per_mm), round(view.height_mm * view.px_per_mm)
    picture = (felt(width, height, rng=rng) if ground is None else ground).astype(np.float32)
    lens = _projection(view, width, height)
    _draw_all(picture, dice, view, lens)
    middles, sides = [], []
    for die in dice:
        corners = through(lens, corners_mm(die)[[4, 5, 6, 7]])
        middle = through(lens, np.asarray([[die.x_mm, die.y_mm, die.look.side_mm]]))[0]
        middles.append((float(middle[0]), float(middle[1])))
        sides.append(math.sqrt(abs(cv2.contourArea(corners.astype(np.float32)))))
    return Rendered(seen_by(picture, view, rng), tuple(middles), tuple(sides))


def draw_dice(
    image: Image, dice: Sequence[ThrownDie], to_px: Matrix, eye_mm: tuple[float, float, float], shade: float = 0.35
) -> Image:
    """A copy of a picture of a mat with dice drawn on it, and their shadows. `to_px`: the homography from the mat's mm
    to pixels; the dice's places and `eye_mm`, the camera's place over the mat, are in mm of the mat, z upward."""
    x, y, height = eye_mm
    # seen from the eye, a point above the mat covers the point on it that lies further out by height / (height - z)
    rise = np.asarray([[height, 0, -x, 0], [0, height, -y, 0], [0, 0, -1, height]], np.float64)
    view = TrayView(camera_mm=eye_mm, light_mm=(x - 0.5 * height, y - 0.6 * height, 1.1 * height), shade=shade)
    view = replace(view, px_per_mm=_scale(to_px, dice[0]) if dice else 1.0)
    picture = image.astype(np.float32)
    _draw_all(picture, dice, view, to_px @ rise)
    return as_image(np.clip(picture, 0, 255))


def _draw_all(picture: Floats, dice: Sequence[ThrownDie], view: TrayView, lens: Matrix) -> None:
    for die in dice:
        cast_shadow(picture, die, view, lens)
    further_first = sorted(dice, key=lambda die: -math.dist((die.x_mm, die.y_mm, 0.0), view.camera_mm))
    if view.mirror:
        for die in further_first:
            draw(picture, die, view, lens * [1.0, 1.0, -1.0, 1.0], share=view.mirror)
    for die in further_first:
        draw(picture, die, view, lens, [other for other in dice if other is not die])


def _scale(to_px: Matrix, at: ThrownDie) -> float:
    """Pixels a mm around a die."""
    points = np.asarray([[at.x_mm + dx, at.y_mm + dy, 1.0] for dx, dy in ((0, 0), (1, 0), (0, 1))]) @ to_px.T
    flat = points[:, :2] / points[:, 2:]
    return float(np.linalg.norm(flat[1:] - flat[0], axis=1).mean())


def _projection(view: TrayView, width: int, height: int) -> Matrix:
    """3 x 4: from mm to pixels. The scale holds at the middle of the picture, at the table's height."""
    eye = np.asarray(view.camera_mm, np.float64)
    forward = -eye / np.linalg.norm(eye) if view.is_turned_to_it else np.asarray([0.0, 0.0, -1.0])
    right = np.asarray([1.0, 0.0, 0.0]) - forward[0] * forward
    right /= np.linalg.norm(right)
    down = np.cross(right, forward)  # y grows towards the picture's bottom, as on the mat
    turn = math.radians(view.roll_deg)
    right, down = right * math.cos(turn) + down * math.sin(turn), down * math.cos(turn) - right * math.sin(turn)
    rotation = np.stack([right, down, forward])
    middle = rotation @ -eye
    focal = view.px_per_mm * middle[2]
    inside = np.asarray(
        [
            [focal, 0, width / 2 - focal * middle[0] / middle[2]],
            [0, focal, height / 2 - focal * middle[1] / middle[2]],
            [0, 0, 1],
        ]
    )
    return np.asarray(inside @ np.concatenate([rotation, (-rotation @ eye)[:, None]], axis=1))


def _shaken(way_px: float, way_deg: float) -> Floats:
    """The kernel of a camera that moved so far along a line."""
    reach = math.ceil(way_px / 2) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    end = np.asarray([math.cos(math.radians(way_deg)), math.sin(math.radians(way_deg))]) * way_px / 2
    ends = [tuple(int(v) for v in np.round((reach + sign * end) * 16)) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(), np.float32)


def seen_by(picture: Floats, view: TrayView, rng: np.random.Generator) -> Image:
    """The camera's faults: colour of the light, blur, noise, sharpening, contrast, compression."""
    if view.tint != (1.0, 1.0, 1.0):
        picture = picture * np.asarray(view.tint, np.float32)
    if view.light != 1.0:
        picture = picture * np.float32(view.light)
    if view.shake_px > 1.0:
        picture = np.asarray(cv2.filter2D(picture, -1, _shaken(view.shake_px, view.shake_deg)), np.float32)
    if view.blur_px > 0:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), view.blur_px), np.float32)
    grain = rng.normal(0.0, view.noise, picture.shape).astype(np.float32)
    if view.noise_px > 0.3:
        grain = cv2.GaussianBlur(grain, (0, 0), view.noise_px) * (2.0 * view.noise_px)
    noisy = np.clip(picture + grain, 0, 255)
    if view.sharpened:
        noisy = np.clip(noisy + view.sharpened * (noisy - cv2.GaussianBlur(noisy, (0, 0), 1.5)), 0, 255)
    if view.gamma != 1.0:
        noisy = 255.0 * (noisy / 255.0) ** np.float32(view.gamma)
    image = as_image(noisy)
    if view.jpeg_quality:
        _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, view.jpeg_quality])
        image = as_image(cv2.imdecode(packed, cv2.IMREAD_COLOR))
    return image
