"""The whole service with a game of many acts by hand: dealt, drawn, stacked and shuffled by the dealer, read by the
camera, played to the end by bots."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.service.building import build
from companion.settings.config import Autoplay
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.types import PUBLIC
from tests.companion.lucky_draw import LUCKY_DRAW
from tests.companion.test_dice_service import DEADLINE_S, config_for
from tests.evenings.agreeing import miscounted, misplaced


@pytest.mark.dear
def test_bots_play_it_to_the_end_and_the_notes_agree_with_the_table(tmp_path: Path) -> None:
    config = config_for(tmp_path / "data", 4, Autoplay.ALL)
    service = build(config, LUCKY_DRAW)
    try:
        service.start()
        assert service.publisher.wait_for(lambda: service.publisher.packet(PUBLIC).result is not None, DEADLINE_S)
        assert service.publisher.wait_for(lambda: not misplaced(service), DEADLINE_S), misplaced(service)
        assert miscounted(service) == []
    finally:
        service.stop()
    with Journal.open(config.data.journal_path) as journal:
        header, entries = journal.load(journal.matches()[0].match)
    origins = Counter(e.origin.partition(" ")[0] for e in entries if isinstance(e.entry, Answer))
    assert origins["dealer"] == 4, "sorted, stacked, lots drawn, made anew"
    assert origins["reader"] == 5, "two deals, the draw and its rest, one out of a hand"
    assert origins["camera"] >= 2, "turned up and down"
    again = Match.replay(LUCKY_DRAW, header, [e.entry for e in entries])
    assert again.table.result is not None
    assert len(again.state.pile("place/0")) == len(again.state.pile("place/1")) == 1
