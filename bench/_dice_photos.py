"""Labelled photographs of dice: pictures with a text file each, a line per die: class (0 = one pip), centre x and y,
width, height, as fractions of the picture. The box frames the pips."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2

from vision._pixels import as_image
from vision.types import Image

FOLDS = 5


@dataclass(frozen=True)
class DicePhoto:
    """One picture and its dice: value, centre x and y, width and height of the frame around the pips, in px."""

    path: Path
    dice: tuple[tuple[int, float, float, float, float], ...]
    fold: int  # pictures of one series, which show the same dice from several sides, are in the same fold

    def image(self) -> Image:
        """The picture, BGR."""
        return as_image(cv2.imread(str(self.path), cv2.IMREAD_COLOR))


def dice_photos(folder: Path) -> list[DicePhoto]:
    """Every labelled picture of a folder. A new series begins where the numbers of pips differ from the picture
    before, in the order of the names' numbers."""
    found: list[DicePhoto] = []
    series, before = -1, None
    for path in sorted(
        folder.glob("*.jpg"), key=lambda p: (int("0" + "".join(c for c in p.stem if c.isdigit())), p.stem)
    ):
        labels = path.with_suffix(".txt")
        if not labels.exists():
            continue
        height, width = as_image(cv2.imread(str(path))).shape[:2]
        dice = []
        for line in labels.read_text(encoding="utf-8").splitlines():
            if line.strip():
                kind, x, y, w, h = (float(part) for part in line.split())
                dice.append((int(kind) + 1, x * width, y * height, w * width, h * height))
        shown = sorted(value for value, *_ in dice)
        series += shown != before
        before = shown
        found.append(DicePhoto(path, tuple(dice), series % FOLDS))
    return found
