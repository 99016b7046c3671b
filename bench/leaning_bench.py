"""How many tags are read where nobody knows how the camera stands: no marker of the mat is in sight, and it leans.

    python -m bench.leaning_bench [--frames 6] [--photos FOLDER] [--seed N] [--quick]

A camera of 3 megapixels looks at a table of wood, slate or cloth (or at photographs of a folder) from 0 to 45 degrees,
turned any way; all stickers lie in view, where a module is at least 0.75 pixels wide the narrow way. Told are the share
read in the first frame and after 2 s at 8 frames a second, what was told wrongly, what the reader makes of the first
frame when it is told the camera's place, and the peers on the same frame.
"heights": stickers lie on the table, on stacks and on boxes, up to 60 mm high. Times are of the processor.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

import cv2
import numpy as np
import numpy.typing as npt

from bench._peers import Score, scored, zbar, zxing
from bench._tables import (
    GOOD,
    SIDE,
    Conditions,
    Placed,
    Table,
    by_the_sensor,
    code_image,
    draw_sticker,
    through_the_lens,
)
from bench.recall_bench import STILL_FRAMES, believed, line, ours
from vision import Scale
from vision._pixels import grey
from vision.calibration.mat import Calibration, Matrix
from vision.codes import choose_codes
from vision.reading.reader import cascade
from vision.virtual.top import TableTop, Texture, texture_of

TILTS_DEG = (0.0, 20.0, 35.0, 45.0)
SIZE_PX = (2304, 1296)
AWAY_MM = 830.0
PX_PER_MM = 2.08
LEAST_PX = 0.75  # along a module, the narrow way
_FREE = 0.1  # of a sticker's side, to the picture's edge and to others


@dataclass(frozen=True)
class Kind:
    """A kind of table: `count` stickers of these sizes in mm, up to so many mm above the table."""

    name: str
    count: int = 40
    sticker_mm: tuple[float, ...] = (20.0,)
    height_mm: float = 0.0


KINDS = (
    Kind("40 of 20 mm"),
    Kind("40 of 20 mm, heights", height_mm=60.0),
    Kind("60 of 24 and 17 mm", 60, (24.0, 17.0)),
    Kind("3 of 20 mm", 3),
)


@dataclass(frozen=True)
class Standing:
    """A camera over the middle of what it sees: from millimetres (right, down, up) to pixels."""

    to_px: npt.NDArray[np.float64]

    @classmethod
    def of(cls, tilt_deg: float, turn_deg: float, size_px: tuple[int, int], px_per_mm: float) -> Standing:
        """Leaning by so much; `turn_deg` says which way."""
        tilt, turn = np.radians(tilt_deg), np.radians(turn_deg)
        focal = px_per_mm * AWAY_MM / np.sqrt(np.cos(tilt))
        lens = np.array([[focal, 0, size_px[0] / 2], [0, focal, size_px[1] / 2], [0, 0, 1.0]])
        spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1.0]])
        lean = np.array([[1, 0, 0], [0, np.cos(tilt), np.sin(tilt)], [0, np.sin(tilt), -np.cos(tilt)]])
        around = spin.T @ lean @ spin
        return cls(lens @ np.column_stack([around, [0, 0, AWAY_MM]]))

    def plane(self, height_mm: float) -> Matrix:
        """The homography of what lies so high above the table."""
        return np.column_stack([self.to_px[:, :2], self.to_px[:, 2] * height_mm + self.to_px[:, 3]])


def leaning(
    codes: Sequence[str],
    kind: Kind,
    tilt_deg: float,
    ground: Texture,
    seed: int,
    frames: int = 1,
    seen: Conditions = GOOD,
    size_px: tuple[int, int] = SIZE_PX,
) -> list[Table]:
    """So many frames of one table as a leaning camera sees it, the stickers at random, none over another."""
    rng = np.random.default_rng(seed)
    camera = Standing.of(tilt_deg, rng.uniform(0, 360), size_px, PX_PER_MM)
    table = camera.plane(0.0)
    picture = np.ascontiguousarray(grey(ground.seen(table, *size_px)))
    tags: list[Placed] = []
    boxes: list[npt.NDArray[np.float64]] = []
    for number, payload in enumerate(codes[: kind.count]):
        side_mm = kind.sticker_mm[number % len(kind.sticker_mm)]
        to_px = camera.plane(rng.uniform(0, kind.height_mm))
        place = _free_place(to_px, side_mm, size_px, boxes, rng)
        if place is not None:
            at = draw_sticker(picture, code_image(payload), to_px, *place, rng.uniform(0, 360), side_mm / SIDE, rng)
            tags.append(Placed(payload, *at))
    through = through_the_lens(picture, replace(seen, tilt_deg=tilt_deg), rng)
    scale = Scale(Calibration(np.asarray(np.linalg.inv(table), np.float64), table), kind.sticker_mm)
    return [Table(by_the_sensor(through, seen, rng), tuple(tags), scale) for _ in range(frames)]


def _free_place(
    to_px: Matrix,
    side_mm: float,
    size_px: tuple[int, int],
    boxes: list[npt.NDArray[np.float64]],
    rng: np.random.Generator,
) -> tuple[float, float] | None:
    """A place in mm for the middle of a sticker, wholly in view and beside all others; its box is added to theirs."""
    reach = side_mm * (0.5 + _FREE) * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    for _ in range(200):
        pixel = np.array([[[rng.uniform(0, size_px[0]), rng.uniform(0, size_px[1])]]])
        place = cv2.perspectiveTransform(pixel, np.linalg.inv(to_px))[0, 0]
        around = cv2.perspectiveTransform((place + reach)[None], to_px)[0]
        box = np.array([around.min(axis=0), around.max(axis=0)])
        across, down = (around[1] - around[0], around[3] - around[0])
        narrow_px = np.linalg.svd(np.column_stack([across, down]), compute_uv=False)[1] / (SIDE * (1 + 2 * _FREE))
        is_seen = (box[0] > 0).all() and (box[1] < size_px).all() and narrow_px >= LEAST_PX
        if is_seen and not any((box[0] < other[1]).all() and (box[1] > other[0]).all() for other in boxes):
            boxes.append(box)
            return float(place[0]), float(place[1])
    return None


def grounds(photos: Path | None, rng: np.random.Generator) -> Iterator[Texture]:
    """Table tops without end: the photographs of a folder, or our own tops, turned anyhow."""
    names = sorted(photos.glob("*.[jJ][pP]*[gG]")) if photos is not None else []
    tops = [texture for top in TableTop if (texture := texture_of(top)) is not None]
    while True:
        if names:
            picture = np.asarray(cv2.imread(str(names[rng.integers(len(names))]), cv2.IMREAD_COLOR), np.uint8)
            texture = Texture(picture, picture.shape[1] / rng.uniform(400, 900))
        else:
            texture = tops[rng.integers(len(tops))]
        yield replace(texture, angle_deg=float(rng.uniform(0, 360)))


def measured(deck: Sequence[str], kind: Kind, tilt_deg: float, tables: Sequence[Sequence[Table]]) -> str:
    """A row: all these tables, each a film of one at rest."""
    reader = cascade(deck)
    scores: dict[str, Score] = {}
    for film in tables:
        for name, read in (
            ("first", lambda table: reader.read_tags(table.image)),
            ("2 s", partial(believed, deck, film, False)),
            ("told the place", ours(reader)),
            ("zxing-cpp", zxing),
            ("pyzbar", zbar),
        ):
            scores[name] = scores.get(name, Score()) + scored(film[0], read)
    return line(f"{kind.name}, {tilt_deg:2.0f} deg", scores)


def main() -> None:
    """Prints a row for each kind and lean."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--frames", type=int, default=4, help="tables a row")
    parser.add_argument("--photos", type=Path, help="a folder of photographs to lie under the stickers")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="two tables a row")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    deck, random = choose_codes(500, Random(5)), Random(args.seed)
    some = grounds(args.photos, np.random.default_rng(args.seed))
    for kind in KINDS:
        for tilt_deg in TILTS_DEG:
            tables = [
                leaning(
                    random.sample(deck, kind.count), kind, tilt_deg, next(some), random.randrange(10**6), STILL_FRAMES
                )
                for _ in range(2 if args.quick else args.frames)
            ]
            print(measured(deck, kind, tilt_deg, tables), flush=True)


if __name__ == "__main__":
    main()
