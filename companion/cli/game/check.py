"""`game check`: what is wrong with a game, and how it is cured."""

from __future__ import annotations

import click

from companion.cli.game.named import found_named, progress
from companion.cli.group import Load, settings_options

_WRONG = 1


@click.command()
@click.argument("name", metavar="NAME|FOLDER")
@click.option("--full", is_flag=True, help="200 matches and the laws for long, in some minutes.")
@settings_options
@click.pass_context
def check(ctx: click.Context, name: str, full: bool, load: Load) -> None:
    """Say with file and line what is wrong in a game of your own, and what to do. Exit code 1 if anything is.

    It looks at the files, plays matches by chance, and holds the game against the laws, such as that nobody learns what
    they were not shown.
    """
    from companion.kit.check import check_game

    found = found_named(name, load().config)
    checked = check_game(found, progress, full=full)
    progress("")
    for finding in checked.findings:
        click.echo(finding)
    if checked.findings:
        count = len(checked.findings)
        click.echo(f"{count} {'mistake' if count == 1 else 'mistakes'} found in {found.slug}.")
        ctx.exit(_WRONG)
    laws = "the laws in full" if full else "the laws in short"
    click.echo(f"{found.slug}: {checked.matches} matches played, {laws}: all well.")
