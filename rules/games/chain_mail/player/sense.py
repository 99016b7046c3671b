"""What the sensible player of Chain Mail does at each question: while travelling and adventuring, with dice, with what
may be done at any time. The battle is in `brawl`."""

from __future__ import annotations

from rules.engine import IsAsked, Option, State
from rules.games.chain_mail import names as n
from rules.games.chain_mail.battle.strikes import hits
from rules.games.chain_mail.content import ThiefCard
from rules.games.chain_mail.heroes.movement import Movement
from rules.games.chain_mail.player import habits, values
from rules.games.chain_mail.player.brawl import Brawl
from rules.games.chain_mail.player.cards import READY, Cards, Outlook
from rules.games.chain_mail.player.dice import best_change
from rules.games.chain_mail.player.route import Known, Plan, open_targets, plan, target_here
from rules.games.chain_mail.situation import Situation

TURNS = 3
"""How many turns are looked ahead."""
LEARNERS = ("witch", "cleric", "thief", "ranger")
"""Whom a third cube helps most, the first of them most."""
SEARCHES = frozenset({"search", "search2"})


class Sense:
    """Chooses among options. Keeps nothing of a match, only the movements that it has worked out for each card."""

    def __init__(self) -> None:
        self.cards = Cards()
        self.brawl = Brawl(self.cards)
        self.costs: Known = {}
        self._outlooks: tuple[State | None, dict[str, Outlook]] = (None, {})

    def choose(self, now: Situation, question: IsAsked, options: list[Option]) -> Option:
        """The option that is worth most."""
        by_key = {o.key: o for o in options}
        if (extra := self.aside(now, question, [o for o in options if o.aside])) is not None:
            return extra
        plain = [o for o in options if not o.aside] or options
        match question.kind:
            case "choose_hero" if "usual" in by_key:
                return by_key["usual"]
            case "travel" | "fly_on":
                return _way(now, question.kind, by_key, self.costs)
            case "adventure":
                return self._adventure(now, options)
            case "extra_movement":
                return max(plain, key=lambda o: self._movement_worth(now, str(question.facts["hero"]), habits.told(o)))
            case "change_dice":
                return self._dice(now, question, plain)
            case "line_up" | "quick_attack" | "battle_turn" | "battle_extra" | "dog_in_battle" | "use_hide":
                return self.brawl.choose(now, question, options)
        return habits.simple(now, question, plain, by_key, self.costs)

    # -- at any time ---------------------------------------------------------------------------------------------------

    def aside(self, now: Situation, question: IsAsked, asides: list[Option]) -> Option | None:
        """What is worth doing before anything else: things, a level, a meal."""
        for option in asides:
            head, _, what = option.key.partition(":")
            if head in ("item", "relic") and habits.helps(now, question, now.content.keepsakes[what].when, what):
                return option
        levels = {o.key.partition(":")[2]: o for o in asides if o.key.startswith("level:")}
        if levels and target_here(now) is None and now.monster is None:
            return levels[next((hero for hero in LEARNERS if hero in levels), next(iter(levels)))]
        return habits.meal(now, question, [o for o in asides if o.key.startswith("eat:")])

    # -- adventuring ---------------------------------------------------------------------------------------------------

    def _adventure(self, now: Situation, options: list[Option]) -> Option:
        turns: dict[str, tuple[float, Option]] = {}
        for option in options:
            value = habits.told(option)
            if isinstance(value, tuple) and value[0] == "turn":
                worth = self._movement_worth(now, value[1], value[2])
                if value[1] not in turns or worth > turns[value[1]][0]:
                    turns[value[1]] = (worth, option)
        if extra := self._extra(now, options, turns):
            return extra
        if trade := habits.trade(now, options):
            return trade
        if not turns:
            return next((o for o in options if o.key.startswith("pass:")), options[0])
        return turns[min(turns, key=lambda h: self._rank(now, h, _movement(turns[h][1])))][1]

    def _rank(self, now: Situation, hero: str, movement: Movement) -> int:
        """First who can bless, then who gains, then who searches; the others wait, for more turns by experience."""
        actions = {fire.action for fire in movement.fires}
        if actions & SEARCHES:
            return 2
        if "gain_money" in actions or "gain_food_or_money" in actions:
            return 1
        return 3 if now.card(hero).reroll_vs != "undead" else 4 if "bless" not in str(movement.cubes) else 0

    def _extra(self, now: Situation, options: list[Option], turns: dict[str, tuple[float, Option]]) -> Option | None:
        """Another turn for a hero who can search for a goal: by experience when nobody else is left to search."""
        best: tuple[float, Option] | None = None
        target = target_here(now)
        for option in options:
            value = habits.told(option)
            if not isinstance(value, tuple) or value[0] not in ("extra", "rally"):
                continue
            who = (value[1],) if value[0] == "extra" else value[2]
            worth = sum(max((self._search_worth(now, h, m) for m in self._moves(now, h)), default=0.0) for h in who)
            if value[0] == "extra" and (target is None or any(_searches(o) for _, o in turns.values())):
                continue
            if worth > (2.0 if value[0] == "extra" else 0.3) and (best is None or worth > best[0]):
                best = worth, option
        return None if best is None else best[1]

    def _moves(self, now: Situation, hero: str) -> tuple[Movement, ...]:
        return self.cards.movements(now.card(hero), now.cubes(hero))

    def _search_worth(self, now: Situation, hero: str, movement: Movement) -> float:
        if not any(f.action in SEARCHES for f in movement.fires):
            return 0.0
        chance = (7 - movement.needs) / 6 if movement.needs else 1.0
        target = target_here(now)
        one = values.GOAL * values.search_chance(now, target) if target else values.TREASURE
        return chance * sum({"search": 1.0, "search2": 1.6}.get(f.action, 0.0) * one for f in movement.fires)

    def _movement_worth(self, now: Situation, hero: str, movement: object) -> float:
        assert isinstance(movement, Movement)
        if self._outlooks[0] is not now.state:
            self._outlooks = (now.state, {})
        known = self._outlooks[1]
        if hero not in known:
            known[hero] = outlook(now, hero, self.costs)
        return self.cards.worth_of(now.card(hero), movement, known[hero])

    # -- dice ----------------------------------------------------------------------------------------------------------

    def _dice(self, now: Situation, question: IsAsked, options: list[Option]) -> Option:
        facts = question.facts
        dice = facts["dice"]
        assert isinstance(dice, tuple)
        hero = str(facts.get("hero", ""))
        monster = now.monster

        def search(rolled: tuple[int, ...]) -> float:
            return _search_result(now, sum(rolled))

        def strike(rolled: tuple[int, ...]) -> float:
            assert monster is not None
            return self.brawl.struck(now, hero, str(facts["icon"]), hits(now, hero, rolled, monster))

        def attack(rolled: tuple[int, ...]) -> float:
            return self.brawl.suffered(now, rolled[0])

        def called(rolled: tuple[int, ...]) -> float:
            assert now.monster_card is not None
            one = now.monster_card.called(rolled[0])
            return -values.fierceness(one) - (0.7 if rolled[0] in one.ambush else 0.0)

        def keeps_head(rolled: tuple[int, ...]) -> float:
            return self._kept(now, hero) if rolled[0] >= int(str(facts["needs"])) else 0.0

        if "icon" in facts:
            worth = strike
        elif "hex" in facts:
            worth = search
        elif "monster" in facts:
            worth = attack
        else:
            worth = keeps_head if hero else called
        return best_change(dice, options, worth, now.number(n.MONEY), values.coin(now))

    def _kept(self, now: Situation, hero: str) -> float:
        """What the icon is worth that a Thief gets who keeps his head."""
        if now.monster is not None:
            return 1.3
        cubes = set(now.cubes(hero))
        card = now.card(hero)
        spots = {s.id: s.action for s in (*card.ring, card.center)} if isinstance(card, ThiefCard) else {}
        target = target_here(now)
        if target is not None and any(spots.get(c) == "search" for c in cubes):
            return values.GOAL * values.search_chance(now, target)
        return 0.8


