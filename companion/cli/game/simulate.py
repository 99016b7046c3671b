"""`game simulate`: many matches of a game, and what they come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import TYPE_CHECKING, Final

import click

from companion.cli.game.adding import WRONG, added_up
from companion.cli.game.named import game_named
from companion.cli.group import Load, as_called, settings_options

if TYPE_CHECKING:
    from companion.kit.simulating import Simulation
    from companion.kit.tally import Ending, Tally
    from companion.settings.config import Config

_LONGEST: Final = 3
_MOST_FAULTS: Final = 3
_MOST_NAMES: Final = 12


@click.command()
@click.argument("name", metavar="NAME|FOLDER")
@click.option("-n", "count", type=click.IntRange(min=1), default=1000, show_default=True, help="How many matches.")
@click.option("--seats", type=int, help="How many players. Else every number in turn.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The first match's seed.")
@click.option("--by-chance", is_flag=True, help="Also where the game brings a player of its own.")
@settings_options
@click.pass_context
def simulate(
    ctx: click.Context, name: str, count: int, seats: int | None, seed: int, by_chance: bool, load: Load
) -> None:
    """Play many matches of any game, and say how long they are, who wins, and what of the game never came up.

    The game's own player answers where it brings one, else chance. A match with a seed is always the same; with -n 1 it
    is told. Ctrl-C shows what there is so far. Exit code 1 if a match ended in a fault, or in none.
    """
    from companion.kit.simulating import Simulation
    from companion.settings.chosen_game import match_settings

    loaded = load()
    game = game_named(name, loaded)
    simulation = Simulation(game, match_settings(game, loaded.config), by_chance=by_chance)
    played = added_up(simulation.run(simulation.matches(count, seats, seed)), count)
    tally = played.tally
    is_told = count == 1 and tally.endings
    lines = _told(simulation, tally.endings[0], loaded.config) if is_told else _report(name, simulation, tally)
    for line in lines:
        click.echo(line)
    is_wrong = tally.faults or not all(ending.is_over for ending in tally.endings)
    ctx.exit(played.code or (WRONG if is_wrong else 0))


def _report(name: str, simulation: Simulation, tally: Tally) -> Iterator[str]:
    from companion.kit.tally import unused

    how = "by chance" if simulation.bot is None else "by its own player, and by chance where that says nothing"
    yield f"{simulation.game.title}: {_matches(tally.count)}, played {how}."
    yield "After a share stands between which two the true one lies, 95 times of 100."
    for seats in sorted({ending.seats for ending in tally.endings}):
        yield ""
        yield from _of_players(seats, [ending for ending in tally.endings if ending.seats == seats])
    for heading, names in unused(simulation.game, tally):
        if names:
            more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
            yield f"\n{heading}: {', '.join(names[:_MOST_NAMES])}{more}."
    yield from _longest(name, tally)
    yield from _faults(name, tally)


def _of_players(seats: int, endings: Sequence[Ending]) -> Iterator[str]:
    """The matches of so many players: how long they were, and how each seat did."""
    from companion.kit.tally import interval

    count = len(endings)
    players = "1 player" if seats == 1 else f"{seats} players"
    yield f"{click.style(players, bold=True)}, {_matches(count)}"
    yield f"  Decisions: {_spread(ending.decisions for ending in endings)}"
    for part in sorted({part for ending in endings for part in ending.parts}):
        yield f"  Of the part '{part}': {_spread(ending.parts[part] for ending in endings)}"
    for seat in range(seats):
        wins = sum(seat in ending.winners for ending in endings)
        least, most = interval(wins, count)
        scores = [score for ending in endings if (score := ending.scores[seat]) is not None]
        scored = f"; score {_spread(scores)}" if scores else ""
        yield f"  Seat {seat + 1} wins {wins / count:.0%} ({least:.0%} to {most:.0%}){scored}"
    several = sum(len(ending.winners) > 1 for ending in endings)
    nobody = sum(not ending.winners for ending in endings)
    yield f"  Won by several: {several / count:.0%}, by nobody: {nobody / count:.0%}"


def _spread(numbers: Iterable[int]) -> str:
    found = sorted(numbers)
    return f"{median(found):g} ({found[0]} to {found[-1]})"


def _longest(name: str, tally: Tally) -> Iterator[str]:
    if tally.endings:
        yield "\nThe longest matches:"
    longest = sorted(tally.endings, key=lambda ending: (-ending.decisions, ending.seats, ending.seed))
    for ending in longest[:_LONGEST]:
        yield f"  {ending.decisions} decisions: {_again(name, ending.seats, ending.seed)}"


def _faults(name: str, tally: Tally) -> Iterator[str]:
    """What went wrong, the first few of them."""
    endless = [ending for ending in tally.endings if not ending.is_over]
    if endless:
        cure = "Let a phase call t.finish(...) in the end."
        yield f"\nNot over after the longest that a match may be: {len(endless)}. {cure}"
        yield f"  {_again(name, endless[0].seats, endless[0].seed)}"
    if tally.faults:
        yield f"\nEnded in a fault: {len(tally.faults)}"
    for seats, seed, finding in sorted(tally.faults, key=lambda fault: fault[1])[:_MOST_FAULTS]:
        yield f"  {finding}"
        yield f"  {_again(name, seats, seed)}"


def _again(name: str, seats: int, seed: int) -> str:
    return as_called(f"companion game simulate {name} -n 1 --seats {seats} --seed {seed}")


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count} matches"


def _told(simulation: Simulation, ending: Ending, config: Config) -> Iterator[str]:
    """One match as everybody heard it, and how it ended."""
    from companion.past.retell import told_since
    from companion.telling.voices import build_voice, seat_names
    from rules.engine.types import PUBLIC

    names = seat_names((), ending.seats, config.table.language)
    voice = build_voice(simulation.game, ending.seats, simulation.settings, config.table.language, names)
    match = simulation.match(ending.seats, ending.seed)
    yield from told_since(match, 0, PUBLIC, voice)
    for line in match.state.result.lines if match.state.result is not None else ():
        yield voice.say("result", line.code, line.facts)
    won = ", ".join(names[seat] for seat in ending.winners) or "nobody"
    over = f"Over after {ending.decisions} decisions" if ending.is_over else f"Not over after {match.version} answers"
    yield f"\n{over}; won by {won}."
