"""What things are worth to a party that thinks: resources, hearts, finds, searches. The unit is roughly one wound of a
monster; a goal of the quest is worth most."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import Final

from rules.games.chain_mail import names as n
from rules.games.chain_mail.content import Effect, Find, Monster, Target
from rules.games.chain_mail.offers import no_heal
from rules.games.chain_mail.player.dice import SIDES, paid
from rules.games.chain_mail.situation import Situation

GOAL: Final = 9.0
"""A goal of the quest that is reached."""
TREASURE: Final = 0.9
"""An ordinary search of the treasure card."""

_NEXT: Final = {
    n.FOOD: (2.2, 1.8, 1.2, 0.8, 0.4, 0.0),
    n.MONEY: (1.6, 1.4, 1.0, 0.8, 0.5, 0.0),
    n.EXPERIENCE: (1.8, 1.5, 1.3, 1.0, 0.8, 0.0),
    n.LEVEL: (0.6, 0.6, 0.6, 0.6, 0.6, 0.0),
    n.TIME: (3.0, 3.0, 2.0),
}
"""What the next one is worth to who has so many."""


def next_one(now: Situation, resource: str) -> float:
    """What one more of a resource is worth."""
    table, stock = _NEXT[resource], now.number(resource)
    value = table[min(stock, len(table) - 1)]
    if resource == n.FOOD and value:
        value += 0.8 if sum(t.cost.get(n.FOOD, 0) for t in _left(now)) > stock else 0.0
    return value


def last_one(now: Situation, resource: str) -> float:
    """What it costs to give one of a resource away."""
    table = _NEXT[resource]
    return table[min(max(0, now.number(resource) - 1), len(table) - 1)]


def _left(now: Situation) -> list[Target]:
    done = now.listed(n.DONE)
    return [t for t in (now.quest.targets if now.quest else ()) if t.id not in done]


def coin(now: Situation) -> float:
    """What a coin is worth that a roll would take."""
    return 0.45 if now.number(n.MONEY) >= 4 else 0.7 if now.number(n.MONEY) >= 2 else 0.95


def need(now: Situation, hero: str) -> float:
    """How much a heart would help a hero."""
    if no_heal(now, hero) is not None:
        return 0.0
    health, most = now.health(hero), now.card(hero).health
    return 0.3 + 1.2 * (most - health) / most + (0.9 if health == 1 else 0.4 if health == 2 else 0.0)


def search_chance(now: Situation, target: Target) -> float:
    """How probably one search reaches a goal, with the money at hand and what the place allows."""
    chance = _reached(target.sums, min(2, now.number(n.MONEY)))
    extra = 0.3 if now.terrain_rule("search_reroll") is not None else 0.0
    extra += 0.2 if any(now.with_passive("bless")) else 0.0
    return chance + (1 - chance) * extra


@lru_cache(64)
def _reached(sums: tuple[int, ...], money: int) -> float:
    rolls = list(product(range(1, SIDES + 1), repeat=2))
    return sum(paid(roll, {0, 1}, lambda d: sum(d) in sums, money, 0.01)[0] > 0.5 for roll in rolls) / len(rolls)


def find_worth(now: Situation, find: Find | None) -> float:
    """What something found is worth."""
    if find is None:
        return 0.0
    return effects_worth(now, find.effects) + (1.5 if find.item else 0.0) + (2.0 if find.relic else 0.0)


def effects_worth(now: Situation, effects: Iterable[Effect]) -> float:
    """What effects are worth together; bad ones less than nothing."""
    total = 0.0
    for effect in effects:
        match effect.op:
            case "gain":
                total += effect.n * next_one(now, effect.resource)
            case "lose":
                total -= effect.n * last_one(now, effect.resource) if now.number(effect.resource) else 0.0
            case "gain_time":
                total += 2.0 * effect.n
            case "heal":
                total += effect.n * max((need(now, h) for h in now.heroes), default=0.0) * 0.7
            case "damage":
                total -= 1.2 * effect.n
            case "status":
                total -= 1.2
            case "clear_status":
                total += 0.7 if any(now.statuses(h) for h in now.heroes) else 0.0
    return total


def fierceness(monster: Monster) -> float:
    """How many hearts a monster costs, about."""
    reach = sum(len(places) for places in monster.attack.values()) / SIDES
    return monster.damage * reach * monster.health / max(1, SIDES + 1 - monster.defense)


def strongest(now: Situation, heroes: Iterable[str]) -> str:
    """Who can best bear something bad."""
    return max(heroes, key=lambda h: (now.health(h), now.card(h).health))
