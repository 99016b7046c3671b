"""What the doctor finds out about pins, and about the rights to devices."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from companion.doctor.finding import Finding, Grade
from companion.settings.config import CameraConfig, Config, VoiceConfig
from companion.settings.hardware import HARDWARE_AS_DELIVERED
from hardware import PinMap, Rig
from hardware.types import HardwareError, PinFactory
from tests.companion.doctor_world import finding, findings, graded, world

# ---- the pins --------------------------------------------------------------------------------------------------------


def wired(config: Config, **wiring: object) -> Config:
    return replace(config, hardware=replace(HARDWARE_AS_DELIVERED, **wiring))  # type: ignore[arg-type]


def test_pins(config: Config, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert finding("pins", config, world(root)).text == "none: no buttons and lights"
    mock = wired(config, pins=PinFactory.MOCK, seat_buttons=(5, 6), seat_lights=(12, 13))
    assert finding("pins", mock, world(root)).text == "mock opens"
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "python3-lgpio" in finding("pins", wired(config, pins=PinFactory.LGPIO), world(root)).cure


def test_wiring_that_cannot_be_and_wiring_with_a_catch(config: Config, root: Path) -> None:
    twice = finding("wiring", wired(config, pins=PinFactory.MOCK, seat_buttons=(5, 5)), world(root))
    assert (twice.grade, "used twice" in twice.text) == (Grade.BAD, True)
    shared = finding("wiring", wired(config, pins=PinFactory.MOCK, seat_buttons=(14,)), world(root))
    assert (shared.grade, bool(shared.cure)) == (Grade.WARN, True)
    assert findings("wiring", wired(config, seat_buttons=(5, 6)), world(root)) == []


@pytest.mark.parametrize(
    ("mode", "cure"), [(0o000, "usermod -aG gpio"), (0o600, "Run this on a Raspberry Pi"), (None, "Run this on")]
)
def test_pins_that_do_not_open(
    config: Config, root: Path, monkeypatch: pytest.MonkeyPatch, mode: int | None, cure: str
) -> None:
    def refuses(*given: object, **more: object) -> None:
        raise HardwareError("The pins could not be opened.")

    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    monkeypatch.setattr("companion.doctor.pins.open_rig", refuses)
    machine = world(root) if mode is None else world(root, {"/dev/gpiochip0": ""})
    if mode == 0o000:
        monkeypatch.setattr(type(machine), "may_use", lambda self, path: False)
    found = finding("pins", wired(config, pins=PinFactory.LGPIO), machine)
    assert (found.grade, found.text) == (Grade.BAD, "The pins could not be opened.")
    assert cure in found.cure


def test_another_kind_of_pins_in_the_environment(config: Config, root: Path) -> None:
    def found(named: str, pins: PinFactory) -> list[Finding]:
        return findings("pin factory", wired(config, pins=pins), world(root, environ={"GPIOZERO_PIN_FACTORY": named}))

    (odd,) = found("pigpio", PinFactory.LGPIO)
    assert odd.grade is Grade.WARN
    assert "pigpio" in odd.text
    assert found("lgpio", PinFactory.LGPIO) == []
    assert found("lgpio", PinFactory.NONE) == []
    assert found("", PinFactory.LGPIO) == []


def test_a_directory_in_which_lgpio_cannot_work(config: Config, root: Path) -> None:
    def found() -> list[Finding]:
        machine = world(root, environ={"LG_WD": "/run/companion"})
        return findings("pin directory", wired(config, pins=PinFactory.LGPIO), machine)

    (bad,) = found()
    assert (bad.grade, "/run/companion" in bad.text) == (Grade.BAD, True)
    (root / "run/companion").mkdir(parents=True)
    assert found() == []
    assert findings("pin directory", wired(config, pins=PinFactory.LGPIO), world(root)) == []


def test_pins_that_were_tried_leave_no_directory_behind_that_is_gone(
    config: Config, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opens(*given: object, runtime_dir: Path) -> Rig:
        os.environ["LG_WD"] = str(root / runtime_dir.relative_to("/"))  # as the real one does
        return Rig(PinFactory.NONE, PinMap())

    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    monkeypatch.setattr("companion.doctor.pins.open_rig", opens)
    machine, real = world(root, environ=os.environ), wired(config, pins=PinFactory.LGPIO)
    assert finding("pins", real, machine).text == "lgpio opens"
    assert findings("pin directory", real, machine) == []


# ---- whose devices they are ------------------------------------------------------------------------------------------

DEVICES = {"/dev/gpiochip0": "", "/dev/video0": "", "/dev/snd/controlC0": ""}


@pytest.fixture
def wants_all(config: Config) -> Config:
    camera = CameraConfig(source="device:0")
    return replace(wired(config, pins=PinFactory.LGPIO), camera=camera, voice=VoiceConfig())


@pytest.fixture
def shut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody may use any device; the tests may run as an account that may everything."""
    monkeypatch.setattr(os, "access", lambda path, mode: False)


def test_rights_to_devices(wants_all: Config, root: Path) -> None:
    found = finding("groups", wants_all, world(root, DEVICES))
    assert (found.grade, found.text) == (Grade.OK, "pi may use what the settings name (gpio, video, audio)")


@pytest.mark.usefixtures("shut")
def test_groups_that_are_missing(wants_all: Config, root: Path) -> None:
    found = findings("groups", wants_all, world(root, DEVICES))
    assert graded(found) == [Grade.BAD] * 3
    assert "sudo usermod -aG gpio pi" in found[0].cure
    fresh = world(root, DEVICES, groups=lambda user: frozenset({"gpio", "video", "audio"}))
    assert all("sign off and on again" in one.cure for one in findings("groups", wants_all, fresh))
    odd = replace(fresh, own_groups=lambda: frozenset({"gpio", "video", "audio"}))
    assert all("chgrp" in one.cure for one in findings("groups", wants_all, odd))


@pytest.mark.usefixtures("shut")
def test_only_what_the_settings_name_and_what_is_there_is_asked_for(
    config: Config, wants_all: Config, root: Path
) -> None:
    assert findings("groups", config, world(root, DEVICES)) == []
    assert findings("groups", wants_all, world(root / "bare")) == []
    video = findings("groups", wants_all, world(root / "video", {"/dev/video0": ""}))
    assert ["video" in one.text for one in video] == [True]


def test_groups_of_the_service(wants_all: Config, root: Path) -> None:
    said: dict[str, str | None] = {"systemctl show": "LoadState=loaded\nActiveState=active\nUser=companion\n"}

    def found(groups: frozenset[str] | None) -> list[Finding]:
        machine = world(root, DEVICES, said, groups=lambda user: groups if user == "companion" else frozenset())
        return findings("groups of the service", wants_all, machine)

    assert graded(found(frozenset({"gpio", "video", "audio"}))) == [Grade.OK]
    (missing,) = found(frozenset({"gpio", "audio"}))
    assert (missing.grade, missing.cure) == (Grade.BAD, "Run sudo usermod -aG video companion, then sign on again.")
    assert [one.text for one in found(None)] == ["the service runs as companion, and there is no such user"]
