"""The flow of a turn: a coin is used, a unit acts, what follows is finished before the next (WC-030, WC-097)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from rules.engine import ALL, UNSEEN, Option, Play, Say, Seat, State, Table, agree_on_draw
from rules.games.war_chest import deeds, effects, names as n
from rules.games.war_chest.asking import Decide
from rules.games.war_chest.coins import (
    LOOK_ALIKES,
    pay_face_down,
    place,
    shift,
    supply_of,
    take_control,
)
from rules.games.war_chest.deeds import Deed, Do
from rules.games.war_chest.effects import Follow
from rules.games.war_chest.fighting import attack
from rules.games.war_chest.offers import (
    FaceDown,
    Pay,
    Use,
    far_maneuvers,
    far_uses,
    maneuver_options,
    secret_options,
    turns,
    uses,
)
from rules.games.war_chest.outlook import nobody_can_win
from rules.games.war_chest.position import position
from rules.games.war_chest.reach import targets_after
from rules.games.war_chest.settings import house

# -- using a coin ------------------------------------------------------------------------------------------------------


def use_coin(t: Table, seat: Seat, pile: str, kind: str, *, boundary: bool = False) -> Play:
    """One coin of a pile pays for one action (WC-030, WC-035). What was paid can be taken back until the action is
    chosen (A-18). In the own turn a draw may be offered before (A-12)."""
    done = was_refused = False
    while not done:
        facts = {"seat": seat, "left": len(t.pile(pile))}
        listed: Callable[..., tuple[Option, ...]] = partial(turns, was_refused=was_refused) if kind == "turn" else uses
        use = yield Decide(
            kind=kind,
            facts=facts,
            boundary=boundary and not was_refused,
            seat=seat,
            choices=partial(listed, seat=seat, pile=pile, rules=house(t)),
            far=partial(far_uses, seat=seat, pile=pile, rules=house(t)),
        )
        done = yield from _use(t, seat, pile, use)
        was_refused = was_refused or use.pay is Pay.OFFER_DRAW


def _use(t: Table, seat: Seat, pile: str, use: Use) -> Play:
    """Carries the use of a coin out; False when the coin was taken back, or is still to be used."""
    match use.pay:
        case Pay.OFFER_DRAW:
            return (yield from agree_on_draw(t, seat, nobody_can_win))
        case Pay.DEPLOY | Pay.BOLSTER:
            place(t, seat, pile, use.unit, use.cell)
            t.set(n.LAST, (use.cell,))
            height = position(t.state).stacks[use.cell].height
            t.tell(use.pay.value, seat=seat, unit=use.unit, cell=use.cell, height=height)
            return True
        case Pay.FACE_UP:
            return (yield from _maneuver(t, seat, pile, use.unit))
        case Pay.FACE_DOWN:
            return (yield from _secretly(t, seat, pile, use.unit))


def _maneuver(t: Table, seat: Seat, pile: str, kind: str) -> Play:
    """The coin goes face-up on the discard before the unit acts (WC-075)."""
    coin = LOOK_ALIKES.bring_out(t, seat, pile, kind)
    t.move(coin, n.face_up(seat), frm=pile, face_up=True)
    t.tell("paid", seat=seat, unit=kind)
    unit = "royal_guard" if n.is_royal(kind) else kind
    facts = {"seat": seat, "unit": unit}
    rules = house(t)
    choices = partial(maneuver_options, unit=unit, rules=rules, royal=n.is_royal(kind))
    deed = yield Decide(kind="maneuver", facts=facts, seat=seat, choices=choices, far=partial(far_maneuvers, unit=unit))
    if deed is None:
        t.move(coin, pile, face_up=False)
        t.tell("took_back", seat=seat)
        return False
    yield from carry_out(t, seat, deed)
    return True


def _secretly(t: Table, seat: Seat, pile: str, kind: str) -> Play:
    """The coin goes face-down on the discard, then the action is said, which everybody hears (WC-I14)."""
    pay_face_down(t, seat, pile, kind)
    t.tell("paid_face_down", seat=seat)
    choices = partial(secret_options, seat=seat)
    face = yield Decide(kind="face_down", facts={"seat": seat}, seat=seat, choices=choices, button="pass")
    if face is None:
        coin = next((p for p in t.pile(n.face_down(seat)) if kind and p.kind == kind), UNSEEN)
        t.move(coin, pile, frm=n.face_down(seat), face_up=False)
        t.tell("took_back", seat=seat)
        return False
    match face:
        case FaceDown.PASS:
            t.tell("passed", seat=seat)
        case FaceDown.CLAIM:
            claim(t, seat)
        case str():
            yield from _recruit(t, seat, face)
    return True


def give_initiative(t: Table, seat: Seat) -> None:
    """The marker of initiative comes to lie before a seat, its faction's side up."""
    up = n.faction_of(t.state, seat) != n.WOLF
    t.move(n.MARKER_PIECE, n.initiative_place(seat), face_up=up, also=ALL)
    t.set(n.HOLDER, seat)


def claim(t: Table, seat: Seat) -> None:
    """Takes the marker of initiative; it counts from the next round on (WC-060, WC-031)."""
    before = t[n.HOLDER]
    give_initiative(t, seat)
    t.set(n.CHANGED, True)
    t.tell("claimed", seat=seat, other=before)


def _recruit(t: Table, seat: Seat, unit: str) -> Play:
    """One coin of the supply goes face-up on the discard (WC-065, WC-068, WC-069)."""
    key = supply_of(t.state, seat, unit)
    t.move(t.pile(key).pieces[-1], n.face_up(seat), face_up=True)
    t.tell("recruited", seat=seat, unit=unit, left=len(t.pile(key)))
    if unit == "mercenary":
        deed = yield from effects.hired(t, seat)
        if deed is not None:
            yield from carry_out(t, seat, deed)


