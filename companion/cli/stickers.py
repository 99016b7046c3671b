"""The command `companion stickers`: its options and help. The work is done in `_cli_printing`, loaded when it runs."""

from __future__ import annotations

from typing import Any

import click

from companion.cli.group import Load, settings_options


@click.command()
@click.argument("game", required=False)
@click.option("--out", metavar="FILE", help="The PDF to write.")
@click.option("--presets", is_flag=True, help="List the sheets of labels that can be bought.")
@click.option("--calibration", is_flag=True, help="Print rulers, test tags and the board for the lens.")
@click.option("--preset", metavar="NAME", help="A sheet of labels from the list of --presets.")
@click.option("--labels", metavar="CxR,WxH,LxT,PxP", help="Own labels: columns x rows, size, corner, pitch in mm.")
@click.option("--round", "is_round", is_flag=True, help="The own labels are round.")
@click.option("--page", type=click.Choice(("a4", "letter")), help="Paper; a4 if not given.")
@click.option("--sticker-mm", type=float, metavar="N", help="Width of the tag with its white rim, 8 to 40; usual: 24.")
@click.option(
    "--form", type=click.Choice(("short", "address")), default="short", help="Eight letters, or an address for phones."
)
@click.option("--address-host", metavar="HOST", help="The Pi's name in addresses, up to 7 letters; C.LOCAL.")
@click.option("--copy", metavar="NAME", help="What this copy of the game is called.")
@click.option("--owner", metavar="NAME", default="", help="Whose it is.")
@click.option(
    "--copies", type=click.IntRange(1, 20), default=1, metavar="N", help="So many copies, each with codes of its own."
)
@click.option(
    "--backs",
    type=click.Choice(("shared", "single", "none")),
    default="shared",
    help="One code a deck, or a card, or none.",
)
@click.option("--only", metavar="PIECE", multiple=True, help="Only this piece or deck; repeatable.")
@click.option("--reprint", metavar="CODE", multiple=True, help="A kept tag again: its code or card, or 'all'.")
@click.option("--start", type=click.IntRange(min=1), default=1, metavar="N", help="First free label of the first page.")
@click.option("--offset-mm", metavar="X,Y", help="How far prints come out too far right and down; see --calibration.")
@click.option("--measured-mm", metavar="W,H", help="How long the rulers of 150 mm came out; see --calibration.")
@click.option("--language", metavar="CODE", help="Language of the names; the table's if not given.")
@click.option("--font", metavar="FILE", help="A font (*.ttf) for names that the usual ones cannot write.")
@click.option("--pack", metavar="FILE", help="An owner's own data for the game.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@settings_options
def stickers(game: str | None, presets: bool, calibration: bool, pack: str | None, load: Load, **wishes: Any) -> None:
    """Print QR stickers for GAME on sheets of labels or plain paper. New codes are kept in the journal.

    \b
    companion stickers --presets
    companion stickers --calibration --out test.pdf
    companion stickers chronicle --copy ours --preset avery-7160 --out stickers.pdf
    companion stickers chronicle --copy ours --sticker-mm 20 --out stickers.pdf
    companion stickers chronicle --copy ours --reprint K7RT-2M9X --start 5 --out worn.pdf
    """
    from companion.cli.printing import Wishes, print_calibration, print_presets, print_stickers
    from companion.settings.config import Override

    asked = Wishes(**wishes)
    if presets:
        print_presets()
    elif calibration:
        print_calibration(asked)
    elif game is None:
        raise click.UsageError("Say for which game, or take --presets or --calibration.")
    else:
        more = [] if pack is None else [Override("play.pack", pack, "--pack")]
        print_stickers(load(more), game, asked)
