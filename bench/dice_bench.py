"""Dice: our reader beside the usual blob counting, on the same pictures in the same run.

    python -m bench.dice_bench [--quick] [--photos FOLDER] [--weights FILE] [--grounds FOLDER]

Photographs: a die counts as read when a reading lies within its upper face and has its value, as missed when none lies
there. "Sure" is the share of all dice whose reading the program would believe without asking; "right of sure" how many
of those are right. The network has learned from rendered dice alone, so that every photograph is strange to it. Without
`--photos` the few pictures of the test data are taken. The tray is rendered as the guide describes it, with its own
random numbers.

With `--grounds`, photographs without dice, strange pictures are rendered too: "wild", dice of every kind that was
learned, on grounds that were not, seen by any camera from any side; and "other", dice and grounds of kinds that were
never learned: specked bodies, coloured pips, tiles.

The peer is what tutorials do: a median filter, OpenCV's SimpleBlobDetector with a least inertia of 0.6, blobs closer
than 40 px counted together as one die.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass, replace
from operator import add
from pathlib import Path

import cv2
import numpy as np

from bench._dice_photos import dice_photos, ground_photos
from bench._dice_pictures import wild_truths
from bench._dice_throws import tray_scene
from vision._pixels import grey
from vision.dice._net import read_weights
from vision.dice.reader import DiceReader
from vision.types import DieReading, Image

OWN_PHOTOS = Path(__file__).parent.parent / "tests" / "vision" / "photos" / "dice"


@dataclass(frozen=True)
class Marked:
    """A picture, its dice (value, middle of the upper face, how far from it a reading may lie), die side if known. Of
    value 0 are dice half hidden or cut: what is told of them does not count."""

    image: Image
    dice: tuple[tuple[int, float, float, float], ...]
    die_px: float | None = None


@dataclass(frozen=True)
class Score:
    """Counts over some pictures, and the seconds of processor time that reading took."""

    pictures: int = 0
    dice: int = 0
    right: int = 0  # found with their value
    told: int = 0
    false: int = 0  # readings that belong to no die
    sure: int = 0
    sure_right: int = 0
    false_sure: int = 0
    seconds: float = 0.0

    @property
    def missed(self) -> int:
        """Dice of which nothing was told."""
        return self.dice - (self.told - self.false)

    def __add__(self, other: Score) -> Score:
        return Score(*map(add, astuple(self), astuple(other)))


Read = Callable[[Marked], Sequence[DieReading]]


def scored(pictures: Iterable[Marked], read: Read) -> Score:
    """What a reader makes of the pictures."""
    total = Score()
    for picture in pictures:
        started = time.process_time()
        told = read(picture)
        total += matched(picture, told, time.process_time() - started)
    return total


def matched(picture: Marked, told: Sequence[DieReading], seconds: float = 0.0) -> Score:
    """Readings against the truth of one picture: nearest pairs first, each reading and each die once."""
    unreadable = [die for die in picture.dice if die[0] == 0]
    told = [
        reading
        for reading in told
        if not any(math.dist((x, y), reading.centre_px) <= reach for _, x, y, reach in unreadable)
    ]
    picture = replace(picture, dice=tuple(die for die in picture.dice if die[0]))
    pairs = sorted(
        (math.dist((x, y), reading.centre_px), d, r)
        for d, (_, x, y, reach) in enumerate(picture.dice)
        for r, reading in enumerate(told)
        if math.dist((x, y), reading.centre_px) <= reach
    )
    owner: dict[int, int] = {}
    for _, die, reading in pairs:
        if reading not in owner and die not in owner.values():
            owner[reading] = die
    is_right = [r in owner and picture.dice[owner[r]][0] == reading.value for r, reading in enumerate(told)]
    sure = [right for right, reading in zip(is_right, told, strict=True) if reading.is_sure]
    false_sure = sum(reading.is_sure for r, reading in enumerate(told) if r not in owner)
    false = len(told) - len(owner)
    return Score(1, len(picture.dice), sum(is_right), len(told), false, len(sure), sum(sure), false_sure, seconds)


def by_blobs(picture: Marked) -> list[DieReading]:
    """The tutorials' way, on the whole picture."""
    points = blobs(picture.image)
    if not len(points):
        return []
    near = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)) < 40
    while (wider := (near.astype(np.float32) @ near.astype(np.float32)) > 0).sum() > near.sum():
        near = wider
    groups = {tuple(np.nonzero(row)[0].tolist()) for row in near}
    return [
        DieReading(len(group), 6, 1.0, True, tuple(points[list(group)].mean(axis=0).tolist()), 0.0)
        for group in sorted(groups)
    ]


def blobs(image: Image) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Middles of the blobs that the tutorials' parameters find, n x 2."""
    parameters = cv2.SimpleBlobDetector_Params()  # type: ignore[attr-defined]
    parameters.filterByInertia = True
    parameters.minInertiaRatio = 0.6
    found = cv2.SimpleBlobDetector_create(parameters).detect(cv2.medianBlur(grey(image), 7))  # type: ignore[attr-defined]
    return np.asarray([point.pt for point in found], np.float64).reshape(-1, 2)


