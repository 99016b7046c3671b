"""Content of Chain Mail made by chance: files that are right, as tables, as toml and as what the game plays with."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from hypothesis import strategies as st

from rules.games.chain_mail.content import RESOURCES, ROWS, Content
from rules.games.chain_mail.reading import load_owner, starter
from rules.games.chain_mail.reading.deeds import (
    AT,
    CHOSEN,
    CLOSABLE,
    EFFECTS,
    PAID,
    PLACES,
    POWERS,
    STATUS_RULES,
    TARGETS,
    TERRAIN_RULES,
)
from rules.games.chain_mail.reading.goals import WHEN_USED, WHEN_WON
from rules.games.chain_mail.reading.hero_cards import actions_of

Table = dict[str, Any]
SIDES = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
STATUSES = (*starter().statuses, "made-status")
TERRAINS = (*starter().terrains, "made-ground")
SPOTS = "ABCD"


# -- toml --------------------------------------------------------------------------------------------------------------


def toml_value(value: object) -> str:
    """A value as toml, on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() if abs(value) > 10**100:
            return hex(value)
        case int() | float() | date():
            return str(value)
        case str():
            return json.dumps(value).replace("\x7f", "\\u007f")
        case Mapping():
            return "{" + ", ".join(f"{toml_value(str(key))} = {toml_value(one)}" for key, one in value.items()) + "}"
        case Sequence():
            return "[" + ", ".join(toml_value(one) for one in value) + "]"
    raise TypeError(value)


def toml_text(table: Mapping[str, Any]) -> str:
    """A table as a toml file."""
    return "".join(f"{toml_value(key)} = {toml_value(value)}\n" for key, value in table.items())


# -- what cards do -----------------------------------------------------------------------------------------------------


@st.composite
def effect(draw: st.DrawFn, place: str, owner: str = "") -> Table:
    """An effect that can be brought about there."""
    op = draw(st.sampled_from(PLACES[place]))
    spec = EFFECTS[op]
    made: Table = {"op": op}
    if spec.number is not None and draw(st.booleans()):
        made["n"] = draw(st.integers(spec.number[0], min(3, spec.number[1])))
    if "resource" in spec.needs:
        made["resource"] = draw(st.sampled_from(RESOURCES))
    if "target" in spec.needs:
        made["target"] = draw(st.sampled_from(TARGETS.get(owner or place, CHOSEN)))
        if made["target"] in CHOSEN:
            made["count"] = draw(st.integers(1, 4))
    if "status" in spec.needs:
        made["status"] = draw(st.sampled_from(STATUSES))
    if "at" in spec.needs:
        made["at"] = draw(st.sampled_from(AT))
    if "text" in spec.needs:
        made["text"] = "Everybody sings."
    return made


def effects(place: str, owner: str = "", least: int = 0) -> st.SearchStrategy[list[Table]]:
    return st.lists(effect(place, owner), min_size=least, max_size=3)


@st.composite
def rule(draw: st.DrawFn, op: str) -> Table:
    """A standing rule of a terrain or a status."""
    spec = {**TERRAIN_RULES, **STATUS_RULES}[op]
    made: Table = {"op": op}
    if spec.number is not None:
        made["n"] = draw(st.integers(*spec.number).filter(bool))
    if "rows" in spec.needs:
        made["rows"] = draw(st.lists(st.sampled_from(CLOSABLE), min_size=1, unique=True))
    if "trades" in spec.needs:
        some = st.dictionaries(st.sampled_from(PAID), st.integers(1, 3), min_size=1)
        made["trades"] = draw(st.lists(st.fixed_dictionaries({"pay": some, "gain": some}), min_size=1, max_size=3))
    if "natural_six_hits" in spec.may:
        made["natural_six_hits"] = draw(st.booleans())
    return made


@st.composite
def rules(draw: st.DrawFn, ops: Sequence[str], least: int = 0) -> list[Table]:
    names = draw(st.lists(st.sampled_from(sorted(ops)), min_size=least, max_size=3, unique=True))
    return [draw(rule(name)) for name in names]


