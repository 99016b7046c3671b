"""Matches whose cards carry no stickers: the camera tells them by their pictures, on a real table top in the soak."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from companion.service.building import build
from companion.settings.config import Autoplay
from companion.settings.sections import Ground
from companion.telling.board import Underside
from companion.virtual.virtual_table import VirtualTable
from hardware.types import SpeechSink
from rules.engine.types import PUBLIC, PieceId
from rules.games import game
from tests.evenings.agreeing import misplaced
from tests.evenings.table import Evening, evening_config, wait_until

SEED = 1
DEADLINE_S = 420.0


@dataclass
class Seen:
    """What the camera believed, whenever it had seen the table as it lay then."""

    looked: int = 0
    wrong: set[PieceId] = field(default_factory=set)

    def note(self, underside: Underside, table: VirtualTable, has_seen: bool) -> None:
        """One look; it counts if nobody moved anything meanwhile."""
        before = table.version
        lying_open = {body.piece for body in table.bodies() if body.on_mat and body.face_up}
        believed = {item.thing for item in underside.lying if item.thing is not None}
        if has_seen and table.version == before:
            self.looked += len(believed)
            self.wrong |= believed - lying_open


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
    ground = Ground.OAK if whole else Ground.MAT
    evening = Watched.start(replace(config, camera=replace(config.camera, stickers=False, ground=ground)), SEED)

    def is_over(packet: dict[str, Any]) -> bool:
        return bool(packet["result"]) if whole else evening.dragged >= 3

    try:
        evening.play(DEADLINE_S, is_over)
    finally:
        evening.service.stop()
    assert evening.looked >= (200 if whole else 3)
    assert not evening.wrong
    assert evening.asked == 0, "all pictures are unlike each other"


@pytest.mark.xdist_group("evening")
@pytest.mark.soak
def test_bots_play_the_advanced_mode_of_chesney_without_stickers(tmp_path: Path) -> None:
    config = evening_config(tmp_path, 4, SEED, autoplay=Autoplay.ALL, options={"mode": "advanced"})
    config = replace(
        config,
        table=replace(config.table, game="chesney"),
        camera=replace(config.camera, stickers=False, ground=Ground.WALNUT),
        voice=replace(config.voice, sink=SpeechSink.OFF, wav_path=""),
    )
    service = build(config, game("chesney"))
    seen, asked = Seen(), set[int]()

    def is_over() -> bool:
        underside, table, dealer = service.outlet.underside, service.table, service.dealer
        if underside is not None and table is not None and dealer is not None:
            seen.note(underside, table, dealer.camera_caught_up())
            if (notice := underside.board.around.notice) is not None and notice.code == "nameless_card":
                asked.add(underside.board.public.version)
        return service.publisher.packet(PUBLIC).result is not None

    try:
        service.start()
        wait_until(is_over, DEADLINE_S, "the end of the match", lambda: service.publisher.packet(PUBLIC).status)
        service.publisher.wait_for(lambda: not misplaced(service), 30.0)
        assert misplaced(service) == []
    finally:
        service.stop()
    print(f"{seen.looked} names held against the table, asked {len(asked)} times")
    assert seen.looked >= 200
    assert not seen.wrong
