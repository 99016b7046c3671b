"""What the doctor looks at of the pins: the wiring, the library that moves them, the thread that listens to them."""

from __future__ import annotations

import importlib.util
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.doctor.finding import Examination, Finding, Grade, Patient, Section
from companion.doctor.world import World
from companion.journal.journal import is_running
from hardware import HardwareError, check_pins, open_rig
from hardware.types import PinFactory
from words import Sentence

_LIBRARY: Final = "lgpio"
_DIRECTORY: Final = "LG_WD"


def _wiring(patient: Patient) -> Iterator[Finding]:
    try:
        warnings = check_pins(patient.config.hardware.pin_map)
    except HardwareError as error:
        cure = Sentence("Change the numbers in the section [hardware].")
        yield Finding("wiring", Grade.BAD, str(error), cure)
        return
    for warning in warnings:
        cure = Sentence("docs/wiring.md says which pins are free; move it, or switch the other use off.")
        yield Finding("wiring", Grade.WARN, warning, cure)


def _factory(patient: Patient) -> Iterator[Finding]:
    """The name that gpiozero's own programs go by; we name ours ourselves, but two answers puzzle whoever looks."""
    named = patient.world.environ.get("GPIOZERO_PIN_FACTORY", "")
    pins = patient.config.hardware.pins
    if not named or pins is PinFactory.NONE or named == pins.value:
        return
    text = Sentence(
        'the variable GPIOZERO_PIN_FACTORY says "{named}", the setting hardware.pins says "{pins}"',
        named=named,
        pins=pins.value,
    )
    cure = Sentence("The companion goes by its setting. Take the variable away, or give it the same word.")
    yield Finding("pin factory", Grade.WARN, text, cure)


def _directory(patient: Patient) -> Iterator[Finding]:
    """lgpio makes a pipe where LG_WD says when it is loaded; it fails, and every button with it, where it may not."""
    where = patient.world.environ.get(_DIRECTORY, "")
    if patient.config.hardware.pins is PinFactory.LGPIO and where and not patient.world.may_write(where):
        text = Sentence("the variable LG_WD names {path}, in which lgpio cannot make its pipe", path=where)
        cure = Sentence("Make that directory for this user, or take the variable away: another place is found then.")
        yield Finding("pin directory", Grade.BAD, text, cure)


def _pins(patient: Patient) -> Iterator[Finding]:
    pins = patient.config.hardware.pins
    if pins is PinFactory.NONE:
        yield Finding("pins", Grade.OK, Sentence("none: no buttons and lights"))
    elif patient.devices_are_ours:
        yield from _running_pins(patient)
    elif patient.live is None and is_running(patient.config.data.journal_path):
        text = Sentence("{name}, not tried: a companion is running", name=pins.value)
        yield Finding("pins", Grade.OK, text)
    else:
        yield from _open_pins(patient)


def _running_pins(patient: Patient) -> Iterator[Finding]:
    pins, live = patient.config.hardware.pins, patient.live
    fault = "" if live is None else live.fault("buttons")
    again = Sentence("Check the wires, then restart the companion.")
    if fault:
        yield Finding("pins", Grade.BAD, fault, again)
    elif live is not None and not live.listens():
        text = Sentence("the thread that hears the buttons has ended, so they are dead")
        yield Finding("pins", Grade.BAD, text, again)
    else:
        yield Finding("pins", Grade.OK, Sentence("{name} is in use and works", name=pins.value))


def _open_pins(patient: Patient) -> Iterator[Finding]:
    hardware, world = patient.config.hardware, patient.world
    if hardware.pins is PinFactory.LGPIO and importlib.util.find_spec(_LIBRARY) is None:
        cure = Sentence("Run sudo apt install python3-lgpio, then ./run setup.")
        yield Finding("pins", Grade.BAD, Sentence("lgpio is not installed"), cure)
        return
    with _pipe_directory(world) as directory:
        try:
            rig = open_rig(hardware.pins, hardware.pin_map, time.monotonic, lambda _: None, runtime_dir=directory)
        except HardwareError as error:
            yield Finding("pins", Grade.BAD, str(error), _cure(patient))
            return
        rig.close()
    yield Finding("pins", Grade.OK, Sentence("{name} opens", name=hardware.pins.value))


@contextmanager
def _pipe_directory(world: World) -> Iterator[Path | None]:
    """Where lgpio may make its pipe while the pins are tried; None where LG_WD names a directory. Opening sets that
    variable, which must not outlive the directory: a table in safe mode goes on, and is looked at again."""
    if world.environ.get(_DIRECTORY):
        yield None
        return
    before = os.environ.get(_DIRECTORY)
    with tempfile.TemporaryDirectory(prefix="companion-doctor-") as directory:
        try:
            yield Path(directory)
        finally:
            os.environ.pop(_DIRECTORY, None)
            if before is not None:
                os.environ[_DIRECTORY] = before


def _cure(patient: Patient) -> Sentence:
    chips = patient.world.listed("/dev/gpiochip*")
    if chips and not any(patient.world.may_use(chip) for chip in chips):
        return Sentence("Add this user to the group gpio (sudo usermod -aG gpio NAME), then sign on again.")
    return Sentence("Run this on a Raspberry Pi, or set hardware.pins to mock or none.")


PIN_LOOKS: Final = (
    Examination("wiring", Section.PINS, _wiring),
    Examination("pin factory", Section.PINS, _factory),
    Examination("pin directory", Section.PINS, _directory),
    Examination("pins", Section.PINS, _pins, 15.0),
)
