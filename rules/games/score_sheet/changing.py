"""A sheet that is changed while people play by it: a forgotten line comes below the others, a name is put right."""

from __future__ import annotations

from rules.engine import Table
from rules.engine.definitions import DefinitionError
from rules.games.score_sheet import columns as c
from rules.games.score_sheet.reading import SHEET
from rules.games.score_sheet.sheet import Line, SheetRules, When
from words import Sentence


def carry(t: Table, before: str, after: str) -> None:
    """Empty places for lines that have come; 0 in the rounds that are over, which the host can correct.
    DefinitionError where lines that people have written in would be others."""
    old, new = SHEET.read(before), SHEET.read(after)
    _check(old, new)
    last, is_writing = t.number("round"), t.phase == "write"
    for line in new.lines[len(old.lines) :]:
        if line.when is not When.ROUND:
            c.add_places(t, new, [line], 0)
            continue
        for number in range(1, last + 1):
            c.add_places(t, new, [line], number)
            if line.is_asked and (number < last or not is_writing):
                for column in c.columns(t, new):
                    c.put(t, line, number, column, 0)


# -- inside ------------------------------------------------------------------------------------------------------------


def _check(old: SheetRules, new: SheetRules) -> None:
    if (old.together, old.start, old.dice, old.sides) != (new.together, new.start, new.dice, new.sides):
        what = Sentence("who writes together, what everybody begins with, and the dice stay as they are.")
        raise DefinitionError(SHEET.file, 0, ("together",), what)
    for number, line in enumerate(old.lines):
        if number >= len(new.lines) or _kind(line) != _kind(new.lines[number]):
            what = Sentence('the line "{name}" stays where it is, and what it is; new ones come below.', name=line.name)
            raise DefinitionError(SHEET.file, 0, ("line", number), what)


def _kind(line: Line) -> tuple[object, ...]:
    """What of a line people have written by."""
    return line.key, line.when, line.tick, line.hidden, line.is_asked
