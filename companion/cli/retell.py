"""Printing a stored match."""

from __future__ import annotations

import click

from companion.journal.journal import Journal, JournalError, MatchId
from companion.past.retell import RetoldEntry, reader_named, retell
from companion.settings.chosen_game import chosen_game
from companion.settings.config import Loaded
from companion.telling.voices import build_voice, seat_names
from rules.engine.types import PUBLIC


def print_match(found: Loaded, match: int | None, to: int | None, player: str | None) -> None:
    """Prints the steps up to entry `to` and the table after them; `player` None: what everybody heard. Raises
    JournalError, RetellError, UnknownGame."""
    config = found.config
    with Journal.look(config.data.journal_path) as journal:
        known = journal.matches()
        if match is None and not known:
            raise JournalError(f"There is no match in the journal {journal.path} yet.")
        number = known[0].match if match is None else MatchId(match)
        header, entries = journal.load(number)
        kept = {one.seat: one.name for one in journal.rosters.players(number)}
    if to is not None and to > len(entries):
        raise JournalError(f"Match {number} has {len(entries)} entries, so it cannot be told up to entry {to}.")
    game = chosen_game(header.game, found)
    given = seat_names(config.table.names, header.seats, config.table.language)
    names = tuple(kept.get(n) or name for n, name in enumerate(given))
    voice = build_voice(game, header.seats, game.check_settings(header.settings), config.table.language, names)
    reader = PUBLIC if player is None else reader_named(player, names)
    if player is not None:
        click.echo(f"Warning: this shows what only {names[reader]} may see.", err=True)
    told = retell(voice, header, entries if to is None else entries[:to], reader)
    click.echo(f"Match {number}: {game.title}, {header.seats} players, {len(entries)} entries")
    for step in told.steps:
        _print_step(step)
    click.echo("\nThe table now:")
    for line in told.table:
        click.echo(f"  {line}")


def _print_step(step: RetoldEntry) -> None:
    lines = step.lines or ("(nothing that this reader hears)",)
    undone = "  (taken back)" if step.undone else ""
    click.echo(f"{step.number:>4}  {step.origin}: {lines[0]}{undone}")
    for line in lines[1:]:
        click.echo(f"      {line}")
