"""Battle step 1: the monster attacks (CM-166 to CM-172, CM-189)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine import Option, Play, Refusal, Say
from rules.games.chain_mail import asking, changes, effects, names as n, rolling
from rules.games.chain_mail.content import COLUMNS, Monster
from rules.games.chain_mail.situation import Run, Situation

LONG_BATTLE: Final = 9
"""From this round on every round takes one time, where the table plays so (A-35)."""


def attack(run: Run) -> Play:
    """One attack of the monster, with everything that begins a round."""
    run.t.add(n.ROUND, 1)
    run.t.tell("round_begins", round=run.now.number(n.ROUND))
    _long_battle(run)
    monster = run.now.monster
    assert monster is not None
    _regenerate(run, monster)
    run.t.set(n.HURT, False)
    if _is_slow(run.now, monster):
        run.t.tell("does_not_attack", monster=monster.id)
    else:
        yield from _roll_attack(run, monster)
        run.t.set(n.SKIP, "")
    changes.check_all_fallen(run)
    changes.forget_used(run)
    for track in (n.ACTED, n.PLEDGED):
        run.t.set(track, ())
    run.t.set(n.ORDER, run.now.line(run.now.heroes))
    run.t.set(n.STAGE, "act")


def _long_battle(run: Run) -> None:
    if run.now.number(n.ROUND) >= LONG_BATTLE and run.t.settings["long_battle_clock"]:
        left = max(0, run.now.number(n.TIME) - 1)
        run.t.set(n.TIME, left)
        run.t.tell("long_battle", time=left)
        if left == 0:
            changes.lose_match(run, "out_of_time")


def _regenerate(run: Run, monster: Monster) -> None:
    power = monster.power
    if power is None or power.op != "regenerate_if_unhurt" or run.now.number(n.ROUND) < 2 or run.t[n.HURT]:
        return
    _regain(run, monster, power.n)


def _regain(run: Run, monster: Monster, amount: int) -> None:
    before = run.now.number(n.MONSTER_HEALTH)
    after = min(run.now.number(n.MONSTER_MOST), before + amount)
    if after > before:
        run.t.set(n.MONSTER_HEALTH, after)
        run.t.tell("monster_regains", monster=monster.id, count=after - before, total=after)


def _is_slow(now: Situation, monster: Monster) -> bool:
    power = monster.power
    return power is not None and power.op == "slow_start" and now.number(n.ROUND) in power.rounds


def covered(now: Situation, monster: Monster, die: int) -> frozenset[tuple[str, int]]:
    """The places of the battle card that a result of its die covers, as row and column (CM-167)."""
    at = now.place(n.MONSTER_TOKEN)
    column = monster.start_col if at is None else at[1]
    found: set[tuple[str, int]] = set()
    for cell in monster.attack.get(die, ()):
        columns = range(COLUMNS) if cell.dc is None else (column + cell.dc,)
        found |= {(cell.row, c) for c in columns if 0 <= c < COLUMNS}
    return frozenset(found)


def _roll_attack(run: Run, monster: Monster) -> Play:
    dice = yield from rolling.roll(
        run,
        "roll_attack",
        1,
        facts={"monster": monster.id},
        outcome=lambda dice: _struck(run.now, covered(run.now, monster, dice[0])),
    )
    if dice is None:  # called off by an item
        return
    places = covered(run.now, monster, dice[0])
    struck = _struck(run.now, places)
    run.t.set(n.LAST, tuple(f"battle.{n.cell_of(*place)}" for place in sorted(places)))
    if not struck:
        run.t.tell("attack_misses", monster=monster.id)
        return
    hits = [h for h in struck if run.now.is_standing(h)]
    fallen_hit = any(not run.now.is_standing(h) for h in struck)
    run.t.tell("attack_hits", monster=monster.id, heroes=tuple(dict.fromkeys(struck)))
    yield from _hit_all(run, monster, hits)
    if fallen_hit:
        yield from _lose_resource(run)


def _struck(now: Situation, places: frozenset[tuple[str, int]]) -> tuple[str, ...]:
    """The heroes hit, from left to right; a dog that is hit counts for the Shepherd (CM-152)."""
    tokens = [(n.token(h), h) for h in now.heroes]
    shepherd = next((h for h in now.heroes if changes.is_shepherd(now, h)), None)
    if shepherd is not None:
        tokens += [(dog, shepherd) for dog in n.DOGS]
    hit = [(at[1], h) for piece, h in tokens if (at := now.place(piece)) is not None and at in places]
    return tuple(hero for _, hero in sorted(hit, key=lambda one: one[0]))


# -- hits --------------------------------------------------------------------------------------------------------------


def _hit_all(run: Run, monster: Monster, hits: list[str]) -> Play:
    """Each hit in the order of CM-189; one in Taunt takes those of the others (CM-169, J-21)."""
    redirected, hurt = False, set[str]()
    for number, hero in enumerate(hits):
        victim = hero
        if run.now.row(hero) != "taunt":
            if redirected and run.t.settings["taunt_once"]:
                continue
            taunter = yield from _taunter(run, hero)
            redirected = redirected or taunter is not None
            victim = taunter or hero
        if run.now.is_standing(victim) and (yield from _hit(run, monster, victim)):
            _power_on_hit(run, monster, victim, again=victim in hurt)
            hurt.add(victim)
        if number == 0 and monster.power is not None and monster.power.op == "steal":  # once an attack
            run.t.tell("stole", monster=monster.id)
            yield from effects.lose(run, monster.power.resource, monster.power.n)


def _taunter(run: Run, hero: str) -> Play:
    """Who takes the damage instead; of several the group chooses."""
    among = [h for h in run.now.standing if run.now.row(h) == "taunt"]
    taunter = yield from asking.choose_hero(run, "who_taunts", among, facts={"victim": hero})
    if taunter is not None:
        run.t.tell("taunted", hero=taunter, victim=hero)
    return taunter


def _hit(run: Run, monster: Monster, hero: str) -> Play:
    """One hit on a hero: Defense, hearts, Curse. Whether it hurt, so that the monster's power works."""
    passives = run.now.passives(hero)
    blocked = [f for f in passives if f.action == "defense"]
    curses = [f for f in passives if f.action == "curse"]
    damage = _damage(run.now, monster)
    amount = max(0, damage - len(blocked))
    for fires in blocked[:damage]:
        changes.used_icon(run, hero, fires)
    if amount == 0:
        run.t.tell("absorbed", hero=hero)
        return False
    lost = yield from effects.damage(run, hero, amount)
    changes.check_all_fallen(run)  # before any Curse works
    if curses:
        run.t.tell("cursed_back", hero=hero, count=amount)
        changes.used_icon(run, hero, curses[0])
        effects.hurt_monster(run, amount)
    return bool(lost)


