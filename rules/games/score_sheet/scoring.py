"""What the lines of a sheet count. `Written` are the numbers on one sheet by `Place`, a line and its round (0 where it
is written once)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from rules.games.score_sheet.sheet import Line, SheetRules, Ties, When

Place = tuple[str, int]
Written = Mapping[Place, int]
Sheets = Mapping[int, Written]
"""What is written, by the column of the sheet: the first seat of those who write into it."""


def with_formulas(sheet: SheetRules, written: Written, rounds: int, since: int = 1) -> Written:
    """The same with what formulas come to: those of a round (of the rounds from `since` on) once all is written that
    they need, those of the end, which see each line's sum over all rounds, always."""
    made = dict(written)
    for number in range(since, rounds + 1):
        now = {line.key: made[line.key, number] for line in sheet.of(When.ROUND) if (line.key, number) in made}
        for line in sheet.of(When.ROUND):
            if line.formula is not None and now and line.formula.names <= {*now, "round"}:
                made[line.key, number] = now[line.key] = line.formula.value(now | {"round": number})
    sums: dict[str, int] = {"round": rounds}
    for (key, _), number in made.items():
        sums[key] = sums.get(key, 0) + number
    for line in sheet.lines:
        if line.formula is not None and line.when is When.END:
            made[line.key, 0] = sums[line.key] = line.formula.value(sums)
    return made


def points(line: Line, place: Place, sheets: Sheets) -> dict[int, int]:
    """What one place of every sheet counts, by column; a column in which nothing stands there is left out."""
    there = {column: written[place] for column, written in sheets.items() if place in written}
    if not line.counts:
        return dict.fromkeys(there, 0)
    if line.ranks:
        return {column: _ranked(line, number, list(there.values())) for column, number in there.items()}
    return {column: number * line.each for column, number in there.items()}


def _ranked(line: Line, number: int, numbers: list[int]) -> int:
    """What the place is worth that this number gets among all of them; who has none gets nothing."""
    if number <= 0:
        return 0
    before, equal = sum(n > number for n in numbers), numbers.count(number)
    if equal > 1 and line.ties is Ties.NONE:
        return 0
    if line.ties is Ties.ALL:
        return _worth(line, before)
    return sum(_worth(line, place) for place in range(before, before + equal)) // equal


def _worth(line: Line, place: int) -> int:
    return line.ranks[place] if place < len(line.ranks) else 0


def totals(sheet: SheetRules, sheets: Sheets, rounds: int) -> dict[int, int]:
    """What every sheet comes to."""
    full = {column: with_formulas(sheet, written, rounds) for column, written in sheets.items()}
    found = dict.fromkeys(sheets, sheet.start)
    for place in dict.fromkeys(place for written in full.values() for place in written):
        for column, counted in points(sheet.line(place[0]), place, full).items():
            found[column] += counted
    return found


def finished(sheet: SheetRules, sheets: Sheets, playing: Iterable[int], latest: int) -> Sheets:
    """The same without the latest round, while somebody who plays has still to write a line of it that all may see."""
    open_lines = [line for line in sheet.asked(When.ROUND) if not line.hidden]
    if all((line.key, latest) in sheets[column] for column in playing for line in open_lines):
        return sheets
    return {column: {at: n for at, n in of.items() if at[1] < max(1, latest)} for column, of in sheets.items()}


def in_round(sheet: SheetRules, sheets: Sheets, number: int) -> dict[int, int]:
    """What every sheet has got in one round."""
    full = {column: with_formulas(sheet, written, number, number) for column, written in sheets.items()}
    found = dict.fromkeys(sheets, 0)
    for line in sheet.of(When.ROUND):
        for column, counted in points(line, (line.key, number), full).items():
            found[column] += counted
    return found


_NONE: Final = (0, 0)


def winners(sheet: SheetRules, sheets: Sheets, rounds: int) -> list[int]:
    """The columns that have won: by their totals, then by the lines that break ties."""
    counted = totals(sheet, sheets, rounds)
    sign = -1 if sheet.lowest else 1

    def strength(column: int) -> tuple[int, ...]:
        full = with_formulas(sheet, sheets[column], rounds)
        breaks = (sum(n for (key, _), n in full.items() if key == wanted) for wanted in sheet.tie_breaks)
        return (sign * counted[column], *breaks)

    best = max(map(strength, sheets), default=_NONE)
    return [column for column in sheets if strength(column) == best]
