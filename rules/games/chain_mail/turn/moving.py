"""One hero moves cubes on its own card, by its own rules (CM-051 to CM-057, 2.7); what comes of it the caller carries
out."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Option, Play, Say
from rules.games.chain_mail import changes, effects, heroes, names as n, rolling
from rules.games.chain_mail.asking import decide
from rules.games.chain_mail.heroes.movement import Movement
from rules.games.chain_mail.situation import Run, Situation


def first_action(run: Run, hero: str) -> Play:
    """What a status does before a hero's first action of the turn (R33). Whether the hero can still act."""
    rule = run.now.status_rule(hero, "damage_before_first_action")
    mark = f"poison:{hero}"
    if rule is not None and not run.now.has(n.USED_THIS_TURN, mark):
        run.mark(n.USED_THIS_TURN, mark)
        run.t.tell("poisoned", hero=hero, count=rule.n)
        yield from effects.damage(run, hero, rule.n)
    return run.now.is_standing(hero)


def movement_options(now: Situation, hero: str) -> Iterator[Option]:
    """Every movement, with the space to tap, and why others are not possible."""
    card = now.card(hero)
    for movement in heroes.model_of(card).movements(now.cubes(hero)):
        yield Option(
            f"cube:{hero}:{movement.key}",
            movement,
            _said(now, hero, movement),
            refusal=movement.refusal,
            cell=f"{hero}.{movement.to}",
            from_cell=f"{hero}.{movement.frm}" if movement.frm else "",
        )


def _said(now: Situation, hero: str, movement: Movement) -> Say:
    icons = tuple(f.action for f in movement.fires)
    facts = {
        "hero": hero,
        "spaces": _spaces(now, hero, movement),
        "icons": icons,
        "needs": movement.needs,
        "count": movement.spaces,
    }
    return Say("move_cube_roll" if movement.needs else "move_cube", facts)


def _spaces(now: Situation, hero: str, movement: Movement) -> tuple[str, ...]:
    """Where the cubes go, as the card calls it."""
    return tuple(now.model(hero).labels.get(to, to) for _, to in movement.steps)


def can_move(now: Situation, hero: str) -> bool:
    """Whether any movement is possible."""
    return any(m.refusal is None for m in now.model(hero).movements(now.cubes(hero)))


def take_movement(run: Run, hero: str, movement: Movement) -> Play:
    """The cubes are moved; the Thief rolls whether he keeps his head (CM-114, CM-115). Gives the icons that come
    about. Where the cubes stand otherwise than when it was chosen, because of something done at any time, it is chosen
    anew; also where the host has accepted a space that no cube can get to, which says of no cube that it moves."""
    named = movement.refusal is None or movement.refusal.code != "illegal_cube_move"
    if not named or movement not in run.now.model(hero).movements(run.now.cubes(hero)):
        return (yield from choose_movement(run, hero, "extra_movement")) or ()
    run.t.set(n.cubes(hero), movement.cubes)
    run.t.tell("moved_cubes", hero=hero, spaces=_spaces(run.now, hero, movement))
    if movement.needs and not (yield from _keeps_head(run, hero, movement)):
        changes.take_cubes(run, hero, run.now.cubes(hero))
        run.t.tell("disoriented", hero=hero)
        return ()
    return movement.fires


def _keeps_head(run: Run, hero: str, movement: Movement) -> Play:
    facts = {"hero": hero, "needs": movement.needs}
    dice = yield from rolling.roll(
        run,
        "roll_disorientation",
        1,
        facts=facts,
        outcome=lambda dice: dice[0] >= movement.needs,
        rights=list(rolling.rights_of(run.now, hero)),
        hero=hero,
    )
    return dice[0] >= movement.needs


def choose_movement(run: Run, hero: str, kind: str) -> Play:
    """The hero's leader moves cubes, which cannot be skipped while it is possible (CM-052, J-9). Gives the icons; None
    when no cube can move."""
    if not can_move(run.now, hero):
        run.t.tell("cannot_move_cubes", hero=hero)
        return None
    movement = yield from decide(run, kind, lambda now: movement_options(now, hero), hero=hero, forced=True)
    return (yield from take_movement(run, hero, movement))
