"""Searches: two dice, looked up on the quest and on the treasure card (CM-086 to CM-091, CM-191)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from rules.engine import ALL, Option, Play, Refusal, Say, refused
from rules.games.chain_mail import asking, changes, effects, names as n, rolling
from rules.games.chain_mail.content import Find, Keepsake, Target
from rules.games.chain_mail.rolling import Dice, Reroll
from rules.games.chain_mail.situation import Held, Run, Situation

SUMS: Final = range(2, 13)


@dataclass(frozen=True)
class Found:
    """What a search may give: a target of the quest, or a find of the treasure card at this sum."""

    target: Target | None = None
    find: Find | None = None
    opens_chest: bool = False


def search(run: Run, hero: str) -> Play:
    """One search of a hero, its reward included."""
    rights = list(rolling.rights_of(run.now, hero))
    if run.now.terrain_rule("search_reroll") is not None:
        rights.append(Reroll("ruins"))
    facts = {"hero": hero, "hex": run.now.hex.id}
    dice: Dice = yield from rolling.roll(
        run, "roll_search", 2, facts=facts, outcome=lambda dice: _rewards(run.now, sum(dice)), rights=rights, hero=hero
    )
    yield from _take_one(run, hero, sum(dice), _rewards(run.now, sum(dice)))


def _rewards(now: Situation, total: int) -> list[Found]:
    """What a sum gives here: targets of the quest that can be reached, then the find of the treasure card, then, where
    no target is met, what a closed chest makes of it."""
    found = [Found(target=target) for target in _targets(now, total)]
    find = _find(now, total)
    plain = [*found, Found(find=find)] if find is not None else found
    return plain if found or not _chest(now) else plain + _from_chest(now, total, find)


def _targets(now: Situation, total: int) -> Iterator[Target]:
    """Targets need the party in their hex, what comes before them, and their cost (CM-191)."""
    done = now.listed(n.DONE)
    for target in now.quest.targets if now.quest else ():
        here = now.hex.spot == target.spot and total in target.sums
        ready = all(r in done for r in target.requires) and done.count(target.id) < target.max
        if here and ready and all(now.number(resource) >= amount for resource, amount in target.cost.items()):
            yield target


def _find(now: Situation, total: int) -> Find | None:
    """What the treasure card gives; nothing where a relic is out or no treasure cube is left."""
    find = _listed(now, total)
    return None if find is None or _not_there(now, find) else find


def _listed(now: Situation, total: int) -> Find | None:
    return now.treasure.results.get(total) if now.treasure else None


def _not_there(now: Situation, find: Find) -> Refusal | None:
    """Why a find cannot be had although the treasure card lists it (CM-090, CM-091)."""
    thing = find.item or find.relic
    if thing is not None and _is_out(now, thing):
        return Refusal("relic_taken", "CM-090", {"find": find.name})
    if thing is not None and now.treasure_cubes < 1:
        return Refusal("no_treasure_cube", "CM-091", {"find": find.name})
    return None


def _is_out(now: Situation, thing: Keepsake) -> bool:
    """Whether a relic is with a hero or gone for good."""
    return now.has(n.GONE, thing.id) or any(relic.ident == thing.id for relic in now.relics)


def _chest(now: Situation) -> bool:
    """Whether the chest of this hex is still closed."""
    return now.hex.chest and str(now.hex.id) not in now.listed(n.CHESTS)


def _from_chest(now: Situation, total: int, find: Find | None) -> list[Found]:
    """A closed chest may change the sum by one before the treasure card is read (section 4.1 of the facts): for what
    lies there, or to leave what would be found otherwise."""
    finds = [_find(now, other) for other in (total - 1, total + 1) if other in SUMS]
    wanted = [other for other in finds if other is not None]
    if find is not None and len(wanted) < len(finds):
        return [Found(find=other, opens_chest=True) for other in (*wanted, None)]
    return [Found(find=other, opens_chest=True) for other in wanted]


def _take_one(run: Run, hero: str, total: int, rewards: list[Found]) -> Play:
    """A reward must be taken, good or bad, unless its card says may; of several the group chooses (CM-087, CM-088)."""
    missed = _listed(run.now, total)
    why = None if missed is None else _not_there(run.now, missed)
    if not rewards:
        if why is not None:
            run.t.tell(why.code, ALL, hero=hero, **why.facts)
        run.t.tell("found_nothing", hero=hero, total=total)
        return
    facts = {"hero": hero, "total": total}
    choices = partial(_choices, rewards=rewards, total=total)
    reward = yield from asking.decide(run, "reward", choices, hero=hero, facts=facts, forced=True)
    if reward is None:
        run.t.tell("found_nothing", hero=hero, total=total)
        return
    if reward.opens_chest:
        run.mark(n.CHESTS, str(run.now.hex.id))
        run.t.tell("chest_opened", hex=run.now.hex.id)
    if reward.target is not None:
        yield from _reach(run, hero, reward.target)
    elif reward.find is not None:
        yield from _receive(run, hero, reward.find)
    else:
        run.t.tell("found_nothing", hero=hero, total=total)


def _choices(now: Situation, rewards: list[Found], total: int) -> Iterator[Option]:
    """Each of them; while it is asked a meal may have eaten up what a target costs. A find that the card lists and that
    is not there is listed with the reason."""
    options = [refused(_option(index, reward), _unpaid(now, reward)) for index, reward in enumerate(rewards)]
    yield from options
    plain = [reward for reward in rewards if not reward.opens_chest]
    may_leave = all(reward.find is not None and reward.find.may for reward in plain)
    if may_leave or all(option.refusal is not None for option in options):
        yield Option("nothing", None, Say("take_nothing"))
    missed = _listed(now, total)
    if missed is not None and (why := _not_there(now, missed)) is not None:
        yield Option("missed", None, Say("take_find", {"find": missed.name}), refusal=why)


def _unpaid(now: Situation, reward: Found) -> Refusal | None:
    cost = {} if reward.target is None else reward.target.cost
    short = any(now.number(resource) < amount for resource, amount in cost.items())
    return Refusal("cannot_pay", "CM-191", {}) if short else None


def _option(index: int, reward: Found) -> Option:
    if reward.target is not None:
        return Option(f"quest:{reward.target.id}", reward, Say("take_target", {"target": reward.target.id}))
    if reward.find is None:
        return Option(f"find:{index}", reward, Say("take_nothing_chest"))
    code = "take_find_chest" if reward.opens_chest else "take_find"
    return Option(f"find:{index}", reward, Say(code, {"find": reward.find.name}))


def _reach(run: Run, hero: str, target: Target) -> Play:
    """A target of the quest is reached."""
    for resource, amount in target.cost.items():
        changes.pay(run, resource, amount)
    run.mark(n.DONE, target.id)
    run.t.tell("target_reached", hero=hero, target=target.id)
    yield from effects.carry_out(run, target.on_success, hero)
    changes.check_victory(run)


def _receive(run: Run, hero: str, find: Find) -> Play:
    """What was found on the treasure card: an effect, an item, or a relic for any hero (CM-090)."""
    run.t.tell("found", hero=hero, find=find.name)
    if find.item is not None:
        run.mark(n.ITEMS, Held(find.item.id, find.item.uses))
    if find.relic is not None:
        facts = {"thing": find.relic.id}
        bearer = yield from asking.choose_hero(run, "give_relic", run.now.heroes, hero=hero, facts=facts)
        run.mark(n.RELICS, Held(find.relic.id, find.relic.uses, bearer))
        run.t.tell("relic_given", thing=find.relic.id, hero=bearer)
    yield from effects.carry_out(run, find.effects, hero)
