"""Labelled photographs of dice: pictures with a text file each, a line per die: class (0 = one pip), centre x and y,
width, height, as fractions of the picture. The box frames the pips. And photographs without dice, as grounds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2

from vision._pixels import as_image
from vision.types import Image

_HELD_OUT = 5  # every fifth ground is kept from training
_ONE_PIP_PX = (12.0, 15.0)


@dataclass(frozen=True)
class DicePhoto:
    """One picture and its dice: value, centre x and y, width and height of the frame around the pips, in px."""

    path: Path
    dice: tuple[tuple[int, float, float, float, float], ...]

    def image(self) -> Image:
        """The picture, BGR."""
        return as_image(cv2.imread(str(self.path), cv2.IMREAD_COLOR))


def dice_photos(folder: Path) -> list[DicePhoto]:
    """Every labelled picture of a folder."""
    found: list[DicePhoto] = []
    for path in sorted(folder.glob("*.jpg")):
        labels = path.with_suffix(".txt")
        if not labels.exists():
            continue
        height, width = as_image(cv2.imread(str(path))).shape[:2]
        dice = []
        for line in labels.read_text(encoding="utf-8").splitlines():
            if line.strip():
                kind, x, y, w, h = (float(part) for part in line.split())
                # so small a frame is that of one pip; one label of the set says otherwise
                value = 1 if _ONE_PIP_PX[0] < max(w * width, h * height) < _ONE_PIP_PX[1] else int(kind) + 1
                dice.append((value, x * width, y * height, w * width, h * height))
        found.append(DicePhoto(path, tuple(dice)))
    return found


def ground_photos(folder: Path, is_held_out: bool) -> list[Image]:
    """The photographs of a folder that show no dice: every fifth of them (`is_held_out`), or all others."""
    paths = [path for path in sorted(folder.rglob("*.*")) if path.suffix.lower() in (".jpg", ".jpeg", ".png", ".webp")]
    chosen = [path for number, path in enumerate(paths) if (number % _HELD_OUT == 0) == is_held_out]
    return [as_image(ground) for path in chosen if (ground := cv2.imread(str(path))) is not None]
