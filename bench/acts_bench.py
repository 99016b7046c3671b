"""What the memory of the table makes of whole evenings on tables of real pictures, and of cards laid a hair aside.

    python -m bench.acts_bench [--acts 400] [--trials 8] [--photos FOLDER] [--seed N] [--keep FOLDER] [--quick]

Acts by chance at two levels (20 mm stickers in good light; 15 mm at 1.44 pixels a module in dim light with noise), and
cards over cards at offsets from nothing to 15 mm. What was wrong is kept in the folder and can be replayed with
`python -m tests.vision.soak replay`. A version is not measured beside the one before it in one run, so the figures that
were recorded of that stand below, with their date, as docs/table_memory.md has them.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from tests.seeds import of_this_run
from tests.vision._soak import SoakTable
from tests.vision._soak_acts import Act
from tests.vision._soak_camera import EASY, LEVELS
from tests.vision._soak_judge import Judge, Outcome, Verdict
from tests.vision.soak import evenings

RECORDED = Path(__file__).parent.parent / "docs/table_memory.md"
OFFSETS: dict[str, tuple[float, float]] = {
    "0 mm": (0.0, 0.0),
    "3 mm": (3.0, 3.0),
    "5 mm": (5.0, 5.0),
    "7 mm": (7.0, 7.0),
    "9 mm": (9.0, 9.0),
    "12-15 mm": (12.0, 15.0),
}
ROWS = (
    "front on back",
    "... taken again",
    "back on front",
    "... and taken again",
    "back on back",
    "... taken again, too",
    "upper of two fronts turned",
)


def trials(seed: int, off_mm: tuple[float, float], count: int) -> Iterator[tuple[str, Outcome]]:
    """So many times each of the rows, on one table, each outcome with the row's name."""
    table = SoakTable(seed, EASY)
    judge, random = Judge(table), Random(seed)
    for _ in range(count):
        for row, again, lower_up, upper_up in (
            (ROWS[0], ROWS[1], False, True),
            (ROWS[2], ROWS[3], True, False),
            (ROWS[4], ROWS[5], False, False),
            ("", ROWS[6], True, True),
        ):
            laid = _laid_over(judge, lower_up, upper_up, random.uniform(*off_mm))
            if row:
                yield row, laid
                yield again, judge.step(judge.acts.take_off(1))
            else:
                yield again, judge.step(judge.acts.turn_over(1, 2.0))


def _laid_over(judge: Judge, lower_up: bool, upper_up: bool, off_mm: float) -> Outcome:
    """The table is cleared, a card is laid, and another one over it, so far aside."""
    table = judge.table
    table.take(*table.pieces)
    table.settle()
    lower = table.free_place(table.new(0))
    assert lower is not None  # the table is empty
    table.put(replace(lower, face_up=lower_up))
    table.settle()
    act = judge.acts.lay_over(0, 1, upper_up, off_mm, 2.0)
    assert isinstance(act, Act)
    return judge.step(act)


def print_offsets(seed: int, count: int) -> None:
    """How many of the trials were told wrongly, by row and offset."""
    wrong: Counter[tuple[str, str]] = Counter()
    all_of: Counter[tuple[str, str]] = Counter()
    for name, off_mm in OFFSETS.items():
        for row, outcome in trials(seed, off_mm, count):
            all_of[row, name] += 1
            wrong[row, name] += outcome.verdict is not Verdict.RIGHT
    print("\nCards over cards, told wrongly (20 mm stickers; at 0 mm no picture can tell, beside fronts)", flush=True)
    print(f"  {'':<28}" + "".join(f"{name:>10}" for name in OFFSETS))
    for row in ROWS:
        cells = "".join(f"{wrong[row, name]:>6} / {all_of[row, name]}" for name in OFFSETS)
        print(f"  {row:<28}{cells}", flush=True)


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--acts", type=int, default=400, help="at each level")
    parser.add_argument("--trials", type=int, default=8, help="at each offset")
    parser.add_argument("--seed", type=int, default=of_this_run())
    parser.add_argument("--photos", type=Path, help="a folder of photographs to lie under the cards")
    parser.add_argument("--keep", type=Path, help="where what went wrong is kept")
    parser.add_argument("--quick", action="store_true", help="few of everything")
    args = parser.parse_args()
    acts, count = (40, 1) if args.quick else (args.acts, args.trials)
    print(f"\nEvenings on tables of real pictures, SOAK_SEED={args.seed}", flush=True)
    for level in LEVELS.values():
        tally = evenings(args.seed, level, acts, 40, args.keep, args.photos)
        print(*(f"  {line}" for line in (*tally.lines(), *tally.cases)), sep="\n", flush=True)
    print_offsets(args.seed, count)
    print("\n" + RECORDED.read_text("utf-8").partition("## Recorded\n")[2].strip())


if __name__ == "__main__":
    main()
