"""What the doctor looks at around the table: reading tags, camera, voice, pins."""

from __future__ import annotations

import ctypes.util
import importlib.util
import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.config import CameraKind, Config
from companion.doctor import Check, Finding, Grade
from companion.journal import is_running
from companion.parts import open_table_source
from hardware import HardwareError, check_pins, open_rig
from hardware.types import PinFactory, SpeechSink
from vision import MatLayout, VisionError, found_cameras, read_tags, sticker_image
from vision.calibration.setup import KNOWN_TAGS, px_per_module
from vision.sticker import STICKER_MM

_FRAME_WITHIN_S: Final = 6.0
_MARKERS: Final = 8  # a mat has four; some have four more between them
_TEST_PAYLOAD: Final = "DOCTOR42"
_CARDS: Final = Path("/proc/asound/cards")


def _tags(_: Config) -> Iterator[Finding]:
    read = {tag.payload for tag in read_tags(sticker_image(_TEST_PAYLOAD, 200))}
    if _TEST_PAYLOAD in read:
        yield Finding("tags", Grade.OK, "a printed tag is read")
    else:
        cure = "Run ./run setup: the reader zxing-cpp does not work here."
        yield Finding("tags", Grade.BAD, "a tag drawn for this test could not be read", cure)


def _cameras(config: Config) -> Iterator[Finding]:
    """What could be written as camera.source."""
    found = found_cameras()
    if found:
        yield Finding("cameras", Grade.OK, ", ".join(f"{camera.name}: {camera.setting}" for camera in found))
    elif config.camera.kind is CameraKind.DEVICE:
        cure = "Plug it in; a camera on the ribbon cable is csi:0."
        yield Finding("cameras", Grade.WARN, "there is no USB camera", cure)


def _box(config: Config) -> Iterator[Finding]:
    if not config.camera.box_source:
        return
    box = replace(config.camera, source=config.camera.box_source)
    for finding in _camera(replace(config, camera=box)):
        yield replace(finding, name="reader box", cure=finding.cure.replace("camera.source", "camera.box_source"))


def _recording(config: Config) -> Iterator[Finding]:
    if config.camera.record:
        text = f"the table camera's pictures are kept in {config.camera.record}, and the screens say so"
        yield Finding("recording", Grade.OK, text)


def _camera(config: Config) -> Iterator[Finding]:
    camera = config.camera
    if camera.kind is CameraKind.VIRTUAL:
        yield Finding("camera", Grade.OK, "virtual: the table in the browser")
        return
    if camera.kind is CameraKind.NONE:
        yield Finding("camera", Grade.OK, "none is set; everything is told by phone")
        return
    if camera.kind.is_device and is_running(config.data.journal_path):
        yield Finding("camera", Grade.OK, f"{camera.source}, not tried: a companion is running")
        return
    cure = "Check camera.source and the cable; a camera needs a user of the group video."
    try:
        source = open_table_source(camera, camera.source, camera.fps)
    except VisionError as error:
        yield Finding("camera", Grade.BAD, str(error), cure)
        return
    try:
        frame = source.read(_FRAME_WITHIN_S)
    except VisionError as error:
        yield Finding("camera", Grade.BAD, str(error), cure)
        return
    finally:
        source.close()
    if frame is None:
        yield Finding("camera", Grade.BAD, f"{source.name} gives no picture", cure)
        return
    height, width = frame.image.shape[:2]
    text = f"{source.name}, {width} x {height}"
    if camera.kind.is_device and width < 0.9 * camera.width:
        cure = "It may be slow or far away for small tags; ask for a size that the camera has (camera.width)."
        yield Finding("camera", Grade.WARN, f"{text}, although {camera.width} x {camera.height} was asked", cure)
    else:
        yield Finding("camera", Grade.OK, text)
    scale = px_per_module(frame.image, range(_MARKERS), MatLayout(0, 0, ()).marker_size_mm, STICKER_MM)
    if scale is not None:
        yield _reading(*scale)


