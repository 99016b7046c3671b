"""What one session may see and touch of the virtual table."""

from __future__ import annotations

from random import Random

import pytest

from companion.values.notices import Notice
from companion.virtual.dealer import Dealer
from companion.virtual.virtual_port import VirtualPort
from companion.virtual.virtual_table import Body, VirtualTable
from rules.engine.entries import Position
from rules.engine.types import PieceId, Seat
from tests.companion.evening import HIDING, Evening
from tests.companion.hidden_card import HIDDEN_CARD
from web.door.wire import encode
from web.pages.virtual.views import VirtualAct, VirtualMove, VirtualPiece


class Side:
    """A virtual table beside an evening."""

    def __init__(self, position: Position | None = HIDING) -> None:
        self.evening = Evening(HIDDEN_CARD, position)
        decks, voice = self.evening.match.table.decks, self.evening.voice
        self.table = VirtualTable("hidden_card", decks, voice.layout, voice.faces, Random(3))
        self.table.gather("cards", "deck")
        self.table.lay(self.body("COIN").ident, "tray", True)
        outlet, inbox = self.evening.outlet, self.evening.inbox
        self.dealer = Dealer(self.table, lambda: outlet.underside, inbox, None, lambda: self.evening.now_s)
        self.port = VirtualPort(self.table, self.dealer, lambda: outlet.board)

    def body(self, piece: str) -> Body:
        return self.table.find(PieceId(piece))

    def move(self, seat: int | None, act: VirtualAct, piece: str, *, face_up: bool = True, x: float = 300.0) -> str:
        handle = self.body(piece).handle
        where = VirtualMove(act, handle=handle, x_mm=x, y_mm=300.0, angle_deg=0.0, face_up=face_up)
        return self.said(self.port.move(None if seat is None else Seat(seat), where))

    def said(self, problem: Notice | None) -> str:
        return self.evening.voice.notice(problem)

    def piece(self, seat: int | None, piece: str) -> VirtualPiece | None:
        scene = self.port.scene(None if seat is None else Seat(seat))
        return next((p for p in scene.pieces if p.handle == self.body(piece).handle), None)


@pytest.fixture
def side() -> Side:
    made = Side()
    made.table.take(made.body("RED-1").ident, Seat(0))
    made.table.take(made.body("RED-5").ident, Seat(1))
    return made


def test_a_hand_is_in_its_own_scene_only(side: Side) -> None:
    mine = side.piece(0, "RED-1")
    assert mine is not None
    assert mine.in_hand
    assert mine.face is not None
    assert mine.face.title == "Red 1"
    for other in (1, None):
        assert side.piece(other, "RED-1") is None
        assert "RED-1" not in encode(side.port.scene(None if other is None else Seat(other))).decode()


def test_a_face_down_card_shows_no_face_to_anybody(side: Side) -> None:
    side.table.lay(side.body("RED-1").ident, "place/0", False)
    for seat in (0, 1, None):
        lying = side.piece(seat, "RED-1")
        assert lying is not None
        assert lying.face is None
        assert not lying.in_hand


def test_somebody_else_s_cards_are_not_touched(side: Side) -> None:
    assert "somebody else's hand" in side.move(0, VirtualAct.PUT, "RED-5")
    assert "somebody else's hand" in side.move(None, VirtualAct.TAKE, "RED-5")
    side.table.lay(side.body("RED-1").ident, "place/0", False)
    for act in (VirtualAct.PUT, VirtualAct.TAKE):
        for seat in (1, None):
            assert "belongs to somebody else" in side.move(seat, act, "RED-1")
    assert not side.body("RED-1").face_up
    assert side.body("RED-1").hand is None
    assert side.move(0, VirtualAct.TAKE, "RED-1") == ""


def test_own_and_open_cards_are_moved(side: Side) -> None:
    assert side.move(0, VirtualAct.PUT, "RED-1") == ""
    assert side.body("RED-1").face_up
    assert side.move(1, VirtualAct.PUT, "RED-1", x=100.0) == ""
    assert side.move(1, VirtualAct.TAKE, "RED-1") == ""
    assert side.body("RED-1").hand == Seat(1)
    assert "Only a player" in side.move(None, VirtualAct.TAKE, "COIN")


def test_an_old_handle_is_out_of_date(side: Side) -> None:
    old = side.body("COIN").handle
    side.move(0, VirtualAct.TAKE, "COIN")
    assert "just been moved" in side.said(side.port.move(Seat(1), VirtualMove(VirtualAct.PUT, handle=old)))


def test_tidying_and_dealing_say_when_there_is_nothing_to_do() -> None:
    side = Side()
    side.evening.lay("COIN", "tray")
    assert "where it should" in side.said(side.port.move(Seat(0), VirtualMove(VirtualAct.TIDY)))
    assert "There is nothing to deal" in side.said(side.port.move(Seat(0), VirtualMove(VirtualAct.DEAL)))


def test_tidying_does_what_the_list_says(side: Side) -> None:
    side.evening.lay("COIN", "tray")
    side.evening.tap(0, "hide:RED-1")
    assert side.port.move(Seat(1), VirtualMove(VirtualAct.TIDY)) is None
    assert [b.piece for b in side.table.at("place/0")] == ["RED-1"]
    assert not side.body("RED-1").face_up


def test_of_a_stack_only_what_can_be_lifted_is_sent(side: Side) -> None:
    deck = [p for p in side.port.scene(Seat(0)).pieces if (p.x_mm, p.y_mm) == (90.0, 120.0) and not p.in_hand]
    assert len(deck) == 2


def test_a_place_says_how_many_pieces_lie_there_also_under_others(side: Side) -> None:
    lying = {spot.name: spot.lying for spot in side.port.scene(None).spots if spot.lying}
    assert lying == {spot: len(side.table.at(spot)) for spot in lying}
    before = lying["deck"]
    side.table.take(side.table.at("deck")[-1].ident, Seat(0))
    assert {spot.name: spot.lying for spot in side.port.scene(None).spots}["deck"] == before - 1 > 1
