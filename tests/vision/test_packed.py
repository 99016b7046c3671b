"""Frames as a USB camera packs them: unpacked in full only when something settled, and at most once."""

from __future__ import annotations

import threading
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision._table import BACK, CALM, LAYOUT, Hours, card, front
from vision import (
    ChangeKind,
    DeviceSource,
    Eye,
    Frame,
    Image,
    ScenePiece,
    SceneState,
    TableChange,
    TagRegistry,
    VirtualCamera,
)
from vision.cameras._packed import Packed, PackedFrame, UsualSizes

DEADLINE_S = 10.0


def jpeg(image: Image) -> Image:
    return np.asarray(cv2.imencode(".jpg", image)[1], np.uint8).reshape(1, -1)


def packed(frame: Frame) -> PackedFrame:
    data = Packed.of(jpeg(frame.image), is_colour=True)
    assert data is not None
    return PackedFrame(data, frame.taken_s, frame.number)


def is_whole(frame: Frame) -> bool:
    return "image" in vars(frame)


class Shown:
    """A table whose frames come packed, and an eye that looks at them."""

    def __init__(self) -> None:
        self.clock, self.step_s = Hours(), 0.2
        self.pieces = [card(1, 300, 200)]
        registry = TagRegistry([front(1), front(2), BACK])
        self.camera = VirtualCamera(LAYOUT, self._scene, CALM, self.clock, seed=3)
        self.eye = Eye(self.camera, LAYOUT, registry, None, self.clock, lambda report: None)
        self.frames: list[PackedFrame] = []

    def _scene(self) -> SceneState:
        return SceneState(len(self.pieces), tuple(self.pieces))

    def add(self, piece: ScenePiece) -> None:
        self.pieces.append(piece)

    def look(self, count: int) -> list[TableChange]:
        changes: list[TableChange] = []
        self.frames = []
        for _ in range(count):
            self.clock.now_s += self.step_s
            frame = self.camera.read(0.0)
            assert frame is not None
            self.frames.append(packed(frame))
            report = self.eye.look(self.frames[-1])
            changes += () if report is None else report.changes
        return changes


def test_a_still_table_is_watched_without_unpacking_and_a_card_is_told():
    shown = Shown()
    assert [change.kind for change in shown.look(20)] == [ChangeKind.PLACED]
    shown.look(3)
    assert not any(is_whole(frame) for frame in shown.frames)
    shown.look(20)
    shown.step_s = 0.05
    shown.look(20)
    left = [frame for frame in shown.frames if "small" not in vars(frame)]
    assert len(shown.frames) / 2 < len(left) < len(shown.frames), "most stay packed, and none for long"
    shown.step_s = 0.2
    shown.add(card(2, 120, 200))
    changes = shown.look(10)
    assert [(change.kind, change.payload, change.spot) for change in changes] == [
        (ChangeKind.PLACED, "CARD002", "left")
    ]
    assert 0 < sum(is_whole(frame) for frame in shown.frames) < len(shown.frames)
    assert shown.eye.snapshot() is not None  # whoever wants the whole picture gets it


def test_the_whole_picture_is_that_of_the_camera_made_once_and_its_size_is_known_before():
    image = np.zeros((90, 1366, 3), np.uint8)
    image[:, 700:] = 30, 90, 200
    frame = packed(Frame(image, 1.5, 7))
    assert (frame.size_px, frame.taken_s, frame.number, is_whole(frame)) == ((1366, 90), 1.5, 7, False)
    assert frame.small is not None
    assert frame.small.shape == (22, 341)
    assert np.array_equal(frame.image, np.asarray(cv2.imdecode(jpeg(image), cv2.IMREAD_COLOR)))
    assert frame.image is frame.image


def sized(size: int, taken_s: float) -> PackedFrame:
    return PackedFrame(Packed(np.zeros((1, size), np.uint8), (640, 480), False), taken_s, 0)


