"""Cards as people write them down: a line for each kind, as it is copied out of a spreadsheet or saved as CSV.

    name      count  text                 value  suit
    Lantern   3      Look at a hand.      2      Light

Columns are divided by tabs, semicolons or commas. The first line may name them, in any order; otherwise they stand in
the order above, and what is left out at the end is left out.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Final

from rules.engine.definitions import GrammarError
from rules.games.open_table.table_rules import MOST_CARDS, CardRow
from words import Sentence

COLUMNS: Final = ("name", "count", "text", "value", "suit")
_CALLED: Final[Mapping[str, str]] = {
    **{name: name for name in COLUMNS},
    **{"anzahl": "count", "wert": "value", "farbe": "suit", "kind": "suit", "art": "suit", "number": "count"},
    **{"nom": "name", "nombre": "count", "texte": "text", "valeur": "value", "couleur": "suit"},
}
"""What people call the columns."""
LARGEST: Final = 40_000
_MOST_LETTERS: Final[Mapping[str, int]] = {"name": 40, "text": 300, "suit": 20}
_FAR: Final = 9999


def cards_of(text: str) -> tuple[CardRow, ...]:
    """The kinds of cards that a text lists. GrammarError names the line and what to do."""
    if len(text) > LARGEST:
        raise GrammarError(Sentence("it is larger than {size} KB.", size=LARGEST // 1000))
    lines = [(line, cells) for line, cells in _cells(text) if any(cells)]
    if not lines:
        raise GrammarError(Sentence("there is no card: write a name on each line."))
    columns = _header(lines[0][1])
    rows = tuple(_row(line, cells, columns or COLUMNS) for line, cells in (lines[1:] if columns else lines))
    if not rows:
        raise GrammarError(Sentence("there is no card below the names of the columns."))
    check_number(sum(row.count for row in rows))
    return rows


def check_number(count: int) -> None:
    """GrammarError where these are more cards than a table holds."""
    if count > MOST_CARDS:
        what = Sentence("a table holds at most {most} cards, and these are {count}.", most=MOST_CARDS, count=count)
        raise GrammarError(what)


# -- inside ------------------------------------------------------------------------------------------------------------


def _cells(text: str) -> list[tuple[int, tuple[str, ...]]]:
    """The cells of each row, with the number of the line on which it begins."""
    first = text.strip().partition("\n")[0]
    mark = next((mark for within in (first, text) for mark in "\t;," if mark in within), "\t")
    reader = csv.reader(io.StringIO(text.replace("\r\n", "\n").replace("\r", "\n")), delimiter=mark)
    found, line = [], 1
    try:
        for row in reader:
            found.append((line, tuple(" ".join(cell.split()) for cell in row)))
            line = reader.line_num + 1
    except csv.Error:
        raise _fault(line, Sentence("it cannot be read: look for a quotation mark too many.")) from None
    return found


def _header(cells: tuple[str, ...]) -> tuple[str, ...]:
    """The columns that the first line names; none where it is a card already."""
    named = tuple(_CALLED.get(cell.lower(), "") for cell in cells)
    if "name" not in named:
        return ()
    for cell, column in zip(cells, named, strict=True):
        if not column:
            known = ", ".join(COLUMNS)
            raise _fault(1, Sentence('there is no column "{name}". There are: {known}.', name=cell[:20], known=known))
    if len(set(named)) < len(named):
        raise _fault(1, Sentence("a column stands there twice."))
    return named


def _row(line: int, cells: tuple[str, ...], columns: tuple[str, ...]) -> CardRow:
    if any(cells[len(columns) :]):
        what = Sentence("there are more cells than columns: put quotation marks around a text with commas.")
        raise _fault(line, what)
    said = {column: cell for column, cell in zip(columns, cells, strict=False) if cell}
    if "name" not in said:
        raise _fault(line, Sentence("the card has no name."))
    for column, most in _MOST_LETTERS.items():
        cell = said.get(column, "")
        if len(cell) > most or not cell.isprintable():
            what = Sentence("{column} has to be a text of at most {most} letters.", column=column, most=most)
            raise _fault(line, what)
    count = _number(line, "count", said.pop("count", "1"), 1, MOST_CARDS)
    value = _number(line, "value", said.pop("value"), -_FAR, _FAR) if "value" in said else None
    return CardRow(count=count, value=value, **said)


def _number(line: int, column: str, cell: str, low: int, high: int) -> int:
    """A whole number of few digits: one of thousands would be no number of cards, and slow to read."""
    digits = cell.removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 9):
        raise _fault(line, Sentence('{column} has to be a whole number, not "{cell}".', column=column, cell=cell[:20]))
    number = int(cell)
    if column == "count" and number > high:
        check_number(number)
    if not low <= number <= high:
        what = Sentence("{column} has to be a number from {low} to {high}.", column=column, low=low, high=high)
        raise _fault(line, what)
    return number


def _fault(line: int, what: Sentence) -> GrammarError:
    return GrammarError(Sentence("card list, line {line}: {what}", line=line, what=what))
