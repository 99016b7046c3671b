"""Reads what is to be done and what is found: quests and treasure cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from rules.games.chain_mail.content import Find, Keepsake, Quest, QuestRule, Target, Treasure, Victory
from rules.games.chain_mail.reading.deeds import PAID, PLACES, Op, effects
from rules.games.chain_mail.reading.entries import ID, TEXT_LENGTH, Entry, listed, meant
from rules.games.chain_mail.reading.fights import monster
from rules.games.chain_mail.reading.places import SPOTS

TIME: Final = 22
SUMS: Final = tuple(str(number) for number in range(2, 13))
QUEST_RULES: Final[Mapping[str, Op]] = {
    "boss_at": Op(needs=("spot", "monster"), may=("of", "needs_done")),
    "trouble_dice": Op((-3, 3), needs=("while_done",), may=("cap_at",)),
    "trouble_dice_at_done_hex": Op((-3, 3)),
}
VICTORIES: Final[Mapping[str, Op]] = {
    "count_done": Op(needs=("of",), may=("at_least", "when")),
    "defeat": Op(needs=("monster",)),
    "party_at": Op(may=("requires_done", "of", "at_least", "when")),
}
WHEN_WON: Final = ("immediately", "end_of_turn_before_time")
WHEN_USED: Final = tuple(PLACES)[4:]
"""When an item or a relic can be used."""


def quest(entry: Entry) -> Quest:
    """A quest. Its time is 0 where the time of the cards that are always in play holds."""
    entry.only("id", "name", "text", "time_start", "normal_time", "targets", "rules", "victory")
    parts = entry.parts("targets", 0, 12)
    targets = tuple(_target(part) for part in parts)
    known = {target.id: target for target in reversed(targets) if target.id}
    for part, target in zip(parts, targets, strict=True):
        _all_known(part, "requires", target.requires, known)
    _no_circle(parts, known)
    rules = tuple(rule for part in entry.parts("rules", 0, 9) if (rule := _rule(part, known)) is not None)
    return Quest(
        entry.ident(),
        entry.text("name"),
        entry.number("time_start", 1, TIME) if "time_start" in entry.table else 0,
        targets,
        rules,
        _victory(entry, known, rules),
        entry.text("text", TEXT_LENGTH, ""),
        _normal_time(entry),
    )


def _normal_time(entry: Entry) -> dict[str, int]:
    """The time at normal difficulty, by map."""
    part, found = entry.part("normal_time"), dict[str, int]()
    if part is None:
        return found
    for name in part.table:
        if not ID.fullmatch(name):
            part.wrong(f"'{name}' is no id of a map", name)
        else:
            part.refers("maps", name, name)
            found[name] = part.number(name, 1, TIME)
    return found


def _target(entry: Entry) -> Target:
    entry.only("id", "name", "spot", "sums", "requires", "max", "cost", "on_success")
    return Target(
        entry.ident(),
        entry.text("name"),
        entry.one_of("spot", SPOTS),
        entry.numbers("sums", 2, 12, least=1),
        entry.idents("requires"),
        entry.number("max", 1, 9, 1),
        entry.amounts("cost", PAID, 5),
        effects(entry, "on_success", "on_success"),
    )


def _all_known(entry: Entry, key: str, named: Iterable[str], known: Mapping[str, Target]) -> None:
    for ident in named:
        if ident not in known:
            what = f"the goals are {listed(known)}" if known else "the quest has no goals"
            entry.wrong(f"'{key}' names '{ident}', which is no goal of this quest; {what}{meant(ident, known)}", key)


def _no_circle(parts: list[Entry], known: Mapping[str, Target]) -> None:
    left = {ident: {needed for needed in target.requires if needed in known} for ident, target in known.items()}
    while ready := {ident for ident, needed in left.items() if not needed & left.keys()}:
        left = {ident: needed for ident, needed in left.items() if ident not in ready}
    for part in parts:
        ident = part.table.get("id")
        if isinstance(ident, str) and ident in left:
            part.wrong("'requires' goes round in a circle, so that it can never be done", "requires")


def _named(entry: Entry, key: str, known: Mapping[str, Target], least: int = 0) -> tuple[str, ...]:
    named = entry.idents(key, least)
    _all_known(entry, key, named, known)
    return named


def _enough(entry: Entry, key: str, of: tuple[str, ...], known: Mapping[str, Target]) -> int:
    """How many of some goals must be done: all of them unless it is said; never more than can be."""
    most = sum(known[ident].max for ident in of if ident in known)
    if key not in entry.table:
        return len(of)
    wanted = entry.number(key, 0, 99)
    if wanted > most:
        entry.wrong(f"'{key}' is {wanted}, but the goals of 'of' can be done {most} times at most", key)
    return wanted


def _rule(entry: Entry, known: Mapping[str, Target]) -> QuestRule | None:
    found = len(entry.notes.problems)
    op = entry.one_of("op", tuple(QUEST_RULES))
    if len(entry.notes.problems) > found:
        return None
    entry.only(*QUEST_RULES[op].keys)
    if op == "boss_at":
        of = _named(entry, "of", known)
        boss = entry.part("monster", need=True)
        return QuestRule(
            op,
            spot=entry.one_of("spot", SPOTS),
            of=of,
            needs_done=_enough(entry, "needs_done", of, known),
            monster=None if boss is None else monster(boss, called=False),
        )
    number = entry.number("n", -3, 3)
    if entry.table.get("n") == 0:
        entry.wrong("'n' is 0, which changes nothing: take a number above or below", "n")
    if op == "trouble_dice_at_done_hex":
        return QuestRule(op, n=number)
    goal = entry.ident("while_done")
    if goal:
        _all_known(entry, "while_done", (goal,), known)
    return QuestRule(op, n=number, while_done=goal, cap_at=entry.number("cap_at", 0, 9, 3))


def _victory(entry: Entry, known: Mapping[str, Target], rules: tuple[QuestRule, ...]) -> Victory:
    part = entry.part("victory", need=True)
    if part is None:
        return Victory("count_done")
    found = len(entry.notes.problems)
    op = part.one_of("op", tuple(VICTORIES))
    if len(entry.notes.problems) > found:
        return Victory(op)
    part.only(*VICTORIES[op].keys)
    if op == "defeat":
        bosses = [rule.monster.id for rule in rules if rule.monster is not None]
        ident = part.ident("monster")
        if ident and ident not in bosses:
            what = listed(bosses) if bosses else "none yet: add a rule boss_at"
            part.wrong(f"'monster' is '{ident}', which is no boss of this quest; its bosses are {what}", "monster")
        return Victory(op, monster=ident)
    when = part.one_of("when", WHEN_WON, WHEN_WON[0])
    of = _named(part, "of", known, least=1 if op == "count_done" else 0)
    least = _enough(part, "at_least", of, known)
    if op == "count_done":
        if of and not least:
            part.wrong("'at_least' is 0, so that the quest would be won before it began", "at_least")
        return Victory(op, of=of, at_least=least, when=when)
    needed = _named(part, "requires_done", known)
    if not needed and not (of and least):
        part.wrong("it would be won where it begins: name goals in 'requires_done' or in 'of'")
    return Victory(op, of=of, at_least=least, requires_done=needed, when=when)


# -- treasure cards ----------------------------------------------------------------------------------------------------


def treasure(entry: Entry) -> Treasure:
    """A treasure card. A sum that is left out gives nothing."""
    entry.only("id", "name", "results")
    part = entry.part("results", need=True)
    found: dict[int, Find | None] = {int(number): None for number in SUMS}
    if part is not None:
        part.only(*SUMS)
        for number in SUMS:
            one = part.part(number)
            found[int(number)] = None if one is None else _find(one)
    return Treasure(entry.ident(), entry.text("name"), found)


def _find(entry: Entry) -> Find:
    kinds = ("effects", "item", "relic")
    entry.only("name", "may", *kinds)
    given = [kind for kind in kinds if kind in entry.table]
    if len(given) != 1:
        entry.wrong(f"it must have one of {', '.join(kinds)}, and it has {' and '.join(given) or 'none'}")
    item, relic = entry.part("item"), entry.part("relic")
    return Find(
        entry.text("name"),
        effects(entry, "effects", "find", least=1) if "effects" in given else (),
        None if item is None else _keepsake(item, "item"),
        None if relic is None else _keepsake(relic, "relic"),
        entry.yes("may"),
    )


def _keepsake(entry: Entry, kind: str) -> Keepsake:
    is_relic = kind == "relic"
    entry.only("id", "uses", "when", "effects", *(("again",) if is_relic else ()))
    moments = WHEN_USED if is_relic else tuple(when for when in WHEN_USED if not when.startswith("bearer"))
    found = len(entry.notes.problems)
    when = entry.one_of("when", moments)
    is_known = len(entry.notes.problems) == found
    return Keepsake(
        entry.ident(),
        entry.number("uses", 1, 9, 1),
        when,
        effects(entry, "effects", when, kind, least=1) if is_known else (),
        entry.yes("again", True) if is_relic else True,
    )
