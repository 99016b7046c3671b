"""Tests the installation, and what hangs on it, on a booted machine: Debian in QEMU with simulated pins, camera and
sound. It prints a line for each check; its exit code is 0 when all are well.

    python -m tests.booted                 build the machine if there is none, and check everything
    python -m tests.booted --list          what is checked
    python -m tests.booted --only camera --only voice     again, on the machine of the last run

It takes about an hour on two cores, and needs what tests need (./run setup --test) and root (it makes a disk).
docs/booted_machine.md tells more.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.booted import breaking, installing, playing
from tests.booted.box import Box, Failed
from tests.booted.world import World


@dataclass(frozen=True)
class Check:
    """One line of the report. Without a `needed` one that went well there is no sense in going on."""

    key: str
    title: str
    run: Callable[[World], str]
    needed: bool = False


CHECKS = (
    Check("like_a_pi", "what a Pi has: its pace, board, lgpio", installing.like_a_pi, needed=True),
    Check("bare", "the installer on the bare machine", installing.bare, needed=True),
    Check("twice", "a second run changes nothing", installing.twice),
    Check("ready", "the service is ready", installing.ready),
    Check("doctor", "the doctor, as installed", installing.doctor),
    Check("wired", "pins, camera, voice and people", playing.wired, needed=True),
    Check("boots", "the service starts at boot", playing.boots),
    Check("camera", "a tag in the camera is read", playing.camera),
    Check("buttons", "presses on kernel lines reach the game", playing.buttons),
    Check("light", "a light shows whose turn it is", playing.light),
    Check("voice", "the voice is recorded, not silent", playing.voice),
    Check("doctor2", "the doctor, with devices", installing.doctor),
    Check("killed", "kill -9 loses nothing", breaking.killed),
    Check("hangs", "a program that hangs is started again", breaking.hangs),
    Check("plug", "a power cut loses nothing acknowledged", breaking.plug),
    Check("refused", "no update in the middle of a game", installing.refused),
    Check("updated", "an update", installing.updated),
    Check("back", "the way back", installing.back),
    Check("removed", "away again, matches are kept", installing.removed),
)


def main(words: Sequence[str]) -> int:
    """0: all well; 1: something failed; 2: the machine could not be started."""
    asked = _arguments(words)
    if asked.list:
        print("\n".join(f"{check.key:11}{check.title}" for check in CHECKS))
        return 0
    folder = Path(asked.folder)
    folder.mkdir(parents=True, exist_ok=True)
    box = Box(folder / "log.txt")
    try:
        _prepare(box, is_new=not asked.only)
    except Failed as failure:
        print(f"The machine could not be started: {failure}", file=sys.stderr)
        return 2
    chosen = [check for check in CHECKS if not asked.only or check.key in asked.only]
    try:
        failed = run_all(World(box, folder), chosen)
    finally:
        if not asked.keep:
            box.power("stop")
    print(f"the log is {folder / 'log.txt'}")
    return 1 if failed else 0


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="say what is checked, and do nothing")
    keys = [check.key for check in CHECKS]
    parser.add_argument("--only", metavar="CHECK", action="append", choices=keys, help="on the machine as it is")
    parser.add_argument("--keep", action="store_true", help="leave the machine running")
    parser.add_argument("--folder", metavar="DIR", default="/tmp/companion-machine", help="for the log and recordings")
    return parser.parse_args(list(words))


def _prepare(box: Box, *, is_new: bool) -> None:
    """A machine that runs: a bare one for everything, else the one of the last run."""
    home = Path(os.environ.get("COMPANION_VM") or Path.home() / ".cache/tabletop-companion/vm")
    if not (home / "base.img").is_file():
        print("building the machine, once", flush=True)
        box.power("build", within_s=3600.0)
    if is_new:
        box.power("cut")
        box.power("start", "--bare")
    elif box.power("state").out.strip() != "running":
        box.power("start")


def run_all(world: World, checks: Sequence[Check]) -> int:
    """Carries them out in order and prints a line for each; the number of those that failed."""
    failed, began_s = 0, time.monotonic()
    for check in checks:
        is_well, line = one(world, check)
        print(line, flush=True)
        failed += not is_well
        if not is_well and check.needed:
            print("the rest needs this one and was left out")
            break
    print(f"{len(checks)} checks, {failed} failed, {(time.monotonic() - began_s) / 60:.0f} minutes")
    return failed


def one(world: World, check: Check) -> tuple[bool, str]:
    """Carries out a check; whether it went well, and its line."""
    world.box.note(f"==== {check.title}")
    began_s = time.monotonic()
    try:
        is_well, seen = True, check.run(world)
    except Failed as failure:
        is_well, seen = False, str(failure)
    except Exception as error:  # a check that breaks is a failed one, and the rest is still worth knowing
        world.box.note(traceback.format_exc())
        is_well, seen = False, f"{type(error).__name__}: {error}"
    seconds, told = time.monotonic() - began_s, " ".join(seen.split())
    line = f"{'ok' if is_well else 'FAILED':7}{check.title:42}{seconds:6.0f} s  {told}"
    world.box.note(line)
    return is_well, line


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
