"""Carries out what may be done at any time (CM-075 to CM-085, CM-090, CM-153)."""

from __future__ import annotations

from rules.engine import Play
from rules.games.chain_mail import changes, dogs, effects, names as n
from rules.games.chain_mail.offers import LESSON, MEAL
from rules.games.chain_mail.situation import Run, Spend


def spend(run: Run, it: Spend) -> Play:
    """Carries one of these out."""
    match it.what:
        case "eat":
            changes.pay(run, n.FOOD, MEAL)
            run.t.tell("ate", hero=it.who)
            changes.heal(run, it.who, 1)
        case "level":
            changes.pay(run, n.EXPERIENCE, LESSON)
            run.t.add(n.LEVEL, 1)
            run.t.tell("level_gained", level=run.now.number(n.LEVEL))
            if it.who:
                yield from effects.third_cube(run, it.who)
        case "item":
            changes.use_up_item(run, it.who)
            yield from effects.carry_out(run, run.content.keepsakes[it.who].effects)
        case "relic":
            bearer = changes.use_up_relic(run, it.who)
            yield from effects.carry_out(run, run.content.keepsakes[it.who].effects, hero=bearer)
        case "recall":
            dogs.call_home(run, next(d for d in n.DOGS if d == it.who))
