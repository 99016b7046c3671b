"""A phone as a camera: its pictures as frames, its silence as a fault, and what it may not send."""

from __future__ import annotations

import contextlib
import struct
import threading
import zlib

import cv2
import numpy as np
import pytest

from tests.vision._table import CALM, LAYOUT
from vision import Eye, SceneState, TagRegistry, VirtualCamera
from vision._pixels import colour
from vision.cameras.feed import Feed, FeedSettings
from vision.cameras.phone import ALIVE_S, MOST_BYTES, PhoneInbox, PhoneSource
from vision.table.gate import MotionGate
from vision.types import CameraNote, Image, VisionError


class Seconds:
    """A clock that is set."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def jpeg(image: Image, quality: int = 95) -> bytes:
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return bytes(data)


def table(level: int = 120, size: tuple[int, int] = (320, 180)) -> Image:
    image = np.full((size[1], size[0], 3), level, np.uint8)
    image[40:80, 60:120] = 240
    return image


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def inbox(seconds: Seconds) -> PhoneInbox:
    return PhoneInbox(seconds)


def test_a_phone_that_is_not_there_yet_is_waited_for_and_asked_for_a_picture(inbox: PhoneInbox) -> None:
    source = PhoneSource(inbox)
    assert source.read(0.0) is None
    assert (inbox.is_wanted, inbox.is_alive) == (True, False)
    inbox.hear()
    assert source.read(0.0) is None
    assert inbox.is_wanted


def test_the_newest_picture_counts_and_the_last_one_is_given_again(inbox: PhoneInbox, seconds: Seconds) -> None:
    source = PhoneSource(inbox)
    for level in (60, 90, 120):
        inbox.offer(jpeg(table(level)))
    first = source.read(0.0)
    assert first is not None
    assert abs(int(first.image[0, 0, 0]) - 120) <= 2
    assert not inbox.is_wanted
    seconds.now += 1.0
    inbox.hear()
    second = source.read(0.0)
    assert second is not None
    assert second.image is first.image
    assert (second.number, second.taken_s) == (first.number + 1, seconds.now)


def test_a_picture_that_is_repeated_comes_to_rest_for_the_motion_gate(inbox: PhoneInbox) -> None:
    source, gate = PhoneSource(inbox), MotionGate()
    changed = table()
    changed[100:140, 200:260] = 20
    settled = []
    for picture in (table(), changed):
        inbox.offer(jpeg(picture))
        for _ in range(5):
            frame = source.read(0.0)
            assert frame is not None
            view = gate.step(frame)
            settled.append(int(view.settled.sum()))
            gate.accept(view.settled)
    assert settled[0] > 0
    assert 0 < max(settled[5:]) < settled[0] / 4, "only what has changed is looked at"


def test_silence_is_told_once_and_the_phone_comes_back_by_itself(inbox: PhoneInbox, seconds: Seconds) -> None:
    told: list[str | None] = []
    settings = FeedSettings(timeout_s=0.0, retry_s=0.0, retry_max_s=0.0)
    feed = Feed(PhoneSource(inbox), lambda: PhoneSource(inbox), told.append, seconds, settings)
    stop = threading.Event()
    inbox.offer(jpeg(table()))
    assert feed.next(stop) is not None
    seconds.now += ALIVE_S + 0.1
    for _ in range(4):
        assert feed.next(stop) is None
    assert len(told) == 1
    assert "wake it" in str(told[0])
    inbox.hear()
    assert feed.next(stop) is None
    assert inbox.is_wanted, "what lies there now is asked for"
    inbox.offer(jpeg(table(90)))
    assert feed.next(stop) is not None
    assert told[1:] == [None]


def test_another_size_is_another_picture_and_no_fault(inbox: PhoneInbox) -> None:
    source, gate = PhoneSource(inbox), MotionGate()
    for picture in (table(), cv2.rotate(table(), cv2.ROTATE_90_CLOCKWISE)):
        inbox.offer(jpeg(np.asarray(picture)))
        frame = source.read(0.0)
        assert frame is not None
        assert gate.step(frame).settled.all()


def bomb(width: int, height: int) -> bytes:
    """A PNG that says it is that large, and is not a kilobyte."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    "picture",
    [b"", b"\xff\xd8\xff", bomb(50_000, 50_000), bomb(6_000, 4_000), bytes(MOST_BYTES + 1), b"GIF89a" + bytes(99)],
)
def test_what_cannot_be_a_picture_of_the_table_is_refused_before_it_is_unpacked(
    inbox: PhoneInbox, picture: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cv2, "imdecode", lambda *given: pytest.fail("it was unpacked"))
    with pytest.raises(VisionError):
        inbox.offer(picture)
    assert not inbox.is_alive


def test_one_that_was_damaged_on_the_way_is_asked_for_again(inbox: PhoneInbox) -> None:
    source = PhoneSource(inbox)
    inbox.offer(jpeg(table()))
    assert source.read(0.0) is not None
    inbox.offer(bomb(320, 180))
    assert source.read(0.0) is not None, "the one before still counts"
    assert inbox.is_wanted


def test_a_phone_that_was_sent_away_is_silent(inbox: PhoneInbox) -> None:
    source = PhoneSource(inbox)
    inbox.offer(jpeg(table()))
    assert source.read(0.0) is not None
    inbox.leave()
    with pytest.raises(VisionError):
        source.read(0.0)


def test_in_grey_where_the_settings_say_so(seconds: Seconds) -> None:
    inbox = PhoneInbox(seconds, colour=False)
    inbox.offer(jpeg(table()))
    frame = PhoneSource(inbox).read(0.0)
    assert frame is not None
    assert frame.image.ndim == 2


def notes_of(picture: Image, seconds: Seconds, inbox: PhoneInbox) -> tuple[set[CameraNote], bool]:
    """What is told of a phone that shows this for some seconds, and whether the mat is found."""
    eye = Eye(source := PhoneSource(inbox), LAYOUT, TagRegistry(()), None, seconds, lambda report: None)
    inbox.offer(jpeg(picture))
    told: set[CameraNote] = set()
    for _ in range(80):
        seconds.now += 0.25
        inbox.hear()
        frame = source.read(0.0)
        assert frame is not None
        report = eye.look(frame)
        told |= set(() if report is None else report.notes)
    return told, eye.is_calibrated


def test_a_pocket_a_bare_table_a_mirror_and_a_turned_phone_are_told_or_do_not_matter(seconds: Seconds) -> None:
    with contextlib.closing(VirtualCamera(LAYOUT, lambda: SceneState(1, ()), CALM, seconds, seed=3)) as camera:
        frame = camera.read(1.0)
    assert frame is not None
    mat = colour(frame.image)
    shown = {
        "mat": mat,
        "turned": cv2.rotate(mat, cv2.ROTATE_90_CLOCKWISE),
        "pocket": np.zeros_like(mat),
        "bare": np.full_like(mat, 120),
        "mirror": np.ascontiguousarray(mat[:, ::-1]),
    }
    found = {name: notes_of(np.asarray(picture), seconds, PhoneInbox(seconds)) for name, picture in shown.items()}
    assert found["mat"] == found["turned"] == (set(), True)
    assert found["pocket"] == ({CameraNote.DARK}, False)
    assert found["bare"] == ({CameraNote.NO_MARKERS}, False)
    assert found["mirror"] == ({CameraNote.MIRRORED}, False)
