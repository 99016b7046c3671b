"""What is recorded, what it costs the table, and a recording as a camera."""

from __future__ import annotations

import json
import shutil
import stat
import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision._table import LAYOUT, Table, card, front
from vision import (
    Eye,
    Frame,
    RecordingSettings,
    RecordingSource,
    ReplaySource,
    TableReport,
    TagRegistry,
    VisionError,
    WhenFull,
    open_source,
)

DEADLINE_S = 10.0


class Shown:
    """A camera that gives these frames, then ends."""

    def __init__(self, *frames: Frame) -> None:
        self.name, self.ended, self.closed = "camera /dev/video0", False, False
        self._frames = list(frames)

    def read(self, timeout_s: float) -> Frame | None:
        self.ended = not self._frames
        return None if self.ended else self._frames.pop(0)

    def close(self) -> None:
        self.ended = self.closed = True


def frame(number: int, taken_s: float, level: int = 90, width: int = 320, height: int = 240) -> Frame:
    image = np.full((height, width, 3), level, np.uint8)
    return Frame(image, taken_s, number)


def record(directory: Path, *frames: Frame, **settings) -> list[str]:
    """Records these frames with all patience; what was told."""
    told: list[str] = []
    source = RecordingSource(Shown(*frames), directory, RecordingSettings(waiting=len(frames), **settings), told.append)
    while source.read(0.0) is not None:
        pass
    source.close()
    return told


def only(directory: Path) -> Path:
    (folder,) = [path for path in directory.iterdir() if path.is_dir()]
    return folder


def kept(folder: Path) -> list[int]:
    """The numbers of the frames that were kept."""
    lines = (folder / "frames.jsonl").read_text("utf-8").splitlines()[1:]
    return [json.loads(line)["number"] for line in lines]


def test_what_differs_is_kept_with_what_follows_and_something_now_and_then(tmp_path: Path):
    levels = {20: 140, 21: 141}
    frames = [frame(n, 100.0 + n / 10, levels.get(n, 90 if n < 20 else 140)) for n in range(60)]
    record(tmp_path, *frames, every_s=2.5)
    numbers = kept(only(tmp_path))
    assert numbers == [0, 1, 2, 20, 21, 22, 47]


def test_a_small_change_in_a_corner_is_kept_also_of_large_and_grey_frames(tmp_path: Path):
    before = np.full((1080, 1920), 100, np.uint8)
    after = before.copy()
    after[1000:1060, 1840:1900] = 200
    shots = [Frame(before, n / 10, n) for n in range(6)] + [Frame(after, n / 10, n) for n in range(6, 10)]
    record(tmp_path, *shots, every_s=99.0)
    assert kept(only(tmp_path)) == [0, 1, 2, 6, 7, 8]
    first = ReplaySource(tmp_path, fps=-1).read(0.0)
    assert first is not None
    assert first.image.shape == (1080, 1920)


def test_only_the_owner_may_read_a_recording(tmp_path: Path):
    root = tmp_path / "kept"
    record(root, frame(1, 0.0))
    folder = only(root)
    assert stat.S_IMODE(root.stat().st_mode) == 0o700
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}


def test_a_folder_that_was_there_keeps_its_mode(tmp_path: Path):
    root = tmp_path / "shared"
    root.mkdir()
    root.chmod(0o755)
    record(root, frame(1, 0.0))
    assert stat.S_IMODE(root.stat().st_mode) == 0o755
    assert stat.S_IMODE(only(root).stat().st_mode) == 0o700


def test_png_keeps_every_pixel(tmp_path: Path):
    noisy = np.random.default_rng(1).integers(0, 255, (48, 64, 3), dtype=np.uint8)
    record(tmp_path, Frame(noisy, 0.0, 1), quality=0)
    source = ReplaySource(tmp_path, fps=-1)
    again = source.read(0.0)
    assert again is not None
    assert (again.image == noisy).all()


