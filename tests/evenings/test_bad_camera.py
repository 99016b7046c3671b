"""Cameras that trouble an evening: each nuisance is one sentence, told once, and the evening goes on; and what is
recorded, and what is not."""

from __future__ import annotations

import struct
import threading
import time
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.prints.mat_plan import mat_layout
from companion.reading.tags import front_code
from rules.engine.questions import Deal
from rules.games import game
from tests.evenings.table import Evening, evening_config, wait_until
from tests.evenings.watched import PLAYERS, Evenings, Heard, is_one_sentence, match_of, public, said, stored
from vision import (
    Art,
    CameraSettings,
    Frame,
    Image,
    SceneState,
    VirtualCamera,
    VisionError,
    open_source,
    render_card,
    sticker_image,
)
from vision.cameras.recording import ReplaySource

LOST = "The camera /dev/video0 gives no pictures any more; check its cable. The companion keeps trying."
SHOWN = LOST.replace("/dev/", "")  # where a device or a file lies is for the log


class Camera:
    """A camera that sees what the test shows it, until it is unplugged."""

    def __init__(self, picture: Image) -> None:
        self.name, self.ended, self.plugged, self.opened = "camera /dev/video0", False, True, 0
        self.picture = picture
        self._tick = threading.Event()
        self._number = 0

    def read(self, timeout_s: float) -> Frame | None:
        self._tick.wait(0.01)
        if not self.plugged:
            raise VisionError(LOST)
        self._number += 1
        return Frame(self.picture, time.monotonic(), self._number)

    def close(self) -> None:
        pass


def empty_mat(tilt_deg: float = 4.0) -> Image:
    """What a camera sees before anything lies there."""
    layout = mat_layout(game("chronicle").mat(PLAYERS))
    settings = CameraSettings(px_per_mm=1.6, tilt_deg=tilt_deg, fps=0)
    frame = VirtualCamera(layout, lambda: SceneState(1, ()), settings, time.monotonic).read(0.0)
    assert frame is not None
    return frame.image


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Camera:
    shown = Camera(empty_mat())

    def opened(*given: object, **more: object) -> Camera:
        shown.opened += 1
        if not shown.plugged:
            raise VisionError("The camera /dev/video0 is not there; plug it in.")
        return shown

    monkeypatch.setattr("companion.camera.table_source.open_source", opened)
    return shown


@pytest.fixture
def evenings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evenings]:
    monkeypatch.setattr("companion.service.outward.LiveVoice", Heard)
    opened = Evenings(tmp_path / "data")
    yield opened
    opened.end()


def notices(evening: Evening) -> list[str]:
    """Follows the table screen's notice: every other text that it showed, in a thread that ends with the table."""
    shown: list[str] = []

    def follow() -> None:
        while not evening.service.stopping.is_set():
            board = evening.service.outlet.board
            text = "" if board is None else board.voice.notice(board.around.notice)
            if text and (not shown or shown[-1] != text):
                shown.append(text)
            evening.service.stopping.wait(0.002)

    threading.Thread(target=follow, daemon=True).start()
    return shown


def test_an_unplugged_camera_is_told_once_and_so_is_its_return(evenings: Evenings, camera: Camera) -> None:
    evening = evenings.open(source="/dev/video0")
    shown = notices(evening)
    wait_until(lambda: evening.service.eye and evening.service.eye.is_calibrated, what="the camera sees the mat")
    before = stored(evening)
    camera.plugged = False
    wait_until(lambda: SHOWN in public(evening)["notice"], what="the failure is told")
    wait_until(lambda: camera.opened >= 2, what="it is tried again")
    match = match_of(evening)
    key = next(o.key for o in match.options(match.waiting[0] if match.waiting else None) if o.refusal is None)
    assert evening.tap(int(match.waiting[0]) if match.waiting else 0, match.version, key)["reply"]["ok"]
    assert len(stored(evening)) == len(before) + 1, "the evening goes on by phone"
    camera.plugged = True
    wait_until(lambda: "The camera works again." in shown, what="the return is told")
    assert [text for text in shown if "camera" in text.lower()] == [SHOWN, "The camera works again."]


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("100 megapixels", b"", "10000 x 10000 pixels, which is too many"),
        (
            "a GIF",
            b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;",
            "",
        ),
        ("a GIF that is cut short", b"GIF89a\xff\x00", ""),
        ("nothing", b"", ""),
    ],
    ids=lambda value: value if isinstance(value, str) and value else None,
)
def test_an_odd_photo_of_a_hand_is_one_sentence(evenings: Evenings, name: str, data: bytes, words: str) -> None:
    evening = evenings.open(source="none")
    before = stored(evening)
    answer = evening.phones[0].upload("/api/hand-photo", bomb() if name == "100 megapixels" else data)
    text = answer["reply"]["sentence"] if "reply" in answer else answer["sentence"]
    assert words in text
    assert is_one_sentence(text)
    assert stored(evening) == before


