"""An attack and the losses by it: who loses a coin, and where from (WC-086 to WC-091, WC-147, WC-155)."""

from __future__ import annotations

from functools import partial

from rules.engine import Choose, Option, PieceId, Play, Say, Seat, State, Table, Taken
from rules.games.war_chest import deeds
from rules.games.war_chest.coins import lose, supply_of
from rules.games.war_chest.effects import Follow, draw_before
from rules.games.war_chest.names import BOX, LAST
from rules.games.war_chest.position import position


def attack(t: Table, seat: Seat, frm: str, to: str) -> Play:
    """One attack: the loss, and a Pikeman's answer at the same moment (WC-147). Gives whom its effects belong to."""
    at = position(t.state)
    attacker, target = at.stacks[frm], at.stacks[to]
    follow = Follow(seat, frm, attacker.unit, attacker.owner)
    t.set(LAST, (frm, to))
    t.tell("attacked", seat=seat, unit=attacker.unit, cell=frm, target=target.unit, to=to)
    from_supply = ""
    if spare := _spare(t, to):  # with nothing to choose the coin is gone before anybody draws
        follow = yield from draw_before(t, follow)
        facts = {"seat": target.owner, "cell": to}
        choices = partial(_losses, cell=to, key=spare)
        from_supply = yield Choose(kind="guard_loss", facts=facts, seat=target.owner, choices=choices)
    if from_supply:
        t.move(t.pile(from_supply).pieces[-1], BOX, face_up=True)
        t.tell("lost_from_supply", seat=target.owner, unit=target.unit)
    else:
        _lose(t, to)
    if target.unit == "pikeman" and at.grid.distance(frm, to) == 1:
        t.tell("struck_back", seat=target.owner, unit=attacker.unit, cell=frm)
        _lose(t, frm)
    return follow


def _lose(t: Table, cell: str) -> None:
    stack = position(t.state).stacks.get(cell)
    if stack is None:
        return  # a correction has taken it away meanwhile
    gone = lose(t, cell)
    t.tell("destroyed" if gone else "lost_coin", seat=stack.owner, unit=stack.unit, cell=cell)


def _spare(t: Table, cell: str) -> str:
    """The supply from which the owner of an attacked Royal Guard may lose the coin instead; empty when there is no such
    coin (WC-155, WC-156)."""
    stack = position(t.state).stacks[cell]
    if stack.unit != "royal_guard":
        return ""
    key = supply_of(t.state, stack.owner, stack.unit)
    return key if len(t.pile(key)) else ""


def _losses(seen: State, cell: str, key: str) -> tuple[Option, ...]:
    spare, own = seen.pile(key).top, deeds.top(seen, cell)
    found: list[Option] = []  # both are there, unless the host has corrected something meanwhile
    if isinstance(spare, PieceId):
        found.append(Option("supply", key, Say("lose_from_supply", {}), Taken(str(seen.pile(key).spot), spare)))
    if own is not None or not found:
        gesture = None if own is None else Taken(cell, own)
        found.append(Option("unit", "", Say("lose_from_unit", {"cell": cell}), gesture, cell=cell))
    return tuple(found)
