"""How a battle begins (the monster, the line, backstabs, quick attacks: CM-160 to CM-165), and how it ends (CM-184)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from rules.engine import Chance, Laid, Option, Play, Say, State
from rules.games.chain_mail import asking, changes, dogs, effects, names as n, rolling
from rules.games.chain_mail.battle import assault, dog_fights, fighting, strikes
from rules.games.chain_mail.content import COLUMNS, Monster
from rules.games.chain_mail.heroes.movement import ATTACKS, Fires
from rules.games.chain_mail.rolling import Dice
from rules.games.chain_mail.situation import BattleOver, Run, Situation
from rules.games.chain_mail.turn import moving

START_ROW: Final = "battle"


def battle(run: Run) -> Play:
    """The next part of the battle that is fought."""
    stage = run.now.word(n.STAGE)
    if stage not in _STAGES or (stage != "called" and run.now.monster is None):
        clear_card(run)  # a host's correction has taken the monster away, and the battle with it
        run.t.go("end")
        return
    try:
        changes.check_all_fallen(run)
        _check_monster(run)
        yield from _STAGES[stage](run)
    except BattleOver:
        _won(run)


def _check_monster(run: Run) -> None:
    """A host's correction may have taken the last of its health (CM-184)."""
    if run.now.word(n.STAGE) not in ("called", "known") and run.now.number(n.MONSTER_HEALTH) <= 0:
        raise BattleOver


# -- the monster -------------------------------------------------------------------------------------------------------


def _call(run: Run) -> Play:
    """One die says which monster it is; a black number, or an alarm, is an ambush (CM-160, CM-161)."""
    card = run.now.monster_card
    assert card is not None  # chosen before the first turn
    alarm = bool(run.t[n.ALARM])

    def outcome(dice: Dice) -> tuple[str, bool]:
        called = card.called(dice[0])
        return called.id, alarm or dice[0] in called.ambush

    dice = yield from rolling.roll(run, "roll_monster", 1, outcome=outcome)
    monster, ambush = outcome(dice)
    run.t.set(n.MONSTER, monster)
    run.t.set(n.AMBUSH, ambush)
    run.t.set(n.STAGE, "known")


def _know(run: Run) -> Play:
    """The monster comes to its column with its health; its power holds from now on (CM-163)."""
    monster = run.now.monster
    assert monster is not None
    ambush = bool(run.t[n.AMBUSH])
    run.t.set(n.ALARM, False)
    for track, value in ((n.MONSTER_HEALTH, monster.health), (n.MONSTER_MOST, monster.health), (n.ROUND, 0)):
        run.t.set(track, value)
    run.t.set(n.SPARED, False)
    run.t.set(n.HURT, False)
    run.t.move(n.MONSTER_TOKEN, n.in_battle(START_ROW, monster.start_col))
    run.t.tell("ambush" if ambush else "battle_begins", monster=monster.id, total=monster.health)
    run.t.set(n.STAGE, "line_up")
    power = monster.power
    if power is not None and power.op == "manual":
        done = Option("done", None, Say("done_by_hand"))
        yield from asking.decide(run, "by_hand", lambda now: (done,), facts={"text": power.text}, button="done")


# -- the line ----------------------------------------------------------------------------------------------------------


def _line_up(run: Run) -> Play:
    """The heroes get their columns from left to right: as the group likes, or by lot in an ambush (CM-161, CM-162)."""
    while unplaced := [h for h in run.now.heroes if run.now.place(n.token(h)) is None]:
        if len(unplaced) == 1:
            _place(run, unplaced[0])
        elif run.t[n.AMBUSH]:
            facts = {"column": _next_column(run.now) + 1}
            choices = partial(_lots, run)
            hero = yield Chance(kind="ambush_place", facts=facts, choices=choices, boundary=True)
            _place(run, hero)
        else:
            yield from _choose_place(run)
    run.t.set(n.LINE_UP, run.now.line(run.now.heroes))
    yield from dog_fights.join_here(run)
    run.t.set(n.STAGE, "start")


def _choose_place(run: Run) -> Play:
    facts = {"column": _next_column(run.now) + 1}
    chosen = yield from asking.decide(run, "line_up", _columns, facts=facts, boundary=True, button="usual")
    for hero in chosen:
        _place(run, hero)


def _columns(now: Situation) -> Iterator[Option]:
    """One hero for the next column, or all the rest in the order of the last battle or of the table."""
    unplaced = [h for h in now.heroes if now.place(n.token(h)) is None]
    usual = tuple(h for h in (now.listed(n.LINE_UP) or now.heroes) if h in unplaced)
    yield Option("usual", usual, Say("line_up_usual", {"heroes": usual}))
    for hero in unplaced:
        cell = n.cell_of(START_ROW, _next_column(now))
        say = Say("place_hero", {"hero": hero})
        yield Option(f"place:{hero}", (hero,), say, Laid(cell, n.token(hero)), piece=n.token(hero))


