"""The lights of the electronic die, on simulated pins."""

from __future__ import annotations

import threading

import gpiozero
import pytest

from hardware import Fault, HardwareError, PinFactory, PinMap, open_rig
from hardware.pins.die_lights import DieLights

MIDDLE, DIAGONAL, OTHER_DIAGONAL, ROW = LIGHTS = (12, 13, 16, 19)
PINS = PinMap(die_lights=LIGHTS)
PLACES = {  # which of the seven lights, by column and row, hang on each pin
    MIDDLE: {(1, 1)},
    DIAGONAL: {(0, 0), (2, 2)},
    OTHER_DIAGONAL: {(2, 0), (0, 2)},
    ROW: {(0, 1), (2, 1)},
}


@pytest.fixture
def faults():
    return []


@pytest.fixture
def rig(clock, faults):
    rig = open_rig(PinFactory.MOCK, PINS, clock, lambda _signal: None, on_fault=faults.append, later=clock.later)
    yield rig
    rig.close()


def lit(rig) -> set[int]:
    return {number for number in LIGHTS if rig.factory.pin(number).state}


def changes(rig) -> int:
    return sum(len(rig.factory.pin(number).states) for number in LIGHTS)


def comes_true(condition) -> bool:
    pause = threading.Event()
    return any(condition() or pause.wait(0.02) for _ in range(3000))


@pytest.mark.parametrize(
    ("number", "lights"),
    [
        (1, {MIDDLE}),
        (2, {DIAGONAL}),
        (3, {MIDDLE, DIAGONAL}),
        (4, {DIAGONAL, OTHER_DIAGONAL}),
        (5, {MIDDLE, DIAGONAL, OTHER_DIAGONAL}),
        (6, {DIAGONAL, OTHER_DIAGONAL, ROW}),
    ],
)
def test_each_number_shows_as_many_lights_in_the_pattern_of_a_die(rig, number, lights) -> None:
    rig.die.show(number)
    assert lit(rig) == lights
    places = set().union(*(PLACES[pin] for pin in lights))
    assert len(places) == number
    assert {(2 - x, 2 - y) for x, y in places} == places  # a face looks the same upside down


@pytest.mark.parametrize("number", [None, 0, 7, 8, 20, 100, -1])
def test_without_a_number_and_for_others_it_is_dark(rig, number) -> None:
    rig.die.show(6)
    rig.die.show(number)
    assert lit(rig) == set()


def test_it_tumbles_until_it_shows_a_number_and_then_stands_still(rig) -> None:
    before = changes(rig)
    rig.die.tumble()
    rig.die.tumble()  # a second call changes nothing
    assert comes_true(lambda: changes(rig) > before + 12)
    assert [thread.name for thread in threading.enumerate()].count("companion-die") == 1
    rig.die.show(4)
    assert lit(rig) == {DIAGONAL, OTHER_DIAGONAL}
    assert "companion-die" not in {thread.name for thread in threading.enumerate()}


def test_it_tumbles_again_after_a_number(rig) -> None:
    for number in (1, 2):
        before = changes(rig)
        rig.die.tumble()
        assert comes_true(lambda before=before: changes(rig) > before + 4)
        rig.die.show(number)
    assert lit(rig) == {DIAGONAL}


def test_closing_ends_the_tumbling_and_frees_the_pins(clock) -> None:
    rig = open_rig(PinFactory.MOCK, PinMap(), clock, lambda _signal: None, later=clock.later)
    die = DieLights(PINS.parts(), rig.factory, lambda _fault: None)
    die.tumble()
    assert comes_true(lambda: lit(rig))
    die.close()
    die.close()
    assert "companion-die" not in {thread.name for thread in threading.enumerate()}
    die.show(6)
    die.tumble()
    assert lit(rig) == set()
    assert "companion-die" not in {thread.name for thread in threading.enumerate()}
    for number in LIGHTS:
        gpiozero.LED(number, pin_factory=rig.factory).close()
    rig.close()


def burn(rig, monkeypatch, *numbers: int) -> None:
    def burnt(_value: float) -> None:
        raise OSError("burnt")

    for number in numbers:
        monkeypatch.setattr(rig.factory.pin(number), "_set_state", burnt)


def test_a_dying_light_is_told_once_and_the_others_go_on(rig, faults, monkeypatch, caplog) -> None:
    with monkeypatch.context() as patched:
        burn(rig, patched, MIDDLE, ROW)
        for number in (1, 5, 6, 3, 1, 6):
            rig.die.show(number)
        assert lit(rig) == {DIAGONAL, OTHER_DIAGONAL}
    assert [(fault.device, fault.facts[0]) for fault in faults] == [("die_lights", "die_light_1")]
    assert len([record for record in caplog.records if "die_light_" in record.getMessage()]) == 2


def test_a_light_that_dies_while_it_tumbles_is_told_once_and_the_rest_tumbles_on(rig, faults, monkeypatch) -> None:
    with monkeypatch.context() as patched:
        burn(rig, patched, MIDDLE)
        rig.die.tumble()
        row = rig.factory.pin(ROW)
        before = len(row.states)
        assert comes_true(lambda: len(row.states) > before + 4)
        rig.die.show(2)
    assert lit(rig) == {DIAGONAL}
    assert [fault.device for fault in faults] == ["die_lights"]
    assert isinstance(faults[0], Fault)


def test_a_pin_in_use_is_told_by_its_light_and_the_others_are_freed(clock) -> None:
    rig = open_rig(PinFactory.MOCK, PinMap(), clock, lambda _signal: None, later=clock.later)
    taken = gpiozero.LED(OTHER_DIAGONAL, pin_factory=rig.factory)
    with pytest.raises(HardwareError, match=r"^Pin 16 of light 3 of the die is held"):
        DieLights(PINS.parts(), rig.factory, lambda _fault: None)
    gpiozero.LED(MIDDLE, pin_factory=rig.factory).close()
    taken.close()
    rig.close()


@pytest.mark.parametrize(("kind", "pins"), [(PinFactory.NONE, PINS), (PinFactory.MOCK, PinMap())])
def test_where_it_is_not_wired_every_call_is_accepted(clock, kind, pins) -> None:
    rig = open_rig(kind, pins, clock, lambda _signal: None, later=clock.later)
    rig.die.tumble()
    assert "companion-die" not in {thread.name for thread in threading.enumerate()}
    rig.die.show(6)
    rig.die.show(None)
    rig.die.close()
    rig.close()
