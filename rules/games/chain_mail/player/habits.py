"""Small decisions of the sensible player: whom to heal, what to lose, when to eat, trade or use a thing."""

from __future__ import annotations

from rules.engine import IsAsked, Option
from rules.games.chain_mail import names as n
from rules.games.chain_mail.player import values
from rules.games.chain_mail.player.route import Known, plan
from rules.games.chain_mail.situation import Situation
from rules.games.chain_mail.turn.trouble import trouble_dice


def simple(now: Situation, question: IsAsked, plain: list[Option], by_key: dict[str, Option], costs: Known) -> Option:
    kind = question.kind
    if kind == "use_icon" and question.facts.get("icon") in ("search", "search2"):
        return by_key["yes"]
    if kind == "reward":
        return max(plain, key=lambda o: _reward_worth(now, o))
    if kind in ("food_or_money", "lose_resource"):
        plain = [o for o in plain if o.key != "none"]  # who brews takes what comes of it
        rated = {o.key: values.next_one(now, o.key.partition(":")[2]) for o in plain}
        if kind == "lose_resource":
            rated = {o.key: -values.last_one(now, o.key.partition(":")[2]) for o in plain}
        return max(plain, key=lambda o: rated[o.key])
    if kind in ("target_damage", "target_status", "who_taunts"):
        return by_key[f"hero:{values.strongest(now, [o.key[5:] for o in plain])}"]
    if kind in ("target_heal", "whom_heal"):
        return max(plain, key=lambda o: _heal_worth(now, o, str(question.facts.get("hero", ""))))
    if kind == "scout":
        way = plan(now, costs)
        return next((o for o in plain if way and o.cell == str(way.step)), plain[0])
    for key in ("yes", "agree", "all", "usual"):
        if key in by_key:
            return by_key[key]
    return plain[0]


def _reward_worth(now: Situation, option: Option) -> float:
    reward = told(option)
    if option.key.startswith("quest:"):
        return values.GOAL
    return values.find_worth(now, getattr(reward, "find", None))


def _heal_worth(now: Situation, option: Option, helper: str) -> float:
    head, _, hero = option.key.partition(":")
    if head == "hero":
        return values.need(now, hero)
    if head == "self":
        return values.need(now, helper)
    return sum(values.need(now, h) for h in now.heroes if h != helper) if head == "all" else 0.0


def meal(now: Situation, question: IsAsked, meals: list[Option]) -> Option | None:
    """A meal for a hero who is low: in battle sooner, as a fallen hero costs time."""
    if not meals:
        return None
    hero = min((o.key[4:] for o in meals), key=now.health)
    low = 1 if now.monster is None else max(1, now.monster.damage)
    spare = 3 if now.monster is None or now.health(hero) > 1 else 2
    if now.health(hero) <= low and now.number(n.FOOD) >= spare and question.kind != "line_up":
        return next(o for o in meals if o.key == f"eat:{hero}")
    return None


def trade(now: Situation, options: list[Option]) -> Option | None:
    """Food at a market where there is none, lessons where there is money to spare."""
    food, money = now.number(n.FOOD), now.number(n.MONEY)
    if food <= 1 and money >= 3:
        return next((o for o in options if o.key == "trade:0"), None)
    if money >= 5 and now.number(n.EXPERIENCE) < 5:
        return next((o for o in options if o.key == "trade:1"), None)
    return None


def helps(now: Situation, question: IsAsked, when: str, what: str) -> bool:
    """Whether the moment for a thing has come."""
    match when:
        case "before_roll_for_trouble":
            return question.kind == "roll_trouble" and trouble_dice(now) >= 2
        case "battle_before_monster_attack":
            return question.kind == "roll_attack"
        case "battle_any":
            return question.kind in ("battle_turn", "roll_attack")
    heals = any(e.op == "heal" for e in now.content.keepsakes[what].effects)
    hurt = max((now.card(h).health - now.health(h) for h in now.standing), default=0)
    return heals and hurt >= 2 and question.kind in ("battle_turn", "adventure", "roll_attack")


def told(option: Option) -> object:
    """What an option means, without who proposes it."""
    return getattr(option.value, "value", option.value)
