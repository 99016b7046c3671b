"""Packets in words, each from its reader's own packet."""

from __future__ import annotations

import pytest

from rules.engine.entries import Position
from rules.engine.types import Refusal
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from web.ports import HostAct


@pytest.fixture
def evening() -> Evening:
    return Evening(HIGH_CARD, HANDS)


def test_a_hand_shows_its_faces_to_its_owner_only(evening: Evening) -> None:
    def faces(reader: int) -> list[str | None]:
        pile = next(p for p in evening.packet(reader).piles if p.key == "hand/1")
        return [c.face.title if c.face else None for c in pile.cards]

    assert sorted(str(f) for f in faces(1)) == ["Blu 6", "Red 5"]
    assert faces(0) == faces(-1) == [None, None]


def test_a_card_of_a_hand_that_all_have_seen_is_marked() -> None:
    shown = Position({"hand/0": ("RED-1", "?"), "hand/1": ("RED-5:shown", "BLU-6")}, phase="trick", turn=0)
    pile = next(p for p in Evening(HIGH_CARD, shown).packet(0).piles if p.key == "hand/1")
    assert [(c.face is not None, c.known_to_all) for c in pile.cards] == [(True, True), (False, False)]


def test_options_are_the_asked_seat_s_alone_and_carry_their_reasons(evening: Evening) -> None:
    evening.tap(0, "play:RED-1")
    assert evening.keys(0) == []
    assert evening.keys(-1) == []
    question = evening.packet(1).question
    assert question is not None
    assert question.yours
    refused = next(o for o in question.options if o.key == "play:BLU-6")
    assert refused.why_not is not None
    assert (refused.why_not.short, refused.why_not.rule) == ("Follow Red.", "HC-1")
    other = evening.packet(0).question
    assert other is not None
    assert (other.text, other.yours) == ("P2 plays a card.", False)


def test_a_claim_stands_beside_its_option() -> None:
    blind = Position({"hand/0": ("RED-1", "?"), "hand/1": ("?", "?")}, phase="trick", turn=0)
    evening = Evening(HIGH_CARD, blind)
    evening.tap(0, "play:RED-1")
    question = evening.packet(1).question
    assert question is not None
    claims = {o.key: o.claim for o in question.options}
    assert claims["play:BLU-6"] == "I have no Red card."
    assert claims["play:RED-5"] == ""


def test_players_piles_and_tracks_have_their_words(evening: Evening) -> None:
    packet = evening.packet()
    assert [(p.name, p.on_turn) for p in packet.players] == [("P1", True), ("P2", False)]
    assert len({(p.colour, p.shape) for p in packet.players}) == 2
    assert {p.key: p.label for p in packet.piles}["hand/1"] == "Hand of P2"
    tracks = {t.key: t for t in packet.tracks}
    assert tracks["tricks/0"].prominent
    assert tracks["tricks/0"].value == "0"
    assert "led" not in tracks  # there is nothing to tell yet
    assert "left" not in tracks  # the rules keep it for themselves
    evening.tap(0, "play:RED-1")
    led = next(t for t in evening.packet().tracks if t.key == "led")
    assert (led.value, led.prominent) == ("Red", False)


def test_undone_lines_stay_and_are_marked(evening: Evening) -> None:
    evening.tap(0, "play:RED-1")
    evening.host(HostAct.UNDO)
    told = {e.text: e.undone for e in evening.packet().events}
    assert told["P1 plays Red 1."] is True
    assert list(told.values())[-1] is False


def test_the_end_and_its_winners() -> None:
    last = Position({"hand/0": ("RED-1",), "hand/1": ("RED-5",)}, phase="trick", turn=0)
    evening = Evening(HIGH_CARD, last)
    evening.tap(0, "play:RED-1")
    evening.tap(1, "play:RED-5")
    result = evening.packet().result
    assert result is not None
    assert (result.winners, result.text) == ((1,), "P2 wins.")
    assert evening.packet().question is None
    assert evening.packet().status == "The game is over."


def test_pausing_goes_over_every_notice(evening: Evening) -> None:
    evening.lay("RED-1", "trick/0")
    evening.lay("BLU-6", "trick/1")
    evening.host(HostAct.PAUSE)
    assert {evening.packet(r).notice for r in (-1, 0, 1)} == {"The table is paused. The host goes on with Resume."}


def test_a_code_without_a_word_of_the_game_is_the_companion_s(evening: Evening) -> None:
    board = evening.outlet.board
    assert board is not None
    assert board.voice.refusal(Refusal("not_your_turn", "", {"seats": (0,)}))
    assert board.voice.spot(None) == "the free table"
