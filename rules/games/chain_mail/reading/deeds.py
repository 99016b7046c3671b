"""Reads what cards do: effects, standing rules of terrains and statuses, and the special powers of monsters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.games.chain_mail.content import RESOURCES, ROWS, Effect, Power, Rule, Trade
from rules.games.chain_mail.reading.entries import TEXT_LENGTH, Entry

PAID: Final = RESOURCES[:3]
"""Resources that are paid, traded or given by monsters: all but levels, which come and go with a cube."""
CLOSABLE: Final = tuple(row for row in ROWS if row != "battle")
"""Rows that a terrain may close: everybody begins a battle in the other one."""


@dataclass(frozen=True)
class Op:
    """What an op needs: its number with the least and the most, words of the table in which it stands that must be
    there, and words that may."""

    number: tuple[int, int] | None = None
    default: int | None = None
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """Every key that such a table may have."""
        return ("op", *(("n",) if self.number else ()), *self.needs, *self.may)


EFFECTS: Final[Mapping[str, Op]] = {
    "gain": Op((1, 99), 1, ("resource",)),
    "lose": Op((1, 99), 1, ("resource",)),
    "gain_time": Op((1, 22), 1),
    "damage": Op((1, 9), 1, ("target",), ("count",)),
    "heal": Op((1, 9), 1, ("target",), ("count",)),
    "status": Op(needs=("target", "status"), may=("count",)),
    "clear_status": Op(needs=("target",), may=("count",)),
    "force_ambush": Op(),
    "monster_damage": Op((1, 9), 1),
    "cancel_monster_attack": Op(),
    "bonus_damage": Op((1, 9), 1),
    "skip_trouble": Op(),
    "stay_at": Op((1, 9), 1),
    "place_quest_cube": Op(needs=("at",)),
    "manual": Op(needs=("text",)),
}
AT: Final = ("hex", "card", "party")

_ALWAYS: Final = ("gain", "lose", "gain_time", "damage", "heal", "status", "clear_status", "manual")
PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    "on_enter": (*_ALWAYS, "force_ambush", "skip_trouble"),
    "trap": (*_ALWAYS, "force_ambush"),
    "on_success": (*_ALWAYS, "force_ambush", "place_quest_cube"),
    "find": (*_ALWAYS, "force_ambush"),
    "any": _ALWAYS,
    "battle_any": (*_ALWAYS, "monster_damage"),
    "battle_before_monster_attack": (*_ALWAYS, "monster_damage", "cancel_monster_attack"),
    "before_roll_for_trouble": (*_ALWAYS, "skip_trouble"),
    "bearer_melee_hit": ("bonus_damage",),
    "bearer_would_fall": ("stay_at",),
}
"""Which effects can be brought about where: by terrains, traps, goals, finds, and by items and relics as they are
used."""
TARGETS: Final[Mapping[str, tuple[str, ...]]] = {
    "on_success": ("choose", "choose_distinct", "searcher"),
    "find": ("choose", "choose_distinct", "searcher"),
    "relic": ("choose", "choose_distinct", "self"),
}
"""Who can be meant where; elsewhere only heroes that are chosen. `self` is the bearer of a relic."""
CHOSEN: Final = ("choose", "choose_distinct")

TERRAIN_RULES: Final[Mapping[str, Op]] = {
    "stay_food_cost": Op((0, 5)),
    "search_reroll": Op((1, 1), 1),
    "trouble_dice_if_stay": Op((-3, 3)),
    "close_rows": Op(needs=("rows",)),
    "trade_once_per_turn": Op(needs=("trades",)),
}
STATUS_RULES: Final[Mapping[str, Op]] = {
    "damage_before_first_action": Op((1, 9), 1),
    "no_extra_actions": Op(),
    "attack_roll_mod": Op((-5, 5), may=("natural_six_hits",)),
    "no_heal": Op(),
    "no_battle_move": Op(),
    "no_fly": Op(),
}
POWERS: Final[Mapping[str, Op]] = {
    "second_life": Op((1, 9), 1),
    "ranged_counter": Op((1, 9), 1),
    "melee_counter": Op((1, 9), 1),
    "on_hit_status": Op(needs=("status",)),
    "ranged_resist": Op((1, 9), 1),
    "slow_start": Op(needs=("rounds",)),
    "steal": Op((1, 5), 1, ("resource",)),
    "no_quick_attack": Op(),
    "enrage": Op((1, 9), 1, ("at_or_below",)),
    "drain_heal": Op((1, 9), 1),
    "regenerate_if_unhurt": Op((1, 9), 1),
    "drag": Op(),
    "manual": Op(needs=("text",)),
}


def _op(entry: Entry, ops: Mapping[str, Op], allowed: tuple[str, ...] = ()) -> tuple[str, Op] | None:
    """The op of a table, whose keys and number are right then; None where there is no such op."""
    found = len(entry.notes.problems)
    name = entry.one_of("op", allowed or tuple(ops))
    if len(entry.notes.problems) > found:
        return None
    entry.only(*ops[name].keys)
    return name, ops[name]


def _number(entry: Entry, op: Op) -> int:
    return 0 if op.number is None else entry.number("n", *op.number, op.default)


def effects(entry: Entry, key: str, place: str, owner: str = "", least: int = 0) -> tuple[Effect, ...]:
    """The effects under a key. `place` is one of PLACES, `owner` relic or item where one brings them about."""
    whom = TARGETS.get(owner or place, CHOSEN)
    return tuple(e for part in entry.parts(key, least, 9) if (e := _effect(part, PLACES[place], whom)) is not None)


def _effect(entry: Entry, allowed: tuple[str, ...], whom: tuple[str, ...]) -> Effect | None:
    found = _op(entry, EFFECTS, allowed)
    if found is None:
        return None
    name, op = found
    keys = op.keys
    target = entry.one_of("target", whom) if "target" in keys else ""
    status = entry.ident("status") if "status" in keys else ""
    entry.refers("statuses", status, "status")
    if "count" in entry.table and target not in ("", *CHOSEN):
        entry.wrong(f"'count' goes with the targets {' and '.join(CHOSEN)}, not with {target}", "count")
    return Effect(
        name,
        n=_number(entry, op),
        resource=entry.one_of("resource", RESOURCES) if "resource" in keys else "",
        target=target,
        count=entry.number("count", 1, 4, 1) if "count" in keys else 1,
        status=status,
        at=entry.one_of("at", AT) if "at" in keys else "",
        text=entry.text("text", TEXT_LENGTH) if "text" in keys else "",
    )


def rules(entry: Entry, ops: Mapping[str, Op], least: int = 0) -> tuple[Rule, ...]:
    """The standing rules under `rules`, each op at most once."""
    read = [(part, rule) for part in entry.parts("rules", least, 9) if (rule := _rule(part, ops)) is not None]
    seen: set[str] = set()
    for part, rule in read:
        if rule.op in seen:
            part.wrong(f"'{rule.op}' is there already: one is enough", "op")
        seen.add(rule.op)
    return tuple(rule for _, rule in read)


def _rule(entry: Entry, ops: Mapping[str, Op]) -> Rule | None:
    found = _op(entry, ops)
    if found is None:
        return None
    name, op = found
    number = _number(entry, op)
    if not number and op.number is not None and op.number[0] < 0 and entry.table.get("n") == 0:
        entry.wrong("'n' is 0, which changes nothing: take a number above or below", "n")
    return Rule(
        name,
        n=number,
        rows=entry.some_of("rows", CLOSABLE) if "rows" in op.keys else (),
        trades=tuple(_trade(part) for part in entry.parts("trades", 1, 9)) if "trades" in op.keys else (),
        natural_six_hits=entry.yes("natural_six_hits", True) if "natural_six_hits" in op.keys else False,
    )


def _trade(entry: Entry) -> Trade:
    entry.only("pay", "gain")
    return Trade(entry.amounts("pay", PAID, 5, need=True), entry.amounts("gain", PAID, 5, need=True))


def power(entry: Entry, health: int) -> Power | None:
    """The special power of a monster of so much health; None where it has none."""
    part = entry.part("power")
    found = None if part is None else _op(part, POWERS)
    if part is None or found is None:
        return None
    name, op = found
    words: dict[str, Any] = {}
    if "status" in op.keys:
        words["status"] = part.ident("status")
        part.refers("statuses", words["status"], "status")
    if "rounds" in op.keys:
        words["rounds"] = part.numbers("rounds", 1, 9, least=1, most=9)
    if "resource" in op.keys:
        words["resource"] = part.one_of("resource", RESOURCES)
    if "at_or_below" in op.keys:
        words["at_or_below"] = part.number("at_or_below", 1, health)
    if "text" in op.keys:
        words["text"] = part.text("text", TEXT_LENGTH)
    number = _number(part, op)
    if name == "second_life" and number > health:
        part.wrong(f"'n' is {number}, but the monster has only {health} health", "n")
    return Power(name, number or 1, **words)
