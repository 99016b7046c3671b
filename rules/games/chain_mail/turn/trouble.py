"""Step 2: the roll for trouble, traps, and whether there is a battle (CM-035 to CM-045)."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rules.engine import Play
from rules.games.chain_mail import changes, effects, names as n, rolling
from rules.games.chain_mail.content import QuestRule
from rules.games.chain_mail.rolling import Dice
from rules.games.chain_mail.situation import Run, Situation

MOST_DICE: Final = 3
"""More dice than this are not rolled: they are a battle (CM-038)."""
SIX: Final = 6


def roll_for_trouble(run: Run) -> Play:
    """What waits in the party's hex. Goes on with a battle or with adventuring."""
    now = run.now
    if not now.standing:  # the ground has felled all: nobody is left whom trouble could find (R9)
        run.t.go("end")
        return
    boss = boss_here(now)
    sign = now.signs.get(now.hex.id) if now.number(n.MOVED) else None
    if boss is not None and boss.monster is not None:
        run.t.tell("boss_waits", monster=boss.monster.id)
        begin_battle(run, boss.monster.id)
    elif sign == "safe":
        run.t.tell("no_trouble_safe", hex=now.hex.id)
        run.t.go("adventure")
    elif sign is not None:
        run.t.tell("marked_battle", hex=now.hex.id)
        if sign == "ambush":  # else an alarm of this turn holds on
            run.t.set(n.ALARM, True)
        begin_battle(run)
    else:
        yield from _roll(run)


def _roll(run: Run) -> Play:
    if run.now.word(n.SKIP) == "roll_trouble":  # called off by the ground, however many dice it would be
        run.t.set(n.SKIP, "")
        run.t.go("adventure")
        return
    count = trouble_dice(run.now)
    if count == 0:
        run.t.tell("no_trouble_dice")
        run.t.go("adventure")
        return
    if count > MOST_DICE:
        run.t.tell("too_many_dice", count=count)
        begin_battle(run)
        return
    facts = {"count": count, "hex": run.now.hex.id}
    dice = yield from rolling.roll(run, "roll_trouble", count, facts=facts)
    if dice is None:  # called off by a relic
        run.t.set(n.SKIP, "")
        run.t.go("adventure")
        return
    if number := doubled(dice):
        yield from spring(run, number)
    if SIX in dice:
        begin_battle(run)
    else:
        run.t.set(n.ALARM, False)
        run.t.tell("no_battle")
        run.t.go("adventure")


def doubled(dice: Dice) -> int:
    """The number that lies twice or more; 0 for none (CM-040, CM-045)."""
    return next((face for face, times in Counter(dice).items() if times > 1), 0)


def trouble_dice(now: Situation) -> int:
    """How many dice are rolled: the skulls of the hex, one for having moved, one for flying on, and what quest and
    terrain change (CM-035, R6)."""
    moves = now.number(n.MOVED)
    count = now.hex.skulls + min(moves, 1) + max(0, moves - 1)
    if not moves and (ground := now.terrain_rule("trouble_dice_if_stay")) is not None:
        count += ground.n
    for rule in now.quest.rules if now.quest else ():
        count += _quest_dice(now, rule, count)
    return max(0, count)


def _quest_dice(now: Situation, rule: QuestRule, count: int) -> int:
    done = now.listed(n.DONE)
    if rule.op == "trouble_dice" and rule.while_done in done:
        return rule.n if not rule.cap_at else max(0, min(count + rule.n, rule.cap_at) - count)
    if rule.op == "trouble_dice_at_done_hex" and now.quest is not None:
        reached = {target.spot for target in now.quest.targets if target.id in done}
        return rule.n if now.hex.spot in reached else 0
    return 0


def boss_here(now: Situation) -> QuestRule | None:
    """The boss that waits where the party is, once enough was found out (section 4.1 of the facts)."""
    done = now.listed(n.DONE)
    for rule in now.quest.rules if now.quest else ():
        known = sum(done.count(target) for target in rule.of)
        if rule.op == "boss_at" and rule.spot == now.hex.spot and known >= rule.needs_done:
            return rule
    return None


def spring(run: Run, number: int, victim: str | None = None) -> Play:
    """A trap works, unless somebody disarms it (CM-041, CM-043). With a `victim` it hits that hero alone."""
    trap = run.content.traps[number]
    run.t.tell("trap", trap=trap.name, number=number)
    disarmed = run.now.cheapest("disarm_trap")
    if disarmed is not None:
        run.t.tell("disarmed", hero=disarmed[0])
        changes.used_icon(run, *disarmed)
        return
    yield from effects.carry_out(run, trap.effects, victim=victim)


def begin_battle(run: Run, boss: str = "") -> None:
    """A battle begins; which monster it is, is told next, or known of a boss."""
    run.t.set(n.MONSTER, boss)
    run.t.set(n.STAGE, "called" if not boss else "known")
    run.t.set(n.SKIP, "")
    run.t.go("battle")