def test_the_frames_go_on_unchanged_however_slow_the_disk_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    gate = threading.Event()
    encode = cv2.imencode
    monkeypatch.setattr(cv2, "imencode", lambda *given: gate.wait(DEADLINE_S) and encode(*given))
    frames = [frame(n, n / 10, 20 * n) for n in range(10)]
    source = RecordingSource(Shown(*frames), tmp_path)
    assert [source.read(0.0) for _ in range(10)] == frames
    assert source.dropped >= 7, "the disk holds one frame and two wait"
    gate.set()
    source.close()
    assert len(kept(only(tmp_path))) == 10 - source.dropped


def test_a_full_recording_stops_with_one_sentence_and_the_camera_goes_on(tmp_path: Path):
    frames = [Frame(noise(n), n / 1.0, n) for n in range(12)]
    told = record(tmp_path, *frames, limit_bytes=60_000)
    assert len(told) == 1
    assert "has reached its 0.06 MB" in told[0]
    folder = only(tmp_path)
    assert 0 < sum(f.stat().st_size for f in folder.glob("*.jpg")) <= 60_000


def noise(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 255, (96, 128, 3), dtype=np.uint8)


def test_the_oldest_pictures_make_room_also_those_of_earlier_evenings(tmp_path: Path):
    record(tmp_path, *[Frame(noise(n), n / 1.0, n) for n in range(4)], limit_bytes=90_000)
    first = only(tmp_path)
    (first / "000000-truth.csv").write_bytes(bytes(50_000))
    earlier = len(list(first.glob("*.jpg")))
    frames = [Frame(noise(n), n / 1.0, n) for n in range(12)]
    assert record(tmp_path, *frames, limit_bytes=90_000, when_full=WhenFull.OLDEST) == []
    assert len(list(first.glob("*.jpg"))) < earlier
    assert (first / "000000-truth.csv").is_file(), "what people put there is not the recording's to remove"
    assert sum(f.stat().st_size for f in tmp_path.rglob("*.jpg")) <= 90_000
    (second,) = [path for path in tmp_path.iterdir() if path != first]
    source = ReplaySource(second, fps=-1)
    shown = source.read(0.0)
    assert shown is not None
    assert source.skipped == 12 - len(list(second.glob("*.jpg")))


def test_a_nearly_full_disk_ends_the_recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr("vision.cameras.recording.shutil.disk_usage", lambda path: usage)
    (told,) = record(tmp_path, frame(1, 0.0), frame(2, 1.0, 200))
    assert told.startswith("The disk is nearly full")


def test_a_disk_that_fails_ends_the_recording_and_nothing_else(tmp_path: Path):
    told: list[str] = []
    source = RecordingSource(Shown(*[frame(n, float(n), 20 * n) for n in range(9)]), tmp_path, report=told.append)
    assert source.read(0.0) is not None
    end = time.monotonic() + DEADLINE_S
    while not list(tmp_path.glob("*/*.jpg")) and time.monotonic() < end:
        threading.Event().wait(0.01)
    shutil.rmtree(only(tmp_path))
    while source.read(0.0) is not None:
        threading.Event().wait(0.02)
    source.close()
    assert len(told) == 1
    assert told[0].startswith("The recording has ended: ")


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path):
    (tmp_path / "file").write_text("")
    camera = Shown(frame(1, 0.0))
    with pytest.raises(VisionError, match=r"Nothing can be recorded in .*file.*camera\.record"):
        RecordingSource(camera, tmp_path / "file" / "below")
    assert camera.closed