@st.composite
def power(draw: st.DrawFn, health: int) -> Table:
    op = draw(st.sampled_from(sorted(POWERS)))
    spec = POWERS[op]
    made: Table = {"op": op}
    if spec.number is not None:
        made["n"] = draw(st.integers(1, min(2, health)))
    more = {
        "status": st.sampled_from(STATUSES),
        "rounds": st.lists(st.integers(1, 9), min_size=1, max_size=3, unique=True),
        "resource": st.sampled_from(RESOURCES),
        "at_or_below": st.integers(1, health),
        "text": st.just("It roars."),
    }
    return made | {key: draw(more[key]) for key in spec.needs}


# -- places ------------------------------------------------------------------------------------------------------------


@st.composite
def game_map(draw: st.DrawFn) -> Table:
    """A map on which every hex can be reached, with all four spots."""
    count = draw(st.integers(5, 16))
    at = [(0, 0)]
    tree = set()
    while len(at) < count:
        frm = draw(st.sampled_from(at))
        q, r = draw(st.sampled_from(SIDES))
        new = (frm[0] + q, frm[1] + r)
        if new not in at:
            tree.add(frozenset({frm, new}))
            at.append(new)
    spots = dict(zip(draw(st.permutations(range(count))), SPOTS, strict=False))
    hexes = []
    for n, (q, r) in enumerate(at):
        one: Table = {"id": n + 1, "q": q, "r": r, "skulls": draw(st.integers(0, 3))}
        one |= {"terrain": draw(st.sampled_from(TERRAINS)), "chest": draw(st.booleans())}
        hexes.append(one | ({"spot": spots[n]} if n in spots else {}))
    pairs = [
        (one, other) for one in at for other in at if one < other and (other[0] - one[0], other[1] - one[1]) in SIDES
    ]
    walled = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=len(pairs) // 2))
    locked: list[list[int]] = []
    solid: list[list[int]] = []
    for pair in walled:
        kind = locked if frozenset(pair) in tree or draw(st.booleans()) else solid
        kind.append([at.index(place) + 1 for place in pair])
    start = draw(st.integers(1, count))
    return {"id": "made-map", "name": "Made map", "start": start, "hexes": hexes, "locked": locked, "solid": solid}


# -- monsters ----------------------------------------------------------------------------------------------------------


@st.composite
def monster(draw: st.DrawFn, ident: str, die: Sequence[int]) -> Table:
    health = draw(st.integers(1, 6))
    steps = st.integers(-4, 4).map(lambda step: f"{step:+d}")
    cells = st.one_of(
        st.builds(lambda row, step: f"{row} {step}", st.sampled_from(ROWS), steps),
        st.builds(lambda row: f"all {row}", st.sampled_from(ROWS)),
    )
    attack = st.dictionaries(st.sampled_from("123456"), st.lists(cells, max_size=3, unique=True))
    made: Table = {
        "id": ident,
        "name": ident.replace("-", " ").capitalize(),
        "tags": draw(st.lists(st.sampled_from(("undead", "darkling", "beast")), unique=True)),
        "start_col": draw(st.integers(0, 4)),
        "health": health,
        "defense": draw(st.integers(1, 5)),
        "damage": draw(st.integers(0, 2)),
        "attack": draw(attack),
        "reward": draw(st.dictionaries(st.sampled_from(PAID), st.integers(0, 3))),
    }
    if draw(st.booleans()):
        made["power"] = draw(power(health))
    if die:
        made |= {"die": list(die), "ambush": draw(st.lists(st.sampled_from(die), unique=True))}
    return made


@st.composite
def monster_card(draw: st.DrawFn) -> Table:
    cuts = draw(st.lists(st.integers(1, 5), unique=True).map(sorted))
    numbers = draw(st.permutations(range(1, 7)))
    groups = [numbers[a:b] for a, b in zip([0, *cuts], [*cuts, 6], strict=True)]
    monsters = [draw(monster(f"made-monster-{n}", sorted(die))) for n, die in enumerate(groups)]
    return {"id": "made-monsters", "name": "Made monsters", "monsters": monsters}


# -- quests and treasures ----------------------------------------------------------------------------------------------