def test_at_rest_a_picture_that_takes_as_much_as_usual_stays_packed_but_never_for_long():
    sizes = UsualSizes()
    for step in range(20):
        assert not sizes.hold(sized(100_000, 0.1 * step)) or step >= 16
        sizes.see(sized(100_000 + 20 * (step % 3), 0.1 * step), is_at_rest=True)
    assert sizes.hold(sized(100_030, 2.0))
    assert not sizes.hold(sized(100_400, 2.0)), "a small thing more"
    assert not sizes.hold(sized(99_600, 2.0)), "one less"
    assert not sizes.hold(sized(100_030, 2.2)), "it must be seen now and then"
    assert not sizes.hold(Frame(np.zeros((48, 64), np.uint8), 2.0, 1)), "it is not packed"
    sizes.see(sized(100_000, 2.2), is_at_rest=False)
    assert not sizes.hold(sized(100_000, 2.3)), "something moved"


def test_a_picture_that_is_torn_behind_its_header_is_black_and_no_change_is_told_by_it():
    whole = jpeg(np.full((480, 640, 3), 90, np.uint8))
    torn = np.concatenate([whole[:, :200], np.zeros((1, 10), np.uint8)], axis=1)
    data = Packed.of(whole, is_colour=True)
    assert data is not None
    frame = PackedFrame(Packed(torn, data.size_px, is_colour=True), 0.0, 1)
    assert frame.small.shape == (240, 320)
    assert frame.image.shape[:2] == (480, 640)
    assert not frame.small.any()


@pytest.mark.parametrize("broken", [b"", b"no picture", b"\xff\xd8\xff\xe0 cut short"])
def test_bytes_that_are_no_picture_make_no_frame(broken: bytes):
    assert Packed.of(np.frombuffer(broken, np.uint8).reshape(1, -1), is_colour=True) is None


class JpegCamera:
    """A camera as OpenCV gives it when it is not to convert: the bytes of a JPEG as one row."""

    def __init__(self, pictures: list[Image], is_jpeg: bool) -> None:
        self.pictures, self.is_jpeg = pictures, is_jpeg
        self.asked: dict[int, float] = {}

    def __getattr__(self, name: str) -> Any:
        return {"isOpened": lambda: True, "grab": lambda: True, "release": lambda: None}[name]

    def set(self, what: int, value: float) -> bool:
        self.asked[what] = value
        return True

    def get(self, what: int) -> float:
        return self.asked[what] if self.is_jpeg else 0.0

    def retrieve(self) -> tuple[bool, Image]:
        picture = self.pictures.pop(0) if len(self.pictures) > 1 else self.pictures[0]
        return True, picture if self.asked[cv2.CAP_PROP_CONVERT_RGB] else jpeg(picture)


@pytest.mark.parametrize(("colour", "shape"), [(True, (48, 640, 3)), (False, (48, 640))])
def test_a_camera_that_packs_its_pictures_is_not_made_to_unpack_them(colour: bool, shape: tuple[int, ...]):
    camera = JpegCamera([np.full((48, 640, 3), 90, np.uint8)], is_jpeg=True)
    source = DeviceSource(0, open_capture=lambda device: camera, colour=colour)
    frame = source.read(DEADLINE_S)
    source.close()
    assert frame is not None
    assert not is_whole(frame)
    assert frame.image.shape == shape


def test_a_camera_that_cannot_pack_gives_its_pictures_as_ever():
    camera = JpegCamera([np.full((48, 640, 3), 90, np.uint8)], is_jpeg=False)
    source = DeviceSource(0, open_capture=lambda device: camera)
    frame = source.read(DEADLINE_S)
    source.close()
    assert frame is not None
    assert is_whole(frame)
    assert frame.image.shape == (48, 640, 3)


def test_two_threads_that_ask_at_once_get_the_same_picture():
    frame = packed(Frame(np.full((600, 800, 3), 90, np.uint8), 0.0, 1))
    got: list[Image] = []
    threads = [threading.Thread(target=lambda: got.append(frame.image)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(image is got[0] for image in got)
