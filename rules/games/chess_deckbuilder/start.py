"""Setting up: the board, the piles, both first hands, and who plays White (CD-001 to CD-008)."""

from __future__ import annotations

from rules.engine import ALL, Chance, Option, Play, Prepare, Say, Seat, Shape, Sort, State, Table, only
from rules.games.chess_deckbuilder import names as n
from rules.games.chess_deckbuilder.pieces import spare_men, starting_cards, starting_men, supply_cards
from rules.games.chess_deckbuilder.position import GRID
from rules.games.chess_deckbuilder.settings import as_track

BOX = "box"
"""Where the starting cards lie until they are handed out."""


def setup(t: Table) -> None:
    """All piles and tracks; the chessmen stand, the supply lies ready, the first hands still lie in the box."""
    for cell in GRID.cells:
        t.add_pile(n.square(cell), readers=ALL, face_up=True, spot=cell)
    for key in (n.OUT, n.SPARE, BOX):
        t.add_pile(key, readers=ALL, face_up=True)
    for kind in n.KINDS:
        t.add_pile(n.supply(kind), readers=ALL, face_up=True, spot=n.supply(kind))
    t.add_pile(n.TRASH, readers=ALL, face_up=True, spot=n.TRASH)
    for seat in t.seats:
        _seat_piles(t, seat)
    for cell, piece in starting_men().items():
        t.put_in(piece, n.square(cell))
    for piece in spare_men():
        t.put_in(piece, n.SPARE)
    for kind in n.KINDS:
        for card in supply_cards(kind, t.settings):
            t.put_in(card, n.supply(kind))
    _tracks(t)
    t.go("colours")


def _seat_piles(t: Table, seat: Seat) -> None:
    t.add_pile(n.deck(seat), owner=seat, spot=n.deck(seat))
    t.add_pile(n.hand(seat), readers=only(seat), owner=seat, shape=Shape.HAND)
    t.add_pile(n.area(seat), readers=ALL, owner=seat, shape=Shape.ROW, face_up=True, spot=n.area(seat))
    hides = not t.settings["open_discard"]
    key = n.discard(seat)
    t.add_pile(key, readers=ALL, owner=seat, ordered=True, face_up=True, top_only=hides, spot=key)
    t.add_pile(n.captured(seat), readers=ALL, owner=seat, shape=Shape.ROW, face_up=True, spot=n.captured(seat))
    cards = starting_cards(seat)
    for card in cards:
        t.put_in(card, BOX)
    t.add_track(n.owned(seat), tuple(map(str, cards)), owner=seat)


def _tracks(t: Table) -> None:
    t.add_track(n.WHITE_SEAT, Seat(0))
    t.add_track(n.HOUSE, as_track(t.settings))
    t.add_track(n.CASTLING, ("a1", "h1", "a8", "h8"))
    for key in (n.PASSING, n.STEPPED, n.LAST, n.STAND_INS, n.PLAYED, n.POSITIONS):
        t.add_track(key, ())
    for key in (n.ACTIONS_LEFT, n.BUYS_LEFT, n.TURN_NUMBER, n.QUIET):
        t.add_track(key, 0)


def colours(t: Table) -> Play:
    """Who plays White: agreed by where one sits, or drawn (CD-008)."""
    if t.settings["white"] == "drawn":
        t.set(n.WHITE_SEAT, (yield Chance(kind="colours", choices=_lots, boundary=True)))
    t.tell("plays_white", seat=t[n.WHITE_SEAT], side=n.WHITE)
    t.go("set_up")


def _lots(seen: State) -> tuple[Option, ...]:
    return tuple(Option(f"white:{seat}", seat, Say("white_lot", {"seat": seat})) for seat in seen.seats)


def set_up(t: Table) -> Play:
    """Both players have their five cards in hand, and White begins (CD-003, CD-006)."""
    steps = tuple(Sort(starting_cards(seat), n.hand(seat)) for seat in t.seats)
    yield Prepare(kind="set_up", steps=steps, boundary=True)
    for step in steps:
        for card in step.pieces:
            t.move(card, step.into, face_up=False)
    t.tell("set_up_done")
    white = t[n.WHITE_SEAT]
    assert isinstance(white, Seat)
    t.go("turn", white)
