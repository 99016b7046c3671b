"""Bots at a table with real cards: which card of a rack hands are to play, and that nobody hears more than that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.players.racks import RackPlace, Racks
from companion.service.building import build
from companion.service.service import Service
from companion.settings.config import Autoplay, Config
from companion.virtual.rack_bots import RackBots
from hardware.types import SpeechSink
from rules.engine.entries import Header, Position
from rules.engine.match import Match
from rules.engine.types import PUBLIC, PieceId, Seat
from tests.companion.evening import HANDS, HIDING, Evening
from tests.companion.hidden_card import HIDDEN_CARD
from tests.companion.high_card import HIGH_CARD
from tests.companion.test_service import DEADLINE_S, begin_from, seated

BOT = Seat(1)


def with_rack(game: object, position: Position, seat: int) -> Evening:
    evening = Evening(game, position)  # type: ignore[arg-type]
    evening.running.watch.racks = lambda: frozenset({Seat(seat)})
    evening.see()
    return evening


def test_a_card_is_named_with_its_place_once_it_is_open_on_record() -> None:
    evening = with_rack(HIGH_CARD, HANDS, 1)
    evening.tap(0, "play:BLU-2")
    evening.tap(1, "play:BLU-6")
    assert evening.todo == ["Play Blu 6 for P2: card 2 from the left goes on Won cards."], "nobody waits for that"
    assert "P2 plays Blu 6, card 2 from the left." in evening.said


def test_of_a_hidden_card_nothing_but_the_place_is_told() -> None:
    evening = with_rack(HIDDEN_CARD, HIDING, 0)
    evening.lay("COIN", "tray")
    evening.tap(0, "hide:BLU-2")
    assert evening.todo == ["Play for P1: card 2 from the left goes face down on P1's place, without a look at it."]
    assert "P1 plays card 2 from the left, face down." in evening.said
    assert "Blu" not in evening.said
    assert "BLU-2" not in evening.bytes_of(1)
    other = with_rack(HIDDEN_CARD, replace(HIDING, piles={**HIDING.piles, "hand/0": ("RED-3", "BLU-4")}), 0)
    other.lay("COIN", "tray")
    other.tap(0, "hide:BLU-4")
    assert (other.todo, other.said) == (evening.todo, evening.said), (
        "with another card there nobody hears anything else"
    )
    evening.lay_back("place/0")
    assert evening.todo == []


def state_with(*held: str) -> Match:
    return Match(HIGH_CARD, Header("high_card", 2, {}, Position({"hand/1": held}, phase="trick", turn=1)))


def after(racks: Racks, *hands: str) -> None:
    """The rack's seat holds these cards, one hand after the other."""
    for held in hands:
        racks.follow(state_with(*held.split()).state, {BOT})


def test_what_comes_is_on_the_right_what_goes_leaves_no_gap_and_what_is_taken_back_is_where_it_was() -> None:
    racks = Racks()
    after(racks, "RED-1 BLU-2 RED-5", "RED-1 RED-5")
    assert racks.left(PieceId("BLU-2")) == RackPlace(BOT, 2)
    after(racks, "RED-1 RED-5 BLU-2", "RED-1 RED-5 BLU-2 BLU-4", "RED-1 BLU-2 BLU-4")
    assert racks.left(PieceId("RED-5")) == RackPlace(BOT, 3), "Blu 2 went back to its place before it"
    after(racks, "RED-1 BLU-2")
    assert racks.left(PieceId("BLU-4")) == RackPlace(BOT, 3), "the gap has closed"
    assert racks.left(PieceId("RED-5")) is None, "of what lies there for long nothing is said"


def test_of_a_rack_that_nobody_has_read_no_place_is_told() -> None:
    racks = Racks()
    after(racks, "RED-1 ?", "?")
    assert racks.left(PieceId("RED-1")) is None


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A table whose pictures are rendered, at which the program moves nothing."""
    base = Config()
    config = replace(
        base,
        table=replace(base.table, players=2, seed=3),
        camera=replace(base.camera, px_per_mm=2.4),
        web=replace(base.web, port=0, host="127.0.0.1", host_pin="4711"),
        data=replace(base.data, directory=str(tmp_path / "data")),
        play=replace(base.play, autoplay=Autoplay.OFF, speed=100.0, patience_s=0.2),
        voice=replace(base.voice, sink=SpeechSink.OFF),
    )
    begin_from(config, HANDS)
    made = build(config, HIGH_CARD)
    made.referee.running.watch.racks = lambda: frozenset({BOT})
    yield made
    made.stop()


def test_hands_play_for_a_bot_what_the_list_says_and_the_camera_sees_it(service: Service) -> None:
    table, todo, state = (
        service.table,
        lambda: service.publisher.packet(PUBLIC).todo,
        lambda: service.referee.match.state,
    )
    assert table is not None
    rack = [PieceId(card) for card in HANDS.piles["hand/1"]]

    def place_of(name: str) -> str | None:
        asks = (re.match(rf"Play {name} for Player 2: card (\d) from the left", one.text) for one in todo())
        return next((ask[1] for ask in asks if ask), None)

    def lay(piece: PieceId, spot: str) -> None:
        table.lay(table.find(piece).ident, spot, True)

    def play_for_the_bot(name: str, spot: str) -> None:
        assert service.publisher.wait_for(lambda: place_of(name) is not None, DEADLINE_S)
        lay(rack.pop(int(place_of(name) or 0) - 1), spot)

    service.start()
    seated(service, 0, "Ada")
    bots = RackBots(service.outlet.played, service.publisher, service.inbox, lambda: frozenset({BOT}), Random(1), 100.0)
    bots.start()
    try:
        lay(PieceId("RED-1"), "trick/0")
        play_for_the_bot("Red 5", "won")  # it must follow, and wins
        lay(PieceId("RED-1"), "won")
        play_for_the_bot("Blu 6", "trick/1")
        lay(PieceId("BLU-2"), "trick/0")
        assert service.publisher.wait_for(lambda: state().result is not None, DEADLINE_S)
    finally:
        bots.stop()
    assert not rack
    assert not any(entry.irregular for entry in service.referee.match.log)  # type: ignore[union-attr]
