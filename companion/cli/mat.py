"""Drawing the mat of a game into a file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from companion.camera.spot_files import SpotFiles
from companion.cli.file import new_file, write_file
from companion.prints.mat_picture import mat_svg, mat_voice
from companion.settings.chosen_game import chosen_game, match_settings
from rules.engine.game import Game

if TYPE_CHECKING:
    from companion.settings.config import Loaded

_LIKELY_PLAYERS = 4


def write_mat(found: Loaded, slug: str, players: int | None, language: str, out: str | None, *, force: bool) -> None:
    """Writes the drawing as SVG to the file, or prints it when none is named: the mat of a match with the options that
    the settings have."""
    game, seats, settings = _game(found, slug, players)
    drawing = mat_svg(game, seats, language, settings)
    if out is None:
        click.echo(drawing, nl=False)
        return
    path = new_file(out, force=force)
    write_file(path, drawing.encode())
    mat = game.mat(seats, settings)
    size = f"{mat.width_mm:g} x {mat.height_mm:g} mm"
    players_told = f"{seats} player{'s' * (seats != 1)}"
    click.echo(f"The mat for {players_told} is drawn in {path}: {size}, to be printed without scaling.")


def write_mat_pdf(
    found: Loaded, slug: str, players: int | None, language: str, out: str, part: str, page: str, *, force: bool
) -> None:
    """Writes the mat, the mats of the seats or the markers as a PDF in true size."""
    from companion.prints.stickers.fonts import load_letters
    from companion.prints.stickers.mats import WHOLE, drawings_of, mats_pdf

    game, seats, settings = _game(found, slug, players)
    path = new_file(out, force=force)
    voice, letters = mat_voice(game, seats, language, settings), load_letters()
    drawings = drawings_of(voice, letters, part)
    pages = [0]
    pdf = mats_pdf(drawings, page, letters, progress=lambda done, of: pages.append(of))
    write_file(path, pdf)
    sizes = ", ".join(dict.fromkeys(f"{d.width_mm:g} x {d.height_mm:g} mm" for d in drawings))
    count = f"{pages[-1]} page" + ("s" if pages[-1] > 1 else "")
    click.echo(f"Written: {path}, {count}; true size {sizes}.")
    if page == WHOLE:
        click.echo("Next: have it printed at 100 %, matt, without lamination that shines.")
    elif pages[-1] > len(drawings):
        click.echo("Next: print at 100 %, trim along the corner marks, and glue each page up to its neighbour's ticks.")
    else:
        click.echo("Next: print at 100 %, and cut along the corner marks.")


def _game(found: Loaded, slug: str, players: int | None) -> tuple[Game, int, dict[str, object]]:
    game = chosen_game(slug, found)
    game = replace(game, placements=SpotFiles(found.config.data.path).load(game.slug))  # where its people have them
    seats = min(game.seats, key=lambda n: abs(n - _LIKELY_PLAYERS)) if players is None else players
    return game, seats, match_settings(game, found.config)
