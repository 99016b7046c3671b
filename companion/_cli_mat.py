"""Drawing the mat of a game into a file."""

from __future__ import annotations

from pathlib import Path

import click

import rules.games
from companion.mat_picture import mat_svg

_LIKELY_PLAYERS = 4


def write_mat(slug: str, players: int | None, language: str, out: str | None) -> None:
    """Writes the drawing to the file, or prints it when none is named."""
    game = rules.games.game(slug)
    seats = min(game.seats, key=lambda n: abs(n - _LIKELY_PLAYERS)) if players is None else players
    drawing = mat_svg(game, seats, language)
    if out is None:
        click.echo(drawing, nl=False)
        return
    path = Path(out).expanduser()
    try:
        path.write_text(drawing, "utf-8")
    except OSError as error:
        raise click.ClickException(f"The file {path} cannot be written: {error.strerror}.") from error
    mat = game.layout(seats)
    size = f"{mat.width_mm:g} x {mat.height_mm:g} mm"
    click.echo(f"The mat for {seats} players is drawn in {path}: {size}, to be printed without scaling.")
