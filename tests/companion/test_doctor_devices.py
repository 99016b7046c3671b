"""What the doctor finds around the table: stickers and cameras, the voice, the pins, and whose they are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.doctor import table as _doctor_table
from companion.doctor.finding import Grade, Live, Wishes
from companion.journal.journal import Journal
from companion.settings.config import CameraConfig, Config
from companion.settings.hardware import HARDWARE_AS_DELIVERED
from hardware.types import PinFactory
from tests.companion.doctor_world import finding, findings, world
from vision import FoundCamera, Frame, Image, MatLayout, Point, VisionError, sticker_image
from vision.virtual.mat import mat_image

# ---- readers ---------------------------------------------------------------------------------------------------------


def test_both_readers_read_a_drawn_tag(config: Config, root: Path) -> None:
    assert finding("tags", config, world(root)).grade is Grade.OK
    assert finding("second reader", config, world(root)).grade is Grade.OK


def test_a_reader_that_does_not_work_is_told_by_its_name(
    config: Config, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_doctor_table, "by_zbar", lambda image: [])
    found = finding("second reader", config, world(root))
    assert (found.grade, "pyzbar" in found.text, "libzbar0" in found.cure) == (Grade.WARN, True, True)
    assert finding("tags", config, world(root)).grade is Grade.OK
    monkeypatch.setattr(_doctor_table, "by_zxing", lambda image: [])
    assert finding("tags", config, world(root)).grade is Grade.BAD


# ---- the camera ------------------------------------------------------------------------------------------------------


def of_folder(config: Config, tmp_path: Path, *pictures: Image) -> Config:
    folder = tmp_path / "pictures"
    folder.mkdir(exist_ok=True)
    for number, picture in enumerate(pictures):
        assert cv2.imwrite(str(folder / f"{number}.png"), picture)
    return replace(config, camera=CameraConfig(source=f"folder:{folder}", fps=0))


def from_source(config: Config, source: str) -> Config:
    return replace(config, camera=CameraConfig(source=source, fps=0))


def with_sticker(side_px: int) -> Image:
    """A grey table with one of our stickers on it, whose whole picture is so large."""
    picture = np.full((400, 600, 3), 120, np.uint8)
    sticker = cv2.resize(sticker_image("AB2CD", 250), (side_px, side_px), interpolation=cv2.INTER_AREA)
    picture[100 : 100 + side_px, 200 : 200 + side_px] = sticker.reshape(side_px, side_px, -1)
    return picture


def test_cameras(config: Config, root: Path, tmp_path: Path) -> None:
    assert finding("camera", from_source(config, "none"), world(root)).grade is Grade.OK
    assert finding("camera", config, world(root)).text == "virtual: the table in the browser"
    assert finding("camera", from_source(config, "/dev/video99"), world(root)).grade is Grade.BAD
    (tmp_path / "empty").mkdir()
    assert finding("camera", from_source(config, f"folder:{tmp_path / 'empty'}"), world(root)).grade is Grade.BAD
    found = finding("camera", of_folder(config, tmp_path, np.zeros((30, 40, 3), np.uint8)), world(root))
    assert (found.grade, found.text.endswith("40 x 30")) == (Grade.OK, True)


def test_a_camera_in_use_is_left_alone(config: Config, root: Path) -> None:
    with Journal.open(config.data.journal_path):
        found = finding("camera", from_source(config, "/dev/video99"), world(root))
    assert "not tried" in found.text
    assert "/host/doctor" in found.text


@pytest.mark.parametrize(("px_per_mm", "grade"), [(3.0, Grade.OK), (1.6, Grade.WARN), (1.0, Grade.BAD)])
def test_how_large_stickers_look_is_told_where_markers_are_in_view(
    config: Config, root: Path, tmp_path: Path, px_per_mm: float, grade: Grade
) -> None:
    layout = MatLayout(400, 300, (), {0: Point(40, 40), 2: Point(360, 260)})
    found = finding("stickers", of_folder(config, tmp_path, mat_image(layout, px_per_mm)), world(root))
    assert found.grade is grade
    assert f"{px_per_mm * 24 / 25:.1f} pixels per square" in found.text
    assert bool(found.cure) is (grade is not Grade.OK)


@pytest.mark.parametrize(("side_px", "grade"), [(100, Grade.OK), (42, Grade.WARN)])
def test_a_sticker_in_the_picture_is_measured(
    config: Config, root: Path, tmp_path: Path, side_px: int, grade: Grade
) -> None:
    found = finding("test tag", of_folder(config, tmp_path, with_sticker(side_px)), world(root))
    measured = float(found.text.split(" with ")[1].split()[0])
    assert abs(measured - side_px / 25) < 0.25, "25 squares with the quiet zone"
    assert found.grade is grade


def test_where_nothing_can_be_measured_it_is_said_how(config: Config, root: Path, tmp_path: Path) -> None:
    found = finding("stickers", of_folder(config, tmp_path, np.full((300, 400, 3), 90, np.uint8)), world(root))
    assert found.grade is Grade.OK
    assert "put a sticker under the camera" in found.text


class Held:
    """A camera under which somebody holds a sticker after some pictures."""

    name, ended = "camera /dev/video0", False

    def __init__(self, *pictures: Image, ends: bool = False) -> None:
        self._pictures, self._ends, self.closed = list(pictures), ends, False

    def read(self, timeout_s: float) -> Frame | None:
        if len(self._pictures) == 1 and self._ends:
            self.ended = True
        return Frame(self._pictures.pop(0) if len(self._pictures) > 1 else self._pictures[0], 0.0, 1)

    def close(self) -> None:
        self.closed = True


def test_a_sticker_is_waited_for(config: Config, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = np.full((400, 600, 3), 90, np.uint8)
    held = Held(bare, bare, with_sticker(100))
    monkeypatch.setattr(_doctor_table, "open_table_source", lambda *given: held)
    asked = from_source(config, "device:0")
    assert finding("test tag", asked, world(root), wishes=Wishes(tag=True)).grade is Grade.OK
    assert held.closed
    monkeypatch.setattr(_doctor_table, "open_table_source", lambda *given: Held(bare, ends=True))
    found = finding("test tag", asked, world(root), wishes=Wishes(tag=True))
    assert (found.grade, found.text) == (Grade.BAD, "no sticker was read")


def test_a_camera_that_gives_another_size_than_asked(
    config: Config, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_doctor_table, "open_table_source", lambda *given: Held(np.zeros((480, 640), np.uint8)))
    found = finding("camera", from_source(config, "device:0"), world(root))
    assert found.grade is Grade.WARN
    assert found.text == "camera /dev/video0, 640 x 480, although 1920 x 1080 was asked"


def test_cameras_that_could_be_used_are_listed(config: Config, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = from_source(config, "device:0")
    monkeypatch.setattr(_doctor_table, "found_cameras", lambda: ())
    assert finding("cameras", asked, world(root)).grade is Grade.WARN
    stable = Path("/dev/v4l/by-id/usb-HD_Webcam-video-index0")
    webcam = FoundCamera(Path("/dev/video2"), "HD Webcam", stable)
    monkeypatch.setattr(_doctor_table, "found_cameras", lambda: (webcam,))
    assert finding("cameras", asked, world(root)).text == f"HD Webcam: {stable}"


def test_the_reader_box_and_a_recording_are_looked_at(config: Config, root: Path, tmp_path: Path) -> None:
    kept = replace(config, camera=CameraConfig(source="none", box_source="device:88", record=str(tmp_path)))
    box = finding("reader box", kept, world(root))
    assert box.grade is Grade.BAD
    assert "/dev/video88 is not there" in box.text
    assert "camera.box_source" in box.cure
    assert "the screens say so" in finding("recording", kept, world(root)).text


# ---- of a running table ----------------------------------------------------------------------------------------------


def live(image: Image | None = None, *, is_safe: bool = False, **faults: str) -> Live:
    frame = None if image is None else Frame(image, 0.0, 1)
    return Live(lambda: frame, lambda device: faults.get(device, ""), 8099, is_safe)


def test_a_running_table_is_looked_at_through_its_own_eye(
    config: Config, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*given: object) -> None:
        pytest.fail("the camera was opened a second time")

    monkeypatch.setattr(_doctor_table, "open_table_source", never)
    asked = replace(config, camera=CameraConfig(source="device:0", width=600, box_source="device:1"))
    seen = live(with_sticker(100))
    assert finding("camera", asked, world(root), seen).text == "device:0, 600 x 400"
    assert finding("test tag", asked, world(root), seen).grade is Grade.OK
    assert finding("reader box", asked, world(root), seen).grade is Grade.OK
    assert finding("port", asked, world(root), seen).text == "127.0.0.1:8099, in use by the running companion"
    assert "no picture" in finding("camera", asked, world(root), live()).text
    broken = live(with_sticker(100), camera="The camera is gone.", box="The box is gone.")
    assert finding("camera", asked, world(root), broken).text == "The camera is gone."
    assert finding("reader box", asked, world(root), broken).grade is Grade.BAD


def test_in_safe_mode_the_devices_are_free_and_tried(
    config: Config, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def opening(camera: CameraConfig, source: str, fps: float) -> Held:
        opened.append(source)
        raise VisionError("The camera is not there.")

    monkeypatch.setattr(_doctor_table, "open_table_source", opening)
    asked = from_source(config, "device:0")
    with Journal.open(config.data.journal_path):
        found = finding("camera", asked, world(root), live(is_safe=True))
    assert (found.text, opened) == ("The camera is not there.", ["device:0"])
    assert finding("safe mode", asked, world(root), live(is_safe=True)).grade is Grade.WARN
    assert findings("safe mode", asked, world(root), live()) == []


def test_pins_of_a_running_table(config: Config, root: Path) -> None:
    real, running = replace(config, hardware=replace(HARDWARE_AS_DELIVERED, pins=PinFactory.LGPIO)), live()
    assert finding("pins", real, world(root), running).grade is Grade.OK
    dead = finding("pins", real, world(root), replace(running, listens=lambda: False))
    assert (dead.grade, "they are dead" in dead.text) == (Grade.BAD, True)
    assert finding("pins", real, world(root), live(buttons="The buttons are gone.")).text == "The buttons are gone."
