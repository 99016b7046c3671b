"""How people are asked for what they write down."""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine import Choose, GroupChoice, Number, Option, Play, Say, Seat, State, Table, Together
from rules.games.score_sheet import columns as c, dice
from rules.games.score_sheet.scoring import Written
from rules.games.score_sheet.sheet import Line, SheetRules, When, word_of


def ask(t: Table, sheet: SheetRules, line: Line, number: int) -> Play:
    """Everybody who is in writes one line: all at the same time, or one after the other where several write into one
    sheet, or where one person writes for all."""
    playing = {column: c.columns(t, sheet)[column] for column in c.playing(t, sheet)}
    if not playing:
        return
    facts = {"line": word_of(line.key), "round": number}
    kind = "tick" if line.tick else "number"
    keeper = t.seats[0] if t.settings["keeper"] else None
    # what is hidden is nobody's business on a shared screen: the first of each column writes it, whoever else would
    if line.hidden or (keeper is None and all(len(members) == 1 for members in playing.values())):
        parts = {members[0]: _alone(line, members[0], kind) for members in playing.values()}
        written = yield Together(kind=kind, parts=parts, facts=facts, boundary=True)
        for seat, value in written.items():
            c.put(t, line, number, int(seat), int(value))
        _tell(t, sheet, line, {playing[int(seat)]: int(value) for seat, value in written.items()})
        return
    entered = {}
    for at, (column, members) in enumerate(playing.items()):
        asked = members if keeper is None else (keeper,)
        question = _for(line, asked, f"{kind}_for", {**facts, "who": members}, boundary=at == 0)
        entered[members] = int((yield question))
        c.put(t, line, number, column, entered[members])
    _tell(t, sheet, line, entered)


def _tell(t: Table, sheet: SheetRules, line: Line, entered: Mapping[tuple[Seat, ...], int]) -> None:
    """What everybody has written, now that all have; where a round has one line, its score says it."""
    if line.hidden or len(sheet.asked(line.when)) == 1:
        return
    for members, value in entered.items():
        t.tell(_wrote(line), who=members, line=word_of(line.key), number=value)


def _wrote(line: Line) -> str:
    return "ticked_line" if line.tick else "wrote_line"


def fill(t: Table, sheet: SheetRules, seat: Seat) -> Play:
    """Who is on turn rolls the dice of the sheet, if it has some, chooses a line that is still empty, and says what
    stands in it then, where the dice do not say it."""
    column = c.column_of(t, sheet, seat)
    members = c.columns(t, sheet)[column]
    writers = (t.seats[0],) if t.settings["keeper"] else members
    if sheet.dice:
        yield from dice.turn(t, sheet, members, writers)
    key = yield GroupChoice(
        kind="which_line",
        seats=writers,
        choices=lambda seen, who: _empty(sheet, column, seen),
        facts={"who": members},
        boundary=not sheet.dice,
    )
    line = sheet.line(key)
    kind = "tick_for" if line.tick else "number_for"
    facts = {"line": word_of(key), "round": 0, "who": members}
    value = worth(t.state, sheet, line, column)
    if value is None:
        value = yield _for(line, writers, kind, facts, boundary=False)
    c.put(t, line, 0, column, int(value))
    t.tell(_wrote(line), who=members, line=word_of(key), number=int(value))


def worth(seen: State, sheet: SheetRules, line: Line, column: int) -> int | None:
    """What stands in a line of a turn if it is chosen now; None where people say it."""
    if line.formula is None:
        return None
    written: Written = c.written(seen, sheet)[column]
    return line.formula.value({key: number for (key, at), number in written.items() if not at}, dice.shown(seen))


def _alone(line: Line, seat: Seat, kind: str) -> Choose | Number:
    if line.tick:
        return Choose(kind=kind, seat=seat, choices=_yes_or_no)
    return Number(kind=kind, seats=(seat,), scale=line.scale)


def _for(
    line: Line, seats: tuple[Seat, ...], kind: str, facts: dict[str, object], *, boundary: bool
) -> GroupChoice | Number:
    if line.tick:
        choices = lambda seen, seat: _yes_or_no(seen)  # noqa: E731
        return GroupChoice(kind=kind, seats=seats, choices=choices, facts=facts, boundary=boundary)
    return Number(kind=kind, seats=seats, scale=line.scale, facts=facts, boundary=boundary)


def _yes_or_no(seen: State) -> tuple[Option, ...]:
    return Option("yes", 1, Say("reached")), Option("no", 0, Say("missed"))


def _empty(sheet: SheetRules, column: int, seen: State) -> tuple[Option, ...]:
    return tuple(
        Option(f"line:{line.key}", line.key, _named(seen, sheet, line, column), cell=c.place(line.key, 0, column))
        for line in sheet.asked(When.TURN)
        if seen[c.place(line.key, 0, column)] is None
    )


def _named(seen: State, sheet: SheetRules, line: Line, column: int) -> Say:
    value = worth(seen, sheet, line, column)
    if value is None:
        return Say("line", {"line": word_of(line.key)})
    return Say("line_worth", {"line": word_of(line.key), "number": value * line.each})
