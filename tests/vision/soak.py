"""Whole evenings on tables of real pictures, by chance; what went wrong is kept and can be replayed.

    python -m tests.vision.soak run [--level easy|hard|both] [--acts 400] [--each 40] [--seed N] [--keep FOLDER]
    python -m tests.vision.soak again SEED --level hard --until ACT     the same evening up to an act, act by act
    python -m tests.vision.soak frames [--frames 100000]                what one eye holds in memory over so many frames
    python -m tests.vision.soak replay FOLDER [--new-eye]               a kept case, with the memory that the eye had

Each evening has a seed of its own; the seed of the whole run is printed (and taken from SOAK_SEED where that is set).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.seeds import of_this_run
from tests.vision._soak import FRAME_S, SoakTable
from tests.vision._soak_acts import Acts
from tests.vision._soak_camera import LEVELS, Level
from tests.vision._soak_judge import Judge, Outcome, Verdict
from tests.vision._soak_kept import frozen, replayed, saved, sentence
from tests.vision._soak_truth import Wrong
from vision import Frame

SMALL = Level("small", 30.0, 1.2, 3.0, 0.95, 0.4, (0.5, 0.6), (84, 92))
_STILL_FRAMES, _PICTURES = 107, 6  # after each act, and how many different ones they are
GHOST_S = 2.0  # a wrong belief may stand so long in clear view
_BAD = (Verdict.WRONG, Verdict.FOLLOWS)


@dataclass
class Tally:
    """What came of many acts."""

    level: Level
    outcomes: list[Outcome] = field(default_factory=list)
    old_beliefs: list[tuple[float, Wrong]] = field(default_factory=list)  # that stood longer than they may
    cases: list[str] = field(default_factory=list)

    def count(self, *verdicts: Verdict) -> int:
        """How many acts were judged so."""
        return sum(outcome.verdict in verdicts for outcome in self.outcomes)

    @property
    def strange(self) -> int:
        """Codes that were told and lay nowhere."""
        return sum(len(outcome.strange) for outcome in self.outcomes)

    def latencies(self, kind: str) -> list[int]:
        """In which frames after the hand left changes of this kind were told, in order."""
        return sorted(frame for outcome in self.outcomes for told, frame in outcome.frames if told == kind)

    def lines(self) -> list[str]:
        """The tally for people."""
        acts, wrong = len(self.outcomes), self.count(*_BAD)
        first = (
            f"{self.level.name}: {acts} acts, {wrong} wrong ({1000 * wrong / max(1, acts):.1f} in 1,000; "
            f"{self.count(Verdict.WRONG)} by themselves, {self.count(Verdict.FOLLOWS)} after a wrong belief), "
            f"{self.count(Verdict.APART)} where no picture can tell, {self.strange} wrong identities, "
            f"{len(self.old_beliefs)} wrong beliefs older than {GHOST_S:.0f} s in clear view"
        )
        kinds = Counter(outcome.act.kind for outcome in self.outcomes)
        bad = Counter(outcome.act.kind for outcome in self.outcomes if outcome.verdict in _BAD)
        apart = Counter(outcome.act.kind for outcome in self.outcomes if outcome.verdict is Verdict.APART)
        by_kind = ", ".join(
            f"{kind} {bad[kind]}/{count}" + (f" (+{apart[kind]} apart)" if apart[kind] else "")
            for kind, count in sorted(kinds.items())
        )
        told = ", ".join(
            f"{kind} median {found[len(found) // 2]}, 95 % {found[-(-19 * len(found) // 20) - 1]}"
            for kind in ("placed", "moved", "turned", "gone")
            if (found := self.latencies(kind))
        )
        return [first, f"  by kind: {by_kind}", f"  told in frame: {told}"]


def evening(seed: int, level: Level, acts: int, keep: Path | None, photos: Path | None = None) -> Tally:
    """So many acts on one table."""
    tally = Tally(level)
    for _ in evening_step_by_step(seed, level, acts, keep, tally, photos):
        pass
    return tally


def evening_step_by_step(
    seed: int, level: Level, acts: int, keep: Path | None, tally: Tally, photos: Path | None = None
) -> Iterator[Outcome]:
    """The same, an act at a time."""
    table = SoakTable(seed, level, photos)
    judge = Judge(table)
    for _ in range(acts):
        before = frozen(table) if keep is not None else b""
        judge.begin()
        outcome = judge.step()
        tally.outcomes.append(outcome)
        if (outcome.verdict in _BAD or outcome.strange) and keep is not None:
            tally.cases.append(f"{saved(outcome, table, before, keep)}: {outcome}")
        yield outcome
    tally.old_beliefs += judge.watch.older_than(GHOST_S)


def evenings(seed: int, level: Level, acts: int, each: int, keep: Path | None, photos: Path | None = None) -> Tally:
    """So many acts, on a new table after `each`."""
    whole, random = Tally(level), Random(f"{seed} {level.name}")
    for _ in range(-(-acts // each)):
        one = evening(random.getrandbits(32), level, each, keep, photos)
        whole.outcomes += one.outcomes
        whole.old_beliefs += one.old_beliefs
        whole.cases += one.cases
    return whole


def run(args: argparse.Namespace) -> int:
    """Many acts at one level or both."""
    print(f"SOAK_SEED={args.seed}", flush=True)
    bad = 0
    for level in LEVELS.values() if args.level == "both" else (LEVELS[args.level],):
        tally = evenings(args.seed, level, args.acts, args.each, args.keep, args.photos)
        print(*tally.lines(), *(f"  {case}" for case in tally.cases), sep="\n", flush=True)
        for age_s, (what, code, _) in tally.old_beliefs:
            print(f"  {what} {code}: {age_s:.1f} s in clear view")
        bad += tally.count(*_BAD)
    return 1 if bad else 0


def again(args: argparse.Namespace) -> int:
    """One evening once more, every act said."""
    tally = Tally(LEVELS[args.level])
    for outcome in evening_step_by_step(args.of, tally.level, args.until, args.keep, tally, args.photos):
        print(outcome, flush=True)
    return 0


def replay(args: argparse.Namespace) -> int:
    """A kept case once more."""
    print((args.case / "story.json").read_text())
    for number, change in replayed(args.case, not args.new_eye):
        print(sentence(number, change))
    return 0


def held(seed: int, frames: int, every: int) -> Iterator[tuple[int, float]]:
    """After every so many frames, how many megabytes this process holds. One eye sees an evening of small pictures in
    which something happens every 15 seconds; what lies still in between is shown again and again."""
    table = SoakTable(seed, SMALL)
    acts, shown, next_s = Acts(table), 0, every
    while next_s <= frames:
        (make,) = table.random.choices([make for _, make in acts.weighted], [weight for weight, _ in acts.weighted])
        make()
        table.settle()
        table.drift(0.0)
        shown += len(table.packed)
        still = [table.camera.read(0.0).image for _ in range(_PICTURES)]
        for n in range(_STILL_FRAMES):
            table.now_s += FRAME_S
            table.shown(Frame(still[n % _PICTURES], table.now_s, shown + n))
        table.packed.clear()
        shown += _STILL_FRAMES
        while next_s <= min(shown, frames):
            yield next_s, _rss_mb()
            next_s += every


def _rss_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def many_frames(args: argparse.Namespace) -> int:
    """What one eye holds over many frames."""
    print(f"SOAK_SEED={args.seed}", flush=True)
    for frames, mb in held(args.seed, args.frames, max(1, args.frames // 10)):
        print(f"after {frames:7d} frames: {mb:6.1f} MB", flush=True)
    return 0


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    many = parts.add_parser("run")
    many.add_argument("--acts", type=int, default=400)
    many.add_argument("--each", type=int, default=40)
    many.add_argument("--seed", type=int, default=of_this_run())
    many.set_defaults(do=run)
    long = parts.add_parser("frames")
    long.add_argument("--frames", type=int, default=100_000)
    long.add_argument("--seed", type=int, default=of_this_run())
    long.set_defaults(do=many_frames)
    one = parts.add_parser("again")
    one.add_argument("of", type=int, metavar="SEED")
    one.add_argument("--until", type=int, default=40, metavar="ACT")
    one.set_defaults(do=again)
    for part in (many, one):
        part.add_argument("--level", choices=(*LEVELS, "both"), default="both" if part is many else "easy")
        part.add_argument("--keep", type=Path)
        part.add_argument("--photos", type=Path, help="a folder of photographs to lie under the cards")
    case = parts.add_parser("replay")
    case.add_argument("case", type=Path)
    case.add_argument("--new-eye", action="store_true", help="an eye that has no memory of what was before")
    case.set_defaults(do=replay)
    args = parser.parse_args()
    return int(args.do(args))


if __name__ == "__main__":
    sys.exit(main())
