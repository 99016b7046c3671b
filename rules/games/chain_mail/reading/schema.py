"""The format chainmail-content-1 as a JSON Schema, made from the same tables that the reader goes by.

A schema says what a file may look like. What must fit together (numbers of the die, walls, ids that are named) only the
reader knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rules.games.chain_mail.content import RESOURCES, ROWS
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
    Op,
)
from rules.games.chain_mail.reading.entries import ID, ID_LENGTH, NAME_LENGTH, SPACE_ID, TEXT_LENGTH
from rules.games.chain_mail.reading.fights import FACES, FURTHEST
from rules.games.chain_mail.reading.goals import QUEST_RULES, SUMS, TIME, VICTORIES, WHEN_USED, WHEN_WON
from rules.games.chain_mail.reading.hero_cards import AREAS, KEYS, RANGES, actions_of
from rules.games.chain_mail.reading.places import FAR, HEXES, SPOTS, WALL_KINDS
from rules.games.chain_mail.reading.shelf import FORMAT, RESOURCE_MOST

Form = dict[str, Any]

# -- small forms -------------------------------------------------------------------------------------------------------


def _number(low: int, high: int) -> Form:
    return {"type": "integer", "minimum": low, "maximum": high}


def _text(most: int) -> Form:
    return {"type": "string", "minLength": 1, "maxLength": most}


def _list(of: Form, low: int = 0, high: int = 99, once: bool = False) -> Form:
    return {"type": "array", "items": of, "minItems": low, "maxItems": high, **({"uniqueItems": True} if once else {})}


def _one_of(words: Iterable[str]) -> Form:
    return {"enum": list(words)}


def _table(keys: Mapping[str, Form], needs: Iterable[str] = ()) -> Form:
    return {"type": "object", "properties": dict(keys), "required": list(needs), "additionalProperties": False}


def _amounts(names: Iterable[str], high: int) -> Form:
    return _table({name: _number(0, high) for name in names})


YES: Final[Form] = {"type": "boolean"}
IDENT: Final[Form] = {"type": "string", "pattern": f"^{ID.pattern}$", "maxLength": ID_LENGTH}
SPACE: Final[Form] = {"type": "string", "pattern": f"^{SPACE_ID.pattern}$", "maxLength": ID_LENGTH}
NAME: Final = _text(NAME_LENGTH)
TEXT: Final = _text(TEXT_LENGTH)
_HEAD: Final[Mapping[str, Form]] = {"id": IDENT, "name": NAME}

# -- what cards do -----------------------------------------------------------------------------------------------------

_WORDS: Final[Mapping[str, Form]] = {
    "resource": _one_of(RESOURCES),
    "status": IDENT,
    "count": _number(1, 4),
    "at": _one_of(AT),
    "text": TEXT,
    "rows": _list(_one_of(CLOSABLE), 1, len(CLOSABLE), once=True),
    "trades": _list(_table({"pay": _amounts(PAID, 5), "gain": _amounts(PAID, 5)}, ("pay", "gain")), 1, 9),
    "natural_six_hits": YES,
    "rounds": _list(_number(1, 9), 1, 9, once=True),
    "at_or_below": _number(1, 9),
    "spot": _one_of(SPOTS),
    "of": _list(IDENT, once=True),
    "needs_done": _number(0, 99),
    "at_least": _number(0, 99),
    "while_done": IDENT,
    "cap_at": _number(0, 9),
    "requires_done": _list(IDENT, once=True),
    "when": _one_of(WHEN_WON),
}


def _ops(ops: Mapping[str, Op], names: Iterable[str] = (), more: Mapping[str, Form] | None = None) -> Form:
    """One of some ops, each with its own keys."""
    words = {**_WORDS, **(more or {})}
    forms = []
    for name in names or ops:
        op = ops[name]
        keys = {"op": {"const": name}, **{key: words[key] for key in (*op.needs, *op.may)}}
        needs = ["op", *op.needs]
        if op.number is not None:
            keys["n"] = _number(*op.number)
            needs += [] if op.default is not None else ["n"]
        forms.append(_table(keys, needs))
    return {"oneOf": forms}


def _effects(place: str, owner: str = "", least: int = 0) -> Form:
    targets = {"target": _one_of(TARGETS.get(owner or place, CHOSEN))}
    return _list(_ops(EFFECTS, PLACES[place], targets), least, 9)


# -- things ------------------------------------------------------------------------------------------------------------


def _map() -> Form:
    one = {
        "id": _number(1, 99),
        "q": _number(-FAR, FAR),
        "r": _number(-FAR, FAR),
        "skulls": _number(0, 3),
        "terrain": IDENT,
        "spot": _one_of(SPOTS),
        "chest": YES,
    }
    hexes = _list(_table(one, ("id", "q", "r", "skulls", "terrain")), *HEXES)
    walls = {kind: _list(_list(_number(1, 99), 2, 2, once=True)) for kind in WALL_KINDS}
    return _table({**_HEAD, "start": _number(1, 99), "hexes": hexes, **walls}, ("id", "name", "hexes"))


def _monster(called: bool) -> Form:
    steps = f"[+-]?[1-{FURTHEST}]|0"
    cell = {"type": "string", "pattern": rf"^\s*(all\s+({'|'.join(ROWS)})|({'|'.join(ROWS)})\s+({steps}|\+0))\s*$"}
    numbers = _list(_number(1, 6), 1 if called else 0, 6, once=True)
    keys = {
        **_HEAD,
        **({"die": numbers, "ambush": _list(_number(1, 6), 0, 6, once=True)} if called else {}),
        "tags": _list(IDENT, 0, 9, once=True),
        "start_col": _number(0, FURTHEST),
        "health": _number(1, 9),
        "defense": _number(1, 6),
        "damage": _number(0, 9),
        "attack": _table({face: _list(cell, 0, 25) for face in FACES}),
        "power": _ops(POWERS),
        "reward": _amounts(PAID, 9),
    }
    needs = ("id", "name", "start_col", "health", "defense", "damage", "attack", *(("die",) if called else ()))
    return _table(keys, needs)


def _quest() -> Form:
    target = {
        **_HEAD,
        "spot": _one_of(SPOTS),
        "sums": _list(_number(2, 12), 1, 11, once=True),
        "requires": _list(IDENT, once=True),
        "max": _number(1, 9),
        "cost": _amounts(PAID, 5),
        "on_success": _effects("on_success"),
    }
    keys = {
        **_HEAD,
        "text": {"type": "string", "maxLength": TEXT_LENGTH},
        "time_start": _number(1, TIME),
        "normal_time": {"type": "object", "propertyNames": IDENT, "additionalProperties": _number(1, TIME)},
        "targets": _list(_table(target, ("id", "name", "spot", "sums")), 0, 12),
        "rules": _list(_ops(QUEST_RULES, more={"monster": _monster(called=False)}), 0, 9),
        "victory": _ops(VICTORIES, more={"monster": IDENT}),
    }
    return _table(keys, ("id", "name", "victory"))


def _kept(owner: str) -> Form:
    """An item or a relic: what it can do depends on when it is used."""
    more = {"again": YES} if owner == "relic" else {}
    moments = [when for when in WHEN_USED if owner == "relic" or not when.startswith("bearer")]
    forms = [
        _table(
            {"id": IDENT, "uses": _number(1, 9), "when": {"const": when}, "effects": _effects(when, owner, 1), **more},
            ("id", "when", "effects"),
        )
        for when in moments
    ]
    return {"oneOf": forms}


def _treasure() -> Form:
    gives = {"effects": _effects("find", least=1), "item": _kept("item"), "relic": _kept("relic")}
    find = {**_table({"name": NAME, "may": YES, **gives}, ("name",)), "oneOf": [{"required": [key]} for key in gives]}
    results = {"type": "object", "propertyNames": _one_of(SUMS), "additionalProperties": find}
    return _table({**_HEAD, "results": results}, ("id", "name", "results"))


def _spot(model: str, *keys: str, needs: Iterable[str] = ("id",)) -> Form:
    forms = {"id": SPACE, "action": _one_of(actions_of(model))}
    forms |= dict.fromkeys(("start", "removal", "up", "green"), YES)
    return _table({key: forms[key] for key in ("id", *keys)}, needs)


def _heroes() -> Form:
    icon = ("id", "action")
    pair = _list(SPACE, 2, 2, once=True)
    cleric = _spot("cleric_grid", "action", "start", "removal", "up")
    none = {"type": "object", "maxProperties": 0}
    witch = actions_of("witch_pairs")
    spell = _table({"id": SPACE, "pair": pair, "action": _one_of(witch), "removal": YES}, ("id", "pair", "action"))
    least = _table({key: _number(1, 6) for key in ("1", "2", "3", "center")}, ("1", "2", "3", "center"))
    areas = {area: _list(_spot("shepherd_compass", "action", "removal", needs=icon), 2, 6) for area in AREAS}
    track = _table({"id": _one_of(RANGES), "start": YES, "removal": YES}, ("id",))
    sections: Mapping[str, Form] = {
        "cleric_grid.range_track": _list(track, 3, 3),
        "cleric_grid.grid": _list(_list({"anyOf": [none, cleric]}, 1, 6), 1, 6),
        "thief_hexagon.directions": _list(_spot("thief_hexagon", "start"), 2, 2),
        "thief_hexagon.ring": _list(_spot("thief_hexagon", "action", "start", needs=icon), 3, 12),
        "thief_hexagon.center": _spot("thief_hexagon", "action", needs=icon),
        "thief_hexagon.disorientation": least,
        "witch_pairs.left": _list(_spot("witch_pairs", "start"), 1, 6),
        "witch_pairs.right": _list(_spot("witch_pairs", "action", "start", needs=icon), 1, 6),
        "witch_pairs.spells": _list(spell, 1, 20),
        "ranger_mill.training": _list(_spot("ranger_mill", "action", "start", needs=icon), 2, 6),
        "ranger_mill.mill": _list(_spot("ranger_mill", "action", "start", "green", needs=icon), 3, 16),
        "shepherd_compass.kennel": _spot("shepherd_compass", "start"),
        "shepherd_compass.center": _spot("shepherd_compass", "start"),
        "shepherd_compass.areas": _table(areas, AREAS),
    }
    head = {**_HEAD, "health": _number(1, 9), "reroll_vs": IDENT}
    forms = []
    for model, keys in KEYS.items():
        own = {key: sections[f"{model}.{key}"] for key in keys}
        needs = ("id", "name", "model", "health", *keys)
        forms.append(_table({**head, "model": {"const": model}, **own}, needs))
    return {"oneOf": forms}


def _constants() -> Form:
    keys = {
        "time_start": _number(1, TIME),
        "resource_max": _number(5, RESOURCE_MOST),
        "resource_start": _amounts(RESOURCES, RESOURCE_MOST),
        "rows": _list(_one_of(ROWS), len(ROWS), len(ROWS), once=True),
        "treasure_cubes": _number(0, 20),
        "quest_cubes": _number(4, 20),
        "long_battle_clock": YES,
    }
    return _table(keys)


def schema() -> Form:
    """The whole format, as draft 2020-12 of JSON Schema."""
    trap = {"double": _number(1, 6), "name": NAME, "effects": _effects("trap", least=1)}
    card = {**_HEAD, "monsters": _list(_monster(called=True), 1, 6)}
    ground = {**_HEAD, "on_enter": _effects("on_enter"), "rules": _list(_ops(TERRAIN_RULES), 0, 9)}
    things = {
        "terrain": _table(ground, _HEAD),
        "traps": _table(trap, trap),
        "statuses": _table({**_HEAD, "rules": _list(_ops(STATUS_RULES), 1, 9)}, (*_HEAD, "rules")),
        "heroes": _heroes(),
        "maps": _map(),
        "monster_cards": _table(card, card),
        "quests": _quest(),
        "treasures": _treasure(),
    }
    keys = {"format": {"const": FORMAT}, "constants": _constants(), **{key: _list(one) for key, one in things.items()}}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"Content of Chain Mail, {FORMAT}"}
    return {**head, **_table(keys, ("format",))}
