"""How long an author waits for `game check`, beside a match of the same game that is played and nothing else.

    python -m bench.authors_bench [--quick]

The samples are looked at as the command does it: files, matches by chance, laws. The peer plays as many matches by
chance in the same run and looks at nothing, so that the ratio is what the looking costs. Wanted: at most 20 seconds for
the card game of the tutorial, on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import rules.samples
from bench.rules_bench import random_match
from companion.kit.check import check_game
from rules import games
from rules.engine.game import Game


def taken(work: Callable[[], object]) -> float:
    """The seconds of the processor that some work takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def played(game: Game, matches: int) -> None:
    """So many matches, for every number of players in turn."""
    for seed in range(matches):
        random_match(game, game.seats[seed % len(game.seats)], seed, {})


def main() -> None:
    """Measures every sample."""
    options = argparse.ArgumentParser(description="the check of a game beside playing it")
    options.add_argument("--quick", action="store_true", help="the first sample only")
    slugs = rules.samples.slugs()
    for slug in slugs[:1] if options.parse_args().quick else slugs:
        found = games.find(Path(rules.samples.__file__).with_name(slug))
        told: list[str] = []
        ours_s = taken(lambda: told.append(str(check_game(found, lambda line: None).matches)))  # noqa: B023
        matches = int(told[0])
        peer_s = taken(lambda: played(games.game_of(found), matches))  # noqa: B023
        print(f"{slug}: checked in {ours_s:.1f} s; {matches} matches alone {peer_s:.1f} s; ratio {ours_s / peer_s:.1f}")


if __name__ == "__main__":
    main()
