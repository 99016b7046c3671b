"""War Chest: its pieces, its setup, its phases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.engine import ALL, Bots, Box, Game, Play, Rules, Screens, Seat, Shape, Table, by_phase, only
from rules.games.war_chest import rounds, start
from rules.games.war_chest.board import grid, locations
from rules.games.war_chest.coins import own_coins
from rules.games.war_chest.faces import draw_board, faces, notes
from rules.games.war_chest.names import (
    BOX,
    CARD_PILE,
    CHANGED,
    COINS,
    FACTIONS,
    FIRST_DRAFTER,
    HOLDER,
    INITIATIVE_MARKER,
    LAST,
    MARKERS,
    OFFER,
    ROUND,
    UNIT_CARDS,
    UNUSED,
    army,
    bag,
    cards,
    control,
    drawn,
    face_down,
    face_up,
    faction,
    field,
    hand,
    initiative_place,
    marker,
    stock,
    supply,
)
from rules.games.war_chest.pieces import decks
from rules.games.war_chest.settings import ARMIES, GUARD_CARD, SETTINGS

PHASES: Final[Mapping[str, Callable[[Table], Play]]] = {
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


def setup(t: Table) -> None:
    """All piles and tracks; everything lies in the box."""
    seats = len(t.seats)
    t.add_pile(CARD_PILE, deck=UNIT_CARDS, spot=CARD_PILE)
    t.add_pile(OFFER, readers=ALL, shape=Shape.ROW, face_up=True, spot=OFFER)
    for key in (BOX, UNUSED):
        t.add_pile(key, readers=ALL, face_up=True)
    for side in FACTIONS:
        t.add_pile(stock(side), readers=ALL, shape=Shape.ROW, face_up=True, spot=stock(side))
    for cell in locations(seats):
        t.add_pile(control(cell), readers=ALL, face_up=True, spot=cell)
    for cell in grid(seats).cells:
        t.add_pile(field(cell), readers=ALL, face_up=True, ordered=True, spot=cell)
    for seat in t.seats:
        _seat_piles(t, seat)
    _fill_box(t)
    for key, value in ((HOLDER, None), (CHANGED, False), (LAST, ()), (ROUND, 0), (FIRST_DRAFTER, None)):
        t.add_track(key, value)
    t.add_track(GUARD_CARD, "later")
    t.go("factions")


def _seat_piles(t: Table, seat: Seat) -> None:
    own = only(seat)
    t.add_pile(cards(seat), readers=ALL, owner=seat, shape=Shape.ROW, ordered=True, face_up=True, spot=cards(seat))
    for number in range(1, start.CARDS_EACH[len(t.seats)] + 1):
        key = supply(number, seat)
        t.add_pile(key, readers=ALL, owner=seat, face_up=True, spot=key)
    t.add_pile(bag(seat), owner=seat)
    t.add_pile(hand(seat), readers=own, owner=seat, shape=Shape.HAND)
    t.add_pile(drawn(seat), readers=own, owner=seat, shape=Shape.HAND)
    t.add_pile(face_up(seat), readers=ALL, owner=seat, shape=Shape.ROW, face_up=True, spot=face_up(seat))
    t.add_pile(face_down(seat), owner=seat, shape=Shape.ROW, spot=face_down(seat))
    place = initiative_place(seat)
    t.add_pile(place, readers=ALL, owner=seat, shape=Shape.SLOT, face_up=True, spot=place)
    t.add_track(faction(seat), "", owner=seat)
    t.add_track(army(seat), (), owner=seat)


def _fill_box(t: Table) -> None:
    """What is in the box lies open in it: coins, and the marker; the control markers of both sides lie ready."""
    pieces = [(piece, UNUSED) for deck in (COINS, INITIATIVE_MARKER) for piece in t.decks[deck]]
    pieces += [(piece, stock(side)) for side in FACTIONS for piece in t.decks[MARKERS] if piece.kind == marker(side)]
    for piece, key in pieces:
        t.put_in(piece, key)


def unfit(settings: Mapping[str, object], seats: int) -> str:
    """Why these options do not go with so many players; empty when they do."""
    if settings["armies"] in ARMIES and seats != 2:
        return "Ready-made armies are for two players; choose armies=random or armies=draft for four."
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
            alike={COINS, MARKERS},
            own=own_coins,
        ),
        screens=Screens(prominent={"initiative"}, put_away={UNUSED}, board=draw_board, notes=notes),
        bots=Bots(seldom={"back", "bolster", "accept"}, eager={"control", "deploy", "up"}),
        bgg=249259,
    )
