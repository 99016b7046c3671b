"""The wiring as a table on the terminal."""

from __future__ import annotations

import click

from companion.wiring.picture import table_lines
from companion.wiring.wiring import Wiring


def print_table(wiring: Wiring) -> None:
    """What goes where, a line for each part, and what has to be known beside it."""
    if not wiring.parts:
        click.echo("Nothing is wired. A wiring to begin with: companion wiring --suggest 4")
        return
    rows = [(one.part, one.setting, one.pins, one.positions, one.connect) for one in table_lines(wiring)]
    heads = ("part", "setting", "pin (BCM)", "position", "connect")
    wide = [max(len(row[n]) for row in (heads, *rows)) for n in range(4)]
    click.secho(_line(heads, wide), bold=True)
    for row, line in zip(rows, table_lines(wiring), strict=True):
        click.echo(_line(row, wide))
        if line.also:
            click.secho(f"  (!) {line.also}", fg="yellow")
    click.echo()
    for note in wiring.notes:
        click.echo(f"{note}")


def _line(cells: tuple[str, ...], wide: list[int]) -> str:
    padded = [cell.ljust(width) for cell, width in zip(cells, [*wide, 0], strict=True)]
    return "  ".join(padded).rstrip()
