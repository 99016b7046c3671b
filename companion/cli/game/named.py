"""Which game a command means, and a line that says how far its work is."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from companion.settings.config import Config, Loaded
    from rules.engine.game import Game
    from rules.outside import Found


def found_named(name: str, config: Config) -> Found:
    """The game of an owner that has this name, or that lies in the folder of this name, whether it opens or not.
    ClickException, GameUnloaded."""
    from rules import games

    below = config.data.games_path / name
    named = [one.folder for one in games.outside() if one.slug == name]
    folder = below if below.is_dir() else Path(name).expanduser()
    if not named and not folder.is_dir():
        raise click.ClickException(f"There is no game or folder {name}; see companion game list.")
    return games.find(named[0] if named else folder)


def game_named(name: str, found: Loaded) -> Game:
    """The same as a game that can be played, also one of ours. ClickException, GameUnloaded, UnknownGame."""
    from companion.settings.chosen_game import chosen_game
    from rules import games

    if name in games.slugs():
        return chosen_game(name, found)
    return games.game_of(found_named(name, found.config))


def progress(line: str) -> None:
    """One line that is written over, where somebody looks; "" wipes it away."""
    if sys.stderr.isatty():
        click.echo(f"\r\033[K{line}", err=True, nl=False)
