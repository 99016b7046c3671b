"""A hero attacks the monster (CM-176 to CM-179)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.engine import Play, Refusal
from rules.games.chain_mail import asking, changes, effects, names as n, rolling
from rules.games.chain_mail.content import Monster
from rules.games.chain_mail.heroes.movement import Fires
from rules.games.chain_mail.rolling import SIDES, Dice
from rules.games.chain_mail.situation import Run, Situation

DICE: Final[Mapping[str, int]] = {"dual_melee1": 2, "bear_call": 3}
"""Attacks with more than one die; each die that hits deals its damage."""
DAMAGE: Final[Mapping[str, int]] = {"melee2": 2, "melee3": 3}
"""Attacks that deal more than one damage."""
RANGED: Final = frozenset({"range1"})


def why_not(now: Situation, hero: str, action: str) -> Refusal | None:
    """Why a hero cannot make this attack from where it stands (CM-175, CM-177, CM-178)."""
    if not now.allows_battle(hero):
        return Refusal("row_forbids_icon", "CM-175", {"row": f"row_{now.row(hero)}", "icon": action})
    if action not in RANGED and not is_adjacent(now, hero):
        return Refusal("not_in_reach", "CM-177", {"hero": hero, "icon": action})
    return None


def is_adjacent(now: Situation, hero: str) -> bool:
    """Whether the monster is beside a hero: in the next column of the same row, from Flank also diagonally."""
    own, monster = now.place(n.token(hero)), now.place(n.MONSTER_TOKEN)
    if own is None or monster is None or abs(own[1] - monster[1]) != 1:
        return False
    rows = now.content.constants.rows
    apart = abs(rows.index(own[0]) - rows.index(monster[0]))
    return apart == 0 or (own[0] == "flank" and apart == 1)


def strike(run: Run, hero: str, fires: Fires) -> Play:
    """One attack, which can be made: dice, hits, damage, and what the monster answers."""
    action, monster = fires.action, run.now.monster
    if monster is None:  # a correction has taken it away
        return
    facts = {"hero": hero, "icon": action, "needs": monster.defense}
    dice = yield from rolling.roll(
        run,
        "roll_strike",
        DICE.get(action, 1),
        facts=facts,
        outcome=lambda dice: hits(run.now, hero, dice, monster),
        rights=list(rolling.rights_of(run.now, hero, attack=True)),
        hero=hero,
    )
    count = hits(run.now, hero, dice, monster)
    if count == 0:
        changes.used_icon(run, hero, fires)
        run.t.tell("missed", hero=hero, monster=monster.id)
        yield from _counter(run, hero, action, monster)
        return
    total = count * DAMAGE.get(action, 1)
    extra = _extra_damage(run.now, hero)
    total += extra is not None
    if action not in RANGED:
        total += yield from _relic_damage(run, hero)
    if action in RANGED and monster.power is not None and monster.power.op == "ranged_resist":
        total = max(0, total - monster.power.n)
    for used in (fires, extra):  # cubes leave after the effect: those of the attack may be what adds to it
        if used is not None:
            changes.used_icon(run, hero, used)
    run.t.tell("hit", hero=hero, monster=monster.id, count=total)
    effects.hurt_monster(run, total)


def hits(now: Situation, hero: str, dice: Dice, monster: Monster) -> int:
    """How many dice hit: at least the monster's defense, after what a status takes off (CM-176)."""
    rule = now.status_rule(hero, "attack_roll_mod")
    if rule is None:
        return sum(die >= monster.defense for die in dice)
    return sum(die + rule.n >= monster.defense or (rule.natural_six_hits and die == SIDES) for die in dice)


def _extra_damage(now: Situation, hero: str) -> Fires | None:
    """The icon that adds to an attack that hits, once however many there are (J-24): one that costs no cube first."""
    shown = [f for f in now.passives(hero) if f.action == "extra_damage"]
    return min(shown, key=lambda one: len(one.leaves), default=None)


def _relic_damage(run: Run, hero: str) -> Play:
    relic = run.now.relic("bearer_melee_hit", hero)
    if relic is None:
        return 0
    bonus = sum(e.n for e in run.content.keepsakes[relic.ident].effects if e.op == "bonus_damage")
    facts = {"thing": relic.ident, "count": bonus}
    if not (yield from asking.yes_or_no(run, "use_bonus", hero=hero, facts=facts)):
        return 0
    changes.use_up_relic(run, relic.ident)
    return bonus


def may_be_countered(now: Situation, action: str) -> bool:
    """Whether the monster hurts those who miss it with such an attack."""
    wanted = "ranged_counter" if action in RANGED else "melee_counter"
    return now.monster is not None and now.monster.power is not None and now.monster.power.op == wanted


def _counter(run: Run, hero: str, action: str, monster: Monster) -> Play:
    """Some monsters hurt whoever misses them."""
    if monster.power is not None and may_be_countered(run.now, action):
        run.t.tell("countered", hero=hero, monster=monster.id)
        yield from effects.damage(run, hero, monster.power.n)
