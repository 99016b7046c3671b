"""Whole rounds of Chesney that bots play on the virtual table: hands deal, draw and shuffle, the camera reads what is
laid and turned, phones tap the rest; at the end every card lies where the notes have it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.service.building import build
from companion.settings.config import Autoplay
from hardware.types import SpeechSink
from rules.engine.match import Match
from rules.engine.packets import packet, plain
from rules.engine.questions import Answer
from rules.engine.types import PUBLIC
from rules.games import game
from tests.evenings.agreeing import miscounted, misplaced
from tests.evenings.table import evening_config

SEED = 3
DEADLINE_S = 420.0


@pytest.mark.xdist_group("evening")
@pytest.mark.soak
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_bots_play_a_round_and_the_notes_agree_with_the_table(mode: str, tmp_path: Path) -> None:
    config = evening_config(tmp_path, 5, SEED, autoplay=Autoplay.ALL, options={"mode": mode})
    config = replace(
        config,
        table=replace(config.table, game="chesney"),
        voice=replace(config.voice, sink=SpeechSink.OFF, wav_path=""),
    )
    service = build(config, game("chesney"))
    try:
        service.start()
        assert service.publisher.wait_for(lambda: service.publisher.packet(PUBLIC).result is not None, DEADLINE_S)
        service.publisher.wait_for(lambda: not misplaced(service), 30.0)
        assert misplaced(service) == []
        assert miscounted(service) == []
        shown = plain(packet(service.referee.match))
    finally:
        service.stop()

    with Journal.look(config.data.journal_path) as journal:
        header, entries = journal.load(journal.matches()[0].match)
    origins = Counter(e.origin.partition(" ")[0] for e in entries if isinstance(e.entry, Answer))
    assert origins["reader"] >= 5, "cards went over the reader box"
    assert origins["dealer"] >= 3, "the table was prepared, lots were drawn"
    assert origins["camera"] >= 5, "cards were read where they were laid"
    again = Match.replay(game("chesney"), header, [e.entry for e in entries])
    assert plain(packet(again)) == shown, "the same match from the journal"
    assert again.table.result is not None
    assert all(
        slot.face_up
        for seat in range(5)
        for side in ("left", "right")
        for slot in again.state.pile(f"{side}/{seat}").slots
    )
