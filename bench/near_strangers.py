"""Whether the deck reader ever tells a wrong identity, or a right one at a wrong place.

    python -m bench.near_strangers [--scenes 1200] [--seed 1] [--quick]

Every scene shows 20 codes at 1 to 4 px a module in one kind of trouble (bench/_troubles.py); ten of them at most are
of the deck, the others strange to it. The decks have 3, 12, 100 and 500 codes: chosen apart as for a print run; names
that differ in their last figures only; and addresses beside the 40 of 1,000 others that look most like one of them. No
decoder looks first, so that everything is left to the deck reader.

A candidate is a grid that was laid on the picture and compared with the deck. It is right when a code with that text
has its middle within two modules of the grid's; what is believed of all others is a wrong identity.
"""

from __future__ import annotations

import argparse
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from bench._troubles import PER_SCENE, Scene, Trouble, trouble
from vision.codes import LETTERS, choose_codes, code_distance
from vision.deck.reader import DeckReader
from vision.reading._busy import busy_map
from vision.reading.decoders import RawTag

DECK_SIZES = (3, 12, 100, 500)
MODULES_PX = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0)
_NEAR_MODULES = 2.0
_MOST_KNOWN = 10
_ADDRESS = "HTTP://C.LOCAL/"
_ALIKE = 40


@dataclass(frozen=True)
class Pool:
    """A deck, and codes that are not of it."""

    name: str
    deck: tuple[str, ...]
    strangers: tuple[str, ...]


@dataclass(frozen=True)
class Tally:
    """What came of some scenes: codes laid, grids compared, how many tags were told rightly and wrongly, and the best
    match of any grid that is not what it resembles."""

    laid: int = 0
    compared: int = 0
    right: int = 0
    wrong: int = 0
    strange: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.laid + other.laid,
            self.compared + other.compared,
            self.right + other.right,
            self.wrong + other.wrong,
            max(self.strange, other.strange),
        )


def pools(sizes: Sequence[int] = DECK_SIZES, addresses: int = 1500) -> Iterator[Pool]:
    """Decks of these sizes of all three kinds."""
    apart = choose_codes(max(sizes) + 200, Random(5))
    names = [f"CARD{number:03d}" for number in range(max(sizes) + 200)]
    random = Random(11)
    others = [_ADDRESS + "".join(random.choices(LETTERS, k=5)) for _ in range(addresses)]
    some, rest = others[: min(sizes)], others[max(sizes) :]  # these few are in every one of the decks
    nearest = sorted(rest, key=lambda text: min(code_distance(text, known) for known in some))
    for size in sizes:
        yield Pool(f"{size} chosen apart", apart[:size], apart[-200:])
        yield Pool(f"{size} like CARD001", tuple(names[:size]), tuple(names[size : size + 200]))
        yield Pool(f"{size} addresses", tuple(others[:size]), tuple(nearest[:_ALIKE]))


def scene(pool: Pool, kind: Trouble, seed: int) -> tuple[Scene, float]:
    """A picture of codes of the deck and strange ones, and the pixels of a module in it."""
    rng = np.random.default_rng(seed)
    known = rng.choice(pool.deck, min(len(pool.deck), _MOST_KNOWN), replace=False)
    strange = rng.choice(pool.strangers, PER_SCENE - len(known), replace=False)
    payloads = [str(one) for one in rng.permutation(np.concatenate([known, strange]))]
    module_px = float(rng.choice(MODULES_PX))
    return trouble(kind, payloads, module_px, seed), module_px


def judged(reader: DeckReader, shown: Scene, module_px: float) -> Tally:
    """What the reader makes of a scene."""
    table = shown.table
    boxes = shown.boxes or busy_map(table.image, module_px).boxes
    told = reader.read(table.image, boxes, table.scale)
    seen = reader.compared(table.image, boxes, table.scale)
    right = sum(is_there(tag, shown, module_px) for tag in told)
    strange = max((one.match for one in seen if not is_there(one.tag, shown, module_px)), default=0.0)
    return Tally(len(table.tags), len(seen), right, len(told) - right, strange)


def is_there(tag: RawTag, shown: Scene, module_px: float) -> bool:
    """Whether a code with this text lies there."""
    x, y = (sum(part) / 4 - 0.5 for part in zip(*tag.corners_px, strict=True))
    return any(
        placed.payload == tag.payload and math.dist((x, y), (placed.x_px, placed.y_px)) < _NEAR_MODULES * module_px
        for placed in shown.table.tags
    )


def main() -> None:
    """Prints one line for each kind of trouble and for each deck."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scenes", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="one scene of each kind and deck")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    decks = [(pool, DeckReader(pool.deck)) for pool in pools()]
    by_kind: dict[str, Tally] = {}
    by_deck: dict[str, Tally] = {}
    cases = itertools.cycle(itertools.product(Trouble, decks))
    count = len(Trouble) * len(decks) if options.quick else options.scenes
    for number, (kind, (pool, reader)) in enumerate(itertools.islice(cases, count)):
        tally = judged(reader, *scene(pool, kind, 1_000_000 * options.seed + number))
        by_kind[kind.value] = by_kind.get(kind.value, Tally()) + tally
        by_deck[pool.name] = by_deck.get(pool.name, Tally()) + tally
    for name, tally in {**by_kind, **by_deck, "altogether": sum(by_kind.values(), Tally())}.items():
        print(
            f"{name:34} {tally.laid:6} codes, {tally.compared:6} grids compared, {tally.right:5} told, "
            f"{tally.wrong} WRONGLY, best strange match {tally.strange:.2f}"
        )


if __name__ == "__main__":
    main()
