"""The start of a turn and step 1: stay or move (CM-014, CM-020 to CM-029)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine import Moved, Option, Play, Refusal, Say
from rules.games.chain_mail import changes, effects, names as n
from rules.games.chain_mail.asking import decide
from rules.games.chain_mail.situation import Run, Situation

DIRECTIONS: Final = ("N", "E", "E", "S", "W", "W")
"""Where the six sides of a hex lead for the Shepherd, in the order of the grid: N, NE, SE, S, SW, NW (CM-141)."""

STAY: Final = 0


def begin_turn(run: Run) -> None:
    """Cubes come back and marks of the last turn go, before anything else (CM-014, CM-070)."""
    run.t.add(n.TURN_NUMBER, 1)
    changes.forget_used(run)
    for track in (n.ACTED, n.USED_THIS_TURN, n.LAST):
        run.t.set(track, ())
    run.t.set(n.MOVED, 0)
    run.t.set(n.SKIP, "")
    run.t.set(n.ALARM, False)
    run.t.tell("turn_begins", turn=run.now.number(n.TURN_NUMBER), time=run.now.number(n.TIME))
    changes.return_cubes(run)
    run.t.go("travel")


def travel(run: Run) -> Play:
    """Stay or move, and with Fly perhaps one hex more (CM-026)."""
    may_fly = _may_fly(run.now)
    target = yield from decide(run, "travel", _ways, far=_far, boundary=True, facts={"hex": run.now.hex.id})
    if target == STAY:
        _stay(run)
        run.t.go("trouble")
        return
    yield from _enter(run, target)
    if may_fly and run.now.standing and _may_fly(run.now):
        onward = yield from decide(run, "fly_on", _onward, facts={"hex": run.now.hex.id}, button="stop")
        if onward is not None:
            _flown(run)
            yield from _enter(run, onward)
    run.t.go("trouble")


def _may_fly(now: Situation) -> bool:
    """Whether Fly is in force and nobody is kept on the ground (R5)."""
    return any(now.with_passive("fly")) and not any(now.status_rule(h, "no_fly") for h in now.heroes)


# -- staying -----------------------------------------------------------------------------------------------------------


def _food_to_stay(now: Situation) -> int:
    rule = now.terrain_rule("stay_food_cost")
    return 1 if rule is None else rule.n


def _stay(run: Run) -> None:
    cost = min(_food_to_stay(run.now), run.now.number(n.FOOD))
    if cost:
        changes.pay(run, n.FOOD, cost)
    run.t.tell("stayed", hex=run.now.hex.id, count=cost or None)


def _why_not_stay(now: Situation) -> Refusal | None:
    """Without food the party moves if it can (CM-022, CM-023)."""
    cost = _food_to_stay(now)
    if now.number(n.FOOD) >= cost or not any(o.refusal is None for o in _moves(now)):
        return None
    return Refusal("no_food_to_stay", "CM-022", {"count": cost})


# -- moving ------------------------------------------------------------------------------------------------------------


def _ways(now: Situation) -> Iterator[Option]:
    cost = min(_food_to_stay(now), now.number(n.FOOD))
    here = str(now.hex.id)
    yield Option("stay", STAY, Say("stay", {"count": cost or None}), refusal=_why_not_stay(now), cell=here)
    yield from _moves(now)


def _onward(now: Situation) -> Iterator[Option]:
    yield Option("stop", None, Say("stop_here"), cell=str(now.hex.id))
    yield from _moves(now)


def _moves(now: Situation) -> Iterator[Option]:
    for cell in now.map.grid.neighbours(str(now.hex.id)):
        yield _move(now, int(cell), why_blocked(now, int(cell)))


def _far(now: Situation) -> Iterator[Option]:
    """Hexes that are no neighbours: told only to who tries them."""
    near = {str(now.hex.id), *now.map.grid.neighbours(str(now.hex.id))}
    for cell in now.map.grid.cells:
        if cell not in near:
            yield _move(now, int(cell), Refusal("not_adjacent", "CM-024", {"hex": int(cell)}))


def _move(now: Situation, target: int, why: Refusal | None) -> Option:
    here, cell = str(now.hex.id), str(target)
    say = Say("go", {"hex": target, "terrain": now.map.by_id[target].terrain, "skulls": now.map.by_id[target].skulls})
    return Option(f"go:{cell}", target, say, Moved(n.PARTY, here, cell), why, cell=cell)


def why_blocked(now: Situation, target: int) -> Refusal | None:
    """The wall that keeps the party from a neighbouring hex (CM-024, CM-025, CM-148)."""
    kind = now.map.wall(now.hex.id, target)
    if kind == "" or (kind == "locked" and is_open(now, now.hex.id, target)):
        return None
    return Refusal("wall_blocks" if kind == "solid" else "wall_locked", "CM-024", {"hex": target})


def is_open(now: Situation, one: int, other: int) -> bool:
    """Whether a locked wall can be passed: by Pick Lock, or with a dog behind it."""
    return any(now.with_passive("pick_lock")) or _dog_opens(now, one, other)


def _dog_opens(now: Situation, one: int, other: int) -> bool:
    """Whether a dog lies on one of two hexes and so opens the lock between them (CM-148)."""
    return any(now.where(dog) in (one, other) for dog in n.DOGS)


def _enter(run: Run, target: int) -> Play:
    """The token goes to the hex; the Shepherd's cube shifts, and the ground does what it does (CM-027, CM-141)."""
    now = run.now
    here = now.hex.id
    if now.map.wall(here, target) == "locked" and not _dog_opens(now, here, target):
        _picked(run)
    side = _side(now, here, target)
    run.t.move(n.PARTY, n.on_hex(target), face_up=True)
    run.t.add(n.MOVED, 1)
    run.t.set(n.LAST, (str(here), str(target)))
    run.t.tell("went", hex=target, terrain=run.now.hex.terrain, skulls=run.now.hex.skulls)
    for hero in run.now.heroes:
        before = run.now.cubes(hero)
        after = run.now.model(hero).shift(before, DIRECTIONS[side])
        if after != before:
            run.t.set(n.cubes(hero), after)
            run.t.tell("shifted", hero=hero, direction=f"direction_{DIRECTIONS[side]}")
    yield from effects.carry_out(run, run.content.terrains[run.now.hex.terrain].on_enter)
    changes.check_victory(run)


def _picked(run: Run) -> None:
    """Somebody picks the lock; a Pick Lock whose cube leaves after use leaves now (CM-025)."""
    shown = run.now.cheapest("pick_lock")
    if shown is not None:
        run.t.tell("lock_picked", hero=shown[0])
        changes.used_icon(run, *shown)


def _flown(run: Run) -> None:
    """Fly is used; where it costs cubes they leave now (CM-056)."""
    shown = run.now.cheapest("fly")
    if shown is not None:
        changes.used_icon(run, *shown)


def _side(now: Situation, here: int, target: int) -> int:
    grid = now.map.grid
    return next(d for d in range(len(DIRECTIONS)) if grid.step(str(here), d) == str(target))
