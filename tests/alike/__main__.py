"""`python -m tests.alike`: records matches with one version of the program, and compares another with them.

What is recorded is what hands do (taps, buttons, cards on the mat, the host) and, after each of them, every byte that
leaves the table; at the end also what the history tells of the match. Both versions need this very folder, and
`tests/companion/evening.py` that goes with it.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from rules import games
from tests.alike.entered import entered_by_one_tap
from tests.alike.recording import STEPS, compare, record

_FOLDER = click.argument("folder", type=click.Path(path_type=Path, file_okay=False))


@click.group()
def main() -> None:
    """Whether a table still behaves alike, byte for byte at every outlet."""


@main.command("record")
@_FOLDER
@click.option("--matches", default=300, help="How many.")
@click.option("--seed", default=1, help="Another one plays other matches.")
@click.option("--game", "slug", type=click.Choice(games.slugs()), help="Of this game alone.")
@click.option("--steps", default=STEPS, help="How much is done in each.")
def record_(folder: Path, matches: int, seed: int, slug: str | None, steps: int) -> None:
    """Plays matches of every game by chance and writes down what was done and told."""
    before_s, size = time.process_time(), 0
    for match in record(folder, [slug] if slug else games.slugs(), matches, seed, steps):
        size += len(match.steps)
    click.echo(f"{matches} matches with {size} steps recorded in {time.process_time() - before_s:.0f} s")


@main.command("compare")
@_FOLDER
@click.option("--matches", default=0, help="Only so many of them, evenly out of all.")
def compare_(folder: Path, matches: int) -> None:
    """Does the same again and says in each match what is told otherwise first."""
    before_s, count, differing = time.process_time(), 0, 0
    for found in compare(folder, matches):
        count += 1
        if found is not None:
            differing += 1
            click.echo(str(found))
    click.echo(f"{count} matches, {differing} told otherwise, in {time.process_time() - before_s:.0f} s")
    sys.exit(1 if differing or not count else 0)


@main.command()
def modules() -> None:
    """How many modules the referee's thread enters for one tap on a phone."""
    for slug in ("war_chest", "chess_deckbuilder"):
        found = sorted(entered_by_one_tap(slug))
        click.echo(f"{slug}: {len(found)} modules\n  " + "\n  ".join(found))


if __name__ == "__main__":
    main()
