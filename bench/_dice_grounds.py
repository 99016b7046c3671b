"""Tables for rendered dice to lie on: photographs, or painted felt, wood, tiles and print, often with clutter."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision._pixels import as_image, colour
from vision.dice._body import Colour, Floats
from vision.dice.render import felt
from vision.types import Image


def any_ground(
    rng: np.random.Generator, grounds: Sequence[Image], width: int, height: int, is_other_kind: bool = False
) -> Image:
    """Any table, BGR: a part of one of the photographs, or painted felt or wood, often with clutter. The other kind is
    tiled, which the others never are."""
    if grounds and rng.random() < 0.5:
        photo = colour(grounds[int(rng.integers(len(grounds)))])
        shrink = max(width / photo.shape[1], height / photo.shape[0]) * rng.uniform(1.0, 1.8)
        photo = as_image(cv2.resize(photo, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))
        y, x = (int(rng.integers(0, max(1, n - m))) for n, m in zip(photo.shape[:2], (height, width), strict=True))
        part = photo[y : y + height, x : x + width]
        if part.shape[:2] == (height, width):
            return part.copy()
    picture = felt(width, height, _any_paint(rng), rng).astype(np.float32)
    kind = rng.random()
    if is_other_kind:
        picture = _tiled(rng, picture)
    elif kind < 0.4:
        picture = _grained(rng, picture)
    elif kind < 0.5:
        picture = _woven(rng, picture)
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    slope = (xs / width - 0.5) * rng.normal(0, 40) + (ys / height - 0.5) * rng.normal(0, 40)
    image = as_image(np.clip(picture + slope[..., None], 0, 255))
    return _cluttered(image, rng) if rng.random() < 0.5 else image


def _any_paint(rng: np.random.Generator) -> Colour:
    grey = rng.uniform(15, 235)
    tint = rng.uniform(0.0, 1.0) ** 2  # most tables are not gaudy
    blue, green, red = (int(v) for v in (1 - tint) * grey + tint * rng.uniform(15, 235, 3))
    return blue, green, red


def _grained(rng: np.random.Generator, picture: Floats) -> Floats:
    """Wood: noise drawn out along one direction, in any direction; some with joints between planks."""
    height, width = picture.shape[:2]
    reach = width + height
    grain = rng.normal(0, 1, (reach, reach)).astype(np.float32)
    grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), rng.uniform(8, 50), sigmaY=rng.uniform(0.7, 2.5)), np.float32)
    grain *= rng.uniform(2, 14) / (grain.std() + 1e-6)
    if rng.random() < 0.3:
        grain[:: int(rng.integers(30, 110))] -= rng.uniform(20, 90)
    turn = cv2.getRotationMatrix2D((reach / 2, reach / 2), rng.uniform(0, 180), 1.0)
    turned = np.asarray(cv2.warpAffine(grain, turn, (reach, reach), borderMode=cv2.BORDER_REFLECT), np.float32)
    top, left = (reach - height) // 2, (reach - width) // 2
    warm = np.asarray([rng.uniform(0.5, 1.0), rng.uniform(0.8, 1.0), 1.0], np.float32)
    return np.asarray(picture * warm + turned[top : top + height, left : left + width, None], np.float32)


def _woven(rng: np.random.Generator, picture: Floats) -> Floats:
    """Cloth: two waves across each other."""
    height, width = picture.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    pitch, turn = rng.uniform(2.2, 9.0), rng.uniform(0, np.pi)
    across = np.sin((xs * np.cos(turn) + ys * np.sin(turn)) * 6.28 / pitch)
    along = np.sin((ys * np.cos(turn) - xs * np.sin(turn)) * 6.28 / pitch)
    return np.asarray(picture + (across * along)[..., None] * rng.uniform(4, 25), np.float32)


def _tiled(rng: np.random.Generator, picture: Floats) -> Floats:
    """Tiles of two colours with joints, or dots in rows."""
    height, width = picture.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    turn, pitch = rng.uniform(0, np.pi), rng.uniform(14, 90)
    u = (xs * np.cos(turn) + ys * np.sin(turn)) / pitch
    v = (ys * np.cos(turn) - xs * np.sin(turn)) / pitch
    if rng.random() < 0.4:
        is_other = np.hypot(u % 1 - 0.5, v % 1 - 0.5) < rng.uniform(0.1, 0.3)
    else:
        is_other = (np.floor(u) + np.floor(v)) % 2 > 0
        is_other |= np.minimum(u % 1, v % 1) < rng.uniform(0.0, 0.08)
    other = np.asarray(_any_paint(rng), np.float32)
    return np.asarray(np.where(is_other[..., None], 0.5 * picture + 0.5 * other, picture), np.float32)


def _cluttered(image: Image, rng: np.random.Generator) -> Image:
    """Things that are no dice: dots, print, lines, boards."""
    height, width = image.shape[:2]
    for _ in range(int(rng.integers(2, 14))):
        paint = tuple(int(v) for v in rng.integers(0, 255, 3))
        x, y = int(rng.integers(width)), int(rng.integers(height))
        match int(rng.integers(5)):
            case 0:
                cv2.circle(image, (x, y), int(rng.integers(2, 16)), paint, -1, cv2.LINE_AA)
            case 1:
                word = "".join(chr(int(c)) for c in rng.integers(48, 91, 6))
                cv2.putText(image, word, (x, y), 0, rng.uniform(0.3, 1.4), paint, int(rng.integers(1, 4)), cv2.LINE_AA)
            case 2:
                to = (int(rng.integers(width)), int(rng.integers(height)))
                cv2.line(image, (x, y), to, paint, int(rng.integers(1, 9)), cv2.LINE_AA)
            case 3:
                size = int(rng.integers(10, 90))
                cv2.rectangle(image, (x, y), (x + size, y + int(rng.integers(10, 90))), paint, -1)
            case _:
                pitch, radius = int(rng.integers(6, 30)), int(rng.integers(1, 6))
                for number in range(int(rng.integers(2, 9))):  # dots in a row are no die
                    at = (x + number * pitch, y + number * int(rng.integers(-1, 2)))
                    cv2.circle(image, at, radius, paint, -1, cv2.LINE_AA)
    return image
