"""Coins and markers on their ways: out of hands and bags, onto the board, to the discard piles, to the box."""

from __future__ import annotations

from typing import Final

from rules.engine import UNSEEN, Card, Deal, LookAlikes, PieceId, Play, Seat, State, Table, deal_out, move_all
from rules.games.war_chest import names as n
from rules.games.war_chest.pieces import coins_of

HAND_SIZE = 3
"""How many coins a player draws for a round (WC-021)."""


def royal_of(state: State, seat: Seat) -> PieceId:
    """The Royal Coin of a seat."""
    side = n.faction_of(state, seat)
    return n.royal(side, 1 + n.seats_of(state, side).index(seat))


def own_coins(state: State, seat: Seat) -> frozenset[PieceId]:
    """Every coin that can be in this seat's bag or hand."""
    return frozenset({royal_of(state, seat), *(coin for unit in n.army_of(state, seat) for coin in coins_of(unit))})


def _kinds(state: State, seat: Seat) -> tuple[str, ...]:
    return (*n.army_of(state, seat), royal_of(state, seat).kind)


LOOK_ALIKES: Final = LookAlikes(
    deck=n.COINS,
    own=own_coins,
    kinds=_kinds,
    bag=n.bag,
    discards=lambda seat: (n.face_up(seat), n.face_down(seat)),
    refilled="refilled",
)
"""The coins of every player: an empty bag takes back all of the discard, face-up and face-down (WC-022 to WC-024)."""


def pay_face_down(t: Table, seat: Seat, pile: str, kind: str) -> None:
    """Lays a coin of a pile face-down on the discard; without a kind nobody says which, so that from then on nobody
    can say either which ones are left (WC-039, WC-I09)."""
    if kind:
        piece: Card = LOOK_ALIKES.held(t, seat, pile, kind)
    else:
        t.forget(pile)
        piece = UNSEEN
    t.move(piece, n.face_down(seat), frm=pile, face_up=False)


def can_draw(state: State, seat: Seat) -> bool:
    """Whether a seat has any coin in its bag or discard."""
    return any(len(state.pile(key)) for key in (n.bag(seat), n.face_up(seat), n.face_down(seat)))


def draw_hands(t: Table) -> Play:
    """Everybody draws up to three coins, at the same time; whose bag runs empty on the way refills it and goes on."""
    while True:
        wanted = {seat: LOOK_ALIKES.ready(t, seat, HAND_SIZE - len(t.pile(n.hand(seat)))) for seat in t.seats}
        drawing = [seat for seat in t.seats if wanted[seat] > 0]
        if not drawing:
            return
        question = Deal(
            kind="draw",
            facts={"round": t.number("round"), "seats": tuple(drawing), "count": max(wanted.values())},
            boundary=True,
            pile=n.bag(drawing[0]),
            counts={n.hand(seat): wanted[seat] for seat in drawing},
            sources={n.hand(seat): n.bag(seat) for seat in drawing},
            among={n.hand(seat): own_coins(t.state, seat) for seat in drawing},
        )
        yield from deal_out(t, question)
        for seat in drawing:
            t.tell("drew", seat=seat, count=wanted[seat])


def place(t: Table, seat: Seat, pile: str, kind: str, cell: str) -> PieceId:
    """Lays a coin of a pile on a hex, on top of what stands there."""
    piece = LOOK_ALIKES.bring_out(t, seat, pile, kind)
    t.move(piece, n.field(cell), frm=pile, face_up=True)
    return piece


def shift(t: Table, frm: str, to: str) -> None:
    """A whole unit goes from hex to hex (WC-077)."""
    move_all(t, n.field(to), n.field(frm), face_up=True)


def lose(t: Table, cell: str) -> bool:
    """The top coin of a unit goes to the box for good; whether it was the last one (WC-086 to WC-088)."""
    pile = t.pile(n.field(cell))
    t.move(pile.pieces[-1], n.BOX, face_up=True)
    return len(pile) == 1


def supply_of(state: State, seat: Seat, unit: str) -> str:
    """The pile of a seat's supply that holds the coins of this unit."""
    return n.supply(1 + n.army_of(state, seat).index(unit), seat)


def take_control(t: Table, cell: str, side: str) -> str:
    """Lays a marker of a faction on a location; an enemy's goes back to its stock. Gives the faction that lost it."""
    lost = ""
    for piece in t.pile(n.control(cell)).pieces:
        if t.deck_of(piece) == n.MARKERS:
            lost = piece.kind.removeprefix("marker_")
            t.move(piece, n.stock(lost), face_up=True)
    t.move(t.pile(n.stock(side)).pieces[0], n.control(cell), face_up=True)
    return lost
