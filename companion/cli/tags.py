"""The commands about copies of games and their tags. Each says so where it tells which code is which card."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.group import Load, settings_options

if TYPE_CHECKING:
    from companion.copies.tags_file import HasPiece
    from companion.journal.copies import Copies, Copy
    from companion.settings.config import Loaded


@click.group()
def tags() -> None:
    """The copies of games on your shelf, and the tags on their pieces."""


@tags.command("list")
@click.argument("game", required=False)
@settings_options
def list_copies(game: str | None, load: Load) -> None:
    """List the copies (of GAME), with how many tags each has."""
    from companion.journal.journal import Journal

    with Journal.look(_journal(load())) as journal:
        copies = [(copy, len(journal.copies.tags(copy.ident))) for copy in journal.copies.list(game)]
    for copy, count in copies:
        click.echo(f"{copy.game}  {copy.title}: {count} tag{'' if count == 1 else 's'}")
    if not copies:
        click.echo("No copy is registered yet: open /host/pieces while a table runs, or print stickers.")


@tags.command("export")
@click.argument("game")
@click.argument("target", metavar="FILE")
@click.option("--copy", "name", metavar="NAME", help="Only this copy.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@settings_options
def export_tags(game: str, target: str, name: str | None, force: bool, load: Load) -> None:
    """Write the tags of all copies of GAME into FILE, to keep or to carry over.

    The file says which code is which card: whoever reads it knows the cards by their stickers. Only your account can
    read it (mode 600).
    """
    from companion.cli.file import new_file, write_file
    from companion.copies.tags_file import written
    from companion.journal.journal import Journal

    path = new_file(target, force=force)
    with Journal.look(_journal(load())) as journal:
        chosen = journal.copies.list(game) if name is None else (_found(journal.copies, game, name),)
        held = [(copy, journal.copies.tags(copy.ident)) for copy in chosen]
    count = sum(len(some) for _, some in held)
    if not count:
        raise click.ClickException(f"There is no tag of {game} to export.")
    write_file(path, written(held).encode(), private=True)
    click.echo(
        f"{count} tags are written to {target}. It says which code is which card: keep it from the players. Only your "
        "account can read it."
    )


@tags.command("import")
@click.argument("source", metavar="FILE")
@click.option("--copy", "name", default="", metavar="NAME", help="What the copy is called here.")
@settings_options
def import_tags(source: str, name: str, load: Load) -> None:
    """Take the tags of FILE over: all of them, or none if anything in it is not right."""
    from companion.copies.tags_file import brought
    from companion.journal.journal import Journal

    path = Path(source).expanduser()
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise click.ClickException(f"The file {path} cannot be read: {why}.") from error
    found = load()
    with Journal.open(_journal(found)) as journal:
        count, copies = brought(journal.copies, text, name, lambda game: _pieces(game, found))
    words = "one copy" if copies == 1 else f"{copies} copies"
    click.echo(f"{count} tag{'' if count == 1 else 's'} of {words} {'is' if count == 1 else 'are'} registered now.")


@tags.command()
@click.argument("code")
@settings_options
def drop(code: str, load: Load) -> None:
    """Forget one CODE: it stands for nothing any more. As printed beside the tag, or the whole payload."""
    from companion.journal.journal import Journal
    from companion.reading.tags import same_code

    with Journal.open(_there(load())) as journal:
        meant = [payload for payload in journal.copies.known() if same_code(payload, code)]
        if len(meant) > 1 and code not in meant:
            raise click.ClickException(f"'{code}' fits {len(meant)} codes: give the whole payload.")
        dropped = journal.copies.drop(code if code in meant or not meant else meant[0])
    click.echo(f"That code of the copy '{dropped.copy.name}' of {dropped.copy.game} stands for nothing any more.")


@tags.command()
@click.argument("game")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@settings_options
def remove(game: str, name: str, yes: bool, load: Load) -> None:
    """Forget the copy NAME of GAME with all its tags. Asks before; it cannot be taken back."""
    from companion.journal.journal import Journal

    with Journal.open(_there(load())) as journal:
        copy = _found(journal.copies, game, name)
        count = len(journal.copies.tags(copy.ident))
        if not yes:
            click.confirm(f"Forget '{copy.name}' of {game} with its {count} tags?", abort=True)
        journal.copies.remove(copy.ident)
    click.echo(f"The copy '{copy.name}' of {game} is forgotten, with {count} tags.")


@tags.command()
@click.argument("game")
@click.argument("name")
@click.argument("new")
@click.option("--owner", metavar="NAME", help="Whose it is.")
@settings_options
def rename(game: str, name: str, new: str, owner: str | None, load: Load) -> None:
    """Call the copy NAME of GAME NEW from now on."""
    from companion.journal.journal import Journal

    with Journal.open(_there(load())) as journal:
        copy = journal.copies.rename(_found(journal.copies, game, name).ident, new, owner)
    click.echo(f"It is called {copy.title} now.")


def _journal(found: Loaded) -> Path:
    return found.config.data.journal_path


def _there(found: Loaded) -> Path:
    """The journal's path; a sentence when there is none, for what makes none."""
    path = _journal(found)
    if not path.is_file():
        raise click.ClickException(f"There is no journal yet: {path} does not exist.")
    return path


def _found(copies: Copies, game: str, name: str) -> Copy:
    copy = copies.find(game, name)
    if copy is None:
        names = ", ".join(f"'{one.name}'" for one in copies.list(game)) or "none"
        raise click.ClickException(f"There is no copy '{name}' of {game}; those are: {names}.")
    return copy


def _pieces(slug: str, found: Loaded) -> HasPiece | None:
    import rules.games
    from companion.copies.tags_file import belongs
    from companion.settings.chosen_game import chosen_game

    if slug not in rules.games.slugs():
        return None
    game = chosen_game(slug, found)
    return belongs(game.all_pieces(game.check_settings(found.config.play.options_for(slug))))
