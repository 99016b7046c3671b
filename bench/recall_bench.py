"""How many tags are read at how many pixels a module, against the whole-frame readers on the same frames.

    python -m bench.recall_bench [--quick]

Every point is 400 rendered tags (--quick: 80), half of them strewn at any angle, half in neat rows; 20 a frame. "deck"
knows the 500 codes of the print run that the tags are drawn from, "no deck" knows none. The scale that our reader is
handed is wrong by up to 3 %. A wrong one is a code told that does not lie there, with that text, at that place.

Then what an eye has read of a table that lies still: after its first frame, and after 2 s at 8 frames a second; with
the same scale, and without any. There the milliseconds are those of all frames together.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import partial
from random import Random

import cv2
import numpy as np

from bench._peers import Read, Score, opencv, scored, zbar, zxing
from bench._tables import GOOD, HARD, Conditions, Table, render, stills
from vision import (
    CameraSettings,
    Eye,
    Frame,
    Image,
    MatLayout,
    RawTag,
    Scale,
    SceneState,
    Side,
    Tag,
    TagRegistry,
    VirtualCamera,
)
from vision._pixels import Box
from vision.codes import LETTERS, choose_codes
from vision.reading._stages import Reading
from vision.reading.reader import CascadeReader, TagReader, cascade, table_reader
from vision.types import Unread

PX_PER_MODULE = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0)
PER_FRAME = 20
STILL_PX = (0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5)
STILL_SIZE_PX = (760, 570)
FPS, STILL_FRAMES = 8.0, 17


class Scaled:
    """The table's reader, told the scale of the table that it looks at."""

    def __init__(self, reader: TagReader, scale: Scale) -> None:
        self._reader, self._scale = reader, scale

    def read(self, image: Image, known_regions: Sequence[Box] | None = None, scale: Scale | None = None) -> Reading:
        """See TagReader."""
        return self._reader.read(image, known_regions, self._scale)


def watched(deck: Sequence[str], frames: Sequence[Table], is_scaled: bool) -> tuple[list[RawTag], tuple[Unread, ...]]:
    """What an eye that knows this deck believes to lie there after all these frames of one table, and what it tells as
    unread."""
    registry = TagRegistry([Tag(code, f"piece#{n}", Side.FRONT, sticker_mm=20.0) for n, code in enumerate(deck)])

    def make(tags: TagRegistry) -> TagReader:
        return Scaled(table_reader(tags), frames[0].scale) if is_scaled else table_reader(tags)

    camera = VirtualCamera(MatLayout(100, 100, ()), lambda: SceneState(1, ()), CameraSettings(), lambda: 0.0)
    eye = Eye(camera, None, registry, make, lambda: 0.0, lambda report: None)
    unread: tuple[Unread, ...] = ()
    for number, frame in enumerate(frames):
        report = eye.look(Frame(frame.image, 1.0 + number / FPS, number))
        unread = unread if report is None else report.unread
    lying = eye._reading.memory.lying
    return [RawTag(item.tag.payload, item.sighting.corners_px, item.sighting.reader) for item in lying], unread


def believed(deck: Sequence[str], frames: Sequence[Table], is_scaled: bool, _: Table) -> list[RawTag]:
    return watched(deck, frames, is_scaled)[0]


