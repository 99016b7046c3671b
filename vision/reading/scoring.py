"""How well readers do on a folder of pictures of which it is known what is in them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from vision._pixels import grey
from vision.reading._truth import Expected, Truth, find_truth
from vision.reading.decoders import RawTag, by_zbar, by_zxing
from vision.reading.photo import open_photo, read_tags_hard
from vision.reading.reader import table_reader
from vision.registry import TagRegistry
from vision.types import Image, VisionError

Reading = Callable[[Image], Sequence[RawTag]]
"""A reader as scoring sees it."""

_MAX_BYTES = 200_000_000
_MAX_PIXELS = 200_000_000
_NEAR_PX = 12.0


@dataclass(frozen=True)
class PictureScore:
    """One reader on one picture. `wrong`: read, but not there; `missed`: there, but not read."""

    file: str
    wanted: int
    wrong: tuple[str, ...]
    missed: tuple[str, ...]
    ms: float

    @property
    def found(self) -> int:
        """How many of the wanted tags were read."""
        return self.wanted - len(self.missed)


@dataclass(frozen=True)
class ReaderScore:
    """One reader on all pictures."""

    reader: str
    pictures: tuple[PictureScore, ...]

    @property
    def wanted(self) -> int:
        """How many tags there are."""
        return sum(picture.wanted for picture in self.pictures)

    @property
    def found(self) -> int:
        """How many of them were read."""
        return sum(picture.found for picture in self.pictures)

    @property
    def wrong(self) -> int:
        """How many were read that are not there."""
        return sum(len(picture.wrong) for picture in self.pictures)

    @property
    def recall(self) -> float:
        """The share of the tags that was read; 1 when there are none."""
        return self.found / self.wanted if self.wanted else 1.0

    @property
    def ms(self) -> float:
        """The middle one of the times per picture, in milliseconds."""
        times = sorted(picture.ms for picture in self.pictures)
        return times[len(times) // 2] if times else 0.0


@dataclass(frozen=True)
class Score:
    """What came of a folder: the readers in the order given, and the sentences about pictures that were left out."""

    readers: tuple[ReaderScore, ...]
    skipped: tuple[str, ...]


def readers_for(registry: TagRegistry, *, photo: bool = False) -> dict[str, Reading]:
    """Our reader (for the table, or the one for single photographs) and beside it both libraries on the whole picture,
    called as their documents do."""
    ours = table_reader(registry)
    return {
        "photo reader" if photo else "table reader": read_tags_hard if photo else ours.read_tags,
        "zxing-cpp": lambda image: by_zxing(grey(image), thorough=True),
        "pyzbar": lambda image: by_zbar(grey(image)),
    }


def score_folder(folder: Path, truth_file: Path | None, readers: Mapping[str, Reading]) -> Score:
    """Reads every picture that the truth speaks of with every reader.

    See `_score_truth.find_truth` for what says the truth. VisionError when the folder or the truth cannot be used; a
    picture that cannot be opened is left out with a sentence.
    """
    truth = find_truth(folder, truth_file)
    scores: dict[str, list[PictureScore]] = {name: [] for name in readers}
    skipped: list[str] = []
    for file, opened, expected in _opened(folder, truth):
        if isinstance(opened, VisionError):
            skipped.append(f"{file}: {opened}")
            continue
        for name, read in readers.items():
            started = time.perf_counter()
            found = read(opened)
            scores[name].append(_judged(file, expected, found, (time.perf_counter() - started) * 1000))
    return Score(tuple(ReaderScore(name, tuple(pictures)) for name, pictures in scores.items()), tuple(skipped))


def _opened(folder: Path, truth: Truth) -> Iterator[tuple[str, Image | VisionError, tuple[Expected, ...]]]:
    for file, expected in truth.items():
        try:
            yield file, open_photo((folder / file).read_bytes(), _MAX_BYTES, _MAX_PIXELS), expected
        except OSError as error:
            yield file, VisionError("This picture cannot be read: {why}.", why=error.strerror), expected
        except VisionError as error:
            yield file, error, expected


def _judged(file: str, expected: Sequence[Expected], found: Sequence[RawTag], ms: float) -> PictureScore:
    """Each found tag stands for one expected of its payload: the nearest where places are known."""
    left = list(expected)
    wrong: list[str] = []
    for tag in found:
        fitting = [e for e in left if e.payload == tag.payload and _is_near(tag, e)]
        if fitting:
            left.remove(min(fitting, key=lambda e: _distance(tag, e)))
        else:
            wrong.append(tag.payload)
    return PictureScore(file, len(expected), tuple(wrong), tuple(e.payload for e in left), ms)


def _distance(tag: RawTag, expected: Expected) -> float:
    if expected.at_px is None:
        return 0.0
    x, y = (sum(corner[axis] for corner in tag.corners_px) / 4 for axis in (0, 1))
    return math.dist((x, y), expected.at_px)


def _is_near(tag: RawTag, expected: Expected) -> bool:
    side = math.dist(tag.corners_px[0], tag.corners_px[2]) / math.sqrt(2)
    return _distance(tag, expected) <= max(_NEAR_PX, side / 2)
