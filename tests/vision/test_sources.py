"""Folders, videos and devices, the virtual camera's pace, and the eye's loop when a camera fails."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision._table import CALM, LAYOUT, Table, card, front
from vision import (
    CameraSettings,
    DeviceSource,
    Eye,
    EyeSettings,
    FolderSource,
    Frame,
    FrameSource,
    SceneState,
    TableReport,
    TagRegistry,
    VideoSource,
    VirtualCamera,
    VisionError,
    open_source,
)
from vision.cameras.feed import FeedSettings

DEADLINE_S = 10.0


def write_picture(file: Path, level: int) -> None:
    cv2.imwrite(str(file), np.full((40, 60, 3), level, np.uint8))


def write_video(file: Path, count: int = 12) -> None:
    table = Table(card(1, 300, 200))
    height, width = table.camera.view.height_px, table.camera.view.width_px
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (width, height))
    for _ in range(count):
        table.clock.now_s += 0.2
        frame = table.camera.read(0.0)
        assert frame is not None
        writer.write(frame.image)
    writer.release()


def test_pictures_come_in_natural_order_and_a_broken_one_is_skipped_and_named(tmp_path: Path):
    for name, level in (("p10.png", 10), ("p2.jpg", 2), ("p1.bmp", 1)):
        write_picture(tmp_path / name, level)
    (tmp_path / "p3.png").write_bytes(b"not a picture")
    (tmp_path / "p4.png").write_bytes(b"")
    (tmp_path / "notes.txt").write_text("not looked at")
    source = FolderSource(tmp_path)
    frames = [source.read(0.0) for _ in range(4)]
    assert [frame and frame.name for frame in frames] == ["p1.bmp", "p2.jpg", "p10.png", None]
    assert [frame.number for frame in frames if frame] == [1, 2, 3]
    assert all(frame.alone for frame in frames if frame)
    assert source.ended
    assert source.skipped == ["p3.png", "p4.png"]


def test_a_looping_folder_begins_again_unless_nothing_in_it_can_be_read(tmp_path: Path):
    write_picture(tmp_path / "1.png", 5)
    source = FolderSource(tmp_path, loop=True)
    assert [frame.name for _ in range(3) if (frame := source.read(0.0))] == ["1.png"] * 3
    (tmp_path / "1.png").write_bytes(b"broken")
    broken = FolderSource(tmp_path, loop=True)
    with pytest.raises(VisionError, match=r"No picture of the folder .* can be read, 1\.png for one"):
        broken.read(0.0)
    assert broken.ended


def test_a_picture_of_a_hundred_megapixels_is_skipped_by_its_first_bytes(tmp_path: Path):
    write_picture(tmp_path / "1.png", 5)
    huge = bytearray((tmp_path / "1.png").read_bytes())
    huge[16:24] = (10_000).to_bytes(4, "big") * 2
    (tmp_path / "0.png").write_bytes(huge)
    source = FolderSource(tmp_path)
    shown = source.read(0.0)
    assert shown is not None
    assert shown.name == "1.png"
    assert source.skipped == ["0.png"]


def test_a_paced_folder_is_a_sequence_of_one_table(tmp_path: Path):
    for number in range(3):
        write_picture(tmp_path / f"{number}.png", number)
    now_s = [5.0]
    source = FolderSource(tmp_path, fps=2.0, clock=lambda: now_s[0])
    first = source.read(0.0)
    assert first is not None
    assert not first.alone
    assert source.read(0.0) is None
    now_s[0] += 0.6
    assert source.read(0.0) is not None


def test_a_video_is_read_to_its_end_and_shows_the_card(tmp_path: Path):
    file = tmp_path / "table.avi"
    write_video(file)
    reports: list[TableReport] = []
    source = VideoSource(file, fps=-1)
    eye = Eye(source, LAYOUT, TagRegistry([front(1)]), None, time.monotonic, reports.append)
    eye.run(threading.Event())
    assert source.ended
    assert [c.payload for report in reports for c in report.changes] == ["CARD001"]
    assert eye.is_calibrated


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("folder:/no/such/place", "folder of pictures /no/such/place does not exist"),
        ("video:/no/such.avi", "video file /no/such.avi does not exist"),
        ("device:97", "camera /dev/video97 is not there; plug it in"),
        ("/dev/video98", "camera /dev/video98 is not there"),
        ("webcam", "camera setting 'webcam' is not understood"),
        ("folder:", "not understood"),
    ],
)
def test_a_source_that_is_not_there_is_named_in_one_sentence(text: str, words: str):
    with pytest.raises(VisionError, match=words) as caught:
        open_source(text)
    assert str(caught.value).count(".\n") == 0


def test_empty_folders_and_files_that_are_no_video(tmp_path: Path):
    with pytest.raises(VisionError, match="holds no picture"):
        open_source(f"folder:{tmp_path}")
    (tmp_path / "x.avi").write_bytes(b"nothing")
    with pytest.raises(VisionError, match="cannot be played"):
        open_source(f"video:{tmp_path / 'x.avi'}")


class FakeCapture:
    """A device that gives pictures until it is unplugged; then it answers that there is none."""

    def __init__(self, works: bool = True) -> None:
        self.plugged = threading.Event()
        self.plugged.set()
        self.works = works
        self.released = threading.Event()
        self.count = 0

    def isOpened(self) -> bool:  # noqa: N802
        return self.works

    def set(self, what: int, value: float) -> bool:
        return True

    def get(self, what: int) -> float:
        return 0.0

    def grab(self) -> bool:
        return self.plugged.is_set()

    def retrieve(self):
        self.count += 1
        return True, np.full((24, 32, 3), self.count % 250, np.uint8)

    def release(self) -> None:
        self.released.set()


def test_a_device_gives_its_newest_picture_and_falls_silent_with_a_sentence():
    capture = FakeCapture()
    now_s = [0.0]
    source = DeviceSource(0, clock=lambda: now_s[0], open_capture=lambda device: capture)
    first = source.read(DEADLINE_S)
    assert first is not None
    later = source.read(DEADLINE_S)
    assert later is not None
    assert later.number > first.number
    capture.plugged.clear()
    now_s[0] += 2.0
    while source.read(0.2) is not None:  # what came before it was unplugged
        pass
    now_s[0] += 5.0
    with pytest.raises(VisionError, match="camera /dev/video0 gives no pictures any more"):
        source.read(0.0)
    source.close()
    assert capture.released.wait(DEADLINE_S)


def test_a_device_that_does_not_open():
    with pytest.raises(VisionError, match="cannot be opened"):
        DeviceSource(0, open_capture=lambda device: FakeCapture(works=False))


class Failing:
    """A source that gives one frame and is then lost."""

    def __init__(self, image) -> None:
        self.name, self.ended, self.closed = "failing", False, False
        self._image = image

    def read(self, timeout_s: float) -> Frame | None:
        if self._image is None:
            raise VisionError("The camera gives no pictures any more; check its cable.")
        image, self._image = self._image, None
        return Frame(image, time.monotonic(), 1)

    def close(self) -> None:
        self.closed = True


def test_a_lost_camera_is_told_once_and_opened_again(tmp_path: Path):
    write_picture(tmp_path / "1.png", 90)
    told: list[str | None] = []
    attempts: list[int] = []

    def reopen() -> FrameSource:
        attempts.append(1)
        if len(attempts) < 3:
            raise VisionError("The camera is still not there; plug it in.")
        return FolderSource(tmp_path)

    lost = Failing(np.zeros((40, 60, 3), np.uint8))
    settings = EyeSettings(feed=FeedSettings(retry_s=0.01))
    eye = Eye(
        lost, None, TagRegistry(), None, time.monotonic, lambda report: None, told.append, reopen, settings=settings
    )
    eye.run(threading.Event())
    assert told == ["The camera gives no pictures any more; check its cable.", None]
    assert len(attempts) == 3
    assert lost.closed


def test_late_frames_are_dropped():
    class Late(Failing):
        def read(self, timeout_s: float) -> Frame | None:
            self.ended = self._image is None
            image, self._image = self._image, None
            return None if image is None else Frame(image, time.monotonic() - 60, 1)

    reports: list[TableReport] = []
    Eye(Late(np.zeros((40, 60, 3), np.uint8)), None, TagRegistry(), None, time.monotonic, reports.append).run(
        threading.Event()
    )
    assert reports == []


def test_an_idle_virtual_camera_sleeps_until_it_is_woken():
    scene = [SceneState(1, ())]
    settings = CameraSettings(px_per_mm=0.6, fps=0, settle_frames=2, hand_frames=0, awake_s=0, heartbeat_s=3600)
    camera = VirtualCamera(LAYOUT, lambda: scene[0], settings, time.monotonic)
    assert [camera.read(0.0) is not None for _ in range(4)] == [True, True, False, False]
    got: list[Frame | None] = []
    reading = threading.Thread(target=lambda: got.append(camera.read(DEADLINE_S)))
    reading.start()
    scene[0] = SceneState(2, (card(1, 300, 200),))
    camera.wake()
    reading.join(DEADLINE_S)
    assert got[0] is not None


def test_closing_ends_a_waiting_read():
    settings = CameraSettings(px_per_mm=0.6, fps=0, settle_frames=1, hand_frames=0, awake_s=0, heartbeat_s=3600)
    camera = VirtualCamera(LAYOUT, lambda: SceneState(1, ()), settings, time.monotonic)
    assert camera.read(0.0) is not None
    reading = threading.Thread(target=camera.read, args=(3600,))
    reading.start()
    camera.close()
    reading.join(DEADLINE_S)
    assert not reading.is_alive()
    assert camera.ended


def test_the_eyes_loop_reports_a_placed_card_and_stops():
    scene = [SceneState(1, ())]
    camera = VirtualCamera(LAYOUT, lambda: scene[0], CameraSettings(px_per_mm=2.6, fps=60), time.monotonic)
    stop, placed, ready = threading.Event(), threading.Event(), threading.Event()

    def hear(report: TableReport) -> None:
        ready.set()
        if any(change.payload == "CARD001" and change.spot == "play" for change in report.changes):
            placed.set()

    eye = Eye(camera, LAYOUT, TagRegistry([front(1)]), None, time.monotonic, hear)
    running = threading.Thread(target=eye.run, args=(stop,))
    running.start()
    assert ready.wait(DEADLINE_S)
    scene[0] = SceneState(2, (card(1, 300, 200),))
    camera.wake()
    assert placed.wait(DEADLINE_S)
    stop.set()
    running.join(DEADLINE_S)
    assert not running.is_alive()
    assert camera.ended


def test_only_what_changed_is_drawn_again_and_the_picture_is_the_same_as_if_all_were():
    table = Table(card(1, 120, 200), settings=CALM)
    table.put(card(2, 150, 210, 30, layer=1))
    table.move(1, 300, 200)
    fresh = Table(card(1, 300, 200), card(2, 150, 210, 30, layer=1))
    one, other = table.camera._renderer, fresh.camera._renderer
    assert one is not None
    assert other is not None
    assert int(cv2.absdiff(one.picture, other.picture).max()) <= 3