def still(deck: Sequence[str], count: int, at: Sequence[float] = STILL_PX) -> None:
    """Prints recall by px per module after the first frame and within 2 s of stillness, good and hard."""
    rng = np.random.default_rng(9)
    for name, seen in (("good", GOOD), ("hard", HARD)):
        for px in at:
            whole: dict[str, Score] = {}
            for number in range(count // PER_FRAME):
                some = [str(one) for one in rng.choice(deck, PER_FRAME, replace=False)]
                seed = 700_000 + number
                frames = stills(STILL_FRAMES, some, px, seen, seed, 20.0, number % 2 == 1, STILL_SIZE_PX)
                for label, shown, is_scaled in (
                    ("first", frames[:1], True),
                    ("2 s", frames, True),
                    ("2 s, no scale", frames, False),
                ):
                    score = scored(frames[0], partial(believed, deck, shown, is_scaled))
                    whole[label] = whole.get(label, Score()) + score
            print(line(f"{name} {px:4.2f} px/module", whole), flush=True)


def ours(reader: CascadeReader) -> Read:
    """A reader of ours as a peer."""
    return lambda table: reader.read_tags(table.image, None, table.scale)


def tables(payloads: Sequence[str], count: int, px: float, seen: Conditions, seed: int) -> list[Table]:
    """Frames with so many tags altogether, every other one in neat rows."""
    rng = np.random.default_rng(seed)
    return [
        render(
            [str(one) for one in rng.choice(payloads, PER_FRAME, replace=False)], px, seen, seed + n, 20.0, n % 2 == 1
        )
        for n in range(count // PER_FRAME)
    ]


def point(readers: Mapping[str, Read], frames: Sequence[Table]) -> dict[str, Score]:
    """The score of each reader over all frames."""
    return {name: sum((scored(frame, read) for frame in frames), Score()) for name, read in readers.items()}


def line(label: str, scores: Mapping[str, Score]) -> str:
    """A row of the table: percent read, processor milliseconds a frame, and how many wrong ones if any."""
    parts = []
    for name, score in scores.items():
        wrong = f" WRONG {score.wrong}" if score.wrong else ""
        parts.append(f"{name} {score.percent:5.1f} % {score.ms:6.1f} ms{wrong}")
    return f"{label:18} " + " | ".join(parts)


def recall(deck: Sequence[str], count: int) -> None:
    """Prints recall by px per module, good and hard."""
    readers: dict[str, Read] = {
        "deck": ours(cascade(deck)),
        "no deck": ours(cascade(())),
        "pyzbar": zbar,
        "zxing-cpp": zxing,
        "opencv": opencv,
    }
    for name, seen in (("good", GOOD), ("hard", HARD)):
        for number, px in enumerate(PX_PER_MODULE):
            frames = tables(deck, count, px, seen, 1000 * (number + 1))
            print(line(f"{name} {px:4.2f} px/module", point(readers, frames)), flush=True)


def foreign(
    deck: Sequence[str], others: Mapping[str, Sequence[str]], count: int, at: Sequence[float] = PX_PER_MODULE
) -> None:
    """Prints how often a code that is not of the deck was taken for one of it: a wrong identity in every case."""
    reader, known = cascade(deck), set(deck)
    for label, codes in others.items():
        for name, seen in (("good", GOOD), ("hard", HARD)):
            taken = read = laid = 0
            for number, px in enumerate(at):
                for frame in tables(codes, count, px, seen, 500_000 + 1000 * number):
                    found = reader.read_tags(frame.image, None, frame.scale)
                    taken += sum(tag.payload in known for tag in found)
                    read += len(found)
                    laid += len(frame.tags)
            print(f"{label}, {name}: {laid} laid, {read} read as what they say, {taken} taken for one of the deck")


def main() -> None:
    """Prints everything."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer tags a point")
    count = 80 if parser.parse_args().quick else 400
    cv2.setNumThreads(1)
    codes = choose_codes(1000, Random(5))
    deck, strangers = codes[:500], codes[500:]
    print(f"{count} tags a point, {PER_FRAME} a frame; processor ms a frame, one thread; deck of {len(deck)} codes")
    recall(deck, count)
    still(deck, count)
    form = "HTTP://C.LOCAL/"
    addresses = choose_codes(500, Random(6), prefix=form, length=5)
    # of another print run, which knew nothing of ours: some resemble one of ours in all but 30 modules
    random = Random(7)
    others = [form + "".join(random.choices(LETTERS, k=5)) for _ in range(500)]
    foreign(deck, {"500 foreign codes": strangers, "500 foreign addresses": others}, count // 2)
    foreign(addresses, {"500 addresses beside a deck of addresses": others}, count // 2)
    foreign(addresses[:3], {"500 addresses beside a deck of three": others}, count // 2)


if __name__ == "__main__":
    main()
