"""Cameras under /dev/video*: which there are, why one cannot be used, and a driver that hangs."""

from __future__ import annotations

import errno
import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import DeviceSource, VisionError
from vision.cameras.v4l2 import FoundCamera, Node, found_cameras, query, refusal

DEADLINE_S = 10.0
WEBCAM = Node("uvcvideo", "HD Webcam", True)


class Machine:
    """A folder /dev with video nodes that answer as they are told to."""

    def __init__(self, dev: Path) -> None:
        self.dev = dev
        self.nodes: dict[str, Node | OSError | None] = {}

    def add(self, name: str, node: Node | OSError | None, by_id: str = "") -> Path:
        path = self.dev / name
        path.write_bytes(b"")
        self.nodes[name] = node
        if by_id:
            (self.dev / "v4l/by-id").mkdir(parents=True, exist_ok=True)
            (self.dev / "v4l/by-id" / by_id).symlink_to(path)
        return path

    def ask(self, path: Path) -> Node | None:
        node = self.nodes[path.resolve().name]
        if isinstance(node, OSError):
            raise node
        return node

    def found(self) -> tuple[FoundCamera, ...]:
        return found_cameras(self.dev, self.ask)

    def why(self, name: str) -> str:
        return refusal(self.dev / name, f"camera /dev/{name}", self.dev, self.ask) or ""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_cameras_are_listed_by_number_with_the_name_that_stays(machine: Machine):
    machine.add("video10", WEBCAM)
    two = machine.add("video2", Node("uvcvideo", "Document camera", True), by_id="usb-Document_camera-video-index0")
    machine.add("video3", Node("uvcvideo", "Document camera", False))
    machine.add("video4", Node("bcm2835-isp", "bcm2835-isp", True))
    machine.add("video5", OSError(errno.EACCES, "Permission denied"))
    found = machine.found()
    stable = machine.dev / "v4l/by-id/usb-Document_camera-video-index0"
    assert found == (FoundCamera(two, "Document camera", stable), FoundCamera(machine.dev / "video10", "HD Webcam"))
    assert [camera.setting for camera in found] == [str(stable), str(machine.dev / "video10")]


@pytest.mark.parametrize(
    ("node", "words"),
    [
        (WEBCAM, ""),
        (PermissionError(errno.EACCES, "Permission denied"), "may not be opened by this account; run sudo usermod -aG"),
        (OSError(errno.EBUSY, "Device or resource busy"), "is in use by another program"),
        (OSError(errno.ENODEV, "No such device"), "cannot be opened (No such device); unplug it"),
        (None, "is no camera; companion doctor lists"),
        (Node("uvcvideo", "HD Webcam", False), "gives no pictures (HD Webcam has another number for them)"),
        (Node("unicam", "unicam-image", True), "write csi:0 in the settings instead"),
    ],
)
def test_why_a_camera_cannot_be_used(machine: Machine, node: Node | OSError | None, words: str):
    machine.add("video0", node)
    why = machine.why("video0")
    assert words in why
    assert (why == "") == (words == "")
    assert why == "" or (why.startswith("The camera /dev/video0 ") and why.endswith(".") and "\n" not in why)


def test_a_camera_under_another_number_is_named(machine: Machine):
    machine.add("video2", WEBCAM, by_id="usb-HD_Webcam")
    why = machine.why("video0")
    assert why.startswith("The camera /dev/video0 is not there; there is HD Webcam at ")
    assert str(machine.dev / "v4l/by-id/usb-HD_Webcam") in why


def test_files_that_are_no_video_nodes_are_asked_and_say_no(tmp_path: Path):
    assert query(Path("/dev/null")) is None
    with pytest.raises(FileNotFoundError):
        query(tmp_path / "video0")
    with pytest.raises(VisionError, match=r"camera /dev/null is no camera"):
        DeviceSource("/dev/null")


class Hanging:
    """A driver that does not come back, when it is opened or when it is read, until it is let go."""

    def __init__(self, when: str) -> None:
        self.when, self.free, self.opened, self.released = when, threading.Event(), 0, threading.Event()

    def get(self, what: int) -> float:
        return 0.0

    def grab(self) -> bool:
        if self.when == "read":
            self.free.wait(DEADLINE_S)
        return True

    def retrieve(self):
        return True, np.full((24, 32, 3), 9, np.uint8)

    def __call__(self, device: int | str) -> Hanging:
        self.opened += 1
        if self.when == "open":
            self.free.wait(DEADLINE_S)
        return self

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def set(self, what: int, value: float) -> bool:
        return True

    def release(self) -> None:
        self.released.set()


