"""The maneuvers of a unit as options: what it does, from where, to where, and how hands show it on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from rules.engine import Gesture, Laid, Moved, Option, PieceId, Refusal, Say, State, Taken
from rules.games.war_chest import reach
from rules.games.war_chest.board import grid
from rules.games.war_chest.names import field, stock
from rules.games.war_chest.pieces import units
from rules.games.war_chest.position import Position
from rules.games.war_chest.settings import House


class Do(Enum):
    """What a unit does; the value is the first part of the option's key and its sentence."""

    MOVE = "move"
    ATTACK = "attack"
    CONTROL = "control"
    SHOOT = "shoot"  # Archer, Crossbowman
    RIDE = "ride"  # Light Cavalry, Royal Guard
    CHARGE = "charge"  # Lancer: to a hex, then the next in line is attacked
    SWOOP = "swoop"  # Cavalry: to a hex, then an enemy beside it is attacked
    LEAD = "lead"  # Ensign: another unit moves
    ORDER = "order"  # Marshall: another unit attacks
    BOTH = "both"  # Footman: one maneuver with each


@dataclass(frozen=True)
class Deed:
    """One maneuver: the acting unit's hex (for LEAD and ORDER that of the unit that obeys), the hex that it is about,
    and for CHARGE the hex that is attacked."""

    do: Do
    frm: str
    to: str
    target: str = ""


def top(state: State, cell: str) -> PieceId | None:
    """The coin that lies on top of the unit there."""
    piece = state.pile(field(cell)).top
    return piece if isinstance(piece, PieceId) else None


def _option(state: State, at: Position, deed: Deed, refusal: Refusal | None = None) -> Option:
    unit = at.stacks[deed.frm].unit
    facts = {"unit": unit, "cell": deed.frm, "to": deed.to}
    if (victim := at.stacks.get(deed.target or deed.to)) is not None:
        facts["target"] = victim.unit
    ways = _gestures(state, at, deed)
    key = ":".join(dict.fromkeys((deed.do.value, deed.frm, deed.to)))
    say = Say(deed.do.value, facts)
    return Option(key, deed, say, ways[0] if ways else None, refusal, also=ways[1:], cell=deed.to)


def _gestures(state: State, at: Position, deed: Deed) -> tuple[Gesture, ...]:
    """How hands do it on the table: the unit moves, the enemy's top coin is taken, or a marker is laid."""
    match deed.do:
        case Do.ATTACK | Do.SHOOT | Do.ORDER:
            coin = top(state, deed.to)
            return () if coin is None else (Taken(deed.to, coin),)
        case Do.CONTROL:
            side = at.stacks[deed.frm].side
            left = state.pile(stock(side)).pieces
            return (Taken(stock(side), left[0]), Laid(deed.to, left[0])) if left else ()
        case Do.BOTH:
            return ()
        case Do.RIDE if at.stacks[deed.frm].unit == "light_cavalry" and at.grid.distance(deed.frm, deed.to) == 1:
            return ()  # round a corner to the next hex: on the table that is an ordinary move
        case _:
            coin = top(state, deed.frm)
            return () if coin is None else (Moved(coin, deed.frm, deed.to),)


def moves(state: State, at: Position, frm: str) -> Iterator[Option]:
    """Ordinary moves to every neighbouring hex; occupied ones are refused."""
    for to in at.grid.neighbours(frm) if frm in at.stacks else ():
        yield _option(state, at, Deed(Do.MOVE, frm, to), reach.move_refusal(at, frm, to))


def far_moves(state: State, at: Position, frm: str) -> Iterator[Option]:
    """Moves that are too far or off the board, for whoever makes one by hand (WC-005, WC-077)."""
    if frm not in at.stacks:
        return
    for to in grid(4).cells:
        if to not in at.grid.cells:
            yield _option(state, at, Deed(Do.MOVE, frm, to), Refusal("off_board", "WC-005", {"cell": to}))
        elif at.grid.distance(frm, to) > 1 and at.is_empty(to):
            yield _option(state, at, Deed(Do.MOVE, frm, to), reach.move_refusal(at, frm, to))


