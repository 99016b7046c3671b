"""A match of Chronicle whose cards carry no stickers: the camera tells them by their pictures."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from rules.engine.types import PieceId
from tests.evenings.table import Evening, evening_config

SEED = 1
DEADLINE_S = 600.0


@dataclass
class Watched(Evening):
    """An evening at which what the camera believes is held against what lies there whenever the table is in order."""

    looked: int = 0
    wrong: set[PieceId] = field(default_factory=set)
    asked: int = 0  # how often a card lay there that could not be told

    def tidy(self) -> None:
        super().tidy()
        underside, table = self.service.outlet.underside, self.service.table
        assert underside is not None
        assert table is not None
        lying_open = {body.piece for body in table.bodies() if body.on_mat and body.face_up}
        believed = {item.thing for item in underside.lying if item.thing is not None}
        self.looked += len(believed)
        self.wrong |= believed - lying_open
        self.asked += (notice := underside.board.around.notice) is not None and notice.code == "nameless_card"


@pytest.mark.xdist_group("evening")
@pytest.mark.parametrize(
    "whole", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["some_plays", "whole_match"]
)
def test_cards_without_stickers_are_played_and_none_is_taken_for_another(tmp_path: Path, whole: bool) -> None:
    config = evening_config(tmp_path, 3, SEED)
    evening = Watched.start(replace(config, camera=replace(config.camera, stickers=False)), SEED)

    def is_over(packet: dict[str, Any]) -> bool:
        return bool(packet["result"]) if whole else evening.dragged >= 3

    try:
        evening.play(DEADLINE_S, is_over)
    finally:
        evening.service.stop()
    assert evening.looked >= (200 if whole else 3)
    assert not evening.wrong
    assert evening.asked * 50 <= evening.looked, "all pictures are unlike each other"
