"""The dice of a sheet: rolled in every turn, some of them kept, the others rolled again, as often as the sheet says."""

from __future__ import annotations

from functools import partial
from typing import Final

from rules.engine import GroupChoice, Option, Play, Roll, Say, Seat, Space, State, Table, listed
from rules.games.score_sheet.formula import Dice
from rules.games.score_sheet.sheet import Keep, SheetRules

SHOWN: Final = "dice"
"""The track of what they show."""
KEPT: Final = "kept"
"""The track of those that are kept, by their places in the row."""
THROWS: Final = "throws"
"""The track that counts the rolls of a turn."""


def set_up(t: Table) -> None:
    """Nothing is rolled."""
    t.add_track(SHOWN, ())
    t.add_track(KEPT, ())
    t.add_track(THROWS, 0)


def shown(t: Table | State) -> Dice:
    """What they show; nothing before the first roll."""
    return listed(t[SHOWN], int)


def turn(t: Table, sheet: SheetRules, members: tuple[Seat, ...], writers: tuple[Seat, ...]) -> Play:
    """SS-11: rolls, until nobody wants to roll any more or may. `members` play, `writers` say what happens."""
    set_down(t)
    seat = writers[0] if len(writers) == 1 else None
    wants = True
    while wants:
        kept = listed(t[KEPT], int)
        loose = [n for n in range(sheet.dice) if n not in kept]
        facts = {"who": members, "count": len(loose)}
        sides = (sheet.sides,) * len(loose)
        faces = yield Roll(kind="roll", seat=seat, dice=sides, facts=facts, boundary=not t.number(THROWS))
        now = dict(enumerate(shown(t))) | dict(zip(loose, faces, strict=True))
        t.set(SHOWN, tuple(now[n] for n in range(sheet.dice)))
        t.add(THROWS, 1)
        t.tell("rolled", who=members, dice="-".join(map(str, faces)))
        wants = t.number(THROWS) < sheet.rolls and (yield from _again(t, sheet, members, writers))


def set_down(t: Table) -> None:
    """All dice are there to be rolled."""
    t.set(SHOWN, ())
    t.set(KEPT, ())
    t.set(THROWS, 0)


def spaces(seen: State, left: float, top: float) -> tuple[Space, ...]:
    """The dice as screens draw them, while somebody's turn goes on: a row from there on, to the right."""
    faces, kept = shown(seen), listed(seen[KEPT], int)
    if seen.phase != "turns":
        return ()
    return tuple(
        Space(place(n), left + n, top, label="kept" if n in kept else "die", number=face, lit=n in kept)
        for n, face in enumerate(faces)
    )


def place(number: int) -> str:
    """The space of one die."""
    return f"die/{number}"


# -- inside ------------------------------------------------------------------------------------------------------------


def _again(t: Table, sheet: SheetRules, members: tuple[Seat, ...], writers: tuple[Seat, ...]) -> Play:
    """Which dice are kept; whether the others are rolled again."""
    locked = listed(t[KEPT], int) if sheet.keep is Keep.STAY else ()
    left = sheet.rolls - t.number(THROWS)
    kind = "roll_again" if sheet.keep is Keep.NONE else "keep"
    while True:
        choices = partial(_ways, sheet, locked)
        said = yield GroupChoice(kind=kind, seats=writers, choices=choices, facts={"who": members, "left": left})
        if isinstance(said, bool):
            return said
        kept = listed(t[KEPT], int)
        t.set(KEPT, tuple(n for n in kept if n != said) if said in kept else tuple(sorted((*kept, said))))


def _ways(sheet: SheetRules, locked: tuple[int, ...], seen: State, seat: Seat) -> tuple[Option, ...]:
    faces, kept = shown(seen), listed(seen[KEPT], int)
    loose = len(faces) - len(kept)
    dice = () if sheet.keep is Keep.NONE else (n for n in range(len(faces)) if n not in locked)
    return (
        *([Option("roll", True, Say("roll", {"count": loose}))] if loose else []),
        Option("stop", False, Say("stop")),
        *(
            Option(
                f"die:{n}",
                n,
                Say("loosen" if n in kept else "keep", {"die": n + 1, "face": faces[n]}),
                cell=place(n),
                light=True,
            )
            for n in dice
        ),
    )
