"""Bots play the chess deckbuilder on the virtual table, the board turned by half because the second seat drew White."""

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
from rules.games.chess_deckbuilder.names import WHITE_SEAT
from tests.evenings.agreeing import miscounted, misplaced
from tests.evenings.table import evening_config, wait_until

SEED = 3
ENTRIES = 24
DEADLINE_S = 300.0


@pytest.mark.xdist_group("evening")
@pytest.mark.soak
def test_bots_play_on_a_turned_board_and_the_notes_agree_with_the_table(tmp_path: Path) -> None:
    config = evening_config(tmp_path, 2, SEED, autoplay=Autoplay.ALL, options={"white": "drawn"})
    config = replace(
        config,
        table=replace(config.table, game="chess_deckbuilder"),
        voice=replace(config.voice, sink=SpeechSink.OFF, wav_path=""),
    )
    service = build(config, game("chess_deckbuilder"))
    try:
        service.start()
        match = service.referee.match
        wait_until(lambda: match.version >= ENTRIES, DEADLINE_S, what="the bots' moves")
        service.bot_seats.choose(Autoplay.OFF.value)
        assert service.dealer is not None
        wait_until(lambda: service.dealer.tidy() == 0 and not misplaced(service), what="the table in order")  # type: ignore[union-attr]
        assert (misplaced(service), miscounted(service)) == ([], [])
        assert match.state[WHITE_SEAT] == Seat(1)
        board = service.publisher.packet(PUBLIC).board
        assert board is not None
        assert service.table is not None
        place = service.table.layout.spot("a1")
        assert place.y_mm < service.table.layout.height_mm / 2, "a1 lies on the far side"
    finally:
        service.stop()
    with Journal.look(config.data.journal_path) as journal:
        _, entries = journal.load(journal.matches()[0].match)
    by_camera = Counter(
        e.entry.key.partition(":")[0] for e in entries if e.origin == "camera" and isinstance(e.entry, Answer)
    )
    assert by_camera["move"] + by_camera["take"] > 0, "pieces were read where they stand"
    assert by_camera["buy"] > 0, "cards were read where they were laid"
