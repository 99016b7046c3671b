"""Reads where the party goes: terrains, traps, statuses and maps."""

from __future__ import annotations

from typing import Final

from rules.games.chain_mail.content import Hex, Map, MapWall, Status, Terrain, Trap
from rules.games.chain_mail.reading.deeds import STATUS_RULES, TERRAIN_RULES, effects, rules
from rules.games.chain_mail.reading.entries import Entry, shown

HEXES: Final = (2, 61)
FAR: Final = 30
SPOTS: Final = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
WALL_KINDS: Final = ("locked", "solid")
_SIDES: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def terrain(entry: Entry) -> Terrain:
    """A kind of ground."""
    entry.only("id", "name", "on_enter", "rules")
    return Terrain(
        entry.ident(), entry.text("name"), effects(entry, "on_enter", "on_enter"), rules(entry, TERRAIN_RULES)
    )


def trap(entry: Entry) -> Trap:
    """A trap."""
    entry.only("double", "name", "effects")
    return Trap(entry.number("double", 1, 6), entry.text("name"), effects(entry, "effects", "trap", least=1))


def status(entry: Entry) -> Status:
    """A status card."""
    entry.only("id", "name", "rules")
    return Status(entry.ident(), entry.text("name"), rules(entry, STATUS_RULES, least=1))


def game_map(entry: Entry) -> Map:
    """A map."""
    entry.only("id", "name", "start", "hexes", *WALL_KINDS)
    ident, name = entry.ident(), entry.text("name")
    start = entry.number("start", 1, 99, 1)
    found = [(part, _hex(part)) for part in entry.parts("hexes", *HEXES)]
    for key, what in (("id", "number"), ("spot", "spot")):
        _once(found, key, what)
    _own_places(found)
    numbers = {h.id: h for _, h in found}
    if found and start not in numbers:
        entry.wrong(f"'start' is {start}, but there is no hex with this number", "start")
    walls = tuple(wall for kind in WALL_KINDS for wall in _walls(entry, kind, numbers))
    _one_wall_each(entry, walls)
    return Map(ident, name, start, tuple(h for _, h in found), walls)


def _hex(entry: Entry) -> Hex:
    entry.only("id", "q", "r", "skulls", "terrain", "spot", "chest")
    ground = entry.ident("terrain")
    entry.refers("terrain", ground, "terrain")
    return Hex(
        entry.number("id", 1, 99),
        entry.number("q", -FAR, FAR),
        entry.number("r", -FAR, FAR),
        entry.number("skulls", 0, 3),
        ground,
        entry.one_of("spot", SPOTS) if "spot" in entry.table else "",
        entry.yes("chest"),
    )


def _once(found: list[tuple[Entry, Hex]], key: str, what: str) -> None:
    seen: set[object] = set()
    for part, one in found:
        value = getattr(one, key)
        if value and key in part.table and value in seen:
            part.wrong(f"the {what} {value} is there already: each may be on the map once", key)
        seen.add(value)


def _own_places(found: list[tuple[Entry, Hex]]) -> None:
    seen: dict[tuple[int, int], int] = {}
    for part, one in found:
        if not {"q", "r"} <= part.table.keys():
            continue
        at = (one.q, one.r)
        if at in seen:
            part.wrong(f"it lies where hex {seen[at]} lies: give it another 'q' or 'r'", "q")
        seen.setdefault(at, one.id)


def _walls(entry: Entry, kind: str, hexes: dict[int, Hex]) -> list[MapWall]:
    walls = []
    for n, pair in enumerate(entry.items(kind, 0, 99, "pairs of hexes, such as [1, 2]")):
        if not isinstance(pair, list) or len(pair) != 2 or any(type(number) is not int for number in pair):
            entry.wrong(f"'{kind}' has {shown(pair)} in it, but a pair of hexes such as [1, 2] belongs there", kind, n)
        elif unknown := [number for number in pair if number not in hexes]:
            if hexes:
                entry.wrong(f"'{kind}' names hex {shown(unknown[0])}, which the map does not have", kind, n)
        elif not touching(hexes[pair[0]], hexes[pair[1]]):
            entry.wrong(f"'{kind}' has a wall between {pair[0]} and {pair[1]}, which do not touch", kind, n)
        else:
            walls.append(MapWall(pair[0], pair[1], kind))
    return walls


def _one_wall_each(entry: Entry, walls: tuple[MapWall, ...]) -> None:
    seen: set[frozenset[int]] = set()
    for wall in walls:
        pair = frozenset({wall.a, wall.b})
        if pair in seen:
            entry.wrong(f"there are two walls between {wall.a} and {wall.b}: leave one of them out", wall.kind)
        seen.add(pair)


def touching(one: Hex, other: Hex) -> bool:
    """Whether two hexes share a side."""
    return (other.q - one.q, other.r - one.r) in _SIDES


def reached(found: Map) -> frozenset[int]:
    """The hexes that the party can come to from the start when every lock is open."""
    solid = {frozenset({wall.a, wall.b}) for wall in found.walls if wall.kind == "solid"}
    seen, edge = {found.start}, [found.start]
    while edge:
        here = edge.pop()
        for name in found.grid.neighbours(str(here)):
            if int(name) not in seen and frozenset({here, int(name)}) not in solid:
                seen.add(int(name))
                edge.append(int(name))
    return frozenset(seen)
