"""Rendered pictures of dice with what is in them, kept in files, so that rendering and training take turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from bench._dice_grounds import any_ground
from bench._dice_throws import Scene, any_camera, tray_scene, wild_scene
from vision._pixels import as_image
from vision.dice.render import TrayView, seen_by
from vision.types import Image

WIDTH_PX, HEIGHT_PX = 420, 320
_TRAY_PX_PER_MM = 2.625  # fills the width


@dataclass(frozen=True)
class Truth:
    """One die in a picture: its value (0: it may or may not be readable), the middle and the side of its face."""

    value: int
    x_px: float
    y_px: float
    side_px: float


@dataclass(frozen=True)
class Pictures:
    """Pictures (n x 320 x 420 x 3, BGR) and their dice: a line each of picture, value, x, y and side in px."""

    images: npt.NDArray[np.uint8]
    dice: npt.NDArray[np.float32]

    def saved(self, path: Path) -> None:
        """Writes them to a file."""
        np.savez(path, images=self.images, dice=self.dice)


def read_pictures(paths: Sequence[Path]) -> Pictures:
    """The pictures of all these files."""
    images, dice, count = [], [], 0
    for path in paths:
        with np.load(path) as stored:
            lines = stored["dice"].copy()
            lines[:, 0] += count
            images.append(stored["images"])
            dice.append(lines)
            count += len(images[-1])
    return Pictures(np.concatenate(images), np.concatenate(dice))


def truths_of(scene: Scene) -> tuple[Image, list[Truth]]:
    """The dice of a picture; those cut by the edge or half hidden by another have no value, plain cubes are none."""
    image = scene.seen.image
    height, width = image.shape[:2]
    truths = []
    for i, (die, (x, y), side) in enumerate(zip(scene.dice, scene.seen.middles_px, scene.seen.sides_px, strict=True)):
        is_inside = 0.62 * side < x < width - 0.62 * side and 0.62 * side < y < height - 0.62 * side
        is_free = all(
            np.hypot(x - ox, y - oy) > 0.85 * side for j, (ox, oy) in enumerate(scene.seen.middles_px) if j != i
        )
        if die.look.has_pips:
            truths.append(Truth(die.value if is_inside and is_free else 0, x, y, side))
    return image, truths


def wild_truths(
    rng: np.random.Generator, grounds: Sequence[Image], is_other_kind: bool = False
) -> tuple[Image, list[Truth]]:
    """A rendered picture of any dice on any ground, with its dice."""
    return truths_of(wild_scene(rng, grounds, is_other_kind))


def _any_truths(rng: np.random.Generator, grounds: Sequence[Image]) -> tuple[Image, list[Truth]]:
    kind = rng.random()
    if kind < 0.12:
        ground = any_ground(rng, grounds, WIDTH_PX, HEIGHT_PX)
        return seen_by(ground.astype(np.float32), any_camera(rng, TrayView(), 40.0), rng), []
    if kind < 0.22:
        image, truths = truths_of(tray_scene(rng, _TRAY_PX_PER_MM))
        return as_image(cv2.copyMakeBorder(image, 0, HEIGHT_PX - len(image), 0, 0, cv2.BORDER_REPLICATE)), truths
    return wild_truths(rng, grounds)


def rendered(count: int, grounds: Sequence[Image], seed: int) -> Pictures:
    """So many pictures of every kind: wild, of the tray, and without dice."""
    images, lines = [], []
    for number in range(count):
        image, truths = _any_truths(np.random.default_rng((seed, number)), grounds)
        images.append(image)
        lines += [(number, t.value, t.x_px, t.y_px, t.side_px) for t in truths]
    return Pictures(np.stack(images), np.asarray(lines, np.float32).reshape(-1, 5))
