"""The whole service with dice: thrown on the virtual table, rendered, read by the same vision, counted by the rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.service.building import build
from companion.settings.config import Autoplay, Config
from hardware.types import SpeechSink
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.types import PUBLIC
from tests.companion.dice_race import GOAL, dice_race

DEADLINE_S = 60.0


def config_for(data: Path, seed: int, autoplay: Autoplay) -> Config:
    base = Config()
    return replace(
        base,
        table=replace(base.table, players=2, seed=seed),
        web=replace(base.web, port=0, host="127.0.0.1", host_pin="4711"),
        data=replace(base.data, directory=str(data)),
        play=replace(base.play, autoplay=autoplay, speed=100.0),
        voice=replace(base.voice, sink=SpeechSink.OFF),
    )


@pytest.mark.dear
@pytest.mark.parametrize("sides", [(6, 6), (12,)])
def test_bots_throw_until_somebody_has_won(sides: tuple[int, ...], tmp_path: Path) -> None:
    config, game = config_for(tmp_path / "data", 5, Autoplay.ALL), dice_race(sides)
    service = build(config, game)
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


def test_the_camera_notes_what_was_thrown_and_fills_in_only_what_lies_there(tmp_path: Path) -> None:
    service = build(config_for(tmp_path / "data", 11, Autoplay.OFF), dice_race((6, 6, 6)))
    try:
        service.start()
        assert service.dealer is not None
        assert service.publisher.wait_for(service.dealer.camera_caught_up, DEADLINE_S)
        faces = Counter(service.dealer.throw())

        def is_read() -> bool:
            board = service.outlet.board
            return board is not None and bool(board.around.thrown or board.public.version)

        assert service.publisher.wait_for(is_read, DEADLINE_S)
        board = service.outlet.board
        assert board is not None
        filled_in, noted = board.around.thrown, service.referee.match.log
    finally:
        service.stop()
    if noted:  # every die was sure
        (entry,) = noted
        assert isinstance(entry, Answer)
        assert Counter(map(int, entry.key.split("-"))) == faces
    else:  # one was not: of the others no face is filled in that does not lie there
        assert len(filled_in) == 3
        assert not Counter(face for face in filled_in if face) - faces
