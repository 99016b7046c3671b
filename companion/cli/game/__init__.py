"""The commands `companion game ...`: games of one's own; and `companion arena`, which plays any game.

| file | what is in it |
|---|---|
| `arena` | players of the program against each other |
| `check` | what is wrong with one |
| `draw` | its mats and faces as drawings |
| `named` | which game a command means |
| `new` | beginning one |
| `play` | one played while it is written |
| `schema` | the file that makes a game, for editors |
| `shelf` | installing, removing, listing and packing them |
| `simulate` | many matches of one, and what they come to |
"""

import click

from companion.cli.game.check import check
from companion.cli.game.draw import draw
from companion.cli.game.new import new
from companion.cli.game.play import play
from companion.cli.game.schema import schema
from companion.cli.game.shelf import install, list_all, pack, remove
from companion.cli.game.simulate import simulate


@click.group(short_help="Games of your own: begin, play, check, simulate, draw, schema, install, remove, list, pack.")
def game() -> None:
    """Games of your own, which lie beside those that the companion brings: docs/own_games.md."""


for command in (new, play, check, simulate, draw, schema, install, remove, list_all, pack):
    game.add_command(command)