# -- what icons are worth while adventuring ----------------------------------------------------------------------------


def outlook(now: Situation, hero: str, costs: Known) -> Outlook:
    """The next turns as the party plans them: where a goal can be searched for, what is short, what may come."""
    way = plan(now, costs)
    target = target_here(now)
    there = target or next((t for t in open_targets(now) if way and now.map.spot(t.spot) == way.goal), None)
    ahead = 0 if target else way.turns if way and there else TURNS
    goal = values.GOAL * values.search_chance(now, there) if there else 0.0
    trouble = 0.3
    turns = []
    for turn in range(TURNS):
        search = goal * 0.8**turn if turn >= ahead else values.TREASURE
        turns.append(_worths(now, hero, search, trouble, way if turn == 0 else None, at_goal=turn >= ahead))
    return Outlook(turns)


def _worths(
    now: Situation, hero: str, search: float, trouble: float, way: Plan | None, *, at_goal: bool
) -> dict[str, float]:
    own = values.need(now, hero)
    cleric = now.card(hero).reroll_vs == "undead"
    food, money = values.next_one(now, n.FOOD), values.next_one(now, n.MONEY)
    lock = 1.5 if way is not None and way.locked and way.turns <= 2 else 0.1
    worths = {
        "search": search,
        "search2": 1.6 * search,
        "heal": max(values.need(now, h) for h in now.heroes) if cleric else own,
        "rest": 1.0 if now.statuses(hero) else 0.0,
        "gain_food": food,
        "gain_money": money,
        "gain_food_or_money": max(food, money),
        "pick_lock": lock,
        "disarm_trap": 0.3,
        "fly": 0.8 if way is not None and way.turns >= 2 else 0.0,
        "bless": 1.2 if at_goal else 0.3,
        "rally": 0.8 * search,
        "defense": 0.2,
        "extra_damage": 0.15,
        "backstab": 0.35,
        "curse": 0.2,
        "dog": 0.5,
    }
    for action, worth in (("melee1", 0.5), ("melee2", 0.9), ("range1", 0.5), ("dual_melee1", 0.9), ("bear_call", 1.3)):
        worths[READY + action] = trouble * worth
    return worths


