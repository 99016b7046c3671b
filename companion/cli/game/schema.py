"""`game schema`: what editors need to know of the file that makes a game."""

from __future__ import annotations

import json

import click


@click.command()
@click.argument("name", metavar="GAME")
def schema(name: str) -> None:
    """Write the JSON Schema of the file that makes games like GAME, such as score_sheet.

    An editor that has it completes fields and underlines what is wrong: see docs/own_games.md.
    """
    import rules.games
    from rules.engine.definitions import schema as schema_of

    definition = rules.games.game(name).definition
    if definition is None:
        made = (slug for slug in rules.games.OURS if rules.games.game(slug).definition is not None)
        raise click.UsageError(f"{name} is made by no file. These are: {', '.join(made)}.")
    click.echo(json.dumps(schema_of(definition), indent=2, ensure_ascii=False))