@st.composite
def quest(draw: st.DrawFn) -> Table:
    count = draw(st.integers(1, 4))
    idents = [f"made-goal-{n}" for n in range(count)]
    targets = []
    for n, ident in enumerate(idents):
        target: Table = {"id": ident, "name": f"Goal {n}", "spot": draw(st.sampled_from(SPOTS))}
        target["sums"] = draw(st.lists(st.integers(2, 12), min_size=1, unique=True))
        target["requires"] = draw(st.lists(st.sampled_from(idents[:n]), unique=True)) if n else []
        target["cost"] = draw(st.dictionaries(st.sampled_from(PAID), st.integers(1, 2)))
        target["on_success"] = draw(effects("on_success").filter(_at_most_one_cube))
        targets.append(target)
    some = st.lists(st.sampled_from(idents), min_size=1, unique=True)
    standing: list[Table] = []
    if draw(st.booleans()):
        standing.append({"op": "trouble_dice", "n": draw(st.sampled_from((-1, 1, 2))), "while_done": idents[0]})
    if draw(st.booleans()):
        standing.append({"op": "trouble_dice_at_done_hex", "n": draw(st.sampled_from((-1, 1)))})
    when = draw(st.sampled_from(WHEN_WON))
    kind = draw(st.sampled_from(("count_done", "defeat", "party_at")))
    victory: Table = {"op": kind}
    match kind:
        case "count_done":
            victory |= {"of": draw(some), "at_least": 1, "when": when}
        case "party_at":
            victory |= {"requires_done": draw(some), "when": when}
        case "defeat":
            boss = draw(monster("made-boss", ()))
            needs = {"of": idents, "needs_done": draw(st.integers(0, count))}
            standing.append({"op": "boss_at", "spot": draw(st.sampled_from(SPOTS)), "monster": boss, **needs})
            victory["monster"] = "made-boss"
    made = {"id": "made-quest", "name": "Made quest", "text": "Made by chance.", "targets": targets}
    time = draw(st.integers(1, 22))
    return {**made, "time_start": time, "rules": standing, "victory": victory}


def _at_most_one_cube(made: list[Table]) -> bool:
    return sum(one["op"] == "place_quest_cube" for one in made) <= 1


@st.composite
def treasure(draw: st.DrawFn) -> Table:
    results: Table = {}
    for number in draw(st.lists(st.integers(2, 12), unique=True)):
        find: Table = {"name": f"Find {number}", "may": draw(st.booleans())}
        kind = draw(st.sampled_from(("effects", "item", "relic")))
        if kind == "effects":
            find["effects"] = draw(effects("find", least=1))
        else:
            moments = [when for when in WHEN_USED if kind == "relic" or not when.startswith("bearer")]
            when = draw(st.sampled_from(moments))
            kept: Table = {"id": f"made-thing-{number}", "uses": draw(st.integers(1, 3)), "when": when}
            kept["effects"] = draw(effects(when, kind, least=1))
            find[kind] = kept | ({"again": draw(st.booleans())} if kind == "relic" else {})
        results[str(number)] = find
    return {"id": "made-treasure", "name": "Made treasure", "results": results}


# -- heroes ------------------------------------------------------------------------------------------------------------


@st.composite
def spaces(draw: st.DrawFn, prefix: str, model: str, size: tuple[int, int], flags: Sequence[str] = ()) -> list[Table]:
    """Spaces with icons, some of them with flags."""
    count = draw(st.integers(*size))
    icons = st.sampled_from(actions_of(model))
    return [
        {"id": f"{prefix}{n}", "action": draw(icons), **{flag: True for flag in flags if draw(st.booleans())}}
        for n in range(count)
    ]


def _started(made: list[Table], which: int = 0) -> list[Table]:
    made[which % len(made)]["start"] = True
    return made


@st.composite
def cleric(draw: st.DrawFn) -> Table:
    wide, high = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    grid = [draw(spaces(f"g{n}x", "cleric_grid", (wide, wide), ("removal",))) for n in range(high)]
    for n, row in enumerate(grid[:-1]):
        for m, one in enumerate(row):
            if draw(st.booleans()) and grid[n + 1][m]:
                one["up"] = True
    grid[0][0] = {key: value for key, value in grid[0][0].items() if key != "action"} | {"start": True}
    track = [
        {"id": "near", "start": True},
        {"id": "any", "removal": True},
        {"id": "all", "removal": draw(st.booleans())},
    ]
    return {"model": "cleric_grid", "range_track": track, "grid": grid, "reroll_vs": "undead"}


