"""One complete match of Chronicle without hardware: frames, buttons and taps in; packets, lights and speech out."""

from __future__ import annotations

import math
import wave
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.journal.journal import Journal
from rules.engine.match import Match
from rules.engine.packets import packet, plain
from rules.engine.types import Seat
from rules.games import game
from tests.evenings.table import Evening, evening_config

SEED = 1  # a match of a few rounds; the first of them is scored
DEADLINE_S = 420.0


@pytest.mark.xdist_group("evening")
@pytest.mark.parametrize(
    "whole", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["first_fame", "whole_match"]
)
def test_a_match_through_camera_buttons_and_phones(tmp_path: Path, whole: bool) -> None:
    """Every play enters as a rendered frame; choices as taps; single answers by the seat's button. The short run ends
    when a round was scored."""
    config = evening_config(tmp_path, 4, SEED)
    evening = Evening.start(config, SEED)
    try:
        last = evening.play(
            DEADLINE_S, lambda packet: bool(packet["result"]) if whole else max(_fame(packet).values()) > 0
        )
        shown = plain(packet(evening.service.referee.match))
        assert evening.service.speech.wait_idle(180.0), "the voice has said everything"
    finally:
        evening.service.stop()

    fame = _fame(last)
    if whole:
        assert last["result"]["winners"] == [s for s, f in sorted(fame.items()) if f == max(fame.values())]
        assert max(fame.values()) >= 3, "CR-100"
    assert evening.dragged > (40 if whole else 12), "plays came through the camera"
    assert evening.pressed > 0, "buttons were used"
    assert evening.tapped > 0, "phones were used"

    with Journal.look(config.data.journal_path) as journal:
        stored = journal.matches()[0]
        header, entries = journal.load(stored.match)
    assert (stored.ended is not None) == whole
    by_camera = [e for e in entries if e.origin == "camera"]
    assert len(by_camera) >= evening.dragged - evening.named
    again = Match.replay(game("chronicle"), header, [e.entry for e in entries])
    assert plain(packet(again)) == shown, "the same match from the journal"
    assert {int(s): again.table.number(f"fame/{s}") for s in again.table.seats} == fame
    assert fame == _fame_told(again)
    _assert_voice(Path(config.voice.wav_path))


def _has_ended(packet: dict[str, Any]) -> bool:
    return bool(packet["result"])


def _fame(packet: dict[str, Any]) -> dict[int, int]:
    """Every seat's Fame."""
    return {int(t["key"].split("/")[1]): int(t["value"]) for t in packet["tracks"] if t["key"].startswith("fame/")}


def _fame_told(match: Match) -> dict[int, int]:
    """The sum of all Fame that was told, by seat: 1 for a history card (CR-084), 2 for all evil (CR-088)."""
    total = {int(s): 0 for s in match.table.seats}
    worth = {"fame": 1, "all_four_evil": 2}
    for told in match.told:
        if told.event.kind in worth:
            seat = told.event.facts["seat"]
            assert isinstance(seat, Seat)
            total[int(seat)] += worth[told.event.kind]
    return total


def _assert_voice(path: Path) -> None:
    """The WAV is long and loud enough to be speech."""
    with wave.open(str(path)) as sound:
        rate, count = sound.getframerate(), sound.getnframes()
        samples = np.frombuffer(sound.readframes(count), np.int16).astype(np.float64)
    assert count / rate > 30.0
    assert math.sqrt(float((samples**2).mean())) > 300.0
