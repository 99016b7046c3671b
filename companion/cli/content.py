"""The commands for content that owners type in: it is checked, begun, drawn and listed by the tools of its game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from rules.tools import Tools

_WRONG: Final = 1


class _Content(click.Group):
    """Makes a command when it is wanted: what it offers is the game's, and no game is loaded for `companion --help`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        made = _COMMANDS.get(cmd_name)
        return None if made is None else made(_tools(ctx))

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.help = f"{_tools(ctx).about}\n\n{_EXAMPLES}"
        super().format_help_text(ctx, formatter)


_EXAMPLES: Final = """\b
companion content new KIND ID --out mine.toml
companion content check mine.toml
companion content draw KIND ID --file mine.toml --out mine.svg
companion play GAME --pack mine.toml
"""


@click.group(cls=_Content, short_help="Content that owners type in from printed cards: check, begin, draw, list it.")
@click.option("--game", metavar="GAME", help="Whose content it is. Else that of the first game that has such tools.")
@click.option("--data", metavar="DIR", help="Directory of the journal, with the games of its owner in it.")
def content(game: str | None, data: str | None) -> None: ...


def _tools(ctx: click.Context) -> Tools:
    import rules.games
    from companion.cli.group import loaded

    loaded(None, ctx.params.get("data"), ())
    slugs = rules.games.with_tools()
    slug = ctx.params.get("game") or slugs[0]
    if slug not in slugs:
        raise click.UsageError(f"There are no such tools of '{slug}'; there are of: {', '.join(slugs)}.")
    return rules.games.tools(slug)


def _check(tools: Tools) -> click.Command:
    @click.command()
    @click.argument("files", metavar="FILE...", nargs=-1, required=True)
    @click.pass_context
    def check(ctx: click.Context, files: tuple[str, ...]) -> None:
        """Say line by line what is wrong or missing in content files. Exit code 1 if anything is.

        Several files are checked together, as they are played together. A directory stands for all *.toml files in it.
        """
        texts = _texts(files)
        verdict = tools.check(texts)
        for line in verdict.problems:
            click.echo(line)
        if count := len(verdict.problems):
            click.echo(f"{count} {'problem' if count == 1 else 'problems'} found.")
            ctx.exit(_WRONG)
        click.echo(f"{len(texts)} {'file' if len(texts) == 1 else 'files'} checked: all well.")
        for line in verdict.summary:
            click.echo(line)

    return check


def _new(tools: Tools) -> click.Command:
    models = tuple(model for kind in tools.models for model in tools.models[kind])
    usual = ", ".join(f"{kind} {names[0]}" for kind, names in tools.models.items())

    @click.command(
        help=f"""Begin a content file: a commented example that is right as it stands and wants to be changed.

        KIND is {_either(tools.kinds)}. ID is a short name of small letters, digits and hyphens."""
    )
    @click.argument("kind", metavar="KIND", type=click.Choice(tools.kinds))
    @click.argument("ident", metavar="ID")
    @click.option("--model", type=click.Choice(models), help=f"Which model of it to begin. Else {usual}.")
    @click.option("--out", metavar="FILE", help="The file to write; without it the text is printed.")
    @click.option("--force", is_flag=True, help="Write over a file that is there.")
    def new(kind: str, ident: str, model: str | None, out: str | None, force: bool) -> None:
        from companion.cli.file import new_file, write_file

        if model is not None and model not in tools.models.get(kind, ()):
            raise click.UsageError(f"--model goes with {_either(tuple(tools.models))}.")
        text = tools.begin(kind, ident, model or "")
        if out is None:
            click.echo(text, nl=False)
            return
        path = new_file(out, force=force)
        write_file(path, text.encode())
        click.echo(f"Written: {path}. Change it, then: companion content check {path}")

    return new


def _draw(tools: Tools) -> click.Command:
    kinds = _either(tools.drawn)

    @click.command(help=f"Draw a {kinds} as an SVG, to compare it with the printed one. KIND is {kinds}.")
    @click.argument("kind", metavar="KIND", type=click.Choice(tools.drawn))
    @click.argument("ident", metavar="ID")
    @click.option("--file", "files", metavar="FILE", multiple=True, help="Content over the game's own; repeatable.")
    @click.option("--out", metavar="FILE", help="The SVG to write; without it it is printed.")
    @click.option("--force", is_flag=True, help="Write over a file that is there.")
    def draw(kind: str, ident: str, files: tuple[str, ...], out: str | None, force: bool) -> None:
        from companion.cli.file import new_file, write_file
        from rules.drawing import svg_of

        drawn = svg_of(tools.draw(kind, ident, _texts(files)))
        if out is None:
            click.echo(drawn, nl=False)
            return
        path = new_file(out, force=force)
        write_file(path, drawn.encode())
        click.echo(f"Written: {path}.")

    return draw


def _list(tools: Tools) -> click.Command:
    @click.command()
    @click.option("--file", "files", metavar="FILE", multiple=True, help="Content over the game's own; repeatable.")
    def list_all(files: tuple[str, ...]) -> None:
        """List everything that can be chosen, with its id: what the game comes with, and what content files add."""
        for called, things in tools.listed(_texts(files)).items():
            click.secho(f"{called}:", bold=True)
            for thing in things:
                click.echo(f"  {thing.ident}  {thing.name}{'  (from a file)' if thing.is_owners else ''}")

    return list_all


def _schema(tools: Tools) -> click.Command:
    @click.command()
    def schema() -> None:
        """Print the JSON Schema of content files, for editors that know how to use it."""
        import json

        click.echo(json.dumps(tools.schema(), indent=2))

    return schema


_COMMANDS: Final[dict[str, Callable[[Tools], click.Command]]] = {
    "check": _check,
    "draw": _draw,
    "list": _list,
    "new": _new,
    "schema": _schema,
}


def _either(words: Sequence[str]) -> str:
    """The words of a choice as one says them: "map, hero or trap"."""
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


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