def bomb() -> bytes:
    """A PNG whose first bytes promise 100 megapixels."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = zlib.compress(bytes(10_001 * 10), 9)
    header = struct.pack(">IIBBBBB", 10_000, 10_000, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


# ---- recording -------------------------------------------------------------------------------------------------------


def test_only_the_table_is_recorded_and_every_screen_says_so(
    evenings: Evenings, camera: Camera, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = Camera(np.full((300, 400, 3), 30, np.uint8))
    monkeypatch.setattr(
        "companion.camera.table_source.open_source",
        lambda source, *given, **more: box if source == "/dev/video2" else camera,
    )
    kept = tmp_path / "kept"
    evening = evenings.open(source="/dev/video0", box_source="/dev/video2", record=str(kept))
    assert "recorded" in public(evening)["recording"]
    assert all("recorded" in phone.packet()["recording"] for phone in evening.phones[:PLAYERS])
    for _ in range(20):
        match = match_of(evening)
        if isinstance(match.question, Deal):
            break
        key = next(o.key for o in match.options(match.waiting[0] if match.waiting else None) if o.refusal is None)
        evening.tap(int(match.waiting[0]) if match.waiting else 0, match.version, key)
    question = match.question
    assert isinstance(question, Deal)
    card = match.state.unaccounted(match.state.pile(question.pile).slots[0].deck)[0]
    box.picture = render_card(front_code("chronicle", card), Art("Card", "", (90, 90, 90), ""))
    wait_until(lambda: "cards dealt" in public(evening)["notice"], what="the box reads a card")
    evening.phones[0].upload("/api/hand-photo", bytes(np.zeros(9, np.uint8)))
    evenings.end()
    source = ReplaySource(kept, fps=-1)
    shapes = set()
    while (frame := source.read(0.0)) is not None:
        shapes.add(frame.image.shape)
    assert shapes == {camera.picture.shape}
    assert box.picture.shape not in shapes
    assert {file.suffix for file in kept.rglob("*.*")} == {".jpg", ".jsonl"}


def test_without_the_setting_nothing_is_recorded(evenings: Evenings, camera: Camera, tmp_path: Path) -> None:
    evening = evenings.open(source="/dev/video0")
    wait_until(lambda: evening.service.eye and evening.service.eye.is_calibrated, what="the camera sees the mat")
    assert public(evening)["recording"] == ""
    assert not list(tmp_path.rglob("*.jpg"))


def test_a_recording_that_is_full_ends_with_one_sentence_and_its_sign_goes(
    evenings: Evenings, camera: Camera, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = evening_config(evenings.data, PLAYERS, 5)
    shown = replace(config.camera, source="/dev/video0", record=str(tmp_path / "kept"))
    monkeypatch.setattr("vision.cameras.recording.KEEP_FREE", 2**62)
    evening = evenings.start(replace(config, camera=shown), 5)
    sentence = "The disk is nearly full, so the recording has ended; the evening goes on without it."
    wait_until(lambda: public(evening)["notice"] == sentence, what="the end is told")
    assert public(evening)["recording"] == ""
    assert not any("recorded" in line for line in said(evening))


def test_a_recorded_evening_is_a_camera(evenings: Evenings, camera: Camera, tmp_path: Path) -> None:
    evening = evenings.open(source="/dev/video0", record=str(tmp_path / "kept"))
    wait_until(lambda: list((tmp_path / "kept").glob("*/000002.jpg")), what="something is recorded")
    assert evening.service.eye is not None
    evenings.end()
    source = open_source(f"recording:{tmp_path / 'kept'}", fps=-1)
    frame = source.read(0.0)
    assert frame is not None
    assert frame.image.shape == camera.picture.shape


# ---- what is seen is no table ----------------------------------------------------------------------------------------


def poster(mat: Image, count: int = 70) -> Image:
    """The mat with a poster of codes that belong to no game lying over its middle."""
    picture = mat.copy()
    height, width = picture.shape[:2]
    side, step = 44, 50
    across = (width - 360) // step
    for number in range(count):
        x, y = 180 + number % across * step, 150 + number // across * step
        assert y + side < height - 120, "the corner markers stay in view"
        code = sticker_image(f"SHOP{number:04d}", side)
        picture[y : y + side, x : x + side] = code if code.ndim == 3 else code[..., None]
    return picture


@pytest.mark.parametrize(
    ("nuisance", "words"),
    [
        ("black", "too dark"),
        ("burnt", "too bright"),
        ("mirrored", "mirror image"),
        ("poster", "full of codes that belong to no game"),
    ],
)
def test_a_picture_of_no_use_is_one_sentence_told_once(
    evenings: Evenings, camera: Camera, nuisance: str, words: str
) -> None:
    good = camera.picture
    bad = {
        "black": lambda: np.full_like(good, 3),
        "burnt": lambda: np.full_like(good, 254),
        "mirrored": lambda: np.ascontiguousarray(good[:, ::-1]),
        "poster": lambda: poster(good),
    }[nuisance]()
    if nuisance == "mirrored":  # a driver does so from the start
        camera.picture = bad
    evening = evenings.open(source="/dev/video0")
    shown = notices(evening)
    if nuisance != "mirrored":
        wait_until(lambda: evening.service.eye and evening.service.eye.is_calibrated, what="the camera sees the mat")
        camera.picture = bad
    before = stored(evening)
    wait_until(lambda: any(words in text for text in shown), what=words)
    numbers = camera.read(0.0)
    assert numbers is not None
    wait_until(lambda: camera._number > numbers.number + 60, what="more of the same picture")
    assert sum(words in text for text in shown) == 1, shown
    assert all(is_one_sentence(text) or words in text for text in shown)
    spoken = [line for line in said(evening) if "codes that are not ours" in line or "dark" in line or "bright" in line]
    assert len(spoken) <= 1
    assert stored(evening) == before, "nothing was read as a play"
    eye = evening.service.eye
    assert eye is not None
    wait_until(lambda: eye.times.decode_s == 0.0, what="it lies still, so it is not read again for every frame")
