"""All benchmarks, or those that are named: `python -m bench [memory load ...] [--quick]`."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Sequence

BENCHES = (
    "bench.rules_bench",
    "bench.players_bench",
    "bench.vision_bench",
    "bench.stream_bench",
    "bench.phone_bench",
    "bench.acts_bench",
    "bench.board_bench",
    "bench.squares_bench",
    "bench.dice_bench",
    "bench.faces_bench",
    "bench.recall_bench",
    "bench.leaning_bench",
    "bench.near_strangers",
    "bench.reading_bench",
    "bench.load_bench",
    "bench.start_bench",
    "bench.memory_bench",
    "bench.keeping_bench",
    "bench.wear_bench",
    "bench.evening_bench",
    "bench.taps_bench",
    "bench.authors_bench",
    "bench.venue_bench",
)


def chosen(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The benchmarks that the first words of a command line name (all where it names none), and its options."""
    names = tuple(itertools.takewhile(lambda word: not word.startswith("-"), words))
    found = tuple(bench for bench in BENCHES if bench.removeprefix("bench.").removesuffix("_bench") in names)
    if len(found) < len(names):
        known = ", ".join(bench.removeprefix("bench.").removesuffix("_bench") for bench in BENCHES)
        raise SystemExit(f"There is no benchmark of one of these names; there are: {known}")
    return found or BENCHES, tuple(words[len(names) :])


def main() -> int:
    """Runs benchmarks, each in a process of its own, one after the other; the first failure's code is the result."""
    benches, options = chosen(sys.argv[1:])
    codes = [subprocess.run([sys.executable, "-m", name, *options], check=False).returncode for name in benches]
    return next((code for code in codes if code), 0)


if __name__ == "__main__":
    sys.exit(main())
