"""War Chest: its pieces, its setup, its phases."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from typing import Final

from rules.engine.game import Game, Play
from rules.engine.mat import Layout, read_layout
from rules.engine.own_files import own_text, rules_of, words_of
from rules.engine.table import Table
from rules.engine.types import ALL, Seat, Shape, only
from rules.engine.words import Words
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

PACKAGE: Final = "rules.games.war_chest"

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


def play(t: Table) -> Play:
    """Goes on from the table's phase until the match has a result."""
    while t.result is None:
        yield from PHASES[t.phase](t)


def words(language: str) -> Words:
    """The sentences of a language over the engine's; where there is no such file, the English ones."""
    return words_of(PACKAGE, language)


def layout(seats: int) -> Layout:
    """The mat for that many players; the printed board has all its hexes also where two players leave some out."""
    tables = tomllib.loads(own_text(PACKAGE, "layout.toml"))
    return read_layout(tables["two" if seats == 2 else "four"], seats, grid(4))


def rules_text(words: Words) -> tuple[tuple[str, str], ...]:
    """Every rule of the game, its id and what it says in our words."""
    return rules_of(PACKAGE, "coverage.toml", "coverage_units.toml", language=words.language)


def unfit(settings: Mapping[str, object], seats: int) -> str:
    """Why these options do not go with so many players; empty when they do."""
    if settings["armies"] in ARMIES and seats != 2:
        return "Ready-made armies are for two players; choose armies=random or armies=draft for four."
    return ""


def build() -> Game:
    """The game."""
    return Game(
        slug="war_chest",
        title="War Chest",
        seats=range(2, 5, 2),
        decks=decks,
        setup=setup,
        play=play,
        layout=layout,
        words=words,
        faces=faces,
        settings=SETTINGS,
        rules="WC-",
        rules_text=rules_text,
        prominent=frozenset({"initiative"}),
        seldom=frozenset({"back", "bolster", "accept"}),
        eager=frozenset({"control", "deploy", "up"}),
        alike=frozenset({COINS, MARKERS}),
        own=own_coins,
        board=draw_board,
        notes=notes,
        put_away=frozenset({UNUSED}),
        unfit=unfit,
        bgg=249259,
    )
