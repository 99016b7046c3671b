"""The camera on the ribbon cable, with a picamera2 that has no camera in the child process."""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from vision import CsiSettings, CsiSource, Frame, VisionError, open_source
from vision.cameras._csi_child import Light, Wishes, steady_exposure

FAKE = Path(__file__).with_name("fake_csi")
PYTHON = (sys.executable, "-P")
DEADLINE_S = 20.0
DIES_BEFORE_ITS_LAST_WORDS = """
import os, sys, threading
words, child = int(sys.argv[-1]), os.getpid()
print("[0:01:02.3] [12]  INFO Camera camera.cpp configuring streams", file=sys.stderr, flush=True)
if os.fork() == 0:
    os.close(words)
    while os.getppid() == child:
        threading.Event().wait(0.01)
    threading.Event().wait(0.2)
    print("*** stack smashing detected ***: terminated", file=sys.stderr, flush=True)
    print("INFO Camera camera.cpp all streams are stopped", file=sys.stderr, flush=True)
os._exit(1)
"""
WISHES = Wishes(0, 640, 480, 320, 240, 8.0, 50, True, -1.0, 4, 0, 0)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Opens the fake camera with a nuisance."""
    sources: list[CsiSource] = []

    def make(nuisance: str = "", width: int = 300, height: int = 202, silent_s: float = 5.0, **more) -> CsiSource:
        monkeypatch.setenv("PYTHONPATH", str(FAKE))
        monkeypatch.setenv("FAKE_CSI", nuisance)
        settings = CsiSettings(fps=200.0, **more)
        sources.append(CsiSource(0, width, height, settings, silent_s=silent_s, python=PYTHON))
        return sources[-1]

    yield make
    for source in sources:
        source.close()


def frames(source: CsiSource, count: int) -> list[Frame]:
    """The next frames that come."""
    end = time.monotonic() + DEADLINE_S
    found: list[Frame] = []
    while len(found) < count and time.monotonic() < end:
        if (frame := source.read(0.5)) is not None:
            found.append(frame)
    assert len(found) == count
    return found


def fault(source: CsiSource) -> str:
    """The sentence that `read` ends with."""
    end = time.monotonic() + DEADLINE_S
    while time.monotonic() < end:
        try:
            source.read(0.2)
        except VisionError as error:
            return str(error)
    raise AssertionError("the camera was never called lost")


def is_one_sentence(text: str) -> bool:
    return text.endswith(".") and "\n" not in text and len(text) < 320


def test_a_frame_is_the_brightness_without_padding_and_the_small_one_is_in_colour(opened):
    source = opened(width=300, height=202)
    (frame,) = frames(source, 1)
    source.close()
    assert frame.image.shape == (202, 300)
    assert frame.image.dtype == np.uint8
    assert (frame.image[0] == np.arange(300) % 251).all()
    assert (frame.image[2:] == 100).all()
    assert frame.small is not None
    assert frame.small.shape == (202, 300, 3)
    (large,) = frames(opened(width=1201, height=800), 1)
    assert large.image.shape == (800, 1200)
    assert large.small is not None
    assert large.small.shape == (384, 576, 3)
    assert abs(int(large.small[100, 100].max()) - int(large.small[100, 100].min())) <= 2, "grey stays grey"


def test_frames_are_not_copied_and_their_memory_is_used_again_when_nobody_holds_them(opened):
    source = opened()
    held = frames(source, 3)
    assert not any(frame.image.flags.owndata for frame in held)
    before = [frame.image.copy() for frame in held]
    crop = held[0].image[50:60, 20:40]
    numbers = [int(frames(source, 1)[0].image[1, 0]) for _ in range(40)]
    assert len(set(numbers)) > 30, "the slots come round"
    assert all((frame.image == old).all() for frame, old in zip(held, before, strict=True)), "held frames stay"
    del held, before
    gc.collect()
    assert (crop == 100).all(), "a part that is held keeps its frame"
    assert all(frames(source, 1) for _ in range(10))


def test_whoever_keeps_every_frame_gets_no_more_and_the_camera_goes_on(opened):
    source = opened(silent_s=0.8)
    held = frames(source, 5)
    while (frame := source.read(0.3)) is not None:
        held.append(frame)
    assert len(held) <= 6
    assert "gives no pictures" in fault(source)
    held.clear()
    del frame
    gc.collect()
    assert frames(source, 2)


def test_the_light_is_settled_then_held_without_the_bands_of_lamps(opened, monkeypatch, tmp_path: Path):
    log = tmp_path / "controls"
    monkeypatch.setenv("FAKE_CSI_LOG", str(log))
    frames(opened(), 1)
    first, held = log.read_text("utf-8").splitlines()[:2]
    assert "('AfTrigger', 0)" in first
    assert "('AeEnable', True)" in first
    assert "('AeEnable', False)" in held
    assert "('AwbEnable', False)" in held
    assert "('ColourGains', (1.5, 1.9))" in held
    assert "('LensPosition', 1.25)" in held
    exposure = int(held.split("'ExposureTime', ")[1].split(")")[0])
    assert exposure in (10_000, 20_000, 5_000), "13 ms at gain 2 are 26 ms of light"
    assert "NoiseReductionMode" not in first, "this camera does not know it"


def test_a_lens_that_is_set_is_not_focused(opened, monkeypatch, tmp_path: Path):
    log = tmp_path / "controls"
    monkeypatch.setenv("FAKE_CSI_LOG", str(log))
    frames(opened(lens=1.2), 1)
    first, held = log.read_text("utf-8").splitlines()[:2]
    assert "('LensPosition', 1.2)" in first
    assert "('AfMode', 0)" in first
    assert "LensPosition" not in held


def test_the_light_is_measured_again_when_the_lamp_goes_out(opened, monkeypatch, tmp_path: Path):
    log = tmp_path / "controls"
    monkeypatch.setenv("FAKE_CSI_LOG", str(log))
    source = opened("dark")
    end = time.monotonic() + DEADLINE_S
    while len(log.read_text("utf-8").splitlines()) < 4 and time.monotonic() < end:
        source.read(0.2)
    again, held = log.read_text("utf-8").splitlines()[2:4]
    assert "('AeEnable', True)" in again
    assert "('AeEnable', False)" in held


@pytest.mark.parametrize(
    ("exposure_us", "gain", "mains_hz", "frame_us", "wanted"),
    [
        (13_000, 2.0, 50, 125_000, (20_000, 1.3)),
        (13_000, 2.0, 60, 125_000, (25_000, 1.04)),
        (33_000, 8.0, 50, 125_000, (40_000, 6.6)),
        (33_000, 8.0, 50, 33_000, (30_000, 8.8)),
        (4_000, 1.0, 50, 125_000, (4_000, 1.0)),
    ],
)
def test_steady_exposure(exposure_us, gain, mains_hz, frame_us, wanted):
    exposure, new_gain = steady_exposure(exposure_us, gain, mains_hz, frame_us)
    assert exposure == pytest.approx(wanted[0], abs=1)
    assert new_gain == pytest.approx(wanted[1], abs=0.01)
    assert exposure * new_gain == pytest.approx(exposure_us * gain, rel=0.001), "as much light as before"


def test_a_focus_that_is_never_found_does_not_hold_up_the_evening():
    light = Light(WISHES, {"AeEnable": (), "AfMode": (), "LensPosition": ()}, 125_000)
    light.begin()
    searching = {"AfState": 1, "LensPosition": 3.0}
    steps = [light.step(searching, 100.0) for _ in range(60)]
    assert not any(steps[:-1])
    assert steps[-1]["LensPosition"] == 3.0
    assert light.is_settled


def test_over_a_glass_the_light_follows_and_frames_come_at_once(opened, monkeypatch, tmp_path: Path):
    log = tmp_path / "controls"
    monkeypatch.setenv("FAKE_CSI_LOG", str(log))
    (frame,) = frames(opened("dark", lens=10.0, holds_light=False), 1)
    assert frame.image[1, 0] < 10, "one of the first"
    (only,) = log.read_text("utf-8").splitlines()
    assert "('AeEnable', True)" in only
    assert "('LensPosition', 10.0)" in only


@pytest.mark.parametrize(
    ("nuisance", "words"),
    [
        ("absent", "camera csi:0 is not there; check its ribbon cable"),
        ("busy", "camera csi:0 is in use by another program"),
        ("built", "numpy.dtype size changed"),
        ("missing", "needs picamera2.*sudo apt install -y --no-install-recommends python3-picamera2"),
    ],
)
def test_a_camera_that_cannot_start_says_why_in_one_sentence(opened, nuisance: str, words: str):
    with pytest.raises(VisionError, match=words) as caught:
        opened(nuisance)
    assert is_one_sentence(str(caught.value))


def test_without_the_systems_python():
    with pytest.raises(VisionError, match=r"needs the system's own Python: /nowhere/python3 cannot be run"):
        CsiSource(0, python=("/nowhere/python3",))


@pytest.mark.parametrize(
    ("nuisance", "words"),
    [
        ("lost", "has stopped sending pictures; check its ribbon cable"),
        ("hang", "gives no pictures any more"),
        ("crash", "stack smashing detected"),
    ],
)
def test_a_camera_that_is_lost_says_so_and_can_be_opened_again(opened, nuisance: str, words: str):
    source = opened(nuisance, silent_s=1.0)
    frames(source, 1)
    sentence = fault(source)
    assert words in sentence
    assert is_one_sentence(sentence)
    source.close()
    assert frames(opened(), 1), "the stuck process is gone, so the camera is free"


def test_why_a_child_ended_may_come_after_its_end_and_what_is_only_told_by_the_way_is_not_why():
    with pytest.raises(VisionError, match=r"has failed \(\*\*\* stack smashing detected") as caught:
        CsiSource(0, python=(sys.executable, "-c", DIES_BEFORE_ITS_LAST_WORDS))
    assert is_one_sentence(str(caught.value))


def test_a_driver_that_holds_its_process_is_not_given_a_second_one(opened):
    free = threading.Event()
    stuck = threading.Thread(target=free.wait, name="camera csi:0")
    stuck.start()
    try:
        with pytest.raises(VisionError, match="hangs in its driver; unplug it"):
            opened()
    finally:
        free.set()
        stuck.join()
    assert frames(opened(), 1)


def test_the_setting_names_the_camera(monkeypatch: pytest.MonkeyPatch):
    asked: list[tuple] = []
    monkeypatch.setattr("vision.cameras.source.CsiSource", lambda *given: asked.append(given))
    open_source("csi:1", 4608, 2592, 12.0)
    assert asked[0][:4] == (1, 4608, 2592, CsiSettings(12.0))
