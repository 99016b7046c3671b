"""Reads hero cards: the five models of cards, each with its own sections of spaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from rules.games.chain_mail.content import (
    ClericCard,
    Hero,
    RangerCard,
    ShepherdCard,
    Spell,
    Spot,
    ThiefCard,
    WitchCard,
)
from rules.games.chain_mail.reading.entries import SPACE_ID, Entry, listed, shown

ADVENTURE: Final = (
    *("heal", "rest", "search", "search2", "gain_money", "gain_food", "gain_food_or_money"),
    *("bless", "rally", "fly", "pick_lock", "disarm_trap"),
)
BATTLE: Final = (
    *("melee1", "melee2", "melee3", "range1", "dual_melee1", "bear_call"),
    *("extra_damage", "backstab", "curse", "defense", "hide", "dog"),
)
ACTIONS: Final = (*ADVENTURE, *BATTLE)
_OF_ONE: Final = {"bless": "cleric_grid", "rally": "cleric_grid", "dog": "shepherd_compass"}
"""Icons that work on one model of card alone: they need its range, or its dog."""
AREAS: Final = ("N", "E", "S", "W")
RANGES: Final = ("near", "any", "all")
_HEAD: Final = ("id", "name", "model", "health", "reroll_vs")

KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "cleric_grid": ("range_track", "grid"),
    "thief_hexagon": ("directions", "ring", "center", "disorientation"),
    "witch_pairs": ("left", "right", "spells"),
    "ranger_mill": ("training", "mill"),
    "shepherd_compass": ("kennel", "center", "areas"),
}
"""The sections of each model."""


def actions_of(model: str) -> tuple[str, ...]:
    """The icons that may be on a card of this model."""
    return tuple(action for action in ACTIONS if _OF_ONE.get(action, model) == model)


def hero(entry: Entry) -> Hero | None:
    """A hero card; None where its model is not known."""
    found = len(entry.notes.problems)
    model = entry.one_of("model", tuple(KEYS))
    if len(entry.notes.problems) > found:
        return None
    entry.only(*_HEAD, *KEYS[model])
    head = {
        "id": entry.ident(),
        "name": entry.text("name"),
        "health": entry.number("health", 1, 9),
        "reroll_vs": entry.ident("reroll_vs") if "reroll_vs" in entry.table else "",
    }
    return _MODELS[model](entry, head, actions_of(model))


# -- spaces ------------------------------------------------------------------------------------------------------------

Spots = tuple[Spot, ...]
Actions = Sequence[str]
_PLAIN: Final = ("start",)
_ICONS: Final = ("action", "start")


def _spot(entry: Entry, keys: Iterable[str], actions: Actions) -> Spot:
    allowed = ("id", *keys)
    entry.only(*allowed)
    return Spot(
        entry.ident(form=SPACE_ID),
        entry.one_of("action", actions) if "action" in allowed and "action" in entry.table else "",
        *(entry.yes(key) if key in allowed else False for key in ("removal", "start", "up", "green")),
    )


def _section(entry: Entry, key: str, size: tuple[int, int], keys: Iterable[str], actions: Actions = ()) -> Spots:
    return tuple(_spot(part, keys, actions) for part in entry.parts(key, *size))


def _one_start(entry: Entry, key: str, spots: Iterable[Spot | None]) -> None:
    found = list(spots)
    starts = [spot.id for spot in found if spot is not None and spot.start]
    if found and len(starts) != 1 and key in entry.table:
        has = f"it has {len(starts)} ({', '.join(starts)})" if starts else "it has none"
        entry.wrong(f"'{key}' must have one space with start = true, where a cube begins, and {has}", key)


def _all_icons(entry: Entry, key: str, spots: Iterable[Spot]) -> None:
    for n, spot in enumerate(spots):
        if not spot.action:
            entry.wrong(f"'{key}': the space {spot.id or n + 1} needs an 'action'", key, n)


def _each_once(entry: Entry, sections: Mapping[str, Iterable[Spot | None]]) -> None:
    seen: set[str] = set()
    for key, spots in sections.items():
        for spot in spots:
            if spot is not None and spot.id and spot.id in seen:
                entry.wrong(f"'{key}': there are two spaces with the id '{spot.id}' on the card", key)
            if spot is not None:
                seen.add(spot.id)


# -- models ------------------------------------------------------------------------------------------------------------


def _cleric(entry: Entry, head: dict[str, Any], actions: Actions) -> ClericCard:
    track = _section(entry, "range_track", (3, 3), ("start", "removal"))
    if track and tuple(spot.id for spot in track) != RANGES:
        entry.wrong(f"'range_track' must be the spaces {', '.join(RANGES)}, in this order", "range_track")
    grid: list[tuple[Spot | None, ...]] = []
    for n, row in enumerate(entry.items("grid", 1, 6, "rows, from the lowest")):
        if not isinstance(row, list) or not 1 <= len(row) <= 6:
            entry.wrong(f"'grid' must be a list of rows of 1 to 6 spaces, but row {n + 1} is not", "grid", n)
            continue
        grid.append(tuple(_grid_spot(entry, space, n, m, actions) for m, space in enumerate(row)))
    if len({len(row) for row in grid}) > 1:
        entry.wrong("'grid' must have rows of the same length: put {} where there is no space", "grid")
    for n, spots in enumerate(grid):
        for m, spot in enumerate(spots):
            above = grid[n + 1][m] if n + 1 < len(grid) and m < len(grid[n + 1]) else None
            if spot is not None and spot.up and above is None:
                entry.wrong(f"'grid': the arrow up from {spot.id} leads to no space", "grid", n, m)
    _one_start(entry, "range_track", track)
    flat = [spot for row in grid for spot in row]
    _one_start(entry, "grid", flat)
    _each_once(entry, {"range_track": track, "grid": flat})
    return ClericCard(**head, range_track=track, grid=tuple(grid))


def _grid_spot(entry: Entry, space: object, n: int, m: int, actions: Actions) -> Spot | None:
    if not isinstance(space, Mapping):
        entry.wrong(f"'grid', row {n + 1}: {shown(space)} is no space: write a table, or {{}} for none", "grid", n, m)
        return None
    if not space:
        return None
    part = entry.inner(space, f"grid row {n + 1} space {m + 1}", "grid", n, m)
    return _spot(part, ("action", "start", "removal", "up"), actions)


def _thief(entry: Entry, head: dict[str, Any], actions: Actions) -> ThiefCard:
    directions = _section(entry, "directions", (2, 2), _PLAIN)
    ring = _section(entry, "ring", (3, 12), _ICONS, actions)
    center = _single(entry, "center", ("action",), actions)
    _one_start(entry, "directions", directions)
    _one_start(entry, "ring", ring)
    _all_icons(entry, "ring", ring)
    if center.id and not center.action:
        entry.wrong("'center' needs an 'action'", "center")
    _each_once(entry, {"directions": directions, "ring": ring, "center": (center,)})
    part = entry.part("disorientation", need=True)
    least = {"1": 1, "2": 1, "3": 1, "center": 1}
    if part is not None:
        part.only(*least)
        least = {key: part.number(key, 1, 6) for key in least}
    return ThiefCard(
        **head,
        directions=(directions[0], directions[1]) if len(directions) == 2 else (center, center),
        ring=ring,
        center=center,
        disorientation={spaces: least[str(spaces)] for spaces in (1, 2, 3)},
        center_needs=least["center"],
    )


def _single(entry: Entry, key: str, keys: Iterable[str], actions: Actions = ()) -> Spot:
    part = entry.part(key, need=True)
    return Spot("") if part is None else _spot(part, keys, actions)


def _witch(entry: Entry, head: dict[str, Any], actions: Actions) -> WitchCard:
    left = _section(entry, "left", (1, 6), _PLAIN)
    right = _section(entry, "right", (1, 6), _ICONS, actions)
    _one_start(entry, "left", left)
    _one_start(entry, "right", right)
    _all_icons(entry, "right", right)
    _each_once(entry, {"left": left, "right": right})
    known = [spot.id for spot in (*left, *right)]
    spells: list[Spell] = []
    for part in entry.parts("spells", 1, 20):
        spell = _spell(part, known, actions)
        if spell.id and spell.id in [other.id for other in spells]:
            part.wrong(f"there are two spells with the id '{spell.id}'", "id")
        if len(spell.pair) == 2 and spell.pair in [other.pair for other in spells]:
            part.wrong("another spell has the same 'pair'", "pair")
        spells.append(spell)
    return WitchCard(**head, left=left, right=right, spells=tuple(spells))


def _spell(entry: Entry, known: Sequence[str], actions: Actions) -> Spell:
    entry.only("id", "pair", "action", "removal")
    pair = entry.idents("pair", 2, 2)
    for ident in pair:
        if ident not in known:
            entry.wrong(f"'pair' names '{ident}', which is no ingredient; there are {listed(known)}", "pair")
    return Spell(entry.ident(form=SPACE_ID), frozenset(pair), entry.one_of("action", actions), entry.yes("removal"))


def _ranger(entry: Entry, head: dict[str, Any], actions: Actions) -> RangerCard:
    training = _section(entry, "training", (2, 6), _ICONS, actions)
    mill = _section(entry, "mill", (3, 16), ("action", "start", "green"), actions)
    for key, spots in (("training", training), ("mill", mill)):
        _one_start(entry, key, spots)
        _all_icons(entry, key, spots)
    _each_once(entry, {"training": training, "mill": mill})
    trained = [spot.action for spot in training]
    if len(set(trained)) < len(trained):
        entry.wrong("'training' has an action twice: each space trains another one", "training")
    for n, spot in enumerate(mill):
        if spot.green and spot.action not in trained and entry.table["mill"][n].get("action") == spot.action:
            what = f"trained are {listed(trained)}"
            entry.wrong(f"'mill': {spot.id} is green, but nothing trains {spot.action or 'it'}; {what}", "mill", n)
    return RangerCard(**head, training=training, mill=mill)


def _shepherd(entry: Entry, head: dict[str, Any], actions: Actions) -> ShepherdCard:
    kennel, center = _single(entry, "kennel", _PLAIN), _single(entry, "center", _PLAIN)
    for key, spot in (("kennel", kennel), ("center", center)):
        _one_start(entry, key, (spot,))
    part = entry.part("areas", need=True)
    areas: dict[str, Spots] = dict.fromkeys(AREAS, ())
    if part is not None:
        part.only(*AREAS)
        areas = {area: _section(part, area, (2, 6), ("action", "removal"), actions) for area in AREAS}
        for area, spots in areas.items():
            _all_icons(part, area, spots)
    _each_once(
        entry, {"kennel": (kennel,), "center": (center,), "areas": [s for spots in areas.values() for s in spots]}
    )
    return ShepherdCard(**head, kennel=kennel, center=center, areas=areas)


_MODELS: Final[Mapping[str, Callable[[Entry, dict[str, Any], Actions], Hero]]] = {
    "cleric_grid": _cleric,
    "thief_hexagon": _thief,
    "witch_pairs": _witch,
    "ranger_mill": _ranger,
    "shepherd_compass": _shepherd,
}