@st.composite
def thief(draw: st.DrawFn) -> Table:
    ring = _started(draw(spaces("h", "thief_hexagon", (3, 9))), draw(st.integers(0, 8)))
    least = {key: draw(st.integers(1, 6)) for key in ("1", "2", "3", "center")}
    center = {"id": "hc", "action": draw(st.sampled_from(actions_of("thief_hexagon")))}
    ways = [{"id": "cw", "start": True}, {"id": "ccw"}]
    return {"model": "thief_hexagon", "directions": ways, "ring": ring, "center": center, "disorientation": least}


@st.composite
def witch(draw: st.DrawFn) -> Table:
    left = _started([{"id": f"l{n}"} for n in range(draw(st.integers(1, 4)))])
    right = _started(draw(spaces("r", "witch_pairs", (1, 4))))
    names = [one["id"] for one in (*left, *right)]
    pairs = draw(st.lists(st.lists(st.sampled_from(names), min_size=2, max_size=2, unique=True).map(sorted),
                          min_size=1, max_size=6, unique_by=tuple))  # fmt: skip
    icons = st.sampled_from(actions_of("witch_pairs"))
    spells = [
        {"id": f"s{n}", "pair": pair, "action": draw(icons), "removal": draw(st.booleans())}
        for n, pair in enumerate(pairs)
    ]
    return {"model": "witch_pairs", "left": left, "right": right, "spells": spells}


@st.composite
def ranger(draw: st.DrawFn) -> Table:
    icons = draw(st.lists(st.sampled_from(actions_of("ranger_mill")), min_size=2, max_size=5, unique=True))
    training = _started([{"id": f"t{n}", "action": icon} for n, icon in enumerate(icons)])
    mill = _started(draw(spaces("m", "ranger_mill", (3, 10))))
    for one in mill:
        one["green"] = one["action"] in icons and draw(st.booleans())
    return {"model": "ranger_mill", "training": training, "mill": mill}


@st.composite
def shepherd(draw: st.DrawFn) -> Table:
    areas = {area: draw(spaces(area.lower(), "shepherd_compass", (2, 4), ("removal",))) for area in "NESW"}
    start = {"start": True}
    return {"model": "shepherd_compass", "kennel": {"id": "k"} | start, "center": {"id": "c"} | start, "areas": areas}


HEROES = {"cleric": cleric, "thief": thief, "witch": witch, "ranger": ranger, "shepherd": shepherd}


# -- all of it ---------------------------------------------------------------------------------------------------------


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A content file as a table: a map, a monster card, a quest, a treasure card, a terrain, a status, traps, the five
    heroes in place of the starter ones, and some constants."""
    heroes = [
        {"id": ident, "name": f"Made {ident}", "health": draw(st.integers(1, 6)), **draw(make())}
        for ident, make in HEROES.items()
    ]
    ground = {"id": "made-ground", "name": "Made ground", "on_enter": draw(effects("on_enter"))}
    traps = [
        {"double": number, "name": f"Made trap {number}", "effects": draw(effects("trap", least=1))}
        for number in draw(st.lists(st.integers(1, 6), unique=True))
    ]
    status_rules = draw(rules(tuple(STATUS_RULES), least=1))
    return {
        "format": "chainmail-content-1",
        "constants": {
            "time_start": draw(st.integers(1, 22)),
            "rows": draw(st.permutations(ROWS)),
            "resource_start": draw(st.dictionaries(st.sampled_from(RESOURCES), st.integers(0, 5))),
            "treasure_cubes": draw(st.integers(0, 4)),
        },
        "terrain": [{**ground, "rules": draw(rules(tuple(TERRAIN_RULES)))}],
        "traps": traps,
        "statuses": [{"id": "made-status", "name": "Made status", "rules": status_rules}],
        "heroes": heroes,
        "maps": [draw(game_map())],
        "monster_cards": [draw(monster_card())],
        "quests": [draw(quest())],
        "treasures": [draw(treasure())],
    }


def contents() -> st.SearchStrategy[Content]:
    """Content that can be played: the starter set with made things over it, each `made-…`, and made heroes in the place
    of all five. The made quest can be played on the made map."""
    return tables().map(lambda table: load_owner({"made.toml": toml_text(table)}))
