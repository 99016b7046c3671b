"""`game new`: a folder with a small whole game, to go on from."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.group import Load, as_called, settings_options


@click.command()
@click.argument("slug", metavar="NAME")
@click.option("--cards", "kind", flag_value="cards", default=True, help="A card game, if nothing else is said.")
@click.option("--dice", "kind", flag_value="dice", help="A dice game: kept dice and a score sheet.")
@click.option("--board", "kind", flag_value="board", help="A board game: stones on squares.")
@click.option("--title", default="", help="What people call it. Else it is made from NAME.")
@click.option("--author", default="", help="Whose it is.")
@click.option("--in", "beside", metavar="FOLDER", help="Where to put it. Else beside your other games, ready to play.")
@settings_options
def new(slug: str, kind: str, title: str, author: str, beside: str | None, load: Load) -> None:
    """Begin a game of your own: a small whole one that can be played at once, to be changed as you like."""
    from companion.kit.starting import begin_game

    at_home = load().config.data.games_path
    folder = begin_game(kind, slug, Path(beside).expanduser() if beside else at_home, title, author)
    data = click.get_current_context().params.get("data")
    where = f" --data {data}" if data else ""
    click.echo(f"Your game is in {folder}.")
    click.echo("Its rules are in game.py, its words in text.en.toml, and its mat in layout.toml.")
    if folder.parent == at_home.absolute():
        click.echo(as_called(f"Play it:  companion play {slug}{where}"))
        click.echo(as_called(f"After every change:  companion game check {slug}{where}"))
    else:
        click.echo(as_called(f"After every change:  companion game check {folder}"))
        click.echo(as_called(f"Put it among your games:  companion game install {folder}{where}"))
