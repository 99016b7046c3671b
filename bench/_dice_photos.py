"""Labelled photographs of dice: pictures with a text file each, a line per die: class (0 = one pip), centre x and y,
width, height, as fractions of the picture. The box frames the pips."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2

from vision._pixels import as_image
from vision.types import Image

FOLDS = 5
_ONE_PIP_PX = (12.0, 15.0)


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
                # so small a frame is that of one pip; one label of the set says otherwise
                value = 1 if _ONE_PIP_PX[0] < max(w * width, h * height) < _ONE_PIP_PX[1] else int(kind) + 1
                dice.append((value, x * width, y * height, w * width, h * height))
        shown = sorted(value for value, *_ in dice)
        series += shown != before
        before = shown
        found.append(DicePhoto(path, tuple(dice), series % FOLDS))
    return found


def ground_photos(folder: Path, fold: int | None, is_held_out: bool) -> list[Image]:
    """The photographs of a folder that show no dice: with `fold` every fifth of them (`is_held_out`), or all others;
    without, all."""
    paths = [path for path in sorted(folder.rglob("*.*")) if path.suffix.lower() in (".jpg", ".jpeg", ".png", ".webp")]
    chosen = [p for n, p in enumerate(paths) if fold is None or (n % FOLDS == fold) == is_held_out]
    return [as_image(ground) for path in chosen if (ground := cv2.imread(str(path))) is not None]
