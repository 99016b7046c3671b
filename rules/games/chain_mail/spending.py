"""Carries out what may be done at any time (CM-075 to CM-085, CM-090, CM-153)."""

from __future__ import annotations

from rules.engine.game import Play
from rules.engine.questions import Option
from rules.engine.types import Say
from rules.games.chain_mail import asking, changes, dogs, effects, heroes
from rules.games.chain_mail import names as n
from rules.games.chain_mail.content import ShepherdCard
from rules.games.chain_mail.offering import LESSON, MEAL
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
                yield from _third_cube(run, it.who)
        case "item":
            changes.use_up_item(run, it.who)
            yield from effects.carry_out(run, run.content.keepsakes[it.who].effects)
        case "relic":
            bearer = changes.use_up_relic(run, it.who)
            yield from effects.carry_out(run, run.content.keepsakes[it.who].effects, hero=bearer)
        case "recall":
            dogs.call_home(run, next(d for d in n.DOGS if d == it.who))


def _third_cube(run: Run, hero: str) -> Play:
    """The reserve cube comes to one of the hero's start spaces; onto a taken one at the start of a turn in which it is
    free (CM-082, J-32). The Shepherd's is a second dog (CM-154)."""
    card = run.now.card(hero)
    if isinstance(card, ShepherdCard):
        dogs.second_dog(run)
        return
    homes = heroes.third_homes(card)
    home = homes[0]
    if len(homes) > 1:
        options = [Option(f"space:{space}", space, Say("start_space", {"space": space})) for space in homes]
        home = yield from asking.decide(run, "third_cube", lambda now: options, hero=hero)
    run.t.tell("third_cube", hero=hero)
    cubes = run.now.cubes(hero)
    if home in cubes:
        run.mark(n.away(hero), home)
    else:
        run.t.set(n.cubes(hero), heroes.sort(card, (*cubes, home)))
