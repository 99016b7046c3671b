"""What may be done at any time: food heals, experience buys levels, things work, the dog comes home (CM-075 to CM-085,
CM-153). Offered aside with every question; `spending.py` carries it out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine import Option, Refusal, Say
from rules.games.chain_mail import names as n
from rules.games.chain_mail.content import ShepherdCard
from rules.games.chain_mail.situation import Situation, Spend

MEAL: Final = 2
"""Food for a heart (CM-076)."""
LESSON: Final = 5
"""Experience for a level (CM-081)."""


def offers(now: Situation) -> Iterator[Option]:
    """All of it, with the reasons why not; nothing before the party has set out."""
    if not now.number(n.TURN_NUMBER):
        return
    for hero in now.heroes:
        say = Say("eat", {"hero": hero})
        yield Option(f"eat:{hero}", Spend("eat", hero), say, refusal=_no_meal(now, hero), aside=True)
    yield from _levels(now)
    yield from _things(now)
    for index, dog in enumerate(n.DOGS, 1):
        if now.where(dog) is not None or now.place(dog) is not None:
            yield Option(f"recall:{index}", Spend("recall", dog), Say("recall", {"piece": dog}), aside=True)


def _no_meal(now: Situation, hero: str) -> Refusal | None:
    if now.number(n.FOOD) < MEAL:
        return Refusal("not_enough_food", "CM-076", {"count": MEAL})
    return no_heal(now, hero)


def no_heal(now: Situation, hero: str) -> Refusal | None:
    """Why a hero cannot be healed (CM-076, J-12)."""
    if not now.is_standing(hero):
        return Refusal("hero_fallen", "CM-076", {"hero": hero})
    if now.health(hero) >= now.card(hero).health:
        return Refusal("already_full_health", "CM-076", {"hero": hero})
    if now.status_rule(hero, "no_heal"):
        return Refusal("no_healing", "CM-076", {"hero": hero})
    return None


def _levels(now: Situation) -> Iterator[Option]:
    learners = [hero for hero in now.heroes if cube_count(now, hero) < 3]
    why = None
    if now.number(n.EXPERIENCE) < LESSON:
        why = Refusal("not_enough_experience", "CM-081", {"count": LESSON})
    elif now.number(n.LEVEL) >= now.content.constants.resource_max:
        why = Refusal("resource_full", "CM-084", {"resource": n.LEVEL})
    if why is not None or not learners:
        yield Option("level", Spend("level"), Say("level_up"), refusal=why, aside=True)
        return
    for hero in learners:
        yield Option(f"level:{hero}", Spend("level", hero), Say("level_up_hero", {"hero": hero}), aside=True)


def cube_count(now: Situation, hero: str) -> int:
    """How many cubes a hero has, on the card or waiting for their space; a Shepherd's dogs count (CM-083, CM-154)."""
    count = len(now.cubes(hero)) + len(now.listed(n.away(hero)))
    if isinstance(now.card(hero), ShepherdCard):
        count += sum(now.state.where(dog) not in (None, n.BOX) for dog in n.DOGS)
    return count


def _things(now: Situation) -> Iterator[Option]:
    """Items whose moment may have come, and the relic that is used before a roll."""
    for ident in dict.fromkeys(item.ident for item in now.items):
        say = Say("use_thing", {"thing": ident})
        why = _not_the_time(now, now.content.keepsakes[ident].when)
        yield Option(f"item:{ident}", Spend("item", ident), say, refusal=why, aside=True)
    for relic in now.relics:
        when = now.content.keepsakes[relic.ident].when
        if when in ("any", "battle_any", "battle_before_monster_attack", "before_roll_for_trouble"):
            say = Say("use_relic", {"thing": relic.ident, "hero": relic.bearer})
            why = _not_the_time(now, when)
            yield Option(f"relic:{relic.ident}", Spend("relic", relic.ident), say, refusal=why, aside=True)


def _not_the_time(now: Situation, when: str) -> Refusal | None:
    in_battle = now.monster is not None
    in_time = not now.word(n.SKIP)  # neither called off already nor rolled
    fits = {
        "any": True,
        "battle_any": in_battle,
        "battle_before_monster_attack": in_battle and now.word(n.STAGE) == "attack" and in_time,
        "before_roll_for_trouble": now.state.phase == "trouble" and in_time,
    }
    return None if fits.get(when, False) else Refusal("not_the_time", "CM-075", {"when": f"when_{when}"})
