"""The commands for what hangs on the pins: the wiring as a drawing or a table, and the test of every part."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from companion.cli.group import Load, settings_options

if TYPE_CHECKING:
    from hardware import PinMap


@click.command()
@click.option("--out", metavar="FILE", help="The file to write: an SVG, or with --pdf a PDF. Else a table is printed.")
@click.option("--pdf", is_flag=True, help="A PDF of two pages: the drawing and the table.")
@click.option("--suggest", type=int, metavar="N", help="A wiring for N seats instead of the one in the settings.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@settings_options
def wiring(out: str | None, pdf: bool, suggest: int | None, force: bool, load: Load) -> None:
    """Draw how the buttons, lights and dice of the settings are wired to the board's pins.

    \b
    companion wiring                              what goes where, as a table
    companion wiring --out wiring.svg             the same as a drawing
    companion wiring --pdf --out wiring.pdf       to print
    companion wiring --suggest 4                  settings for four seats, ready to be used
    companion wiring --suggest 4 --out four.svg   and how that is wired
    """
    from companion.wiring.wiring import wiring_of

    if pdf and out is None:
        raise click.UsageError("Say with --out which file to write.")
    if suggest is not None:
        from companion.wiring.suggest import as_settings, suggested

        suggestion = suggested(suggest)
        if out is None:
            click.echo(as_settings(suggestion), nl=False)
            return
        _write(suggestion.pins, out, pdf=pdf, force=force)
        return
    pins = load().config.hardware.pin_map
    if out is not None:
        _write(pins, out, pdf=pdf, force=force)
        return
    from companion.wiring.table import print_table

    print_table(wiring_of(pins))


def _write(pins: PinMap, out: str, *, pdf: bool, force: bool) -> None:
    from companion.cli.file import new_file, write_file
    from companion.wiring.wiring import wiring_of

    found, path = wiring_of(pins), new_file(out, force=force)
    if pdf:
        from companion.wiring.pdf import wiring_pdf

        write_file(path, wiring_pdf(found))
    else:
        from companion.wiring.picture import wiring_svg

        write_file(path, wiring_svg(found).encode())
    count = len(found.parts)
    what = "the header, with nothing wired yet" if not count else "1 part" if count == 1 else f"{count} parts"
    click.echo(f"Written: {path}, {what}.")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For programs: what came of every part, as a list.")
@click.option("--wait", "wait_s", type=click.FloatRange(0.1, 600), default=10.0, show_default=True, metavar="SECONDS",
              help="How long to wait for each part.")  # fmt: skip
@settings_options
@click.pass_context
def buttons(ctx: click.Context, as_json: bool, wait_s: float, load: Load) -> None:
    """Try out every button, light and sensor in turn. The companion must not be running meanwhile.

    Lights are lit one after the other, and you say whether you see them; then each button is to be pressed. A part that
    answers in the place of another one is named: their wires are swapped. Exit code 0: all well; 1: something is not;
    2: the pins cannot be opened.

    \b
    companion buttons
    companion buttons --wait 30
    companion buttons --json < /dev/null    buttons only: nobody is there to say what the lights do
    """
    from companion.cli.buttons import try_out

    ctx.exit(try_out(load().config.hardware, wait_s, as_json=as_json))
