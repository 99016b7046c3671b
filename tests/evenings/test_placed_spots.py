"""A zone that the host has placed elsewhere: hands lay cards there, and the camera reads that they lie in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.camera.spot_files import SpotFiles
from rules.engine.entries import Header
from rules.engine.mat import Placement, places_of
from rules.games import game
from tests.evenings.room import Room, running
from tests.evenings.table import wait_until

HEADER = Header("open_table", 2, {"table": "tokens"})
SEAT = 0


@pytest.mark.xdist_group("evening")
def test_a_card_laid_where_the_host_placed_a_zone_is_read_in_it(tmp_path: Path) -> None:
    own = places_of(game("open_table").mat(2, HEADER.settings))
    there = replace(own["treasure/0"], x_mm=215, y_mm=200, width_mm=200, height_mm=120)
    SpotFiles(tmp_path).keep("open_table", Placement(2, {**own, "treasure/0": there}))
    with running(tmp_path, HEADER) as (service, phones):
        room = Room(service, phones)
        room.tap(SEAT, "act", "turn:bag:market")
        room.wait_for("turn", SEAT)
        phones[SEAT].post("/api/virtual", {"act": "deal"})

        def lying(pile: str) -> int:
            return len(service.referee.running.match.state.pile(pile))

        wait_until(lambda: lying("market"), what="a card in the market")
        room.wait_for("act", SEAT)
        scene = phones[SEAT].scene()
        piece = next(one for one in scene["pieces"] if one["face"] is not None)
        spot = next(one for one in scene["spots"] if one["name"] == "treasure/0")
        assert (spot["width_mm"], spot["height_mm"]) == (200, 120)
        assert not (abs(spot["x_mm"] - own["treasure/0"].x_mm) < 40 and abs(spot["y_mm"] - own["treasure/0"].y_mm) < 40)
        room.put(SEAT, piece, "treasure/0")
        wait_until(lambda: lying("treasure/0"), what="the card read in its zone")
