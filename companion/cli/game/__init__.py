"""The commands `companion game ...`: games of one's own.

| file | what is in it |
|---|---|
| `shelf` | installing, removing, listing and packing them |
"""

import click

from companion.cli.game.shelf import install, list_all, pack, remove


@click.group(short_help="Games of your own: install, remove, list, pack them.")
def game() -> None:
    """Games of your own, which lie beside those that the companion brings: docs/own_games.md."""


for command in (install, remove, list_all, pack):
    game.add_command(command)
