"""Where a unit may go and what it may attack: pure geometry and the restrictions of the units (WC-075 to WC-165)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Refusal
from rules.games.war_chest.pieces import units
from rules.games.war_chest.position import Position, Stack

LEADER_REACH = 2
"""Within how many hexes Ensign and Marshall command (WC-110, WC-140)."""


def move_refusal(at: Position, frm: str, to: str) -> Refusal | None:
    """Why a unit cannot make an ordinary move (WC-077)."""
    if at.grid.distance(frm, to) != 1:
        return Refusal("not_adjacent", "WC-077", {"cell": to})
    return None if at.is_empty(to) else Refusal("space_occupied", "WC-077", {"cell": to})


def target_refusal(at: Position, attacker: Stack, to: str) -> Refusal | None:
    """Why what stands on a hex cannot be attacked by this unit from anywhere: WC-090, WC-091, WC-125."""
    target = at.stacks.get(to)
    if target is None:
        return Refusal("no_target", "WC-091", {"cell": to})
    if target.side == attacker.side:
        return Refusal("friendly_target", "WC-090", {"unit": target.unit, "cell": to})
    if target.unit == "knight" and not attacker.is_bolstered:
        return Refusal("needs_bolstered_attacker", "WC-125", {"unit": attacker.unit, "cell": to})
    return None


def attack_refusal(at: Position, frm: str, to: str) -> Refusal | None:
    """Why a unit cannot make an ordinary attack on what stands there: WC-086, WC-101, WC-131."""
    attacker = at.stacks[frm]
    if not units()[attacker.unit].attack:
        rule = "WC-101" if attacker.unit == "archer" else "WC-131"
        return Refusal("attack_only_by_tactic", rule, {"unit": attacker.unit})
    if at.grid.distance(frm, to) != 1:
        return Refusal("not_adjacent", "WC-086", {"cell": to})
    return target_refusal(at, attacker, to)


def control_refusal(at: Position, cell: str) -> Refusal | None:
    """Why a unit cannot take control where it stands (WC-082)."""
    if cell not in at.locations:
        return Refusal("not_a_location", "WC-082", {"cell": cell})
    if at.markers.get(cell) == at.stacks[cell].side:
        return Refusal("already_controlled", "WC-082", {"cell": cell})
    return None


def shot_refusal(at: Position, frm: str, to: str) -> Refusal | None:
    """Why an Archer (WC-100) or a Crossbowman (WC-108) cannot shoot at what stands there."""
    shooter = at.stacks[frm]
    is_straight = shooter.unit == "crossbowman"
    rule = "WC-108" if is_straight else "WC-100"
    if at.grid.distance(frm, to) != 2:
        return Refusal("wrong_distance", rule, {"unit": shooter.unit, "cell": to})
    if is_straight:
        line = at.grid.line(frm, to)
        if line is None:
            return Refusal("not_straight_line", rule, {"unit": shooter.unit, "cell": to})
        if not at.is_empty(line[0]):
            return Refusal("path_blocked", rule, {"cell": line[0]})
    return target_refusal(at, shooter, to)


def targets(at: Position, frm: str) -> tuple[str, ...]:
    """Whom a unit may attack in the ordinary way from where it stands."""
    return tuple(to for to in at.grid.neighbours(frm) if attack_refusal(at, frm, to) is None)


def targets_after(at: Position, frm: str, to: str) -> tuple[str, ...]:
    """Whom a unit could attack if it stood on another hex (WC-107)."""
    attacker = at.stacks[frm]
    return tuple(c for c in at.grid.neighbours(to) if c != frm and target_refusal(at, attacker, c) is None)


def steps(at: Position, frm: str) -> tuple[str, ...]:
    """Where a unit may move in the ordinary way."""
    return tuple(to for to in at.grid.neighbours(frm) if at.is_empty(to))


def two_steps(at: Position, frm: str) -> tuple[str, ...]:
    """Where two steps through empty hexes lead, not back to where they began (WC-098, WC-135), nearest first."""
    ends = {end for middle in steps(at, frm) for end in steps(at, middle)}
    return tuple(cell for cell in at.grid.within(frm, 2) if cell in ends)


def charges(at: Position, frm: str) -> Iterator[tuple[str, str]]:
    """Where a Lancer rides to in a straight line, and the enemy that it would attack from there (WC-130)."""
    for direction in range(len(at.grid.DIRECTIONS)):
        for count in (1, 2):
            to, target = at.grid.step(frm, direction, count), at.grid.step(frm, direction, count + 1)
            if to is None or not at.is_empty(to):
                break
            if target is not None and target in at.stacks and at.stacks[target].side != at.stacks[frm].side:
                yield to, target


def blocked_ways(at: Position, frm: str) -> Iterator[tuple[str, Refusal]]:
    """Where two steps would lead if nothing stood in the way or at the end (WC-098)."""
    open_to = two_steps(at, frm)
    for to in at.grid.within(frm, 2):
        if at.grid.distance(frm, to) == 2 and to not in open_to:
            if at.is_empty(to):
                between = [c for c in at.grid.neighbours(frm) if at.grid.distance(c, to) == 1]
                yield to, Refusal("path_blocked", "WC-098", {"cell": between[0]})
            else:
                yield to, Refusal("space_occupied", "WC-098", {"cell": to})


def blocked_charges(at: Position, frm: str) -> Iterator[tuple[str, str, Refusal]]:
    """Where a Lancer would ride to, and the enemy in line, if nothing stood on the way (WC-130)."""
    for direction in range(len(at.grid.DIRECTIONS)):
        way: list[str] = []
        for count in (1, 2):
            to, target = at.grid.step(frm, direction, count), at.grid.step(frm, direction, count + 1)
            if to is None or target is None:
                break
            way.append(to)
            stands = next((cell for cell in way if not at.is_empty(cell)), None)
            if stands and target in at.stacks and at.stacks[target].side != at.stacks[frm].side:
                yield to, target, Refusal("path_blocked", "WC-130", {"cell": stands})


def led(at: Position, leader: str) -> tuple[str, ...]:
    """The other friendly units within reach of an Ensign or a Marshall (WC-110, WC-140, WC-226)."""
    side = at.stacks[leader].side
    return tuple(c for c in at.grid.within(leader, LEADER_REACH) if c in at.stacks and at.stacks[c].side == side)


def led_steps(at: Position, leader: str, unit: str) -> tuple[str, ...]:
    """Where a unit that an Ensign leads may move: it stays within reach of the Ensign (WC-110)."""
    return tuple(to for to in steps(at, unit) if at.grid.distance(leader, to) <= LEADER_REACH)


def guard_rides(at: Position, frm: str) -> tuple[str, ...]:
    """Where a Royal Guard of the later printing may go by its tactic: one or two steps, to an own location (WC-158)."""
    ends = {*steps(at, frm), *two_steps(at, frm)}
    side = at.stacks[frm].side
    return tuple(cell for cell in at.grid.within(frm, 2) if cell in ends and at.markers.get(cell) == side)


def deploy_refusal(at: Position, unit: str, side: str, cell: str) -> Refusal | None:
    """Why a unit cannot be deployed on a hex: WC-041, WC-042, WC-044, WC-120, WC-150."""
    if len(at.cells_of(unit)) >= units()[unit].units:
        return Refusal("already_on_board", "WC-120" if unit == "footman" else "WC-044", {"unit": unit})
    is_scouted = unit == "scout" and any(
        at.stacks[c].side == side for c in at.grid.neighbours(cell) if not at.is_empty(c)
    )
    if at.markers.get(cell) != side and not is_scouted:
        known = cell in at.locations
        return Refusal("not_controlled_location" if known else "not_a_location", "WC-041", {"cell": cell})
    return None if at.is_empty(cell) else Refusal("space_occupied", "WC-042", {"cell": cell})
