"""`game install`, `remove`, `list` and `pack`: an owner's games as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.group import Load, as_called, settings_options

if TYPE_CHECKING:
    from companion.settings.config import Config
    from companion.shelf.shelf import Staged

_YES = click.option("--yes", is_flag=True, help="Do not ask: for scripts.")


@click.command()
@click.argument("source", metavar="FILE|FOLDER")
@_YES
@settings_options
def install(source: str, yes: bool, load: Load) -> None:
    """Install a game from a zip that `game pack` has written, or from a folder. One of that name is updated.

    A game with Python in it is a program. It can do all that the companion can, so it is asked about.
    """
    from companion.shelf.shelf import OwnersShelf

    config = load().config
    shelf = OwnersShelf(config.data.games_path)
    with shelf.staged(Path(source).expanduser()) as staged:
        about = staged.found.about
        click.echo(f"{about.title} {about.version} by {about.author} ({about.licence}).")
        if not yes:
            _ask_before(staged, config)
        shelf.install(staged)
    done = f"updated from {staged.before}" if staged.before else "installed"
    click.echo(as_called(f"{about.title} {about.version} is {done}. Play it: companion play {about.slug}"))


def _ask_before(staged: Staged, config: Config) -> None:
    if staged.before and (count := _open_matches(config, staged.found.slug)):
        click.echo(f"{_matches(count)} of {staged.found.slug} may not go on with another version.")
        _confirm("Type yes to update it")
    if staged.found.has_code:
        click.echo("This game has Python in it. It is a program, and it can do everything that the companion can do:")
        click.echo("read and change its files, and talk to the network. Install it only if you trust who wrote it.")
        _confirm("Type yes to install it")


@click.command()
@click.argument("slug", metavar="NAME")
@_YES
@settings_options
def remove(slug: str, yes: bool, load: Load) -> None:
    """Remove a game that was installed. The history of its matches stays readable."""
    from companion.shelf.shelf import OwnersShelf

    config = load().config
    shelf = OwnersShelf(config.data.games_path)
    if not yes and slug in shelf.names() and (count := _open_matches(config, slug)):
        click.echo(f"{_matches(count)} of {slug} cannot go on without it.")
        _confirm("Type yes to remove it")
    shelf.remove(slug)
    click.echo(f"{slug} is removed.")


@click.command("list")
@settings_options
def list_all(load: Load) -> None:
    """List all games with their versions. Exit code 1 if one cannot be played: the reason stands beside it."""
    from rules import games

    folder = load().config.data.games_path
    for slug in games.OURS:
        about = games.about(slug)
        click.echo(f"{click.style(slug, bold=True)}  {about.title}, of the companion")
    for found in games.outside():
        kind = "" if found.has_code else ", without code"
        click.echo(
            f"{click.style(found.slug, bold=True)}  {found.about.title} {found.about.version}{kind}, {found.place}"
        )
    broken = games.broken()
    if folder.is_dir():
        click.echo(f"Games of your own lie in {folder}.")
    for one in broken:
        click.echo(f"{click.style(one.name, bold=True)}  cannot be played: {one.why} ({one.place})")
    if broken:
        click.get_current_context().exit(1)


@click.command()
@click.argument("folder", metavar="NAME|FOLDER")
@click.option("--out", metavar="FILE", help="The zip to write. Else NAME-VERSION.zip in this folder.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@settings_options
def pack(folder: str, out: str | None, force: bool, load: Load) -> None:
    """Pack a game into a zip that others install. The same files give the same zip, byte for byte."""
    from companion.cli.file import new_file, write_file
    from companion.shelf.packing import file_name, packed
    from rules import games

    load()
    named = [one.folder for one in games.outside() if one.slug == folder]
    found = games.find(named[0] if named else Path(folder).expanduser())
    games.game_of(found)
    path = new_file(out or file_name(found), force=force)
    write_file(path, packed(found))
    click.echo(as_called(f"Written: {path}. Whoever has it says: companion game install {path.name}"))


def _open_matches(config: Config, slug: str) -> int:
    """How many matches of a game somebody has played in that are not over."""
    from companion.journal.journal import Journal
    from companion.journal.keeping import open_matches

    if not config.data.journal_path.exists():
        return 0
    with Journal.look(config.data.journal_path) as journal:
        return len(open_matches(journal, slug))


def _matches(count: int) -> str:
    return "A match" if count == 1 else f"{count} matches"


def _confirm(question: str) -> None:
    if click.prompt(question, default="no") != "yes":
        raise click.ClickException("Nothing was changed.")