def lost(source: DeviceSource) -> str:
    """The sentence that a camera is given up with."""
    end = time.monotonic() + DEADLINE_S
    while time.monotonic() < end:
        try:
            source.read(0.1)
        except VisionError as error:
            return str(error)
    raise AssertionError("it was never given up")


def camera_threads(name: str) -> int:
    return sum(thread.name == name for thread in threading.enumerate())


@pytest.mark.parametrize("when", ["open", "read"])
def test_a_hanging_driver_gets_one_thread_and_no_more(when: str):
    driver = Hanging(when)
    name = "camera /dev/video71"
    if when == "open":
        with pytest.raises(VisionError, match="hangs in its driver"):
            DeviceSource(71, open_capture=driver, open_s=0.05)
    else:
        source = DeviceSource(71, open_capture=driver, silent_s=0.05)
        assert "gives no pictures any more" in lost(source)
        source.close()
    for _ in range(3):
        with pytest.raises(VisionError, match=r"The camera /dev/video71 hangs in its driver; unplug it"):
            DeviceSource(71, open_capture=driver)
    assert (driver.opened, camera_threads(name)) == (1, 1)
    driver.free.set()
    assert driver.released.wait(DEADLINE_S), "its own thread releases it"
    end = time.monotonic() + DEADLINE_S
    while camera_threads(name) and time.monotonic() < end:
        threading.Event().wait(0.01)
    again = DeviceSource(71, open_capture=driver)
    assert again.read(DEADLINE_S) is not None
    again.close()


class Shows:
    """A device that gives these pictures, each as often as it is asked for."""

    def __init__(self, *pictures) -> None:
        self.pictures, self.count, self.grabbed, self.wishes = pictures, 0, 0, dict[int, float]()

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def set(self, what: int, value: float) -> bool:
        self.wishes[what] = value
        return True

    def get(self, what: int) -> float:
        return 0.0  # it packs nothing

    def grab(self) -> bool:
        self.grabbed += 1
        threading.Event().wait(0.002)
        return True

    def retrieve(self):
        picture = self.pictures[self.count % len(self.pictures)]
        self.count += 1
        if isinstance(picture, Exception):
            raise picture
        return picture is not None, picture

    def release(self) -> None:
        pass


@pytest.mark.parametrize(
    ("odd", "shape"),
    [
        (np.full((24, 32), 77, np.uint8), (24, 32)),
        (np.full((24, 32, 1), 77, np.uint8), (24, 32)),
        (np.full((24, 32), 77 * 256, np.uint16), (24, 32)),
        (np.dstack([np.full((24, 32), 77, np.uint8), np.full((24, 32), 128, np.uint8)]), (24, 32)),
        (np.asarray(cv2.imencode(".jpg", np.full((24, 32, 3), 77, np.uint8))[1]).reshape(1, -1), (24, 32)),
    ],
)
def test_grey_cameras_give_grey_frames(odd, shape):
    source = DeviceSource(72, colour=False, open_capture=lambda device: Shows(odd))
    frame = source.read(DEADLINE_S)
    source.close()
    assert frame is not None
    assert frame.image.shape == shape
    assert frame.image.dtype == np.uint8
    assert (frame.image == 77).all()


@pytest.mark.parametrize(
    "broken",
    [None, np.zeros((1, 4000), np.uint8), np.zeros((3, 32, 3), np.uint8), cv2.error("torn"), np.zeros(9, np.uint8)],
)
def test_broken_pictures_are_left_out_and_the_next_good_one_is_taken(broken):
    source = DeviceSource(73, open_capture=lambda device: Shows(broken, np.full((24, 32, 3), 5, np.uint8)))
    frames = [source.read(DEADLINE_S) for _ in range(3)]
    source.close()
    assert [frame.image.shape for frame in frames if frame] == [(24, 32, 3)] * 3


def test_only_as_many_pictures_are_unpacked_as_are_wanted():
    camera = Shows(np.full((24, 32, 3), 5, np.uint8))
    source = DeviceSource(75, open_capture=lambda device: camera, fps=10.0, colour=False)
    frames = [source.read(DEADLINE_S) for _ in range(3)]
    source.close()
    assert all(frames)
    assert camera.grabbed > 4 * camera.count, "the camera's own pace is much quicker"
    assert camera.wishes[cv2.CAP_PROP_CONVERT_RGB] == 0.0


def test_a_camera_that_gives_only_broken_pictures_is_called_silent():
    source = DeviceSource(74, open_capture=lambda device: Shows(None), silent_s=0.1)
    assert "gives no pictures any more; check its cable" in lost(source)
    source.close()
