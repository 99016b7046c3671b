"""War Chest: its pieces, its setup, its phases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.engine import ALL, Bots, Box, Episodes, Game, Play, Rules, Screens, Seat, Shape, Table, by_phase, only
from rules.games.war_chest import names as n, rounds, start
from rules.games.war_chest.board import grid, locations
from rules.games.war_chest.coins import own_coins
from rules.games.war_chest.faces import draw_board, faces, notes
from rules.games.war_chest.pieces import decks
from rules.games.war_chest.settings import ARMIES, GUARD_CARD, SETTINGS
from rules.games.war_chest.standing import hints, standing

PHASES: Final[Mapping[str, Callable[[Table], Play | None]]] = {
    "factions": start.factions,
    "armies": start.armies,
    "offer": start.offer,
    "first_drafter": start.first_drafter,
    "draft": start.draft,
    "guard_card": start.guard_card,
    "fill": start.fill,
    "initiative": start.initiative,
    "round": rounds.begin_round,
    "draw": rounds.draw,
    "turn": rounds.turn,
}

EPISODES: Final = Episodes(
    begins={"round_begins": "round", **dict.fromkeys(("deployed", "bolstered", "paid", "paid_face_down"), "turn")},
    lays={"deployed": "unit", "bolstered": "unit", "paid": "unit", "paid_face_down": ""},
    plain={"round_begins", "paid", "paid_face_down"},
)


def setup(t: Table) -> None:
    """All piles and tracks; everything lies in the box."""
    seats = len(t.seats)
    t.add_pile(n.CARD_PILE, deck=n.UNIT_CARDS, spot=n.CARD_PILE)
    t.add_pile(n.OFFER, readers=ALL, shape=Shape.ROW, face_up=True, spot=n.OFFER)
    for key in (n.BOX, n.UNUSED):
        t.add_pile(key, readers=ALL, face_up=True)
    for side in n.FACTIONS:
        t.add_pile(n.stock(side), readers=ALL, shape=Shape.ROW, face_up=True, spot=n.stock(side))
    for cell in locations(seats):
        t.add_pile(n.control(cell), readers=ALL, face_up=True, spot=cell)
    for cell in grid(seats).cells:
        t.add_pile(n.field(cell), readers=ALL, face_up=True, ordered=True, spot=cell)
    for seat in t.seats:
        _seat_piles(t, seat)
    _fill_box(t)
    for key, value in ((n.HOLDER, None), (n.CHANGED, False), (n.LAST, ()), (n.ROUND, 0), (n.FIRST_DRAFTER, None)):
        t.add_track(key, value)
    t.add_track(GUARD_CARD, "later")
    t.go("factions")


def _seat_piles(t: Table, seat: Seat) -> None:
    own = only(seat)
    t.add_pile(n.cards(seat), readers=ALL, owner=seat, shape=Shape.ROW, ordered=True, face_up=True, spot=n.cards(seat))
    for number in range(1, start.CARDS_EACH[len(t.seats)] + 1):
        key = n.supply(number, seat)
        t.add_pile(key, readers=ALL, owner=seat, face_up=True, spot=key)
    t.add_pile(n.bag(seat), owner=seat)
    t.add_pile(n.hand(seat), readers=own, owner=seat, shape=Shape.HAND)
    t.add_pile(n.drawn(seat), readers=own, owner=seat, shape=Shape.HAND)
    t.add_pile(n.face_up(seat), readers=ALL, owner=seat, shape=Shape.ROW, face_up=True, spot=n.face_up(seat))
    t.add_pile(n.face_down(seat), owner=seat, shape=Shape.ROW, spot=n.face_down(seat))
    place = n.initiative_place(seat)
    t.add_pile(place, readers=ALL, owner=seat, shape=Shape.SLOT, face_up=True, spot=place)
    t.add_track(n.faction(seat), "", owner=seat)
    t.add_track(n.army(seat), (), owner=seat)


def _fill_box(t: Table) -> None:
    """What is in the box lies open in it: coins, and the marker; the control markers of both sides lie ready."""
    pieces = [(piece, n.UNUSED) for deck in (n.COINS, n.INITIATIVE_MARKER) for piece in t.decks[deck]]
    pieces += [
        (piece, n.stock(side)) for side in n.FACTIONS for piece in t.decks[n.MARKERS] if piece.kind == n.marker(side)
    ]
    for piece, key in pieces:
        t.put_in(piece, key)


def unfit(settings: Mapping[str, object], seats: int) -> str:
    """Why these options do not go with so many players; empty when they do."""
    if settings["armies"] in ARMIES and seats != 2:
        return "The ready-made battles are for two players; four draw their armies at random, or draft them."
    return ""


def build() -> Game:
    """The game."""
    return Game(
        package=__name__,
        title="War Chest",
        seats=range(2, 5, 2),
        rules=Rules(setup=setup, play=by_phase(PHASES), settings=SETTINGS, unfit=unfit),
        box=Box(
            decks=decks,
            faces=faces,
            grid=lambda settings: grid(4),  # the printed board has all its hexes also where two players leave some out
            alike={n.COINS, n.MARKERS},
            own=own_coins,
        ),
        episodes=EPISODES,
        screens=Screens(prominent={"initiative"}, put_away={n.UNUSED}, board=draw_board, notes=notes),
        bots=Bots(seldom={"back", "bolster", "accept"}, eager={"control", "deploy", "up"}, value=standing, hints=hints),
        bgg=249259,
    )
