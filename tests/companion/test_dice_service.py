"""The whole service with dice: thrown on the virtual table, rendered, read by the same vision, counted by the rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.config import Autoplay, Config
from companion.journal import Journal
from companion.service import Service
from hardware.types import SpeechSink
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.types import PUBLIC
from tests.companion.dice_race import GOAL, dice_race

DEADLINE_S = 60.0


@pytest.mark.parametrize("sides", [(6, 6), (12,)])
def test_bots_throw_until_somebody_has_won(sides: tuple[int, ...], tmp_path: Path) -> None:
    base, game = Config(), dice_race(sides)
    config = replace(
        base,
        table=replace(base.table, players=2, seed=5),
        web=replace(base.web, port=0, host="127.0.0.1", host_pin="4711"),
        data=replace(base.data, directory=str(tmp_path / "data")),
        play=replace(base.play, autoplay=Autoplay.ALL, speed=100.0),
        voice=replace(base.voice, sink=SpeechSink.OFF),
    )
    service = Service(config, game)
    try:
        service.start()
        assert service.publisher.wait_for(lambda: service.publisher.packet(PUBLIC).result is not None, DEADLINE_S)
    finally:
        service.stop()
    with Journal.open(config.data.journal_path) as journal:
        header, entries = journal.load(journal.matches()[0].match)
    rolls = [e for e in entries if isinstance(e.entry, Answer)]
    by_camera = [e for e in rolls if e.origin == "dice"]
    # pips are read by the camera; numerals are not, so whoever threw says them on the phone
    assert bool(by_camera) == (sides == (6, 6))
    again = Match.replay(game, header, [e.entry for e in entries])
    assert max(again.table.number(f"steps/{s}") for s in (0, 1)) >= GOAL
    thrown = [int(face) for e in rolls for face in e.entry.key.split("-")]  # type: ignore[union-attr]
    assert sum(thrown) == sum(again.table.number(f"steps/{s}") for s in (0, 1))


def test_the_camera_reads_what_was_thrown(tmp_path: Path) -> None:
    """Each throw of the virtual dice is noted with the faces that lie there."""
    base, game = Config(), dice_race((6, 6, 6))
    config = replace(
        base,
        table=replace(base.table, players=2, seed=11),
        web=replace(base.web, port=0, host="127.0.0.1", host_pin="4711"),
        data=replace(base.data, directory=str(tmp_path / "data")),
        play=replace(base.play, autoplay=Autoplay.OFF, speed=100.0),
        voice=replace(base.voice, sink=SpeechSink.OFF),
    )
    service = Service(config, game)
    try:
        service.start()
        assert service.table is not None
        assert service.dealer is not None
        dealer = service.dealer
        assert service.publisher.wait_for(dealer.camera_caught_up, DEADLINE_S)
        faces = dealer.throw()
        assert sorted(faces) == sorted(die.value for die in service.table.dice())
        moved_on = service.publisher.wait_for(lambda: service.publisher.packet(PUBLIC).version >= 1, DEADLINE_S)
        assert moved_on or service.outlet.board.around.thrown  # type: ignore[union-attr]
        entries = service.referee.desk.match.log
    finally:
        service.stop()
    if entries:
        assert sorted(map(int, entries[0].key.split("-"))) == sorted(faces)  # type: ignore[union-attr]
