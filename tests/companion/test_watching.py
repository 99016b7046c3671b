"""The command that looks at a camera or a recording without playing."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.commands import main
from companion.cli.watching import watch_source
from companion.prints.mat_plan import mat_layout
from companion.reading.tags import front_code
from companion.settings.config import Config, DataConfig
from rules.games import game
from vision import CameraSettings, RecordingSettings, RecordingSource, ScenePiece, SceneState, VirtualCamera

CHRONICLE = game("chronicle")


def card(piece: str, x_mm: float, y_mm: float) -> ScenePiece:
    code = front_code("chronicle", piece)
    return ScenePiece(1, code, code, x_mm, y_mm)


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """A card comes to lie on the discard pile."""
    now_s = [100.0]
    scene = [SceneState(1, ())]
    layout = mat_layout(CHRONICLE.mat(4))
    spot = next(s for s in layout.spots if s.name == "discard")
    settings = CameraSettings(px_per_mm=2.6, fps=0, settle_frames=2, hand_frames=0, heartbeat_s=0.1)
    camera = VirtualCamera(layout, lambda: scene[0], settings, lambda: now_s[0])
    source = RecordingSource(camera, tmp_path / "bug", RecordingSettings(waiting=99))
    for step in range(12):
        if step == 4:
            scene[0] = SceneState(2, (card("H01", spot.x_mm, spot.y_mm),))
            camera.wake()
        now_s[0] += 0.2
        source.read(0.0)
    source.close()
    source._thread.join(60.0)  # closing waits only a moment for a slow disk, and the whole recording is wanted here
    assert not source._thread.is_alive()
    return tmp_path / "bug"


def run(tmp_path: Path, *words: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, ["watch", *words, "--data", str(tmp_path / "data")])
    assert done.exit_code == code, done.output
    return done.output


def test_a_recording_tells_what_happened_on_the_table(recording: Path, tmp_path: Path) -> None:
    lines = run(tmp_path, f"recording:{recording}", "--game", "chronicle", "--players", "4", "--fast").splitlines()
    assert lines[0].startswith("Watching recording ")
    (placed,) = lines[1:-1]
    assert placed.split()[2:6] == ["placed", "H01", "(front)", "on"]
    assert "on discard at " in placed
    assert lines[-1] == "The end; the mat was found."


def test_without_a_game_the_codes_are_told(recording: Path, tmp_path: Path) -> None:
    text = run(tmp_path, f"recording:{recording}", "--fast")
    assert f"not registered {front_code('chronicle', 'H01')}" in text
    assert "the mat was not found" in text


def test_watching_can_record_and_end_by_itself(recording: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    text = run(tmp_path, f"recording:{recording}", "--record", str(again), "--fast")
    assert text.splitlines()[-1] == f"The pictures are kept in {again}."
    assert list(again.glob("*/*.jpg"))
    config = Config(data=DataConfig(str(tmp_path / "data")))
    lines = list(watch_source(config, f"recording:{recording}", None, None, None, 0.0))
    assert len(lines) == 1


@pytest.mark.parametrize(
    ("source", "words"),
    [("recording:/nowhere", "There is no recording in /nowhere"), ("webcam", "is not understood"), ("csi:7", "csi:7")],
)
def test_a_source_that_is_not_there_is_one_sentence(tmp_path: Path, source: str, words: str) -> None:
    text = run(tmp_path, source, code=2)
    assert words in text
    assert len(text.splitlines()) == 1
