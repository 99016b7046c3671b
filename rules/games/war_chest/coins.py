"""Coins and markers on their ways: out of hands and bags, onto the board, to the discard piles, to the box."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.game import Play
from rules.engine.questions import Deal, Draw, Drawn
from rules.engine.table import Table
from rules.engine.types import UNSEEN, Card, PieceId, Seat, State
from rules.games.war_chest.names import (
    BOX,
    COINS,
    MARKERS,
    army_of,
    bag,
    control,
    face_down,
    face_up,
    faction_of,
    field,
    hand,
    is_royal,
    royal,
    seats_of,
    stock,
    supply,
)
from rules.games.war_chest.pieces import coins_of

HAND_SIZE = 3
"""How many coins a player draws for a round (WC-021)."""


def royal_of(state: State, seat: Seat) -> PieceId:
    """The Royal Coin of a seat."""
    side = faction_of(state, seat)
    return royal(side, 1 + seats_of(state, side).index(seat))


def own_coins(state: State, seat: Seat) -> frozenset[PieceId]:
    """Every coin that can be in this seat's bag or hand."""
    return frozenset({royal_of(state, seat), *(coin for unit in army_of(state, seat) for coin in coins_of(unit))})


def possible_kinds(seen: State, seat: Seat, pile: str) -> Iterator[tuple[str, PieceId]]:
    """The kinds of coins that a pile of this seat may hold as far as `seen` tells, each with one such coin: the known
    ones first, then, while some are unseen, those of which a coin's place is not known."""
    found: dict[str, PieceId] = {}
    for piece in seen.pile(pile):
        found.setdefault(piece.kind, piece)
    if seen.pile(pile).unseen:
        own = own_coins(seen, seat)
        for piece in seen.unaccounted(COINS):
            if piece in own:
                found.setdefault(piece.kind, piece)
    order = (*army_of(seen, seat), royal_of(seen, seat).kind)
    return iter([(kind, found[kind]) for kind in order if kind in found])


def bring_out(t: Table, pile: str, kind: str) -> PieceId:
    """The coin of this kind that leaves a hand into the open. Which of its copies it is called tells nothing."""
    known = next((p for p in t.pile(pile) if p.kind == kind), None)
    copies = (p for p in t.decks[COINS] if p.kind == kind)
    piece = known or next(p for p in copies if t.state.where(p) is None)
    return piece if is_royal(kind) else t.as_first(piece)


def pay_face_down(t: Table, seat: Seat, pile: str, kind: str) -> None:
    """Lays a coin of a pile face-down on the discard; without a kind nobody says which, so that from then on nobody
    can say either which ones are left (WC-039, WC-I09)."""
    if kind:
        piece: Card = next((p for p in t.pile(pile) if p.kind == kind), None) or next(
            p for p in t.decks[COINS] if p.kind == kind and t.state.where(p) is None
        )
    else:
        t.forget(pile)
        piece = UNSEEN
    t.move(piece, face_down(seat), frm=pile, face_up=False)


def can_draw(state: State, seat: Seat) -> bool:
    """Whether a seat has any coin in its bag or discard."""
    return any(len(state.pile(key)) for key in (bag(seat), face_up(seat), face_down(seat)))


def refill(t: Table, seat: Seat) -> None:
    """All of the own discard goes back into the empty bag, face-up and face-down alike (WC-022, WC-023)."""
    count = 0
    for key in (face_up(seat), face_down(seat)):
        for slot in t.pile(key).slots:
            t.move(slot.piece, bag(seat), frm=key)
            count += 1
    t.shuffle(bag(seat))
    if count:
        t.tell("refilled", seat=seat, count=count)


def ready_to_draw(t: Table, seat: Seat, wanted: int) -> int:
    """How many coins can be drawn at once; refills the bag first where it is empty (WC-022, WC-024)."""
    if wanted > 0 and not len(t.pile(bag(seat))):
        refill(t, seat)
    return min(wanted, len(t.pile(bag(seat))))


def draw_question(t: Table, seat: Seat, to: str, count: int, kind: str) -> Draw:
    """The question by which a seat takes coins out of its bag."""
    facts = {"seat": seat, "count": count}
    among = own_coins(t.state, seat)
    return Draw(kind=kind, facts=facts, seat=seat, pile=bag(seat), to=to, count=count, among=among)


def take_drawn(t: Table, seat: Seat, to: str, drawn: Drawn) -> None:
    """Puts what was drawn where it is held; only its owner knows it."""
    for card in drawn.cards:
        t.move(card, to, frm=bag(seat))


def draw_hands(t: Table) -> Play:
    """Everybody draws up to three coins, at the same time; whose bag runs empty on the way refills it and goes on."""
    while True:
        wanted = {seat: ready_to_draw(t, seat, HAND_SIZE - len(t.pile(hand(seat)))) for seat in t.seats}
        drawing = [seat for seat in t.seats if wanted[seat] > 0]
        if not drawing:
            return
        drawn = yield Deal(
            kind="draw",
            facts={"round": t.number("round"), "seats": tuple(drawing), "count": max(wanted.values())},
            boundary=True,
            pile=bag(drawing[0]),
            counts={hand(seat): wanted[seat] for seat in drawing},
            sources={hand(seat): bag(seat) for seat in drawing},
            among={hand(seat): own_coins(t.state, seat) for seat in drawing},
        )
        for seat in drawing:
            for card in drawn[hand(seat)]:
                t.move(card, hand(seat), frm=bag(seat))
            t.tell("drew", seat=seat, count=wanted[seat])


def place(t: Table, pile: str, kind: str, cell: str) -> PieceId:
    """Lays a coin of a pile on a hex, on top of what stands there."""
    piece = bring_out(t, pile, kind)
    t.move(piece, field(cell), frm=pile, face_up=True)
    return piece


def shift(t: Table, frm: str, to: str) -> None:
    """A whole unit goes from hex to hex (WC-077)."""
    for piece in t.pile(field(frm)).pieces:
        t.move(piece, field(to), face_up=True)


def lose(t: Table, cell: str) -> bool:
    """The top coin of a unit goes to the box for good; whether it was the last one (WC-086 to WC-088)."""
    pile = t.pile(field(cell))
    t.move(pile.pieces[-1], BOX, face_up=True)
    return len(pile) == 1


def supply_of(state: State, seat: Seat, unit: str) -> str:
    """The pile of a seat's supply that holds the coins of this unit."""
    return supply(1 + army_of(state, seat).index(unit), seat)


def take_control(t: Table, cell: str, side: str) -> str:
    """Lays a marker of a faction on a location; an enemy's goes back to its stock. Gives the faction that lost it."""
    lost = ""
    for piece in t.pile(control(cell)).pieces:
        if t.deck_of(piece) == MARKERS:
            lost = piece.kind.removeprefix("marker_")
            t.move(piece, stock(lost), face_up=True)
    t.move(t.pile(stock(side)).pieces[0], control(cell), face_up=True)
    return lost
