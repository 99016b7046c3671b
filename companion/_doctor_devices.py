"""What the doctor looks at around the table: reading tags, camera, voice, pins."""

from __future__ import annotations

import ctypes.util
import importlib.util
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.config import CameraKind, Config
from companion.doctor import Check, Finding, Grade
from companion.journal import is_running
from hardware import HardwareError, check_pins, open_rig
from hardware.types import PinFactory, SpeechSink
from vision import VisionError, open_source, read_tags, sticker_image

_FRAME_WITHIN_S: Final = 6.0
_TEST_PAYLOAD: Final = "DOCTOR42"
_CARDS: Final = Path("/proc/asound/cards")


def _tags(_: Config) -> Iterator[Finding]:
    read = {tag.payload for tag in read_tags(sticker_image(_TEST_PAYLOAD, 200))}
    if _TEST_PAYLOAD in read:
        yield Finding("tags", Grade.OK, "a printed tag is read")
    else:
        cure = "Run ./run setup: the reader zxing-cpp does not work here."
        yield Finding("tags", Grade.BAD, "a tag drawn for this test could not be read", cure)


def _camera(config: Config) -> Iterator[Finding]:
    camera = config.camera
    if camera.kind is CameraKind.VIRTUAL:
        yield Finding("camera", Grade.OK, "virtual: the table in the browser")
        return
    if camera.kind is CameraKind.NONE:
        yield Finding("camera", Grade.OK, "none is set; everything is told by phone")
        return
    if camera.kind is CameraKind.DEVICE and is_running(config.data.journal_path):
        yield Finding("camera", Grade.OK, f"{camera.source}, not tried: a companion is running")
        return
    cure = "Check camera.source and the cable; a camera needs a user of the group video."
    try:
        source = open_source(camera.source, camera.width, camera.height, camera.fps)
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
    yield Finding("camera", Grade.OK, f"{source.name}, {width} x {height}")


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
    ("camera", _camera),
    ("voice", _voice),
    ("pins", _pins),
)
