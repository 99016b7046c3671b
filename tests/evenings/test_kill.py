"""The service is killed at random moments; nothing that was acknowledged may be lost, and play goes on.

`COMPANION_KILLS` says how often (default 3; the long tests 310 in all).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.evenings.killing import BLIND, CAMERA, PLAYERS, Evening
from tests.evenings.tapping import Stored
from tests.seeds import seed_of

KILLS = int(os.environ.get("COMPANION_KILLS", "3"))
OTHER_KILLS = 2
CAMERA_KILLS = 2
SOAK_KILLS = {"chronicle": 100, "chesney": 120, "war_chest": 30, "chess_deckbuilder": 30, "chain_mail": 30}


def report(evening: Evening) -> None:
    """What the evening was like."""
    matches = len(Stored.of(evening.data / "companion.db").matches)
    print(
        f"kills {evening.kills}, acknowledged {evening.acknowledged}, of them noted {evening.noted}, in flight "
        f"{evening.repeated} (of them on disk {evening.carried_out_unheard}), matches {matches}"
    )


def test_taps_survive_every_kill(tmp_path: Path) -> None:
    evening = Evening(tmp_path, BLIND, seed_of("kills"))
    evening.run(KILLS)
    report(evening)
    assert evening.kills >= KILLS
    assert evening.acknowledged > KILLS, "too little was played to show anything"


@pytest.mark.parametrize("slug", [slug for slug in PLAYERS if slug != "chronicle"])
def test_every_game_survives_kills(tmp_path: Path, slug: str) -> None:
    evening = Evening(tmp_path, BLIND, seed_of("kills"), slug)
    evening.run(OTHER_KILLS)
    report(evening)
    assert evening.kills >= OTHER_KILLS


def test_a_table_with_camera_and_bots_survives_kills(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CAMERA, seed_of("kills"), phones=1)
    evening.run(CAMERA_KILLS)
    report(evening)
    assert evening.kills >= CAMERA_KILLS


@pytest.mark.soak
@pytest.mark.parametrize("slug", PLAYERS)
def test_taps_survive_hundreds_of_kills(tmp_path: Path, slug: str) -> None:
    evening = Evening(tmp_path, BLIND, seed_of("kills"), slug)
    evening.run(max(KILLS, SOAK_KILLS[slug]))
    report(evening)
    assert evening.noted or slug not in ("chesney", "chess_deckbuilder"), "no window and no secret answer was met"
