"""A table without its devices: when that is asked for, and when a service finds them missing."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from companion.doors.settings_page import again
from companion.referee.inbox import Inbox
from companion.service import building, opening, running
from companion.service.opening import Opening
from companion.service.running import Table, greeting
from companion.service.service import Service
from companion.settings.config import ConfigError, JoinRule, Loaded, Override, TableConfig, load_config
from companion.settings.safe_mode import is_wanted, without_devices
from hardware import open_rig
from hardware.types import Fault, HardwareError, PinFactory, SpeechSink
from tests.companion.high_card import HIGH_CARD
from vision import Frame, TagRegistry, VisionError
from web.views import Role, Session

HOST = Session(Role.HOST)
DEADLINE_S = 60.0
BROKEN = """
[table]
players = 2
[camera]
source = "the one with the blue cable"
box_source = "device:7"
record = "/nowhere"
[hardware]
pins = "lgpio"
seat_buttons = [5, 5]
[voice]
sink = "loud"
language = "de"
[web]
port = 0
host = "127.0.0.1"
joining = "button"
"""


def settings(tmp_path: Path, text: str, *more: Override, safe: bool = True, **environ: str) -> Loaded:
    file = tmp_path / "companion.toml"
    file.write_text(text, "utf-8")
    return load_config(file, more, {"STATE_DIRECTORY": str(tmp_path / "data"), **environ}, safe=safe)


def until(wanted: Callable[[], bool]) -> None:
    end_s = time.monotonic() + DEADLINE_S
    while not wanted():
        assert time.monotonic() < end_s, "did not come in time"
        threading.Event().wait(0.01)


# ---- settings --------------------------------------------------------------------------------------------------------


def test_settings_of_devices_that_cannot_be_do_not_count_in_safe_mode(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        settings(tmp_path, BROKEN, safe=False)
    loaded = settings(tmp_path, BROKEN)
    assert loaded.is_safe
    assert loaded.config.table.players == 2
    assert loaded.config.voice.language == "de"
    safe = without_devices(loaded.config)
    assert (safe.camera.source, safe.camera.box_source, safe.camera.record) == ("virtual", "", "")
    assert (safe.hardware.pins, safe.hardware.pin_map.wired) == (PinFactory.NONE, {})
    assert safe.voice.sink is SpeechSink.OFF
    assert safe.web.joining is JoinRule.AUTO, "no seat has a button now"


def test_a_camera_goes_and_the_virtual_table_stays(tmp_path: Path) -> None:
    real = without_devices(settings(tmp_path, "[camera]\nsource = 'csi:0'\n").config)
    assert real.camera.source == "none"
    drawn = without_devices(settings(tmp_path, "[camera]\nsource = 'virtual'\n").config)
    assert drawn.camera.source == "virtual"


def test_other_settings_count_as_ever(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"web\.port"):
        settings(tmp_path, "[web]\nport = 'x'\n")


@pytest.mark.parametrize(("value", "wanted"), [("1", True), ("yes", True), ("0", False), ("", False), ("no", False)])
def test_the_environment_asks_for_it(tmp_path: Path, value: str, wanted: bool) -> None:
    assert is_wanted({"COMPANION_SAFE": value}) is wanted
    loaded = settings(tmp_path, "[camera]\nsource = 'csi:0'\n", safe=False, COMPANION_SAFE=value)
    assert loaded.is_safe is wanted


def test_the_settings_stay_what_they_are_so_that_they_can_be_put_right(tmp_path: Path) -> None:
    loaded = settings(tmp_path, "[camera]\nsource = 'csi:0'\n[hardware]\npins = 'lgpio'\n")
    assert loaded.config.camera.source == "csi:0"
    assert loaded.config.hardware.pins is PinFactory.LGPIO
    assert again(loaded, {"camera.source": "csi:1"}).config.camera.source == "csi:1"


def test_a_start_from_the_page_stays_safe(tmp_path: Path) -> None:
    assert again(settings(tmp_path, BROKEN)).is_safe


def test_wiring_that_clashes_over_several_places(tmp_path: Path) -> None:
    wiring = Override("hardware.undo_button", "5", "--set")
    text = "[hardware]\nconfirm_button = 5\n"
    with pytest.raises(ConfigError, match="wiring"):
        settings(tmp_path, text, wiring, safe=False)
    assert settings(tmp_path, text, wiring).config.hardware.pin_map["confirm_button"] == ()


# ---- a table ---------------------------------------------------------------------------------------------------------


class Evening(Table):
    """A table whose service is started, and looked at."""

    def __init__(self, loaded: Loaded):
        super().__init__(loaded, lambda found: (HIGH_CARD, replace(found.config, table=_two(found))))


def _two(found: Loaded) -> TableConfig:
    return replace(found.config.table, players=2)


@contextmanager
def started(loaded: Loaded) -> Iterator[Service]:
    opened = Evening(loaded)._started(fresh=False)
    try:
        yield opened
    finally:
        opened.stop()


def devices(opened: Service) -> dict[str, tuple[bool | None, str]]:
    return {one.name: (one.works, one.text) for one in opened.pages.office.hosting_view(HOST).devices}


def told(opened: Service) -> str:
    return opened.pages.match.packet(HOST).notice


def test_a_table_in_safe_mode_says_so_and_shows_what_was_set(tmp_path: Path) -> None:
    text = BROKEN.replace("the one with the blue cable", "device:77").replace("[5, 5]", "[5, 6]").replace("loud", "off")
    with started(settings(tmp_path, text)) as opened:
        assert opened.eye is None
        assert opened.rig.kind is PinFactory.NONE
        works, words = devices(opened)["Safe mode"]
        assert works is False
        assert "--safe" in words
        assert "Safe mode: no pins, no camera, no voice." in greeting(opened)
        (camera,) = (
            s for g in opened.pages.office.hosting_view(HOST).groups for s in g.settings if s.key == "camera.source"
        )
        assert (camera.value, camera.lock.value) == ("device:77", "open")


def test_a_table_in_its_usual_mode_says_nothing_of_it(tmp_path: Path) -> None:
    text = "[web]\nport = 0\nhost = '127.0.0.1'\n[voice]\nsink = 'off'\n[camera]\nsource = 'none'\n"
    with started(settings(tmp_path, text, safe=False)) as opened:
        assert "Safe mode" not in devices(opened)
        assert "Safe mode" not in greeting(opened)


# ---- devices that are missing ----------------------------------------------------------------------------------------

MISSING = """
[camera]
source = "device:77"
[hardware]
pins = "lgpio"
seat_buttons = [5, 6]
[voice]
sink = "off"
[web]
port = 0
host = "127.0.0.1"
joining = "button"
"""
NO_CAMERA, NO_PINS = "The camera is not there.", "The pins could not be opened."


class Picture:
    """A camera that was plugged in."""

    name, ended = "device:77", False

    def read(self, timeout_s: float) -> Frame | None:
        threading.Event().wait(0.01)
        return None

    def close(self) -> None:
        """Nothing is open."""


class Plug:
    """Whether the camera is plugged in, and the pins are there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.camera, self.pins, self.pictures = False, False, 0
        self._rig = open_rig
        monkeypatch.setattr(building, "camera_maker", lambda *given: self._open_camera)
        monkeypatch.setattr(opening, "open_rig", self._open_rig)

    def _open_camera(self) -> Picture:
        if not self.camera:
            raise VisionError(NO_CAMERA)
        self.pictures += 1
        return Picture()

    def _open_rig(self, kind: PinFactory, *given: object, **more: object) -> object:
        if kind is PinFactory.LGPIO and not self.pins:
            raise HardwareError(NO_PINS)
        return self._rig(PinFactory.NONE, *given, **more)  # type: ignore[arg-type]


