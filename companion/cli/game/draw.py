"""`game draw`: what a game looks like, as files to be looked at."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.file import new_file, write_file
from companion.cli.game.named import game_named
from companion.cli.group import Load, settings_options


@click.command()
@click.argument("name", metavar="NAME|FOLDER")
@click.option("--to", "folder", metavar="FOLDER", help="Where to write. Else NAME-pictures in this folder.")
@click.option("--language", default="en", show_default=True, help="Of the words on them.")
@click.option("--force", is_flag=True, help="Write over files that are there.")
@settings_options
def draw(name: str, folder: str | None, language: str, force: bool, load: Load) -> None:
    """Draw the mat of any game for every number of players, and the faces of its cards, as SVG for a browser."""
    from companion.prints.faces_picture import faces_svg
    from companion.prints.mat_picture import mat_svg
    from companion.settings.chosen_game import match_settings

    loaded = load()
    game = game_named(name, loaded)
    settings = match_settings(game, loaded.config)
    fit = [seats for seats in game.seats if not game.rules.unfit(settings, seats)]
    drawn = {f"mat-{seats}.svg": mat_svg(game, seats, language, settings) for seats in fit}
    drawn["faces.svg"] = faces_svg(game, settings, language)
    into = Path(folder).expanduser() if folder else Path(f"{game.slug}-pictures")
    try:
        into.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.ClickException(f"The folder {into} cannot be written: {error.strerror}.") from error
    for path, svg in [(new_file(str(into / file), force=force), svg) for file, svg in drawn.items()]:
        write_file(path, svg.encode())
    click.echo(f"Drawn in {into}: {', '.join(drawn)}. Open them in a browser.")
