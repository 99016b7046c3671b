"""Faction Swap cards (CH-ACT-BUTTERFLY to -RUNESTONE, -DEED, -NETWORK, -PLOT, -PERSUADE, -REFLECTION)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Literal

from rules.engine import (
    Card,
    Choose,
    Laid,
    Option,
    PieceId,
    Play,
    Refusal,
    Say,
    Seat,
    State,
    Table,
    choose_together,
    may_lie_in,
    yes_or_no,
)
from rules.games.chesney import dice
from rules.games.chesney.characters.disguises import cover_options, take_back
from rules.games.chesney.flipping import (
    arrived,
    discard,
    discard_rest,
    exchange,
    lay_covered,
    lay_open,
    lying,
    move_card,
    replace_card,
    turn_all_up,
)
from rules.games.chesney.names import SIDES, Side, choice, proposal, slot
from rules.games.chesney.offers import NoEffect, choose_seat, choose_side, drawn_card_options
from rules.games.chesney.rounds.drawing import draw_factions
from rules.games.chesney.situation import clockwise, others, works

Direction = Literal["to_left", "to_right"]


def locked(t: Table, seat: Seat) -> dict[Seat, Refusal]:
    """The players whose faction cards no effect of this one may move, and why (CH-CHAR-OATH-01)."""
    movable = others_movable(t, seat)
    return {s: Refusal("oath_locks", "CH-CHAR-OATH-01", {"seat": s}) for s in others(t.state, seat) if s not in movable}


def others_movable(t: Table, seat: Seat) -> tuple[Seat, ...]:
    """Everybody else whose faction cards an effect of this player may move (CH-CHAR-OATH-01)."""
    return tuple(s for s in others(t.state, seat) if not works(t.state, s, "OATH"))


# -- everybody passes --------------------------------------------------------------------------------------------------


def butterfly(t: Table, seat: Seat, piece: PieceId) -> Play:
    """Everybody secretly picks an own card; all pass to the same side at once (CH-ACT-BUTTERFLY-01 to -03)."""
    direction = yield from _direction(t, seat)
    ring = _ring(t, seat)
    chosen = yield from _secret_sides(t, ring, "pass_which")
    yield from _pass_round(t, ring, chosen, direction)


def runestone(t: Table, seat: Seat, piece: PieceId) -> Play:
    """Everybody passes the card of one slot into the same slot of the neighbour (CH-ACT-RUNESTONE-01)."""
    direction = yield from _direction(t, seat)
    side: Side = yield from choose_side(t, seat, "pass_side", SIDES)
    ring = _ring(t, seat)
    yield from _pass_round(t, ring, dict.fromkeys(ring, side), direction)


def _direction(t: Table, seat: Seat) -> Play:
    options = (Option("to_left", "to_left", Say("to_left")), Option("to_right", "to_right", Say("to_right")))
    return (yield Choose(kind="direction", seat=seat, choices=lambda seen: options))


def _ring(t: Table, seat: Seat) -> tuple[Seat, ...]:
    """Who passes, clockwise: a working Oathkeeper is left out (CH-CHAR-OATH-03)."""
    locked = t.settings["oath_binds_passing"] is True
    return tuple(s for s in clockwise(t.state, seat) if not works(t.state, s, "OATH") or (s == seat and not locked))


def _pass_round(t: Table, ring: tuple[Seat, ...], sides: dict[Seat, Side], direction: Direction) -> Play:
    """All at the same moment; the received card takes the slot of the one given away (CH-ACT-BUTTERFLY-02)."""
    step = 1 if direction == "to_left" else -1
    if len(ring) < 2:
        t.tell("nobody_passes")
        return
    for index, seat in enumerate(ring):
        receiver = ring[(index + step) % len(ring)]
        move_card(t, slot(sides[seat], seat), slot(sides[receiver], receiver))
    t.tell("passed_round", direction=direction)
    for seat in ring:
        t.tell("passed", seat=seat, side=sides[seat])
    yield from arrived(t, *(slot(sides[s], s) for s in ring))


def _secret_sides(t: Table, seats: Iterable[Seat], kind: str) -> Play:
    """Each of these picks one of the own slots, unseen until all have (CH-INFO-23, J-20)."""
    options = tuple(Option(f"side:{side}", side, Say(side)) for side in SIDES)
    return (yield from choose_together(t, seats, kind, *options))


def deed_of_friendship(t: Table, seat: Seat, piece: PieceId) -> Play:
    """Two players each secretly pick an own card and exchange them (CH-ACT-DEED-01, -02)."""
    target = yield from choose_seat(t, seat, "swap_with", others_movable(t, seat), locked(t, seat))
    chosen = yield from _secret_sides(t, (seat, target), "swap_which")
    yield from exchange(t, slot(chosen[seat], seat), slot(chosen[target], target))
    t.tell("exchanged", seat=seat, target=target, mine=chosen[seat], theirs=chosen[target])


# -- cards from the pile -----------------------------------------------------------------------------------------------


def network(t: Table, seat: Seat, piece: PieceId) -> Play:
    """Draw 2 faction cards; one may replace an own card, in its facing (CH-ACT-NETWORK-01 to -03)."""
    yield from draw_factions(t, seat, 2)
    chosen = yield Choose(kind="network", seat=seat, choices=partial(_network_options, seat))
    match chosen:
        case None:
            t.tell("network_unused", seat=seat)
        case ("cover", side, mask):
            _make_room(t, seat, side)
            yield from lay_covered(t, seat, side, mask, choice(seat))
        case (side, card) if lying(t, side, seat).face_up:
            _make_room(t, seat, side)
            yield from lay_open(t, seat, side, card, choice(seat))
        case (side, card):
            yield from replace_card(t, seat, side, card, choice(seat))
            t.tell("replaced", seat=seat, target=seat, side=side)
    discard_rest(t, choice(seat))


def _make_room(t: Table, seat: Seat, side: Side) -> None:
    """An open card goes to the discards."""
    discard(t, slot(side, seat), lying(t, side, seat).piece)
    t.tell("replaced", seat=seat, target=seat, side=side)


def _network_options(seat: Seat, seen: State) -> Iterator[Option]:
    """A card for a face-up slot comes face-up, so that it must be named (CH-INFO-22), unless a Disguise lies on it."""
    for side in SIDES:
        if seen.pile(slot(side, seat)).slots[0].face_up:
            yield from _open_options(seat, seen, side)
        else:
            yield from _place_options(seat, seen, (side,))
    yield Option("none", None, Say("use_none"))


def _open_options(seat: Seat, seen: State, side: Side) -> Iterator[Option]:
    drawn, key = choice(seat), slot(side, seat)
    for piece in may_lie_in(seen, drawn):
        say = Say(f"place_{side}", {"piece": piece})  # place_left, place_right
        yield Option(f"place_{side}:{piece}", (side, piece), say, Laid(key, piece), piece=piece, pile=drawn)
    if seen.pile(drawn).unseen:
        yield from cover_options(seen, seat, (side,))


def _place_options(seat: Seat, seen: State, sides: Iterable[Side] = SIDES) -> Iterator[Option]:
    """Every drawn card to either slot; the value is the slot and the card."""
    for side in sides:
        for option in drawn_card_options(seen, choice(seat), f"place_{side}", {}):
            value: tuple[Side, Card] = (side, option.value)  # type: ignore[assignment]
            yield Option(
                option.key, value, option.say, piece=option.piece, blind_key=option.blind_key, pile=option.pile
            )


def plot(t: Table, seat: Seat, piece: PieceId) -> Play:
    """Draw 1 faction card; it must replace an own card, face-down (CH-ACT-PLOT-01)."""
    yield from draw_factions(t, seat, 1)
    side, card = yield Choose(kind="plot", seat=seat, choices=partial(_place_options, seat))
    take_back(t, side, seat)  # CH-CHAR-DISGUISE-10
    yield from replace_card(t, seat, side, card, choice(seat))
    t.tell("replaced", seat=seat, target=seat, side=side)


def persuade(t: Table, seat: Seat, piece: PieceId) -> Play:
    """Draw 2, offer one of them for another player's slot; refused, dice decide (CH-ACT-PERSUADE-01 to -06)."""
    targets = others_movable(t, seat)
    if not targets:
        raise NoEffect
    yield from draw_factions(t, seat, 2)
    key = choice(seat)
    card = yield Choose(
        kind="persuade_card", seat=seat, choices=lambda seen: drawn_card_options(seen, key, "offer", {})
    )
    t.move(card, proposal(seat), frm=key)
    target = yield from choose_seat(t, seat, "persuade_whom", targets, locked(t, seat))
    side = yield from choose_side(t, seat, "persuade_side", SIDES, owner=target)
    t.tell("persuades", seat=seat, target=target, side=side)
    accepted = yield from yes_or_no(t, target, "accept", by=seat, side=side)
    if not accepted:
        t.tell("persuade_refused", seat=target)
        results = yield from dice.compare(t, (seat, target), "persuade")
        accepted = results is not None and results[seat] >= results[target]
    if accepted:
        picked = t.pile(proposal(seat)).slots[0].piece
        yield from replace_card(t, target, side, picked, proposal(seat))
        t.tell("replaced", seat=seat, target=target, side=side)
    else:
        t.tell("not_replaced", seat=target)
    discard_rest(t, proposal(seat))
    discard_rest(t, key)


def reflection(t: Table, seat: Seat, piece: PieceId) -> Play:
    """A dice duel; the higher user may exchange both cards, the other one must show (CH-ACT-REFLECTION-01 to -03)."""
    movable = others_movable(t, seat)
    target = yield from choose_seat(t, seat, "reflect", movable or others(t.state, seat))
    results = yield from dice.compare(t, (seat, target), "reflection")
    if results is None:
        return
    if results[seat] <= results[target]:
        yield from turn_all_up(t, seat)
        return
    if target not in movable:
        raise NoEffect  # an Oathkeeper's cards stay (CH-CHAR-OATH-02)
    if (yield from yes_or_no(t, seat, "exchange_both", target=target)):
        yield from exchange_both(t, seat, target)
    else:
        t.tell("no_exchange", seat=seat)


def exchange_both(t: Table, seat: Seat, target: Seat) -> Play:
    """Left with left and right with right, facings kept (CH-ACT-REFLECTION-02)."""
    for side in SIDES:
        move_card(t, slot(side, seat), slot(side, target))
        move_card(t, slot(side, target), slot(side, seat))
    t.tell("exchanged_both", seat=seat, target=target)
    yield from arrived(t, *(slot(side, s) for s in (seat, target) for side in SIDES))
