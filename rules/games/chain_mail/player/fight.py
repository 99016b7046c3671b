"""What a battle is like: how hard a place is hit, what an attack is worth from there, who stands where at its start."""

from __future__ import annotations

from itertools import permutations, product
from typing import Final

from rules.games.chain_mail import heroes, names as n
from rules.games.chain_mail.battle.assault import covered
from rules.games.chain_mail.battle.strikes import DAMAGE, DICE, RANGED
from rules.games.chain_mail.content import COLUMNS, Monster
from rules.games.chain_mail.player.cards import Outlook, Worth
from rules.games.chain_mail.situation import ADVENTURE_ROWS, BATTLE_ROWS, Situation

SIDES: Final = 6
ROUNDS: Final = 3
"""How many rounds are looked ahead."""
HEART: Final = 0.8
"""What a heart is worth, where a wound of the monster is worth 1."""
FALL: Final = 2.5
"""What it costs besides that a hero falls."""
WIN: Final = 1.5
"""What it is worth besides that the monster falls."""

Place = tuple[str, int]


def exposure(now: Situation, monster: Monster, place: Place) -> float:
    """How probably one attack of the monster covers a place."""
    return sum(place in covered(now, monster, die) for die in range(1, SIDES + 1)) / SIDES


def price(now: Situation, hero: str, chance: float, damage: int) -> float:
    """What being hit with this chance costs."""
    shield = sum(f.action == "defense" for f in now.passives(hero))
    lost, left = max(0, damage - shield), now.health(hero)
    if lost == 0 or left == 0:
        return 0.0
    scarce = 1 + 1.2 / left
    return chance * (min(lost, left) * HEART * scarce + (FALL if lost >= left else 0.0))


def attack_worth(now: Situation, hero: str, action: str, monster: Monster, left: int) -> float:
    """What an attack is worth that can be made."""
    rule = now.status_rule(hero, "attack_roll_mod")
    needs = monster.defense - (rule.n if rule else 0)
    chance = max(0.0, min(1.0, (SIDES + 1 - needs) / SIDES))
    tag = now.card(hero).reroll_vs
    if tag and tag in monster.tags:
        chance = 1 - (1 - chance) ** 2
    if now.number(n.MONEY) >= 2:
        chance = min(1.0, chance + 0.12)
    extra = any(f.action == "extra_damage" for f in now.passives(hero))
    resist = monster.power.n if action in RANGED and monster.power and monster.power.op == "ranged_resist" else 0
    total = 0.0
    for hits in product((True, False), repeat=DICE.get(action, 1)):
        odds = 1.0
        for hit in hits:
            odds *= chance if hit else 1 - chance
        damage = sum(hits) * DAMAGE.get(action, 1) + (extra and any(hits)) - (resist if any(hits) else 0)
        total += odds * (min(damage, left) + (WIN if damage >= left else 0.0))
    counter = "ranged_counter" if action in RANGED else "melee_counter"
    if monster.power is not None and monster.power.op == counter:
        total -= HEART * (1 - chance) ** DICE.get(action, 1)
    return total


def beside(now: Situation, place: Place, monster_at: Place) -> bool:
    """Whether melee reaches the monster from a place."""
    rows = now.content.constants.rows
    apart = abs(rows.index(place[0]) - rows.index(monster_at[0]))
    return abs(place[1] - monster_at[1]) == 1 and (apart == 0 or (place[0] == "flank" and apart == 1))


def worths(now: Situation, hero: str, place: Place, plain: Worth) -> dict[str, float]:
    """What icons are worth to a hero at a place of the battle card; `plain` what adventure icons are worth."""
    monster, at = now.monster, now.place(n.MONSTER_TOKEN)
    assert monster is not None
    assert at is not None
    found = {k: v for k, v in plain.items() if place[0] in ADVENTURE_ROWS}
    if place[0] in BATTLE_ROWS:
        left = max(1, now.number(n.MONSTER_HEALTH))
        for action in ("melee1", "melee2", "melee3", "range1", "dual_melee1", "bear_call"):
            if action in RANGED or beside(now, place, at):
                found[action] = attack_worth(now, hero, action, monster, left)
        found["extra_damage"] = 0.4
        found["hide"] = -1.0
    chance = exposure(now, monster, place)
    found["defense"] = chance * HEART * 1.2
    found["curse"] = chance * monster.damage * 0.8
    found["dog"] = 0.8
    return found


def outlook(now: Situation, hero: str, place: Place, plain: Worth) -> Outlook:
    """The next rounds at a place."""
    return Outlook([worths(now, hero, place, plain)] * ROUNDS, returns=False)


def danger(now: Situation, hero: str, place: Place) -> float:
    """What it costs to stand at a place for the next rounds."""
    monster = now.monster
    assert monster is not None
    raged = monster.power.n if monster.power is not None and monster.power.op == "enrage" else 0
    return price(now, hero, exposure(now, monster, place), monster.damage + raged // 2) * 1.7


def best_line(now: Situation, monster: Monster) -> tuple[str, ...]:
    """The order from left to right in which the heroes do best: those who strike beside the monster, weak ones where it
    seldom hits."""
    taken = monster.start_col
    columns = [c for c in range(COLUMNS) if c != taken]
    rated = {
        (hero, column): _rated(now, hero, column, monster, taken) for hero in now.heroes for column in columns
    }  # fmt: skip
    return max(
        permutations(now.heroes),
        key=lambda order: sum(rated[hero, column] for hero, column in zip(order, columns, strict=True)),
    )


def _rated(now: Situation, hero: str, column: int, monster: Monster, at: int) -> float:
    place = ("battle", column)
    total = -price(now, hero, exposure(now, monster, place), monster.damage) * 2
    ready = {f.action for f in heroes.model_of(now.card(hero)).prepared(now.cubes(hero))}
    if abs(column - at) == 1 and now.is_standing(hero):
        total += 0.4 + sum(
            attack_worth(now, hero, a, monster, monster.health) for a in ready if a in DAMAGE or a in DICE
        )
        total += 0.7 if "melee1" in ready else 0.0
        total += {"ThiefCard": 0.9, "RangerCard": 0.9, "ClericCard": 0.4}.get(type(now.card(hero)).__name__, 0.0)
    return total