def test_a_recorded_evening_replays_to_the_same_changes(tmp_path: Path):
    table = Table(card(1, 300, 200))

    def take(count: int) -> list[Frame]:
        shots = []
        for _ in range(count):
            table.clock.now_s += 0.2
            shot = table.camera.read(0.0)
            assert shot is not None
            shots.append(shot)
        return shots

    shots = take(12)
    table.put(card(2, 150, 100))
    shots += take(15)
    table.move(1, 500, 300)
    shots += take(15)

    def changes(source) -> list[tuple[str, str]]:
        reports: list[TableReport] = []
        registry = TagRegistry([front(1), front(2)])
        Eye(source, LAYOUT, registry, None, time.monotonic, reports.append).run(threading.Event())
        return [(change.kind.value, change.payload) for report in reports for change in report.changes]

    fresh = [Frame(shot.image, time.monotonic() + n * 0.2, n) for n, shot in enumerate(shots)]
    seen = changes(RecordingSource(Shown(*fresh), tmp_path, RecordingSettings(waiting=99)))
    assert sorted(seen) == [("moved", "CARD001"), ("placed", "CARD001"), ("placed", "CARD002")]
    assert len(kept(only(tmp_path))) < len(shots), "a still table is not kept"
    assert changes(ReplaySource(tmp_path, fps=-1)) == seen


def test_a_replay_keeps_the_pace_and_fills_the_still_times(tmp_path: Path):
    record(tmp_path, frame(1, 50.0, 90), frame(2, 51.0, 200), every_s=99.0)
    now_s = [1000.0]
    source = ReplaySource(tmp_path, clock=lambda: now_s[0])
    taken = []
    while not source.ended:
        shot = source.read(0.0)
        if shot is None:
            now_s[0] += 0.05
        else:
            taken.append((round(shot.taken_s - 1000.0, 3), shot.name))
    assert taken[:3] == [(0.0, "000001.jpg"), (0.125, "000001.jpg"), (0.25, "000001.jpg")]
    assert (1.0, "000002.jpg") in taken
    assert [at for at, _ in taken] == sorted(at for at, _ in taken)
    assert taken[-1][0] < 2.0


def test_a_cut_off_and_damaged_recording_gives_what_is_left(tmp_path: Path):
    record(tmp_path, *[frame(n, n / 1.0, 25 * n) for n in range(6)])
    folder = only(tmp_path)
    (folder / "000002.jpg").write_bytes(b"torn")
    (folder / "000003.jpg").unlink()
    index = folder / "frames.jsonl"
    lines = index.read_bytes().splitlines()
    lines[5] = b'{"file":"../../secret.jpg","at_s":4.0,"number":4,"width":1,"height":1}'
    index.write_bytes(b"\n".join(lines)[:-9])
    source = ReplaySource(folder, fps=-1)
    names = []
    while (shot := source.read(0.0)) is not None:
        names.append(shot.name)
    assert list(dict.fromkeys(names)) == ["000001.jpg", "000004.jpg"]
    assert source.skipped == 4


def test_a_picture_that_unpacks_to_a_hundred_megapixels_is_skipped(tmp_path: Path):
    record(tmp_path, frame(1, 0.0), frame(2, 1.0, 200))
    huge = bytearray((only(tmp_path) / "000002.jpg").read_bytes())
    at = huge.index(b"\xff\xc0")
    huge[at + 5 : at + 9] = bytes((0x27, 0x10, 0x27, 0x10))
    (only(tmp_path) / "000002.jpg").write_bytes(huge)
    source = ReplaySource(tmp_path, fps=-1)
    while source.read(0.0) is not None:
        pass
    assert source.skipped == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "its first line is odd"),
        ('{"recording":9}\n', "made by another version"),
        ('{"recording":1}\n', "holds no pictures any more"),
    ],
)
def test_a_list_that_is_none_is_one_sentence(tmp_path: Path, text: str, words: str):
    (tmp_path / "frames.jsonl").write_text(text, "utf-8")
    with pytest.raises(VisionError, match=words):
        open_source(f"recording:{tmp_path}")


@pytest.mark.parametrize("path", ["/no/such/place", "."])
def test_no_recording_is_one_sentence(path: str, tmp_path: Path):
    with pytest.raises(VisionError, match=r"There is no recording in .*frames\.jsonl is wanted"):
        open_source(f"recording:{tmp_path / path}")
