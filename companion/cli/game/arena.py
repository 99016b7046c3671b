"""`arena`: players of the program against each other, and how often the first one wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from companion.cli.game.adding import WRONG, added_up
from companion.cli.game.named import game_named
from companion.cli.group import Load, settings_options

if TYPE_CHECKING:
    from companion.kit.arena import Arena
    from companion.kit.tally import Tally

_STRENGTHS: Final = click.Choice(["chance", "greedy", "thinker"])


@click.command()
@click.argument("one", metavar="A", type=_STRENGTHS)
@click.argument("others", metavar="B", type=_STRENGTHS)
@click.option("--game", "name", metavar="NAME|FOLDER", required=True, help="Which game they play.")
@click.option("-n", "count", type=click.IntRange(min=1), default=200, show_default=True, help="How many matches.")
@click.option("--seats", type=int, help="How many players. Else the fewest that are two or more.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The first match's seed.")
@click.option("--playouts", type=click.IntRange(min=1), help="How much a thinker thinks about each question.")
@click.option("--processes", type=click.IntRange(min=1), help="In how many processes. Else one for each processor.")
@settings_options
@click.pass_context
def arena(ctx: click.Context, /, one: str, others: str, name: str, count: int, load: Load, **given: int | None) -> None:
    """Let players of the program play each other: chance, greedy (one step ahead) or thinker (looks further).

    A has one seat, each in turn, and B all others. A match with a seed is always the same. Ctrl-C shows what there is
    so far. Exit code 1 if a match ended in a fault.

    \b
    companion arena thinker chance --game war_chest -n 200
    """
    from companion.kit.arena import Arena
    from companion.players.strength import PLAYOUTS
    from companion.settings.chosen_game import match_settings
    from companion.values.strength import Strength

    loaded = load()
    game = game_named(name, loaded)
    playouts = given["playouts"] or PLAYOUTS
    found = Arena(game, match_settings(game, loaded.config), Strength(one), Strength(others), playouts)
    matches = found.matches(count, given["seats"], given["seed"] or 0)
    played = added_up(found.run(matches, given["processes"]), count)
    _report(found, played.tally, one, others)
    ctx.exit(played.code or (WRONG if played.tally.faults else 0))


def _report(found: Arena, tally: Tally, one: str, others: str) -> None:
    from companion.kit.tally import interval

    endings = tally.endings
    if endings:
        score = found.score(endings)
        share = f"{score.won / score.count:.1%} ({score.least:.0%} to {score.most:.0%})"
        players = f"{endings[0].seats} players"
        click.echo(f"{found.game.title}, {players}: {one} against {others} wins {share} of {score.count} matches.")
        nobody, together = sum(not e.winners for e in endings), found.together(endings)
        click.echo(f"As good as the others it would win {score.fair:.0%}. Nobody won {nobody}.")
        if any(len(ending.winners) > 1 for ending in endings) and one != others:
            least, most = interval(score.among, score.count)
            share = f"{score.among / score.count:.1%} ({least:.0%} to {most:.0%})"
            click.echo(f"It was among the winners of {share}, each of the others of {score.others / score.count:.1%}.")
        if one == others:
            share = f"{together.won / together.count:.1%} ({together.least:.0%} to {together.most:.0%})"
            click.echo(f"Somebody, or all together, won {share}.")
    for seats, seed, finding in tally.faults[:3]:
        click.echo(f"Ended in a fault, {seats} players, seed {seed}: {finding}")
