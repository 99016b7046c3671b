"""A list of tables as people copy it out of a spreadsheet or save it as CSV: a line for each, a column for each field.

Columns are divided by tabs, semicolons or commas. The first line may name them, in any order; otherwise they stand in
the order of the fields, and what is left out at the end is left out.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.engine.definitions.kinds import (
    LARGEST,
    Field,
    GrammarError,
    Key,
    Keys,
    Numbers,
    OneOf,
    Slug,
    Switch,
    Tables,
    Text,
    Whole,
)
from rules.engine.definitions.reading import missing, unfit
from words import Sentence

Cells = tuple[str, ...]
Word = Callable[[str], str]
"""A finished sentence in somebody's language."""

_SHOWN: Final = 20
_YES: Final = {"true", "yes", "x", "1", "ja"}
_NO: Final = {"false", "no", "0", "nein"}
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,8}")


def rows_of(
    text: str, fields: Iterable[Field], called: Mapping[str, str] | None = None, word: Word = str
) -> tuple[dict[str, Any], ...]:
    """The values of each table that a text lists, as a file says them. `called`: what else people call a column, in
    small letters; `word` says what fields and choices are called. GrammarError names the line and what to do. Whether a
    key names a table that is there is left to the reading of the file."""
    known = {field.key: field for field in columns(fields)}
    if len(text) > LARGEST:
        raise GrammarError(Sentence("it is larger than {size} KB.", size=LARGEST // 1024))
    lines = [(line, cells) for line, cells in _cells(text) if any(cells)]
    if not lines:
        raise GrammarError(Sentence("there is nothing in it: write a name on each line."))
    titles = {key: word(_titled(field).key) for key, field in known.items()}
    names = {**{title.lower(): key for key, title in titles.items()}, **(called or {}), **{key: key for key in known}}
    head = _head(lines[0][1], known, names, ", ".join(titles.values()))
    if head and len(lines) == 1:
        raise GrammarError(Sentence("there is nothing below the names of the columns."))
    order = [known[key] for key in head or known]
    return tuple(_row(line, cells, order, word) for line, cells in (lines[1:] if head else lines))


def list_of(rows: Iterable[Mapping[str, Any]], fields: Iterable[Field]) -> str:
    """The list that gives these tables when it is read again, with the names of the columns that are filled in."""
    tables = tuple(rows)
    keys = [field.key for field in columns(fields) if any(field.key in row for row in tables)]
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow(keys)
    writer.writerows([row.get(key, "") for key in keys] for row in tables)
    return out.getvalue()


def columns(fields: Iterable[Field]) -> tuple[Field, ...]:
    """The fields that a cell can hold."""
    return tuple(field for field in fields if not isinstance(field.kind, Slug | Tables))


# -- inside ------------------------------------------------------------------------------------------------------------


def _cells(text: str) -> list[tuple[int, Cells]]:
    """The cells of each row, with the number of the line on which it begins."""
    first = text.strip().partition("\n")[0]
    mark = next((mark for within in (first, text) for mark in "\t;," if mark in within), "\t")
    reader = csv.reader(io.StringIO(text.replace("\r\n", "\n").replace("\r", "\n")), delimiter=mark)
    found, line = [], 1
    try:
        for row in reader:
            found.append((line, tuple(cell.strip() for cell in row)))
            line = reader.line_num + 1
    except csv.Error:
        raise _fault(line, Sentence("it cannot be read: look for a quotation mark too many.")) from None
    return found


def _head(cells: Cells, known: Mapping[str, Field], names: Mapping[str, str], there: str) -> tuple[str, ...]:
    """The columns that the first line names; none where it is a table already."""
    named = tuple(names.get(" ".join(cell.lower().split()), "") for cell in cells)
    needed = [key for key, field in known.items() if field.required] or list(known)
    if not set(needed) & set(named):
        return ()
    for cell, column in zip(cells, named, strict=True):
        if not column:
            what = Sentence('there is no column "{name}". There are: {known}.', name=cell[:_SHOWN], known=there)
            raise _fault(1, what)
    if len(set(named)) < len(named):
        raise _fault(1, Sentence("a column stands there twice."))
    return named


def _row(line: int, cells: Cells, order: list[Field], word: Word) -> dict[str, Any]:
    if any(cells[len(order) :]):
        what = Sentence("there are more cells than columns: put quotation marks around a text with commas.")
        raise _fault(line, what)
    row = {}
    for field, cell in zip(order, cells, strict=False):
        if cell:
            row[field.key] = value = _typed(field, cell, word)
            if not isinstance(field.kind, Key | Keys):
                _check(line, field, value)
    for field in order:
        if field.required and field.key not in row:
            raise _fault(line, missing(_titled(field)))
    return row


def _check(line: int, field: Field, value: Any) -> None:
    if not field.kind.fits(value):
        raise _fault(line, unfit(_titled(field)))
    try:
        field.kind.made(value)
    except GrammarError as error:
        raise _fault(line, error.args[0]) from None


def _typed(field: Field, cell: str, word: Word) -> Any:
    """What a cell says as a file says it; what is nothing of the kind stays as it is, and does not fit."""
    plain = cell.lower()
    match field.kind:
        case Whole():
            return _number(cell)
        case Numbers():
            return [_number(part) for part in re.split(r"[\s,;/]+", cell) if part]
        case Keys():
            return [part.strip() for part in re.split(r"[,;/]", cell) if part.strip()]
        case Switch():
            return plain in _YES if plain in _YES | _NO else cell
        case OneOf(says):
            return next((k for k, said in says.items() if plain in (k, word(Sentence(said)).lower())), cell)
        case Text(lines=False):
            return " ".join(cell.split())
    return cell


def _titled(field: Field) -> Field:
    """A field as people call it."""
    return replace(field, key=Sentence(field.name or field.key))


def _number(cell: str) -> Any:
    """A number of few digits: one of thousands would be slow to read."""
    return int(cell) if _NUMBER.fullmatch(cell) else cell


def _fault(line: int, what: Sentence) -> GrammarError:
    return GrammarError(Sentence("line {line} of the list: {what}", line=line, what=what))
