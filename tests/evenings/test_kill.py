"""The service is killed at random moments; nothing that was acknowledged may be lost, and play goes on.

`COMPANION_KILLS` says how often (default 4; the long tests 300), `COMPANION_KILL_SEED` repeats the moments of another
run.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import pytest

from tests.evenings.killing import BLIND, CAMERA, PLAYERS, Evening
from tests.evenings.tapping import Stored

KILLS = int(os.environ.get("COMPANION_KILLS", "4"))
SOAK_KILLS = 300
CAMERA_KILLS = 2


def seed_of_today() -> int:
    """The seed, printed so that a failure can be repeated."""
    seed = int(os.environ.get("COMPANION_KILL_SEED") or secrets.randbits(32))
    print(f"COMPANION_KILL_SEED={seed}")
    return seed


def report(evening: Evening) -> None:
    """What the evening was like."""
    matches = len(Stored.of(evening.data / "companion.db").matches)
    print(
        f"kills {evening.kills}, acknowledged {evening.acknowledged}, in flight {evening.repeated} "
        f"(of them on disk {evening.carried_out_unheard}), matches {matches}"
    )


def test_taps_survive_every_kill(tmp_path: Path) -> None:
    evening = Evening(tmp_path, BLIND, tuple(range(PLAYERS)), seed_of_today())
    evening.run(KILLS)
    report(evening)
    assert evening.kills >= KILLS
    assert evening.acknowledged > KILLS, "too little was played to show anything"


def test_a_table_with_camera_and_bots_survives_kills(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CAMERA, (0,), seed_of_today())
    evening.run(CAMERA_KILLS)
    report(evening)
    assert evening.kills >= CAMERA_KILLS


@pytest.mark.soak
def test_taps_survive_three_hundred_kills(tmp_path: Path) -> None:
    evening = Evening(tmp_path, BLIND, tuple(range(PLAYERS)), seed_of_today())
    evening.run(max(KILLS, SOAK_KILLS))
    report(evening)