def _search_result(now: Situation, total: int) -> float:
    target = target_here(now)
    if target is not None and total in target.sums:
        return values.GOAL
    found = now.treasure.results.get(total) if now.treasure else None
    if found is not None and (found.item or found.relic) and now.treasure_cubes < 1:
        return 0.0
    return values.find_worth(now, found)


def _movement(option: Option) -> Movement:
    """The movement of a hero turn."""
    match habits.told(option):
        case ("turn", _, Movement() as movement):
            return movement
    raise ValueError(f"'{option.key}' is no hero turn")


def _searches(option: Option) -> bool:
    return any(f.action in SEARCHES for f in _movement(option).fires)


# -- the way -----------------------------------------------------------------------------------------------------------


def _way(now: Situation, kind: str, by_key: dict[str, Option], costs: Known) -> Option:
    """Stay where a goal can be searched for, else the next hex of the plan."""
    way = plan(now, costs)
    if kind == "fly_on":
        onward = by_key.get(f"go:{way.step}") if way and way.turns and target_here(now) is None else None
        return onward or by_key["stop"]
    waits = way is None or way.turns == 0
    if (target_here(now) is not None or waits) and "stay" in by_key:
        return by_key["stay"]
    if way is not None and f"go:{way.step}" in by_key:
        return by_key[f"go:{way.step}"]
    moves = [o for key, o in by_key.items() if key.startswith("go:")]
    return min(moves, key=lambda o: now.map.by_id[int(o.key[3:])].skulls, default=next(iter(by_key.values())))
