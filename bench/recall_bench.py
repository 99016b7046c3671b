"""How many tags are read at how many pixels a module, against the whole-frame readers on the same frames.

    python -m bench.recall_bench [--quick]

Every point is 400 rendered tags (--quick: 80), half of them strewn at any angle, half in neat rows; 20 a frame. "deck"
knows the 500 codes of the print run that the tags are drawn from, "no deck" knows none. The scale that our reader is
handed is wrong by up to 3 %. A wrong one is a code told that does not lie there, with that text, at that place.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from random import Random

import cv2
import numpy as np

from bench._peers import Read, Score, opencv, scored, zbar, zxing
from bench._tables import GOOD, HARD, Conditions, Table, render
from vision.codes import LETTERS, choose_codes
from vision.reading.reader import CascadeReader, cascade

PX_PER_MODULE = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0)
PER_FRAME = 20


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