def _reading(least: float, most: float) -> Finding:
    """How well stickers will be read, by how large the mat's markers look."""
    text = f"at the mat's markers a sticker of {STICKER_MM:g} mm has {least:.1f} to {most:.1f} pixels per square"
    if least >= KNOWN_TAGS.hard:
        return Finding("stickers", Grade.OK, text)
    cure = f"Move the camera closer or ask for larger pictures: {KNOWN_TAGS.hard:g} are read in any light."
    return Finding("stickers", Grade.WARN if least >= KNOWN_TAGS.good else Grade.BAD, text, cure)


def _voice(config: Config) -> Iterator[Finding]:
    if config.voice.sink is SpeechSink.OFF:
        yield Finding("voice", Grade.OK, "off")
        return
    program = shutil.which("espeak-ng")
    if program or ctypes.util.find_library("espeak-ng"):
        yield Finding("voice", Grade.OK, program or "the library espeak-ng")
    else:
        cure = "Run sudo apt install espeak-ng, or set voice.sink to off."
        yield Finding("voice", Grade.WARN, "espeak-ng is not installed", cure)
    if config.voice.sink is SpeechSink.SPEAKER:
        yield from _speaker()


def _speaker() -> Iterator[Finding]:
    program = shutil.which("aplay")
    if program is None:
        cure = "Run sudo apt install alsa-utils, or set voice.sink to off."
        yield Finding("loudspeaker", Grade.WARN, "aplay is not installed", cure)
        return
    cards = _CARDS.read_text("utf-8", "replace") if _CARDS.is_file() else ""
    names = [line.partition("]:")[2].strip() for line in cards.splitlines() if "]:" in line]
    if names:
        yield Finding("loudspeaker", Grade.OK, ", ".join(names))
    else:
        cure = "Plug in a loudspeaker or sound card, or set voice.sink to off."
        yield Finding("loudspeaker", Grade.WARN, "there is no sound device", cure)


def _pins(config: Config) -> Iterator[Finding]:
    hardware = config.hardware
    try:
        warnings = check_pins(hardware.pin_map)
    except HardwareError as error:
        yield Finding("pins", Grade.BAD, str(error), "Change the numbers in the section [hardware].")
        return
    for warning in warnings:
        yield Finding("wiring", Grade.WARN, warning)
    if hardware.pins is PinFactory.NONE:
        yield Finding("pins", Grade.OK, "none: no buttons and lights")
    elif is_running(config.data.journal_path):
        yield Finding("pins", Grade.OK, f"{hardware.pins.value}, not tried: a companion is running")
    else:
        yield from _open_pins(config)


def _open_pins(config: Config) -> Iterator[Finding]:
    hardware = config.hardware
    if hardware.pins is PinFactory.LGPIO and importlib.util.find_spec("lgpio") is None:
        cure = "Run sudo apt install python3-lgpio, then ./run setup."
        yield Finding("pins", Grade.BAD, "lgpio is not installed", cure)
        return
    try:
        rig = open_rig(hardware.pins, hardware.pin_map, time.monotonic, lambda _: None)
    except HardwareError as error:
        chips = sorted(Path("/dev").glob("gpiochip*"))
        if chips and not any(os.access(chip, os.W_OK) for chip in chips):
            cure = "Add this user to the group gpio (sudo usermod -aG gpio NAME), then sign on again."
        else:
            cure = "Run this on a Raspberry Pi, or set hardware.pins to mock or none."
        yield Finding("pins", Grade.BAD, str(error), cure)
        return
    rig.close()
    yield Finding("pins", Grade.OK, f"{hardware.pins.value} opens")


DEVICE_CHECKS: Final[tuple[tuple[str, Check], ...]] = (
    ("tags", _tags),
    ("cameras", _cameras),
    ("camera", _camera),
    ("reader box", _box),
    ("recording", _recording),
    ("voice", _voice),
    ("pins", _pins),
)
