"""The commands for content of Chain Mail: what an owner typed from printed cards is checked, begun, drawn, listed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from rules.games.chain_mail.content import Content

_WRONG: Final = 1
_KINDS: Final = ("map", "monsters", "quest", "treasure", "hero", "status", "terrain", "trap")
_MODELS: Final = ("cleric_grid", "thief_hexagon", "witch_pairs", "ranger_mill", "shepherd_compass")


@click.group()
def content() -> None:
    """Type in the printed cards of Chain Mail: maps, monsters, quests, treasures, heroes.

    \b
    companion content new map old-mine --out mine.toml
    companion content check mine.toml
    companion content draw map old-mine --file mine.toml --out mine.svg
    companion play chain_mail --pack mine.toml
    """


@content.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.pass_context
def check(ctx: click.Context, files: tuple[str, ...]) -> None:
    """Say line by line what is wrong or missing in content files. Exit code 1 if anything is.

    Several files are checked together, as they are played together. A directory stands for all *.toml files in it.
    """
    from companion.content.check import located, summary
    from rules.games.chain_mail import reading

    texts = _texts(files)
    checked = reading.check(texts)
    if checked.problems:
        for line in located(checked.problems, texts):
            click.echo(line)
        count = len(checked.problems)
        click.echo(f"{count} {'problem' if count == 1 else 'problems'} found.")
        ctx.exit(_WRONG)
    click.echo(f"{len(texts)} {'file' if len(texts) == 1 else 'files'} checked: all well.")
    for line in summary(checked):
        click.echo(line)


@content.command()
@click.argument("kind", metavar="KIND", type=click.Choice(_KINDS))
@click.argument("ident", metavar="ID")
@click.option("--model", type=click.Choice(_MODELS), help="With hero: which kind of card it is. Else cleric_grid.")
@click.option("--out", metavar="FILE", help="The file to write; without it the text is printed.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def new(kind: str, ident: str, model: str | None, out: str | None, force: bool) -> None:
    """Begin a content file: a commented example that is right as it stands and wants to be changed.

    KIND is map, monsters, quest, treasure, hero, status, terrain or trap. ID is a short name of small letters, digits
    and hyphens; of a trap it is the number of the double, 1 to 6.

    \b
    companion content new quest old-bell --out bell.toml
    companion content new hero ranger --model ranger_mill
    """
    from companion.cli.file import new_file, write_file
    from rules.games.chain_mail import reading

    if model is not None and kind != "hero":
        raise click.UsageError("--model goes with hero.")
    try:
        text = reading.beginning(kind, ident, model or _MODELS[0])
    except reading.NoBeginning as error:
        raise click.ClickException(str(error)) from error
    found = reading.problems({"it": text})
    if found:  # an id that something else has
        raise click.ClickException(found[0].sentence)
    if out is None:
        click.echo(text, nl=False)
        return
    path = new_file(out, force=force)
    write_file(path, text.encode())
    click.echo(f"Written: {path}. Change it, then: companion content check {path}")


@content.command()
@click.argument("kind", metavar="KIND", type=click.Choice(("map", "hero")))
@click.argument("ident", metavar="ID")
@click.option("--file", "files", metavar="FILE", multiple=True, help="Content over the starter set; repeatable.")
@click.option("--out", metavar="FILE", help="The SVG to write; without it it is printed.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def draw(kind: str, ident: str, files: tuple[str, ...], out: str | None, force: bool) -> None:
    """Draw a map or a hero's card as an SVG, to compare it with the printed one. KIND is map or hero.

    \b
    companion content draw map lantern-deep --out map.svg
    companion content draw hero cleric --out cleric.svg
    """
    from companion.cli.file import new_file, write_file
    from companion.wiring.shapes import svg_of

    found = _content(files)
    known = found.maps if kind == "map" else found.heroes
    if ident not in known:
        raise click.ClickException(f"There is no {kind} '{ident}'; there are {', '.join(known)}.")
    if kind == "map":
        from companion.content.map_drawing import map_picture

        picture = map_picture(found, ident)
    else:
        from companion.content.card_drawing import card_picture

        picture = card_picture(found, ident)
    if out is None:
        click.echo(svg_of(picture), nl=False)
        return
    path = new_file(out, force=force)
    write_file(path, svg_of(picture).encode())
    click.echo(f"Written: {path}.")


@content.command("list")
@click.option("--file", "files", metavar="FILE", multiple=True, help="Content over the starter set; repeatable.")
def list_all(files: tuple[str, ...]) -> None:
    """List everything that can be chosen, with its id: the starter set, and what content files add to it."""
    from companion.content.check import CALLED
    from rules.games.chain_mail import reading

    texts = _texts(files)
    found, own = _content(files), reading.check(texts).own
    groups: tuple[Mapping[Any, Any], ...] = (
        *(found.maps, found.quests, found.monster_cards, found.treasures),
        *(found.heroes, found.terrains, found.statuses, found.traps),
    )
    for (kind, called), things in zip(CALLED.items(), groups, strict=True):
        click.secho(f"{called}:", bold=True)
        for ident, thing in things.items():
            mark = "  (from a file)" if str(ident) in own.get(kind, {}) else ""
            click.echo(f"  {ident}  {thing.name}{mark}")


@content.command()
def schema() -> None:
    """Print the JSON Schema of content files, for editors that know how to use it."""
    import json

    from rules.games.chain_mail.reading.schema import schema as content_schema

    click.echo(json.dumps(content_schema(), indent=2))


def _texts(places: tuple[str, ...]) -> dict[str, str]:
    """The texts of content files by their names. ClickException for one that cannot be read."""
    texts: dict[str, str] = {}
    for place in places:
        path = Path(place).expanduser()
        inside = sorted(path.glob("*.toml")) if path.is_dir() else [path]
        if not inside:
            raise click.ClickException(f"There is no content (a file *.toml) in the directory {path}.")
        for file in inside:
            try:
                texts[str(file)] = file.read_text("utf-8")
            except UnicodeDecodeError as error:
                raise click.ClickException(f"The file {file} is not UTF-8 text.") from error
            except OSError as error:
                raise click.ClickException(f"The file {file} cannot be read: {error.strerror}.") from error
    return texts


def _content(files: tuple[str, ...]) -> Content:
    """The starter set with these files over it."""
    from rules.games.chain_mail import reading

    try:
        return reading.load_owner(_texts(files))
    except reading.ContentError as error:
        raise click.ClickException(f"{error} See companion content check.") from error
