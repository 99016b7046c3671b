"""What the sensible player of Chain Mail does in a battle."""

from __future__ import annotations

from typing import Final

from rules.engine import IsAsked, Option
from rules.games.chain_mail import names as n
from rules.games.chain_mail.battle.assault import covered
from rules.games.chain_mail.battle.placing import RowStep, Swap
from rules.games.chain_mail.battle.strikes import DAMAGE, RANGED
from rules.games.chain_mail.content import Hero
from rules.games.chain_mail.heroes.movement import Fires, Movement
from rules.games.chain_mail.player import fight, values
from rules.games.chain_mail.player.cards import LATER, Cards, Outlook
from rules.games.chain_mail.situation import Situation

SAVED: Final = 4
"""With so much experience some may be spent in a battle."""


class Brawl:
    """Chooses among the options of a battle."""

    def __init__(self, cards: Cards):
        self.cards = cards

    def choose(self, now: Situation, question: IsAsked, options: list[Option]) -> Option:
        """The option that is worth most."""
        match question.kind:
            case "line_up":
                return self._place(now, options)
            case "quick_attack":
                return max(options, key=lambda o: self._quick(now, str(question.facts["hero"]), o))
            case "dog_in_battle":
                bites = [o for o in options if o.key.startswith(("bite", "dog:hide"))]
                return next(iter(bites), options[0])
            case "use_hide":
                low = now.health(str(question.facts["hero"])) <= 1
                return next(o for o in options if o.key == ("yes" if low else "no"))
        return self._act(now, str(question.facts["hero"]), options)

    def _place(self, now: Situation, options: list[Option]) -> Option:
        monster = now.monster
        assert monster is not None
        placed = sum(now.place(n.token(h)) is not None for h in now.heroes)
        hero = fight.best_line(now, monster)[placed]
        return next((o for o in options if o.key == f"place:{hero}"), options[0])

    def _quick(self, now: Situation, hero: str, option: Option) -> float:
        fires = getattr(option.value, "value", None)
        if not isinstance(fires, Fires) or now.monster is None:
            return 0.0
        worth = fight.attack_worth(now, hero, fires.action, now.monster, now.number(n.MONSTER_HEALTH))
        return worth - (0.4 if fires.leaves else 0.0)

    # -- rounds --------------------------------------------------------------------------------------------------------

    def _act(self, now: Situation, hero: str, options: list[Option]) -> Option:
        plain = self._plain(now, hero)
        looks: dict[fight.Place, Outlook] = {}
        best = max((o for o in options if not o.aside), key=lambda o: self._worth(now, hero, o, plain, looks))
        extras = [o for o in options if o.key.startswith("extra:")]
        if extras and now.number(n.EXPERIENCE) >= SAVED:
            rated = {o.key: self._strike_worth(now, o.key.partition(":")[2]) for o in extras}
            most = max(extras, key=lambda o: rated[o.key])
            if rated[most.key] >= 1.2:
                return most
        rallies = {o.key: o for o in options if o.key.startswith("rally:")}
        if rallies:
            rated = {key: sum(self._strike_worth(now, h) for h in _rallied(o)) for key, o in rallies.items()}
            return rallies[max(rated, key=lambda key: rated[key])]
        return best

    def _strike_worth(self, now: Situation, hero: str) -> float:
        """What the best movement of a hero does at once."""
        place = now.place(n.token(hero))
        if place is None:
            return 0.0
        worths = fight.worths(now, hero, place, {})
        moves = self.cards.movements(now.card(hero), now.cubes(hero))
        return max((_chance(m) * sum(worths.get(f.action, 0.0) for f in m.fires) for m in moves), default=0.0)

    def _plain(self, now: Situation, hero: str) -> dict[str, float]:
        """What adventure icons are worth in a battle."""
        cleric = now.card(hero).reroll_vs == "undead"
        food, money = values.next_one(now, n.FOOD) * 0.6, values.next_one(now, n.MONEY) * 0.6
        most = max(values.need(now, h) for h in now.heroes)
        return {
            "heal": 1.2 * (most if cleric else values.need(now, hero)),
            "rest": 0.6 if now.statuses(hero) else 0.0,
            "gain_food": food,
            "gain_money": money,
            "gain_food_or_money": max(food, money),
            "search": 0.6,
            "search2": 0.9,
            "bless": 0.3,
            "rally": 0.9,
        }

    def _worth(
        self, now: Situation, hero: str, option: Option, plain: dict[str, float], looks: dict[fight.Place, Outlook]
    ) -> float:
        value = getattr(option.value, "value", option.value)
        place = now.place(n.token(hero))
        if place is None or isinstance(value, tuple):
            return -1.0
        card: Hero = now.card(hero)
        if isinstance(value, Movement):
            if place not in looks:
                looks[place] = fight.outlook(now, hero, place, plain)
            return self.cards.worth_of(card, value, looks[place]) - fight.danger(now, hero, place)
        if isinstance(value, Swap):
            return self._swap_worth(now, hero, value.partner, place, plain)
        if isinstance(value, RowStep):
            place = (value.row, place[1])
        look = fight.outlook(now, hero, place, plain)
        return LATER * self.cards.resting(card, now.cubes(hero), look) - fight.danger(now, hero, place)

    def _swap_worth(
        self, now: Situation, hero: str, partner: str, place: fight.Place, plain: dict[str, float]
    ) -> float:
        """Only with the fallen, at once; of others it costs two actions."""
        there = now.place(n.token(partner))
        if there is None or now.is_standing(partner):
            return -9.0
        look = fight.outlook(now, hero, there, plain)
        return LATER * self.cards.resting(now.card(hero), now.cubes(hero), look) - fight.danger(now, hero, there)

    # -- what dice come to ---------------------------------------------------------------------------------------------

    def struck(self, now: Situation, hero: str, icon: str, count: int) -> float:
        """What so many hits of an attack are worth."""
        monster = now.monster
        assert monster is not None
        if count == 0:
            counter = "ranged_counter" if icon in RANGED else "melee_counter"
            return -fight.HEART if monster.power is not None and monster.power.op == counter else 0.0
        damage = count * DAMAGE.get(icon, 1) + any(f.action == "extra_damage" for f in now.passives(hero))
        left = now.number(n.MONSTER_HEALTH)
        return min(damage, left) + (fight.WIN if damage >= left else 0.0)

    def suffered(self, now: Situation, die: int) -> float:
        """What a result of the monster's die costs, as a number below 0."""
        monster = now.monster
        assert monster is not None
        places = covered(now, monster, die)
        total = 0.0
        for hero in now.heroes:
            if now.place(n.token(hero)) in places:
                total -= fight.price(now, hero, 1.0, monster.damage) if now.is_standing(hero) else 0.8
        return total


def _chance(movement: Movement) -> float:
    return (fight.SIDES + 1 - movement.needs) / fight.SIDES if movement.needs else 1.0


def _rallied(option: Option) -> tuple[str, ...]:
    """The heroes that a Rally would give another action."""
    value = getattr(option.value, "value", None)
    return tuple(value[2]) if isinstance(value, tuple) else ()