# -- acting ------------------------------------------------------------------------------------------------------------


def carry_out(t: Table, seat: Seat, deed: Deed) -> Play:
    """One maneuver of the active player `seat`, to its end. It may end the match (WC-085)."""
    match deed.do:
        case Do.MOVE | Do.RIDE | Do.LEAD:
            _step(t, deed.frm, deed.to)
            stack = position(t.state).stacks[deed.to]
            yield from _go_on(t, Follow(seat, deed.to, stack.unit, stack.owner))
        case Do.ATTACK | Do.SHOOT | Do.ORDER:
            yield from _strike(t, seat, deed.frm, deed.to)
        case Do.CONTROL:
            yield from _control(t, seat, deed.frm)
        case Do.CHARGE:
            _step(t, deed.frm, deed.to)
            yield from _strike(t, seat, deed.to, deed.target)
        case Do.SWOOP:
            yield from _swoop(t, seat, deed)
        case Do.BOTH:
            yield from _both_footmen(t, seat)


def _go_on(t: Table, follow: Follow) -> Play:
    """A Berserker that may go on; what it does then comes here again (WC-102)."""
    deed = yield from effects.again(t, follow)
    if deed is not None:
        yield from carry_out(t, follow.owner, deed)


def _bless(t: Table, follow: Follow) -> Play:
    """A Warrior Priest's owner draws a coin and uses it at once (WC-165)."""
    if (yield from effects.bless(t, follow)):
        yield from use_coin(t, follow.owner, n.drawn(follow.owner), "use_drawn")


def _strike(t: Table, seat: Seat, frm: str, to: str) -> Play:
    """An attack, and what follows for the unit that attacked."""
    follow = yield from attack(t, seat, frm, to)
    deed = yield from effects.step_on(t, follow)
    if deed is not None:
        yield from carry_out(t, follow.owner, deed)
    yield from _go_on(t, follow)
    yield from _bless(t, follow)


def _step(t: Table, frm: str, to: str) -> None:
    stack = position(t.state).stacks[frm]
    shift(t, frm, to)
    t.set(n.LAST, (frm, to))
    t.tell("moved", seat=stack.owner, unit=stack.unit, cell=frm, to=to)


def _swoop(t: Table, seat: Seat, deed: Deed) -> Play:
    """Cavalry: the move, then the attack, which must follow (WC-107)."""
    victims = targets_after(position(t.state), deed.frm, deed.to)
    _step(t, deed.frm, deed.to)
    facts = {"seat": seat, "unit": "cavalry", "cell": deed.to}
    choices = partial(_attacks_on, frm=deed.to, cells=victims)
    target = yield Decide(kind="swoop_target", facts=facts, seat=seat, choices=choices, auto=True)
    yield from _strike(t, seat, deed.to, target.to)


def _attacks_on(seen: State, frm: str, cells: Iterable[str]) -> tuple[Option, ...]:
    wanted = set(cells)
    return tuple(o for o in deeds.attacks(seen, position(seen), frm) if o.cell in wanted)


def _control(t: Table, seat: Seat, cell: str) -> Play:
    """Takes control of a location for the unit's side (WC-080, WC-081); with the last marker the match is won."""
    stack = position(t.state).stacks[cell]
    lost = take_control(t, cell, stack.side)
    t.set(n.LAST, (cell,))
    left = len(t.pile(n.stock(stack.side)))
    t.tell(
        "took_control" if lost else "controlled", seat=seat, cell=cell, side=stack.side, other=lost, left=left, gain=1
    )
    if not left:
        winners = n.seats_of(t.state, stack.side)
        t.finish(winners, (Say("all_markers_placed", {"side": stack.side}),))
        return
    follow = Follow(seat, cell, stack.unit, stack.owner)
    yield from _go_on(t, follow)
    yield from _bless(t, follow)


def _both_footmen(t: Table, seat: Seat) -> Play:
    """The Footman's tactic: one maneuver with each; the first is finished before the second is judged (WC-122)."""
    cells = position(t.state).cells_of("footman")
    facts = {"seat": seat, "unit": "footman"}
    ready = [c for c in cells if deeds.can_act(t.state, position(t.state), c)]
    choices, far = partial(_plain_of, cells=tuple(ready)), partial(_far_of, cells=cells)
    first = yield Decide(kind="footman", facts=facts, seat=seat, choices=choices, far=far)
    yield from carry_out(t, seat, first)
    rest = tuple(c for c in cells if c != first.frm and c in position(t.state).stacks)
    if t.result is not None or not rest or not deeds.can_act(t.state, position(t.state), rest[0]):
        return  # one that has no legal maneuver at its turn is left out (WC-124)
    free = not house(t).footman_both
    choices, far = partial(_plain_of, cells=rest, may_stop=free), partial(_far_of, cells=rest)
    second = yield Decide(kind="footman", facts=facts, seat=seat, choices=choices, far=far)
    if second is not None:
        yield from carry_out(t, seat, second)


def _plain_of(seen: State, cells: tuple[str, ...], may_stop: bool = False) -> tuple[Option, ...]:
    at = position(seen)
    found = tuple(o for cell in cells for o in deeds.plain(seen, at, cell))
    return (*found, Option("stop", None, Say("stop"))) if may_stop else found


def _far_of(seen: State, cells: tuple[str, ...]) -> Iterable[Option]:
    return deeds.far_plain(seen, position(seen), cells)