def far_attacks(state: State, at: Position, frm: str) -> Iterator[Option]:
    """Attacks on the own side, for whoever takes a coin there by hand (WC-090); what the unit leads is taken up to be
    moved."""
    attacker = at.stacks[frm]
    led = reach.led(at, frm) if attacker.unit == "ensign" else ()
    for to, stack in at.stacks.items():
        if stack.side == attacker.side and stack.unit != attacker.unit and to not in led:
            yield _option(state, at, Deed(Do.ATTACK, frm, to), reach.target_refusal(at, attacker, to))


def far_plain(state: State, at: Position, cells: Iterable[str]) -> Iterator[Option]:
    """What is too far or on the own side for ordinary maneuvers of these units."""
    for cell in (c for c in cells if c in at.stacks):
        yield from far_moves(state, at, cell)
        yield from far_attacks(state, at, cell)


def far_commands(state: State, at: Position, leader: str) -> Iterator[Option]:
    """What an Ensign or a Marshall is too far away for, for whoever tries it by hand (WC-110, WC-140)."""
    near, chief = reach.led(at, leader), at.stacks[leader]
    for cell, stack in at.stacks.items():
        if cell == leader or stack.side != chief.side:
            continue
        is_near = cell in near
        if chief.unit == "ensign":
            within = reach.led_steps(at, leader, cell) if is_near else ()
            for to in (c for c in reach.steps(at, cell) if c not in within):
                why = Refusal("out_of_range_of_leader", "WC-110", {"unit": chief.unit, "cell": to if is_near else cell})
                yield _option(state, at, Deed(Do.LEAD, cell, to), why)
        elif chief.unit == "marshall" and not is_near:
            for to in reach.targets(at, cell):
                why = Refusal("out_of_range_of_leader", "WC-140", {"unit": chief.unit, "cell": cell})
                yield _option(state, at, Deed(Do.ORDER, cell, to), why)


def attacks(state: State, at: Position, frm: str) -> Iterator[Option]:
    """Ordinary attacks on every enemy; those out of reach are refused."""
    for to in _enemies(at, frm):
        yield _option(state, at, Deed(Do.ATTACK, frm, to), reach.attack_refusal(at, frm, to))


def control(state: State, at: Position, frm: str) -> Iterator[Option]:
    """Taking control where the unit stands; markers run out only by a correction, since the last one wins."""
    if len(state.pile(stock(at.stacks[frm].side))) == 0:
        return
    yield _option(state, at, Deed(Do.CONTROL, frm, frm), reach.control_refusal(at, frm))


def plain(state: State, at: Position, frm: str) -> Iterator[Option]:
    """Everything that a unit may do without its tactic; nothing where a correction has taken it away."""
    if frm not in at.stacks:
        return
    yield from moves(state, at, frm)
    yield from attacks(state, at, frm)
    yield from control(state, at, frm)


def can_act(state: State, at: Position, frm: str) -> bool:
    """Whether a unit has any legal move, attack or control."""
    return any(o.refusal is None for o in plain(state, at, frm))


def _enemies(at: Position, frm: str) -> tuple[str, ...]:
    if frm not in at.stacks:
        return ()
    side = at.stacks[frm].side
    return tuple(cell for cell, stack in at.stacks.items() if stack.side != side)


# -- tactics -----------------------------------------------------------------------------------------------------------

Tactic = Callable[[State, Position, str, House], Iterator[Option]]
"""The options of a tactic of the unit on a hex."""


def _shots(state: State, at: Position, frm: str, house: House) -> Iterator[Option]:
    for to in _enemies(at, frm):
        yield _option(state, at, Deed(Do.SHOOT, frm, to), reach.shot_refusal(at, frm, to))


def _rides(state: State, at: Position, frm: str, house: House) -> Iterator[Option]:
    for to in reach.two_steps(at, frm):
        yield _option(state, at, Deed(Do.RIDE, frm, to))


def _guard(state: State, at: Position, frm: str, house: House) -> Iterator[Option]:
    for to in reach.guard_rides(at, frm) if house.far_guard else reach.steps(at, frm):
        yield _option(state, at, Deed(Do.RIDE, frm, to))


def _charges(state: State, at: Position, frm: str, house: House) -> Iterator[Option]:
    for to, target in reach.charges(at, frm):
        yield _option(state, at, Deed(Do.CHARGE, frm, to, target), reach.target_refusal(at, at.stacks[frm], target))


def _swoops(state: State, at: Position, frm: str, house: House) -> Iterator[Option]:
    for to in reach.steps(at, frm):
        if reach.targets_after(at, frm, to):
            yield _option(state, at, Deed(Do.SWOOP, frm, to))


