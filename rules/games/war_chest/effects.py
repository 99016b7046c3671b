"""What follows from a maneuver: Swordsman's step, Berserker's repeats, Warrior Priest's draw, Mercenary's bonus.

All of it belongs to the owner of the unit, also when a teammate's Ensign or Marshall gave the order (WC-142, A-10).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from rules.engine import Option, Play, Say, Seat, State, Table
from rules.games.war_chest import deeds
from rules.games.war_chest.asking import Decide
from rules.games.war_chest.coins import LOOK_ALIKES
from rules.games.war_chest.names import BOX, bag, drawn, face_up, field
from rules.games.war_chest.position import Position, position
from rules.games.war_chest.settings import house


@dataclass(frozen=True)
class Follow:
    """Whose turn it is, where the unit stands that acted, what it is and whose; `has_drawn`: a Warrior Priest's coin
    was drawn already."""

    active: Seat
    cell: str
    unit: str
    owner: Seat
    has_drawn: bool = False


def _counts(t: Table, follow: Follow) -> bool:
    """Whether a unit's own effects happen at all: a teammate's may have been switched off."""
    return follow.owner == follow.active or bool(t.settings["partner_triggers"])


def _stands(t: Table, follow: Follow) -> bool:
    """Whether the unit is still there; what a fallen one would do itself is lost (A-16)."""
    stack = position(t.state).stacks.get(follow.cell)
    return stack is not None and (stack.unit, stack.owner) == (follow.unit, follow.owner)


# -- Swordsman ---------------------------------------------------------------------------------------------------------


def step_on(t: Table, follow: Follow) -> Play:
    """A Swordsman may move one hex after it attacked (WC-160)."""
    if follow.unit != "swordsman" or not _stands(t, follow) or not _counts(t, follow):
        return None
    if not any(o.refusal is None for o in deeds.moves(t.state, position(t.state), follow.cell)):
        return None
    facts = {"seat": follow.owner, "unit": follow.unit, "cell": follow.cell}
    choices = partial(_steps_or_stop, cell=follow.cell)
    far = partial(_far_steps, cell=follow.cell)
    return (yield Decide(kind="step_on", facts=facts, seat=follow.owner, choices=choices, button="stop", far=far))


def _steps_or_stop(seen: State, cell: str) -> tuple[Option, ...]:
    return (*deeds.moves(seen, position(seen), cell), Option("stop", None, Say("stop")))


def _far_steps(seen: State, cell: str) -> Iterator[Option]:
    return deeds.far_moves(seen, position(seen), cell)


def _far(seen: State, cell: str) -> Iterator[Option]:
    return deeds.far_plain(seen, position(seen), (cell,))


# -- Berserker ---------------------------------------------------------------------------------------------------------


def again(t: Table, follow: Follow) -> Play:
    """A Berserker of two coins or more may spend one to maneuver again (WC-102); what it does then asks anew."""
    if follow.unit != "berserker" or not _stands(t, follow) or not _counts(t, follow):
        return None
    before = house(t).berserker_height_before
    if not any(o.refusal is None for o in _repeats(t.state, follow.cell, before)[:-1]):
        return None
    facts = {"seat": follow.owner, "unit": follow.unit, "cell": follow.cell}
    choices = partial(_repeats, cell=follow.cell, before=before)
    far = partial(_far, cell=follow.cell)
    deed = yield Decide(kind="repeat", facts=facts, seat=follow.owner, choices=choices, button="stop", far=far)
    if deed is None:
        return None
    to = BOX if t.settings["berserker_coin_to_box"] else face_up(follow.owner)
    t.move(t.pile(field(follow.cell)).pieces[-1], to, face_up=True)
    t.tell("spent_coin", seat=follow.owner, unit=follow.unit, cell=follow.cell)
    return deed


def _repeats(seen: State, cell: str, before: bool) -> tuple[Option, ...]:
    """What a Berserker can do again: judged as it stands after the coin was spent (WC-106)."""
    at = position(seen)
    if cell not in at.stacks or not at.stacks[cell].is_bolstered:
        return (Option("stop", None, Say("stop")),)
    after: Position = at if before else at.lowered(cell)
    return (*deeds.plain(seen, after, cell), Option("stop", None, Say("stop")))


# -- Warrior Priest ----------------------------------------------------------------------------------------------------


def draw_before(t: Table, follow: Follow) -> Play:
    """A Warrior Priest that attacks a Royal Guard draws before the defender chooses (WC-170)."""
    if follow.unit == "warrior_priest" and _counts(t, follow):
        yield from _draw(t, follow)
        return replace(follow, has_drawn=True)
    return follow


def bless(t: Table, follow: Follow) -> Play:
    """After a Warrior Priest's attack or control its owner draws a coin (WC-165 to WC-169); whether one is there."""
    if follow.unit != "warrior_priest" or t.result is not None or not _counts(t, follow):
        return False
    if not follow.has_drawn:
        if not _stands(t, follow) and not t.settings["dead_priest_draws"]:
            return False
        yield from _draw(t, follow)
    return len(t.pile(drawn(follow.owner))) > 0


def _draw(t: Table, follow: Follow) -> Play:
    """One coin out of the own bag, refilled where it is empty; none where there is none (WC-166, WC-169)."""
    if not LOOK_ALIKES.ready(t, follow.owner, 1):
        t.tell("nothing_to_draw", seat=follow.owner)
        return
    yield from LOOK_ALIKES.draw(t, follow.owner, drawn(follow.owner), 1, "bless")
    t.tell("blessed", seat=follow.owner, left=len(t.pile(bag(follow.owner))))


# -- Mercenary ---------------------------------------------------------------------------------------------------------


def hired(t: Table, seat: Seat) -> Play:
    """After a Mercenary coin was recruited the Mercenary on the board may make one maneuver (WC-145, WC-146)."""
    cells = position(t.state).cells_of("mercenary")
    if not cells or not deeds.can_act(t.state, position(t.state), cells[0]):
        return None
    facts = {"seat": seat, "unit": "mercenary", "cell": cells[0]}
    choices, far = partial(_plain_or_stop, cell=cells[0]), partial(_far, cell=cells[0])
    return (yield Decide(kind="hired", facts=facts, seat=seat, choices=choices, button="stop", far=far))


def _plain_or_stop(seen: State, cell: str) -> tuple[Option, ...]:
    return (*deeds.plain(seen, position(seen), cell), Option("stop", None, Say("stop")))
