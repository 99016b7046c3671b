"""The columns of a match's sheet, and what stands in them. A column is a player's, a team's, or that of all; it is
called by the first seat of those who write into it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.engine import ALL, Readers, Seat, State, Table
from rules.games.score_sheet.reading import template
from rules.games.score_sheet.scoring import Written, totals
from rules.games.score_sheet.sheet import WORD, Line, SheetRules, When, word_of

TEAMS = 2


def sheet_of(t: Table | State, own: SheetRules | None) -> SheetRules:
    """The sheet that is played with: an owner's, or the one that was chosen."""
    return own or template(str(t["template"]))


def columns(t: Table | State, sheet: SheetRules) -> dict[int, tuple[Seat, ...]]:
    """Who writes into each column."""
    if sheet.together:
        return {0: tuple(t.seats)}
    if t["partners"]:
        return {team: tuple(s for s in t.seats if s % TEAMS == team) for team in range(TEAMS)}
    return {int(seat): (seat,) for seat in t.seats}


def column_of(t: Table, sheet: SheetRules, seat: Seat) -> int:
    """The column into which a seat writes."""
    return next(column for column, members in columns(t, sheet).items() if seat in members)


def playing(t: Table | State, sheet: SheetRules) -> tuple[int, ...]:
    """The columns that have not dropped out."""
    return tuple(column for column in columns(t, sheet) if t[f"out/{column}"] is not True)


def first_of(t: Table, sheet: SheetRules) -> Seat:
    """Who begins, or the next to the left who is still in, where that one has dropped out."""
    first = t["first"]
    assert isinstance(first, Seat)
    return first if column_of(t, sheet, first) in playing(t, sheet) else after(t, sheet, first)


def after(t: Table, sheet: SheetRules, seat: Seat) -> Seat:
    """The next to the left whose column is another one and still in; the seat itself where there is none."""
    heads = {members[0] for column, members in columns(t, sheet).items() if column in playing(t, sheet)}
    mine = columns(t, sheet)[column_of(t, sheet, seat)][0]
    return next((s for s in t.clockwise(t.left_of(mine)) if s in heads), seat)


def place(key: str, number: int, column: int) -> str:
    """The track that holds what stands in a line of one column: `entry/line_bid.3/0` in the third round."""
    return f"entry/{word_of(key)}.{number}/{column}"


def add_places(t: Table, sheet: SheetRules, lines: Iterable[Line], number: int) -> None:
    """Empty places for these lines. A hidden one is for those who write it, until the end."""
    for line in lines:
        for column, members in columns(t, sheet).items():
            owner = members[0] if len(members) == 1 else None
            readers: Readers = frozenset(members) if line.hidden else ALL
            if line.is_asked:
                t.add_track(place(line.key, number, column), None, readers=readers, owner=owner)


def put(t: Table, line: Line, number: int, column: int, value: int) -> None:
    """Writes a number into its place."""
    t.set(place(line.key, number, column), value)


def written(t: Table | State, sheet: SheetRules, *, public: bool = False) -> Mapping[int, Written]:
    """All that stands on the sheets, or what all may know of it."""
    found: dict[int, dict[tuple[str, int], int]] = {column: {} for column in columns(t, sheet)}
    hidden = {line.key for line in sheet.lines if line.hidden and public}
    for key, track in (t.state if isinstance(t, Table) else t).tracks.items():
        head, _, tail = key.partition("/")
        if head != "entry" or not isinstance(track.value, int):
            continue
        name, _, column = tail.partition("/")
        line, _, number = name.partition(".")
        if line.removeprefix(WORD) not in hidden:
            found[int(column)][line.removeprefix(WORD), int(number)] = int(track.value)
    return found


def count(t: Table, sheet: SheetRules) -> dict[int, int]:
    """Counts what all may know, puts it on the tracks, and gives the totals by column."""
    counted = totals(sheet, written(t, sheet, public=any_hidden(t, sheet)), t.number("round"))
    for column, total in counted.items():
        t.set(f"points/{column}", total)
    return counted


def any_hidden(t: Table, sheet: SheetRules) -> bool:
    """Whether something is still hidden from somebody."""
    tracks = t.state.tracks.values()
    return any(track.readers != ALL for track in tracks if track.key.startswith("entry/"))


def reveal(t: Table, sheet: SheetRules) -> None:
    """What was hidden is open now, and told."""
    hidden = [line for line in sheet.lines if line.hidden]
    for line in hidden:
        for column, members in columns(t, sheet).items():
            numbers = range(1, t.number("round") + 1) if line.when is When.ROUND else range(1)
            places = [place(line.key, number, column) for number in numbers]
            for key in places:
                t.add_track(key, t[key], owner=members[0] if len(members) == 1 else None)
            worth = sum(int(value) for key in places if isinstance(value := t[key], int))
            t.tell("revealed", who=members, line=word_of(line.key), number=worth)