@pytest.fixture
def plug(monkeypatch: pytest.MonkeyPatch) -> Plug:
    return Plug(monkeypatch)


def test_a_service_without_its_devices_starts_and_says_which(
    tmp_path: Path, plug: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "is_service", lambda: True)
    with started(settings(tmp_path, MISSING, safe=False)) as opened:
        until(lambda: devices(opened)["Camera"][0] is False and devices(opened)["Buttons and lights"][0] is False)
        assert devices(opened)["Camera"] == (False, NO_CAMERA)
        assert devices(opened)["Buttons and lights"] == (False, NO_PINS)
        assert told(opened) in (NO_CAMERA, NO_PINS), "everybody reads the latest of them"
        assert opened.joining.code, "seats are taken by the code, since no button can be pressed"
        plug.camera = True
        until(lambda: plug.pictures > 0)  # it is opened as soon as it is there


@pytest.mark.parametrize(("camera", "pins", "why"), [(False, True, NO_CAMERA), (True, False, NO_PINS)])
def test_in_a_terminal_a_missing_device_is_one_sentence_and_the_end(
    tmp_path: Path, plug: Plug, monkeypatch: pytest.MonkeyPatch, camera: bool, pins: bool, why: str
) -> None:
    monkeypatch.setattr(running, "is_service", lambda: False)
    plug.camera, plug.pins = camera, pins
    loaded = settings(tmp_path, MISSING, safe=False)
    with pytest.raises((VisionError, HardwareError), match=why):
        Evening(loaded)._started(fresh=False)
    plug.camera = plug.pins = True
    with started(loaded) as opened:  # nothing was left open that would be in the way
        assert opened.eye is not None


def test_a_reader_box_that_is_missing_is_told_and_looked_for_again(tmp_path: Path) -> None:
    text = "[camera]\nsource = 'none'\nbox_source = 'device:88'\n"
    config = settings(tmp_path, text, safe=False).config
    inbox, stop = Inbox(), threading.Event()
    with ExitStack() as closing:
        with pytest.raises(VisionError):
            Opening(config, inbox, time.monotonic, closing).box(TagRegistry, lambda: None)
        box = Opening(config, inbox, time.monotonic, closing, is_lenient=True).box(TagRegistry, lambda: None)
        assert box is not None
        looking = threading.Thread(target=box.run, args=(stop,))
        looking.start()
        told = inbox.get(DEADLINE_S)
        stop.set()
        looking.join(DEADLINE_S)
    assert isinstance(told, Fault)
    assert told.device == "box"
    assert "/dev/video88" in told.sentence


def test_another_table_that_runs_is_told_before_any_pin(
    tmp_path: Path, plug: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "is_service", lambda: True)
    loaded = settings(tmp_path, MISSING, safe=False)
    with started(loaded), pytest.raises(Exception, match="already running"):
        Evening(loaded)._start(loaded, fresh=False)
