"""The sheets as screens draw them: a pad with a column for each player, a row for each round, then for each line that
is written once, and the totals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rules.engine import Say, Seat, Sheet, Space, State
from rules.games.score_sheet import dice
from rules.games.score_sheet.asking import worth
from rules.games.score_sheet.columns import columns, place, playing, written
from rules.games.score_sheet.scoring import Sheets, finished, in_round, points, totals, with_formulas
from rules.games.score_sheet.sheet import Line, SheetRules, When, word_of

_HEAD: Final = 2.8
_WIDE: Final = 1.6
_HIGH: Final = 0.62
_ACROSS: Final = 5
"""So many columns stand on one pad."""
_ABOVE: Final = 1.1
"""So far above the heads the dice lie."""
_ROUNDS_SHOWN: Final = 10
"""So many of the latest rounds are shown; the others are in the log, and in the total."""


def draw_sheets(seen: State, sheet: SheetRules) -> tuple[Sheet, ...]:
    """The pads: one, or several where many play."""
    everybody = list(columns(seen, sheet).items())
    parts = [dict(everybody[at : at + _ACROSS]) for at in range(0, len(everybody), _ACROSS)]
    return tuple(_pad(seen, sheet, number, part) for number, part in enumerate(parts))


def how(sheet: SheetRules) -> tuple[Say, ...]:
    """What people need to know of a sheet before they play by it: its lines, and how each counts."""
    dice_said = Say("how_dice", {"count": sheet.dice, "rolls": sheet.rolls})
    return (*([dice_said] if sheet.dice else []), *map(_how, sheet.lines))


def _how(line: Line) -> Say:
    facts = {"line": word_of(line.key), "end": line.when is When.END, "hidden": line.hidden, "each": line.each}
    if not line.counts:
        return Say("how_other", facts)
    if line.formula is not None:
        return Say("how_formula", {**facts, "formula": line.formula.text})
    if line.ranks:
        return Say("how_places", {**facts, "places": ", ".join(map(str, line.ranks))})
    return Say("how_tick" if line.tick else "how_each", facts)


_Row = tuple[str, str, Mapping[int, int | None]]
"""What a row is called in names of spaces, its label, and the numbers in it by column."""


def _pad(seen: State, sheet: SheetRules, number: int, part: Mapping[int, tuple[Seat, ...]]) -> Sheet:
    sheets = written(seen, sheet)
    rows = [*_rounds(seen, sheet, sheets), *_once(seen, sheet, sheets)]
    total: Mapping[int, int | None] = totals(
        sheet, finished(sheet, sheets, playing(seen, sheet), seen.number("round")), seen.number("round")
    )
    spaces = [space for at, row in enumerate(rows, 1) for space in _spaces(at, row, part)]
    spaces += _spaces(len(rows) + 1.2, ("total", "total", total), part)
    spaces += [_headed(at, column, members, seen) for at, (column, members) in enumerate(part.items())]
    maybe = _for_the_dice(seen, sheet)
    spaces = [replace(s, number=maybe[s.name], dim=True) if s.name in maybe else s for s in spaces]
    if any(seen.turn in members for members in part.values()) and sheet.dice:
        spaces += dice.spaces(seen, _dice_at(sheet, len(part)), -_ABOVE)
    return Sheet(f"pad/{number}", Say("pad", {"round": seen.number("round")}), tuple(spaces), big=True)


def _dice_at(sheet: SheetRules, across: int) -> float:
    """Where the row of dice begins, so that it stands in the middle of the pad."""
    return (_WIDE * across - sheet.dice + 1) / 2


def _headed(at: int, column: int, members: tuple[Seat, ...], seen: State) -> Space:
    """The head of a column: its player, or the number of its team."""
    label: str | Seat = members[0] if len(members) == 1 else f"team_{column + 1}" if seen["partners"] else "everybody"
    is_on_turn = seen.turn is not None and seen.turn in members
    return Space(f"head/{column}", _x(at), 0.0, _WIDE, _HIGH, label=label, lit=is_on_turn)


def _x(at: int) -> float:
    return _HEAD / 2 + _WIDE * (at + 0.5)


def _spaces(at: float, row: _Row, part: Mapping[int, tuple[Seat, ...]]) -> list[Space]:
    name, label, numbers = row
    y = at * _HIGH
    return [
        Space(f"row/{name}", 0.0, y, _HEAD, _HIGH, label=label),
        *(
            Space(_name(name, column), _x(n), y, _WIDE, _HIGH, label=label, number=numbers.get(column), quiet=True)
            for n, column in enumerate(part)
        ),
    ]


def _name(row: str, column: int) -> str:
    return place(row, 0, column) if row not in ("total",) and not row.isdecimal() else f"{row}/{column}"


def _rounds(seen: State, sheet: SheetRules, sheets: Sheets) -> list[_Row]:
    if not sheet.of(When.ROUND):
        return []
    last = seen.number("round")
    return [
        (str(n), str(n), _counted(sheet, sheets, n)) for n in range(max(1, last - _ROUNDS_SHOWN + 1), max(1, last) + 1)
    ]


def _counted(sheet: SheetRules, sheets: Sheets, number: int) -> Mapping[int, int | None]:
    """What a round has brought to those who have written all of it."""
    gains, asked = in_round(sheet, sheets, number), sheet.asked(When.ROUND)
    return {
        column: gains[column] if all((line.key, number) in of for line in asked) else None
        for column, of in sheets.items()
    }


def _once(seen: State, sheet: SheetRules, sheets: Sheets) -> list[_Row]:
    full = {column: with_formulas(sheet, of, seen.number("round")) for column, of in sheets.items()}
    lines = [line for line in sheet.lines if line.when is not When.ROUND]
    return [(line.key, word_of(line.key), _worth(line, full)) for line in lines]


def _for_the_dice(seen: State, sheet: SheetRules) -> Mapping[str, int]:
    """What the dice would count in each line that is still empty, by its space."""
    if not sheet.dice or seen.phase != "turns" or not dice.shown(seen):
        return {}
    column = next(column for column, members in columns(seen, sheet).items() if seen.turn in members)
    empty = [line for line in sheet.asked(When.TURN) if seen[place(line.key, 0, column)] is None]
    found = {place(line.key, 0, column): (line, worth(seen, sheet, line, column)) for line in empty}
    return {name: value * line.each for name, (line, value) in found.items() if value is not None}


def _worth(line: Line, full: Sheets) -> Mapping[int, int | None]:
    """What a line counts; while not everybody's number is known, a place among the players cannot be told, so the
    number itself."""
    at = (line.key, 0)
    if line.ranks and not all(at in of for of in full.values()):
        return {column: of.get(at) for column, of in full.items()}
    return dict(points(line, at, full)) if line.counts else {column: of.get(at) for column, of in full.items()}
