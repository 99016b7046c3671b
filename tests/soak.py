"""The long tests in parts, one after the other: `./run soak [PART ...] [options of pytest]`.

Each part says its seed when it begins and how it ended and after how long; at the end stands a line for each. A part is
short enough for a break, so that an evening without an end is not needed for all of them.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from tests.seeds import VARIABLE, of_this_run

ROOT = Path(__file__).parent.parent
NOTHING_CHOSEN = 5  # pytest's code
STUCK_S = 900  # after so long a test shows where it is; the longest takes a third of that on a busy machine

PARTS: Mapping[str, tuple[str, ...]] = {
    "secrets": (
        "tests/laws/test_changed_worlds.py",
        "tests/laws/test_outlets.py",
        "tests/laws/test_players.py",
        "tests/laws/test_worlds.py",
        "tests/companion/test_announcer.py",
        "tests/games/roles/test_secrets.py",
        "tests/games/score_sheet/test_secrets.py",
    ),
    "attacks": ("tests/attacks/test_random_requests.py",),
    "laws": ("tests/laws/test_soak.py", "tests/laws/test_messages.py"),
    "chess": ("tests/games/chess_deckbuilder/test_notation.py", "tests/games/chess_deckbuilder/test_perft.py"),
    "trouble": (
        "tests/companion/test_noted_games.py",
        "tests/companion/test_spoiled_soak.py",
        "tests/companion/test_trouble_soak.py",
        "tests/evenings/test_kill.py",
        "tests/web/test_push_vanished.py",
    ),
    "evenings": (
        "tests/evenings/test_alone_with_thinkers.py",
        "tests/evenings/test_chesney_bots.py",
        "tests/evenings/test_chess_bots.py",
        "tests/evenings/test_chronicle_evening.py",
        "tests/evenings/test_every_announcement.py",
        "tests/evenings/test_open_table_evening.py",
        "tests/evenings/test_phone_camera.py",
        "tests/evenings/test_without_stickers.py",
        "tests/venue/test_hearing.py",
        "tests/venue/test_tournament_browser.py",
    ),
    "pages": ("tests/evenings/test_engines.py", "tests/evenings/test_pages_for_everybody.py"),
    "eye": (
        "tests/vision/test_acts_bench.py",
        "tests/vision/test_rows.py",
        "tests/vision/test_soak.py",
        "tests/vision/test_squares.py",
        "tests/vision/test_stacks.py",
    ),
    "benches": (
        "tests/companion/test_load_bench.py",
        "tests/companion/test_memory_bench.py",
        "tests/companion/test_start_bench.py",
    ),
}
"""Where the tests of a part stand, the most urgent part first."""


@dataclass(frozen=True)
class Ended:
    """How a part ended: pytest's code, and how many tests did what. `took_s`: seconds by the clock."""

    part: str
    code: int
    passed: int
    failed: int
    skipped: int
    took_s: float

    @property
    def is_well(self) -> bool:
        """Whether nothing failed; a part of which nothing was chosen is well too."""
        return self.code in (0, NOTHING_CHOSEN)

    def __str__(self) -> str:
        if self.code == NOTHING_CHOSEN:
            return f"{self.part:9}  nothing chosen"
        counts = {"passed": self.passed, "failed": self.failed, "skipped": self.skipped}
        told = ", ".join(f"{count} {word}" for word, count in counts.items() if count)
        how = "well" if self.is_well else "RED " if self.failed else f"BROKEN OFF (pytest says {self.code})"
        return f"{self.part:9}  {how}  {self.took_s:7.1f} s  {told}".rstrip()


def chosen(words: Iterable[str]) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """The parts that are named, or all of them where none is, each with where it stands; and what goes to pytest. Files
    that are named are a part of their own."""
    words = list(words)
    parts = {word: PARTS[word] for word in words if word in PARTS}
    files = tuple(word for word in words if (ROOT / word.partition("::")[0]).exists())
    if files:
        parts["files"] = files
    return parts or dict(PARTS), [word for word in words if word not in PARTS and word not in files]


def run_part(part: str, places: tuple[str, ...], options: list[str]) -> Ended:
    """Plays one part with two workers, or as many as the options say."""
    begun_s = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "told.xml"
        command = [sys.executable, "-m", "pytest", "-m", "soak", "-n", "2", f"--junitxml={told}"]
        command += ["-o", f"faulthandler_timeout={STUCK_S}", *places, *options]
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        return ended(part, code, told, time.monotonic() - begun_s)


def ended(part: str, code: int, told: Path, took_s: float) -> Ended:
    """What pytest wrote down of a part; a part that broke off has written nothing."""
    counts = dict.fromkeys(("tests", "failures", "errors", "skipped"), 0)
    if told.exists():
        suite = next(ElementTree.parse(told).iter("testsuite"))
        counts = {key: int(suite.get(key, 0)) for key in counts}
    failed = counts["failures"] + counts["errors"]
    return Ended(part, code, counts["tests"] - failed - counts["skipped"], failed, counts["skipped"], took_s)


def main(words: list[str], run: Callable[[str, tuple[str, ...], list[str]], Ended] = run_part) -> int:
    """Plays the parts and says a line for each; the process's code is 1 where one was not well."""
    parts, options = chosen(words)
    seed, done = of_this_run(), list[Ended]()
    for number, (part, places) in enumerate(parts.items(), 1):
        again = shlex.join(["./run", "soak", *([part] if part in PARTS else places), *options])
        print(f"== {part}, part {number} of {len(parts)}; the same again: {VARIABLE}={seed} {again}", flush=True)
        done.append(run(part, places, options))
        print(f"== {done[-1]}", flush=True)
    print(f"\nthe soak with {VARIABLE}={seed}:", *done, sep="\n", flush=True)
    print(f"{'in all':9}  {sum(one.took_s for one in done):13.1f} s", flush=True)
    return 0 if all(one.is_well for one in done) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
