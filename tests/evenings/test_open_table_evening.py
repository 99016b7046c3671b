"""A match at an open table that bots play on the virtual table: hands deal and draw, the camera reads what is laid, and
every card lies where the notes have it; half of it, or to its end under `./run soak`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.service.building import build
from companion.settings.config import Autoplay
from hardware.types import SpeechSink
from rules.engine.questions import Answer
from rules.engine.types import PUBLIC, Seat
from rules.games import game
from tests.evenings.agreeing import miscounted, misplaced
from tests.evenings.table import evening_config

DEADLINE_S = 300.0


@pytest.mark.xdist_group("evening")
@pytest.mark.parametrize("entries", [40, pytest.param(0, marks=pytest.mark.soak)])
def test_bots_play_a_duel_and_the_notes_agree_with_the_table(entries: int, tmp_path: Path) -> None:
    config = evening_config(tmp_path, 2, 5, autoplay=Autoplay.ALL, options={"table": "duel"})
    config = replace(
        config,
        table=replace(config.table, game="open_table"),
        voice=replace(config.voice, sink=SpeechSink.OFF, wav_path=""),
    )
    service = build(config, game("open_table"))
    try:
        service.start()

        def enough() -> bool:
            packet = service.publisher.packet(PUBLIC)
            return packet.result is not None or 0 < entries <= packet.version

        assert service.publisher.wait_for(enough, DEADLINE_S)
        assert service.publisher.wait_for(lambda: not misplaced(service), 60.0)
        assert entries or miscounted(service) == []
    finally:
        service.stop()
    with Journal.look(config.data.journal_path) as journal:
        _, stored = journal.load(journal.matches()[0].match)
    origins = Counter(e.origin.partition(" ")[0] for e in stored if isinstance(e.entry, Answer))
    assert origins["reader"] >= 5, "cards were drawn over the reader box"
    assert origins["camera"] >= 5, "cards were read where they were laid"
    seats = Counter(e.entry.seat for e in stored if isinstance(e.entry, Answer))
    assert min(seats[Seat(0)], seats[Seat(1)]) >= 8, "they take turns"