def with_place(pictures: Iterable[Marked], reader: DiceReader) -> tuple[int, int, int]:
    """Dice, and how many of them we and the blob counting read right when told where each die is."""
    dice = ours = usual = 0
    for picture in pictures:
        points = blobs(picture.image)
        height, width = picture.image.shape[:2]
        for value, x, y, reach in picture.dice:
            dice += 1
            inside = (np.abs(points - [x, y]) <= reach).all(axis=1) if len(points) else np.zeros(0)
            usual += int(inside.sum()) == value
            x0, y0 = max(0, round(x - 3 * reach)), max(0, round(y - 3 * reach))
            box = (x0, y0, min(width, round(x + 3 * reach)) - x0, min(height, round(y + 3 * reach)) - y0)
            told = reader.read(picture.image, box)
            nearest = min(told, key=lambda r: math.dist(r.centre_px, (x, y)), default=None)
            ours += nearest is not None and math.dist(nearest.centre_px, (x, y)) <= reach and nearest.value == value
    return dice, ours, usual


def photographs(folder: Path) -> list[Marked]:
    """The labelled photographs of a folder."""
    marked = []
    for photo in dice_photos(folder):
        # the frame around the pips of a lone 1 is small: half a face, as of the largest in the set
        dice = tuple((value, x, y, max(22.0, w / 2, h / 2)) for value, x, y, w, h in photo.dice)
        marked.append(Marked(photo.image(), dice))
    return marked


def tray_pictures(dice: int, px_per_mm: float, seed: int) -> Iterable[Marked]:
    """Rendered throws with at least so many dice in all."""
    count = number = 0
    while count < dice:
        scene = tray_scene(np.random.default_rng((seed, number)), px_per_mm)
        number += 1
        count += len(scene.dice)
        truth = tuple(
            (die.value, x, y, side / 2)
            for die, (x, y), side in zip(scene.dice, scene.seen.middles_px, scene.seen.sides_px, strict=True)
        )
        yield Marked(scene.seen.image, truth, 16.0 * px_per_mm)


def strange_pictures(count: int, grounds: Path, is_other_kind: bool) -> Iterable[Marked]:
    """So many rendered pictures of any dice on grounds that were not learned from (see above)."""
    tables = ground_photos(grounds, is_held_out=True)
    for number in range(count):
        image, truths = wild_truths(np.random.default_rng((4711, number)), tables, is_other_kind)
        yield Marked(image, tuple((t.value, t.x_px, t.y_px, 0.5 * t.side_px if t.value else t.side_px) for t in truths))


def line(name: str, score: Score) -> str:
    """One row of the result."""
    return (
        f"{name:34} {score.dice:5d} dice  read {score.right / max(1, score.dice):7.2%}  "
        f"missed {score.missed:3d}  false {score.false:3d} ({score.false_sure} sure)  "
        f"sure {score.sure / max(1, score.dice):6.1%}  "
        f"right of sure {score.sure_right / max(1, score.sure):8.3%} ({score.sure - score.sure_right} wrong)  "
        f"{score.seconds / max(1, score.pictures) * 1000:5.0f} ms a picture"
    )


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer rendered dice")
    parser.add_argument("--photos", type=Path, default=OWN_PHOTOS)
    parser.add_argument("--grounds", type=Path, help="photographs without dice, for strange pictures")
    parser.add_argument("--weights", type=Path, help="other weights than the program's own")
    args = parser.parse_args()
    reader = DiceReader(weights=None if args.weights is None else read_weights(args.weights))
    marked = photographs(args.photos)
    print(line(f"{len(marked)} photographs, ours", scored(marked, lambda p: reader.read(p.image))))
    print(line(f"{len(marked)} photographs, blob counting", scored(marked, by_blobs)))
    dice, ours, usual = with_place(marked, reader)
    print(f"place given: ours {ours / max(1, dice):.2%}, blob counting {usual / max(1, dice):.2%} of {dice} dice")
    for kind in ("wild", "other") if args.grounds is not None else ():
        strange = list(strange_pictures(40 if args.quick else 300, args.grounds, kind == "other"))
        print(line(f"strange, {kind}, ours", scored(strange, lambda p: reader.read(p.image))))
        print(line(f"strange, {kind}, blob counting", scored(strange, by_blobs)))
    for px_per_mm in (4.0, 2.0):
        pictures = list(tray_pictures(120 if args.quick else 1500, px_per_mm, 77))
        name = f"tray, {px_per_mm:g} px per mm"
        print(line(f"{name}, ours", scored(pictures, lambda p: reader.read(p.image, die_px=p.die_px))))
        print(line(f"{name}, blob counting", scored(pictures, by_blobs)))


if __name__ == "__main__":
    main()
