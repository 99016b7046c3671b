"""Writing finished matches for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from companion.journal.journal import Journal, JournalError
from companion.past.history import History, TableNow
from companion.settings.chosen_game import chosen_game
from companion.settings.config import Loaded
from web.pages.history.views import ExportForm
from web.views import Role, Session

NOTATION: Final = "notation"
"""The form in which a match is written down move by move, as its game's field does."""


def export_matches(found: Loaded, match: int | None, form: str, output: str | None) -> None:
    """Writes all finished matches, or one with its story, to `output` or on the screen. Raises JournalError when there
    is no such match or the file cannot be written."""
    language = found.config.table.language
    if form == NOTATION and match is None:
        raise JournalError("Say which match is to be written down: --match 12.")
    with Journal.look(found.config.data.journal_path) as journal:
        table = TableNow(lambda: None, lambda: (), lambda notice: None, language)
        history = History(journal, lambda slug: chosen_game(slug, found), table)
        text = _text(history, match, form)
    if text is None:
        raise JournalError(f"There is no finished match {match}; companion matches lists those that there are.")
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        with Path(output).open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError as error:
        raise JournalError(f"{output} exists already: give the file another name.") from error
    except OSError as error:
        raise JournalError(f"{output} cannot be written: {error.strerror}.") from error
    click.echo(f"Written: {output}")


def _text(history: History, match: int | None, form: str) -> str | None:
    reader = Session(Role.SPECTATOR)
    if form != NOTATION or match is None:
        return history.export(reader, ExportForm(form), match)
    found = history.notation(reader, match)
    if found is None and (past := history.past_match(reader, match)) is not None:
        raise JournalError(f"{past.row.title} has no notation in which match {match} could be written down.")
    return None if found is None else found.text