def _lots(run: Run, seen: State) -> tuple[Option, ...]:
    now = run.at(seen)
    cell = n.cell_of(START_ROW, _next_column(now))
    return tuple(
        Option(f"place:{h}", h, Say("place_hero", {"hero": h}), Laid(cell, n.token(h)), piece=n.token(h))
        for h in now.heroes
        if now.place(n.token(h)) is None
    )


def _next_column(now: Situation) -> int:
    taken = {at[1] for h in now.heroes if (at := now.place(n.token(h))) is not None}
    monster = now.place(n.MONSTER_TOKEN)
    taken |= {monster[1]} if monster else set()
    return next(column for column in range(COLUMNS) if column not in taken)


def _place(run: Run, hero: str) -> None:
    run.t.move(n.token(hero), n.in_battle(START_ROW, _next_column(run.now)))


# -- before the first round --------------------------------------------------------------------------------------------


def _start(run: Run) -> Play:
    """Backstab, Hide, then quick attacks from left to right (CM-164, CM-165, J-20)."""
    run.t.set(n.STAGE, "attack")
    run.t.set(n.USED, ())
    monster = run.now.monster
    assert monster is not None
    quick = monster.power is None or monster.power.op != "no_quick_attack"
    if not quick:
        run.t.tell("no_quick_attacks", monster=monster.id)
    if quick:
        _backstabs(run)
    for hero in run.now.line(run.now.standing):
        for fires in _prepared(run.now, hero, ("hide",))[:1]:
            yield from fighting.hide(run, hero, fires)
    if quick:
        for hero in run.now.line(run.now.standing):
            yield from _quick_attack(run, hero)


def _prepared(now: Situation, hero: str, actions: tuple[str, ...]) -> list[Fires]:
    return [f for f in now.model(hero).prepared(now.cubes(hero)) if f.action in actions]


def _backstabs(run: Run) -> None:
    for hero in run.now.line(run.now.standing):
        for fires in [f for f in run.now.passives(hero) if f.action == "backstab"]:
            run.t.tell("backstab", hero=hero)
            changes.used_icon(run, hero, fires)
            effects.hurt_monster(run, 1)


def _quick_attack(run: Run, hero: str) -> Play:
    """A hero with a prepared attack may make it once, if row and range allow."""
    ready: dict[str, Fires] = {}
    for fires in sorted(_prepared(run.now, hero, ATTACKS), key=lambda one: len(one.leaves)):
        if strikes.why_not(run.now, hero, fires.action) is None:
            ready.setdefault(fires.action, fires)  # of two alike rather the one that costs no cube
    if not ready or not run.now.is_standing(hero):
        return
    options = [Option(f"strike:{icon}", f, Say("strike", {"hero": hero, "icon": icon})) for icon, f in ready.items()]
    options.append(Option("none", None, Say("no_quick_attack")))
    chosen = yield from asking.decide(run, "quick_attack", lambda now: options, hero=hero)
    if chosen is not None and (yield from moving.first_action(run, hero)):
        yield from strikes.strike(run, hero, chosen)


# -- after it ----------------------------------------------------------------------------------------------------------


def _won(run: Run) -> None:
    """The reward is taken, the battle card is cleared, and the turn ends (CM-184)."""
    monster = run.now.monster
    assert monster is not None
    run.t.tell("monster_defeated", monster=monster.id)
    clear_card(run)
    _take_reward(run, monster)
    changes.check_victory(run, defeated=monster.id)
    changes.check_victory(run)
    run.t.go("end")


def clear_card(run: Run) -> None:
    """Everything leaves the battle card; dogs go home (CM-150)."""
    for piece in (n.MONSTER_TOKEN, *(n.token(h) for h in run.now.heroes)):
        if run.now.place(piece) is not None:
            run.t.move(piece, n.BOX)
    dogs.all_home(run)
    changes.forget_used(run)
    for track in (n.ACTED, n.PLEDGED, n.ORDER, n.LAST):
        run.t.set(track, ())
    for track in (n.MONSTER_HEALTH, n.MONSTER_MOST, n.ROUND):
        run.t.set(track, 0)
    run.t.set(n.MONSTER, "")
    run.t.set(n.STAGE, "")
    run.t.set(n.AMBUSH, False)
    run.t.set(n.SKIP, "")


def _take_reward(run: Run, monster: Monster) -> None:
    for resource, amount in monster.reward.items():
        if amount:
            changes.gain(run, resource, amount)


_STAGES: Final[Mapping[str, Callable[[Run], Play]]] = {
    "called": _call,
    "known": _know,
    "line_up": _line_up,
    "start": _start,
    "attack": assault.attack,
    "act": fighting.act,
}