def _damage(now: Situation, monster: Monster) -> int:
    power = monster.power
    if power is not None and power.op == "enrage" and now.number(n.MONSTER_HEALTH) <= power.at_or_below:
        return monster.damage + power.n
    return monster.damage


def _power_on_hit(run: Run, monster: Monster, hero: str, *, again: bool) -> None:
    """What the monster's power does to a hero that lost hearts, or for the monster; `again` by the same attack."""
    power = monster.power
    if power is None:
        return
    if power.op == "on_hit_status":
        changes.give_status(run, hero, power.status)
    elif power.op == "drag":
        _drag(run, hero)
    elif power.op == "drain_heal" and not again:
        _regain(run, monster, power.n)


def _drag(run: Run, hero: str) -> None:
    """The hero comes to the battle row of its column; a dog that stands there goes where the hero was."""
    at = run.now.place(n.token(hero))
    if at is None or at[0] == "battle":
        return
    goal = n.in_battle("battle", at[1])
    for piece in run.t.pile(goal).pieces:
        run.t.move(piece, n.in_battle(*at))
    run.t.move(n.token(hero), goal)
    run.t.tell("dragged", hero=hero)


def _lose_resource(run: Run) -> Play:
    """Fallen heroes were hit: one resource above 0 of the group's choice, time where all are 0 (CM-170, CM-171)."""
    run.t.tell("fallen_hit")
    if any(option.refusal is None for option in _losses(run.now)):
        resource = yield from asking.decide(run, "lose_resource", _losses, forced=True)
        yield from effects.lose(run, resource, 1)


def _losses(now: Situation) -> Iterator[Option]:
    for resource in effects.ALL_RESOURCES:
        empty = Refusal("resource_empty", "CM-171", {"resource": resource}) if now.number(resource) < 1 else None
        yield Option(f"lose:{resource}", resource, Say("lose", {"resource": resource}), refusal=empty)
