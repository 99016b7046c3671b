"""One row in the table of parts is a device: in settings, drawing, doctor, test of the buttons, pins and guides."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from companion.doctor.finding import Grade
from companion.doors.replies import Replies
from companion.doors.settings_page import SettingsBook
from companion.doors.wiring_door import WiringDoor
from companion.referee.inbox import Inbox
from companion.settings.config import CHOSEN, Config, ConfigError, Given, checked, render_example, settings
from companion.settings.hardware import hardware_config
from companion.wiring.button_test import ButtonTest
from companion.wiring.picture import wiring_svg
from companion.wiring.suggest import as_settings, suggested
from companion.wiring.wiring import Symbol, wiring_of
from hardware import (
    PARTS,
    FakeFingers,
    HardwareError,
    LightState,
    PartKind,
    PartRow,
    PinFactory,
    PinMap,
    Tripped,
    check_pins,
    open_rig,
)
from tests.companion.doctor_world import finding, world
from tests.companion.host_office import settings_in, words
from tests.hardware._clock import FakeClock
from tests.house.guides import ROOT, guides
from words import Sentence

LAMP = PartRow(
    key="tray_lamp",
    kind=PartKind.LIGHT,
    name=Sentence("the lamp of the tray"),
    label=Sentence("Tray lamp"),
    meaning="BCM pin of a lamp over the dice tray. Left out: not wired.",
    does="shines while dice are to be thrown",
    suggested=(3,),
    lacks=("tray_sensor", Sentence("The lamp of the tray shines for nothing without the tray's sensor.")),
)
LID = PartRow(
    key="lid_switch",
    kind=PartKind.SENSOR,
    name=Sentence("the switch of the lid"),
    label=Sentence("Lid switch"),
    meaning="BCM pin of a switch under the lid of the box. Left out: not wired.",
    does="notices that the box is opened",
    to_try="Lift the lid",
    suggested=(2,),
)
TABLE = (*PARTS, LAMP, LID)
PINS = PinMap(TABLE, seat_lights=(5, 6), tray_lamp=3, lid_switch=20)


def wired(config: Config, **pins: Any) -> Config:
    return replace(config, hardware=replace(hardware_config(TABLE), pins=PinFactory.MOCK, **pins))


def test_it_is_a_setting_with_its_bounds_and_words() -> None:
    config = wired(Config(), tray_lamp=3)
    setting = settings(config)["hardware.tray_lamp"]
    assert checked(setting, Given("22", CHOSEN, is_text=True)) == 22
    with pytest.raises(ConfigError, match=r"hardware\.tray_lamp is '28'"):
        checked(setting, Given("28", CHOSEN, is_text=True))
    assert config.hardware.pin_map["tray_lamp"] == (3,)
    assert "hardware.tray_lamp" not in settings()


def test_it_stands_in_the_example_of_the_settings() -> None:
    text = render_example(wired(Config()))
    assert "# BCM pin of a lamp over the dice tray. Left out: not wired. Allowed: a whole number from 0" in text
    assert "# tray_lamp = 3  # an example; the default is to leave it out" in text


def test_it_stands_on_the_host_page(tmp_path: Path) -> None:
    loaded = settings_in(tmp_path / "data")
    origins = {**loaded.origins, "hardware.tray_lamp": "the default", "hardware.lid_switch": "the default"}
    book = SettingsBook(
        replace(loaded, config=wired(loaded.config, tray_lamp=3), origins=origins), lambda old, new: None
    )
    view = book.view("hardware.tray_lamp", words())
    assert (view.label, view.meaning, view.value) == ("Tray lamp", "Its BCM number. Empty: not wired.", "3")
    assert any(view in group.settings for group in book.groups(words()))


def test_it_is_checked_before_a_pin_is_touched() -> None:
    for pins, why in (
        ({"tray_lamp": 5, "seat_lights": (5,)}, "Pin 5 is used twice, by the seat light 1 and by the lamp of the tray"),
        ({"tray_lamp": 31}, "Pin 31 of the lamp of the tray does not exist"),
        ({"tray_lamp": (4, 5)}, "2 pins are too few or too many for this part."),
    ):
        with pytest.raises(HardwareError, match=why):
            check_pins(PinMap(TABLE, **pins))


def test_it_is_drawn_and_suggested() -> None:
    suggestion = suggested(4, TABLE)
    assert suggestion.pins["tray_lamp"] == (3,)
    assert "tray_lamp = 3\n" in as_settings(suggestion)
    drawn = ElementTree.fromstring(wiring_svg(wiring_of(suggestion.pins)))
    wires = [line for line in drawn.iter() if line.get("data-part") == "tray_lamp"]
    assert [(wire.get("data-gpio"), wire.get("data-position")) for wire in wires] == [("3", "5")]
    texts = {text.text for text in drawn.iter() if text.text}
    assert {"Tray lamp", "GPIO 3 · Tray lamp", "tray_lamp"} <= texts


def test_the_doctor_looks_at_it(tmp_path: Path) -> None:
    twice = finding("wiring", wired(Config(), tray_lamp=5, seat_lights=(5,)), world(tmp_path))
    assert twice.grade is Grade.BAD
    assert "the lamp of the tray" in twice.text
    alone = finding("wiring", wired(Config(), tray_lamp=22), world(tmp_path))
    assert (alone.grade, alone.text) == (Grade.WARN, LAMP.lacks[1] if LAMP.lacks else "")
    assert finding("pins", wired(Config(), tray_lamp=22, lid_switch=20), world(tmp_path)).grade is Grade.OK


def test_its_light_shows_what_the_hub_says_and_the_button_test_tries_it() -> None:
    clock = FakeClock()
    rig = open_rig(PinFactory.MOCK, PINS, clock, lambda signal: None, later=clock.later)
    assert rig.factory is not None
    pin = rig.factory.pin(3)
    rig.lights.show({0: LightState.ON, "tray_lamp": LightState.ON})
    assert pin.state == 1
    rig.lights.show({0: LightState.ON})
    assert pin.state == 0
    door = WiringDoor(Replies(Inbox(), lambda: None), rig, ButtonTest(lambda: rig, clock, lambda notice: None), clock)
    tried = {part.key: part for part in door.wiring.parts}
    assert (tried["tray_lamp"].label, tried["tray_lamp"].symbol) == ("Tray lamp", Symbol.LIGHT)
    door.test.open()
    door.test.light("tray_lamp", True)
    assert pin.state == 1
    assert rig.lights.shown[0] is LightState.OFF
    door.test.close()
    rig.close()


def test_its_sensor_is_heard_by_its_own_key() -> None:
    clock, told = FakeClock(), list[Any]()
    rig = open_rig(PinFactory.MOCK, PINS, clock, told.append, later=clock.later)
    test = ButtonTest(lambda: rig, clock, lambda notice: None)
    test.open()
    FakeFingers(rig.factory, PINS, wait=clock.advance).trip("lid_switch")
    assert told == [Tripped("lid_switch", told[0].at_s)]
    assert test.takes(told[0])
    assert test.asked().heard["lid_switch"].count == 1
    assert {part.key: part.to_try for part in rig.parts()}["lid_switch"] == "Lift the lid"
    test.close()
    rig.close()


def test_it_stands_in_the_guide_and_its_drawing() -> None:
    example, guide, picture, *_ = guides(TABLE).values()
    assert "| Tray lamp | `tray_lamp` | shines while dice are to be thrown |" in guide
    assert "tray_lamp = 3\n" in guide
    assert "# tray_lamp = 3" in example
    assert "Tray lamp" in picture


@pytest.mark.parametrize("file", guides(), ids=lambda file: file.name)
def test_guides_are_what_the_table_of_parts_says(file: Path) -> None:
    assert file.read_text("utf-8") == guides()[file], f"{file.relative_to(ROOT)}: run python -m tests.house.guides"
