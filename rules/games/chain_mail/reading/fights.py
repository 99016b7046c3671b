"""Reads monsters and the cards that call them."""

from __future__ import annotations

from typing import Final

from rules.games.chain_mail.content import COLUMNS, ROWS, Cell, Monster, MonsterCard
from rules.games.chain_mail.reading.deeds import PAID, power
from rules.games.chain_mail.reading.entries import Entry, shown

FACES: Final = tuple(str(face) for face in range(1, 7))
FURTHEST: Final = COLUMNS - 1
_SAYS: Final = ("id", "name", "tags", "start_col", "health", "defense", "damage", "attack", "power", "reward")


def monster_card(entry: Entry) -> MonsterCard:
    """A card of monsters, on which every number of the die calls one."""
    entry.only("id", "name", "monsters")
    ident, name = entry.ident(), entry.text("name")
    parts = entry.parts("monsters", 1, 6)
    monsters = tuple(monster(part, called=True) for part in parts)
    seen: dict[int, str] = {}
    for part, one in zip(parts, monsters, strict=True):
        for number in one.die:
            if number in seen:
                part.wrong(f"the number {number} calls {seen[number]} already: each calls one monster", "die")
            seen.setdefault(number, one.id)
    missing = [str(number) for number in range(1, 7) if number not in seen]
    if missing and parts:
        entry.wrong(
            f"no monster is called by {' and '.join(missing)}: every number of the die must call one", "monsters"
        )
    return MonsterCard(ident, name, monsters)


def monster(entry: Entry, called: bool) -> Monster:
    """A monster: of a card, called by numbers of the die, or that of a quest."""
    entry.only(*_SAYS, *(("die", "ambush") if called else ()))
    die = entry.numbers("die", 1, 6, least=1, most=6) if called else ()
    ambush = entry.numbers("ambush", 1, 6, most=6) if called else ()
    if stray := [number for number in ambush if number not in die]:
        entry.wrong(f"'ambush' has {stray[0]} in it, which is not among the numbers of 'die'", "ambush")
    health = entry.number("health", 1, 9)
    return Monster(
        entry.ident(),
        entry.text("name"),
        die,
        ambush,
        entry.idents("tags", most=9),
        entry.number("start_col", 0, FURTHEST),
        health,
        entry.number("defense", 1, 6),
        entry.number("damage", 0, 9),
        _attack(entry),
        power(entry, health),
        entry.amounts("reward", PAID, 9),
    )


def _attack(entry: Entry) -> dict[int, tuple[Cell, ...]]:
    part = entry.part("attack", need=True)
    if part is not None:
        part.only(*FACES)
    return {int(face): _cells(part, face) if part is not None else () for face in FACES}


def _cells(entry: Entry, face: str) -> tuple[Cell, ...]:
    found: list[Cell] = []
    for n, value in enumerate(entry.items(face, 0, 25, "places, such as 'battle -1' or 'all prep'")):
        cell = read_cell(value)
        if cell is None:
            entry.wrong(
                f"{shown(value)} is no place: write a row ({', '.join(ROWS)}) and how many columns to the left (-) or "
                f"right (+) of the monster, up to {FURTHEST}, such as 'battle -1', or 'all' and a row",
                *(face, n),
            )
        elif cell in found:
            entry.wrong(f"{shown(value)} is there twice", face, n)
        else:
            found.append(cell)
    return tuple(found)


def read_cell(value: object) -> Cell | None:
    """A place of an attack as people write it: `battle -1`, `flank +2`, `all prep`; None where it is none."""
    words = value.split() if isinstance(value, str) and len(value) < 30 else []
    if len(words) != 2:
        return None
    if words[0] == "all":
        return Cell(words[1]) if words[1] in ROWS else None
    steps = [str(n) for n in range(-FURTHEST, FURTHEST + 1)]
    step = words[1].removeprefix("+")
    return Cell(words[0], int(step)) if words[0] in ROWS and step in steps else None