def _leads(state: State, at: Position, frm: str, house: House) -> Iterator[Option]:
    for unit in reach.led(at, frm):
        for to in reach.led_steps(at, frm, unit):
            yield _option(state, at, Deed(Do.LEAD, unit, to))


def _orders(state: State, at: Position, frm: str, house: House) -> Iterator[Option]:
    for unit in reach.led(at, frm):
        near = [cell for cell in at.grid.neighbours(unit) if cell in _enemies(at, frm)]
        for to in near:  # whoever attacks by a tactic alone, or may not attack a Knight, is listed and refused
            yield _option(state, at, Deed(Do.ORDER, unit, to), reach.attack_refusal(at, unit, to))


def _both(state: State, at: Position, frm: str, house: House) -> Iterator[Option]:
    cells = at.cells_of("footman")
    if frm == cells[0]:  # one tactic for both of them
        able = any(can_act(state, at, cell) for cell in cells)
        refusal = None if able else Refusal("tactic_incomplete", "WC-124", {"unit": "footman"})
        yield Option("both", Deed(Do.BOTH, frm, frm), Say("both", {"unit": "footman"}), refusal=refusal)


_TACTICS: Final[Mapping[str, Tactic]] = {
    "archer": _shots,
    "crossbowman": _shots,
    "light_cavalry": _rides,
    "lancer": _charges,
    "cavalry": _swoops,
    "ensign": _leads,
    "marshall": _orders,
    "footman": _both,
    "royal_guard": _guard,
}

_RULES: Final[Mapping[str, str]] = {
    "archer": "WC-100",
    "crossbowman": "WC-108",
    "light_cavalry": "WC-135",
    "lancer": "WC-132",
    "cavalry": "WC-107",
    "ensign": "WC-110",
    "marshall": "WC-140",
    "footman": "WC-124",
    "royal_guard": "WC-158",
}


def tactic(state: State, at: Position, frm: str, house: House) -> tuple[Option, ...]:
    """The tactic of the unit on a hex. When none of it can be carried out, one option says so (WC-096)."""
    unit = units()[at.stacks[frm].unit]
    if not unit.tactic:
        return ()
    found = tuple(_TACTICS[unit.tactic](state, at, frm, house))
    if found or unit.name == "footman":
        return found
    refusal = Refusal("tactic_incomplete", _RULES[unit.name], {"unit": unit.name})
    return (Option("tactic", None, Say("tactic", {"unit": unit.name}), refusal=refusal),)


def blocked(state: State, at: Position, frm: str, house: House) -> Iterator[Option]:
    """The ends of a tactic's ways on which something stands in the way, with the reason (WC-098, WC-130, WC-158)."""
    unit, side = at.stacks[frm].unit, at.stacks[frm].side
    if unit == "lancer":
        for to, target, why in reach.blocked_charges(at, frm):
            yield _option(state, at, Deed(Do.CHARGE, frm, to, target), why)
    elif unit == "light_cavalry" or (unit == "royal_guard" and house.far_guard):
        for to, why in reach.blocked_ways(at, frm):
            if unit == "light_cavalry" or at.markers.get(to) == side:
                yield _option(state, at, Deed(Do.RIDE, frm, to), why)


def maneuvers(state: State, at: Position, unit: str, house: House, *, royal: bool = False) -> tuple[Option, ...]:
    """Everything that a coin of this unit may pay for with the units of its kind on the board; a Royal Coin pays for
    the Royal Guard's tactic alone, and that is paid by nothing else (WC-157)."""
    return tuple(_maneuvers(state, at, unit, house, royal=royal))


def can_maneuver(state: State, at: Position, unit: str, house: House, *, royal: bool = False) -> bool:
    """Whether a coin of this unit may pay for anything on the board; the first that may ends the search."""
    return any(o.refusal is None for o in _maneuvers(state, at, unit, house, royal=royal))


def _maneuvers(state: State, at: Position, unit: str, house: House, *, royal: bool) -> Iterator[Option]:
    for cell in at.cells_of(unit):
        if not royal:
            yield from plain(state, at, cell)
        if royal or unit != "royal_guard":
            yield from tactic(state, at, cell, house)
            yield from blocked(state, at, cell, house)
