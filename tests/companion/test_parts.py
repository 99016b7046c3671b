"""How the cameras are opened, first and again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.service.cameras import camera_maker
from companion.settings.config import Config
from companion.telling.voices import build_voice
from tests.companion.high_card import HIGH_CARD
from vision import Frame, RecordingSource, VisionError


class Shown:
    """A camera that gives one picture."""

    def __init__(self) -> None:
        self.name, self.ended = "camera /dev/video0", False

    def read(self, timeout_s: float) -> Frame | None:
        return Frame(np.zeros((48, 64, 3), np.uint8), 1.0, 1)

    def close(self) -> None:
        self.ended = True


def test_a_recording_that_has_ended_does_not_begin_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.camera.table_source.open_source", lambda *given, **more: Shown())
    monkeypatch.setattr("vision.cameras.recording.KEEP_FREE", 2**62)
    base = Config()
    config = replace(base, camera=replace(base.camera, source="/dev/video0", record=str(tmp_path / "kept")))
    told: list[str] = []
    make = camera_maker(config, build_voice(HIGH_CARD, 2, {}, "en", ("Ada", "Ben")), None, told.append)
    assert make is not None
    first = make()
    assert isinstance(first, RecordingSource)
    first.read(0.0)
    first.close()
    assert told == ["The disk is nearly full, so the recording has ended; the evening goes on without it."]
    monkeypatch.setattr("vision.cameras.recording.KEEP_FREE", 0)
    again = make()
    assert isinstance(again, Shown), "everybody was told that it is over"
    assert not list(tmp_path.rglob("*.jpg"))


def test_a_recording_that_cannot_go_on_does_not_cost_the_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.camera.table_source.open_source", lambda *given, **more: Shown())
    base, kept = Config(), tmp_path / "kept"
    config = replace(base, camera=replace(base.camera, source="/dev/video0", record=str(kept)))
    told: list[str] = []
    make = camera_maker(config, build_voice(HIGH_CARD, 2, {}, "en", ("Ada", "Ben")), None, told.append)
    assert make is not None
    make().close()
    kept.rename(tmp_path / "moved")
    kept.write_text("a file where the directory was")
    assert isinstance(make(), Shown)
    (sentence,) = told
    assert str(kept) in sentence
    fresh = camera_maker(config, build_voice(HIGH_CARD, 2, {}, "en", ("Ada", "Ben")), None, told.append)
    assert fresh is not None
    with pytest.raises(VisionError):  # at the start it is said loudly
        fresh()
