"""`env`: a match for a player in any language, by lines of JSON."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from companion.cli.game.named import game_named
from companion.cli.group import Load, settings_options

if TYPE_CHECKING:
    from companion.kit.lines import Line

_STRENGTHS = click.Choice(["chance", "greedy", "thinker"])
_GONE = 1


@click.command()
@click.argument("name", metavar="NAME|FOLDER")
@click.option("--seats", type=int, help="How many players. Else the fewest that are two or more.")
@click.option(
    "--mine", type=click.IntRange(min=1), multiple=True, help="A seat that you play. Else the first; again for more."
)
@click.option("--against", type=_STRENGTHS, default="chance", show_default=True, help="Who plays all other seats.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The match's seed.")
@settings_options
@click.pass_context
def env(
    ctx: click.Context, name: str, seats: int | None, mine: tuple[int, ...], against: str, seed: int, load: Load
) -> None:
    """Play a match by lines of JSON: questions on its output, answers on its input.

    For programs that play. Each question holds what the asked seat may know and nothing else, and the keys of all that
    it may answer; an answer is {"key": ...}. Exit code 1 when the input ends before the match.

    \b
    companion env war_chest --mine 1 --against greedy
    """
    from companion.kit.lines import NobodyAnswers, play_by_lines
    from companion.settings.chosen_game import match_settings
    from companion.values.strength import Strength

    loaded = load()
    game = game_named(name, loaded)
    settings = match_settings(game, loaded.config)
    count = seats or next((n for n in game.seats if n > 1), game.seats[0])
    game.check_seats(count)
    game.check_fit(settings, count)
    wanted = [number - 1 for number in mine or (1,)]
    if max(wanted) >= count:
        raise click.UsageError(f"There are {count} seats: name one from 1 to {count} after --mine.")
    try:
        play_by_lines(game, settings, count, wanted, Strength(against), seed, _write, sys.stdin.buffer.readline)
    except NobodyAnswers:
        ctx.exit(_GONE)


def _write(line: Line) -> None:
    click.echo(json.dumps(line))  # which flushes
