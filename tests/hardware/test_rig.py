"""The rig as one owner: its parts, trying out lights, half-opened rigs, silent pins."""

from __future__ import annotations

import threading

import gpiozero
import pytest

from hardware import (
    ButtonRole,
    FakeFingers,
    Fault,
    HardwareError,
    LightState,
    PartKind,
    PinFactory,
    PinMap,
    Press,
    Release,
    Tripped,
    Turn,
    check_pins,
    key_of,
    open_rig,
)
from hardware.pins import rig as rig_module
from hardware.pins.watch import Watch
from tests.hardware._clock import FakeClock

PINS = PinMap(
    seat_buttons=(4, 5),
    seat_lights=(12, 13),
    confirm_button=17,
    undo_button=22,
    pause_button=23,
    die_button=26,
    die_lights=(6, 7, 8, 9),
    dial=(20, 21),
    dial_button=16,
    tray_sensor=24,
)


def lit(rig) -> set[str]:
    return {part.key for part in rig.parts() if part.kind is PartKind.LIGHT and rig.factory.pin(part.pins[0]).state}


def test_all_wired_parts_are_listed_in_order(rig) -> None:
    assert [(part.key, part.kind.value, part.pins) for part in rig.parts()] == [
        ("seat_button_0", "button", (4,)),
        ("seat_button_1", "button", (5,)),
        ("seat_light_0", "light", (12,)),
        ("seat_light_1", "light", (13,)),
        ("confirm_button", "button", (17,)),
        ("undo_button", "button", (22,)),
        ("pause_button", "button", (23,)),
        ("die_button", "button", (26,)),
        ("die_light_1", "light", (6,)),
        ("die_light_2", "light", (7,)),
        ("die_light_3", "light", (8,)),
        ("die_light_4", "light", (9,)),
        ("dial", "dial", (20, 21)),
        ("dial_button", "button", (16,)),
        ("tray_sensor", "sensor", (24,)),
    ]
    assert len({part.name for part in rig.parts()}) == len(rig.parts())


def test_parts_need_no_open_pins(clock) -> None:
    assert PinMap().parts() == ()
    assert [part.key for part in PinMap(undo_button=22, dial=(20, 21)).parts()] == ["undo_button", "dial"]
    rig = open_rig(PinFactory.NONE, PINS, clock, lambda _signal: None)
    assert rig.parts() == PINS.parts()


def test_every_part_that_hands_can_move_tells_its_key(rig, told, clock) -> None:
    fingers = FakeFingers(rig.factory, PINS, wait=clock.advance)
    for seat in (0, 1):
        fingers.press(ButtonRole.SEAT, seat)
    for role in (role for role in ButtonRole if role is not ButtonRole.SEAT):
        fingers.press(role)
    fingers.turn(-1)
    fingers.throw()
    moved = [part.key for part in rig.parts() if part.kind is not PartKind.LIGHT]
    assert sorted({key_of(signal) for signal in told}) == sorted(moved)
    assert {type(signal) for signal in told} == {Press, Release, Turn, Tripped}


def test_each_light_can_be_tried_alone_and_what_was_shown_comes_back(rig) -> None:
    rig.lights.show({0: LightState.ON})
    rig.die.show(3)
    before = lit(rig)
    assert before == {"seat_light_0", "die_light_1", "die_light_2"}
    for part in (part for part in rig.parts() if part.kind is PartKind.LIGHT):
        rig.light(part.key, True)
        assert lit(rig) == {part.key}
        rig.light(part.key, False)
        assert lit(rig) == set()
    rig.lights_back()
    assert lit(rig) == before
    rig.lights_back()
    assert lit(rig) == before


def test_what_is_shown_while_a_light_is_tried_comes_afterwards(rig) -> None:
    rig.light("die_light_4", True)
    rig.lights.show({1: LightState.ON})
    rig.die.show(1)
    assert lit(rig) == {"die_light_4"}
    rig.lights_back()
    assert lit(rig) == {"seat_light_1", "die_light_1"}


def test_a_light_is_tried_alone_while_the_die_tumbles_and_another_blinks(rig) -> None:
    rig.lights.show({0: LightState.BLINK})
    rig.die.tumble()
    rig.light("seat_light_1", True)
    rig.die.show(None)
    assert lit(rig) == {"seat_light_1"}
    assert rig.lights.shown == {0: LightState.OFF, 1: LightState.ON}
    rig.lights_back()
    assert rig.lights.shown == {0: LightState.BLINK, 1: LightState.OFF}


def test_a_trial_that_nobody_ends_ends_by_itself_ten_minutes_after_its_last_light(rig, clock) -> None:
    rig.lights.show({0: LightState.ON})
    rig.light("seat_light_1", True)
    clock.advance(500)
    rig.light("die_light_1", True)
    clock.advance(500)
    assert lit(rig) == {"die_light_1"}
    clock.advance(101)
    assert lit(rig) == {"seat_light_0"}


def test_at_rest_a_rig_has_no_thread_of_its_own(clock) -> None:
    """gpiozero's Button would have one each, awake ten times a second."""
    threads = set(threading.enumerate())
    rig = open_rig(PinFactory.MOCK, PINS, clock, lambda _signal: None)
    assert set(threading.enumerate()) == threads
    rig.close()


@pytest.mark.parametrize("kind", [PinFactory.NONE, PinFactory.MOCK])
def test_what_is_no_wired_light_cannot_be_tried(clock, kind) -> None:
    rig = open_rig(kind, PINS, clock, lambda _signal: None, later=clock.later)
    for key in ("seat_light_2", "confirm_button", ""):
        with pytest.raises(HardwareError, match="No light"):
            rig.light(key, True)
    rig.light("seat_light_1", True)
    rig.lights_back()
    rig.close()


@pytest.mark.parametrize(
    ("pins", "words"),
    [
        (PinMap(die_lights=(6, 7, 8)), ["four pins", "not 3"]),
        (PinMap(dial=(20,)), ["two pins", "not 1"]),
        (PinMap(dial=(20, 20)), ["Pin 20", "contact A of the dial", "contact B of the dial"]),
        (PinMap(tray_sensor=4, die_button=4), ["Pin 4", "button of the die", "tray's sensor"]),
    ],
)
def test_dice_that_cannot_be_wired_so_are_refused(pins, words) -> None:
    with pytest.raises(HardwareError) as error:
        check_pins(pins)
    assert all(word in str(error.value) for word in words)


@pytest.mark.parametrize("part", PINS.parts(), ids=lambda part: part.key)
def test_when_one_part_cannot_be_opened_one_sentence_names_it_and_all_pins_are_free_again(
    clock, monkeypatch, part
) -> None:
    made: list[gpiozero.Factory] = []
    open_mock = rig_module._open_mock

    def with_one_taken() -> gpiozero.Factory:
        factory = open_mock()
        made.append(factory)
        taken.append(gpiozero.LED(part.pins[-1], pin_factory=factory))
        return factory

    taken: list[gpiozero.LED] = []
    monkeypatch.setattr(rig_module, "_open_mock", with_one_taken)
    threads = threading.active_count()
    with pytest.raises(HardwareError) as error:
        open_rig(PinFactory.MOCK, PINS, clock, lambda _signal: None)
    sentence = str(error.value)
    assert part.name in sentence
    assert all(str(pin) in sentence for pin in part.pins)
    assert "another program" in sentence
    assert len(sentence.splitlines()) == 1
    taken[0].close()
    for each in PINS.parts():
        for pin in each.pins:
            gpiozero.InputDevice(pin, pin_factory=made[0]).close()
    assert threading.active_count() == threads


def test_closed_a_rig_is_dark_silent_and_leaves_no_thread(told) -> None:
    clock = FakeClock()
    threads = set(threading.enumerate())
    rig = open_rig(PinFactory.MOCK, PINS, clock, told.append)
    fingers = FakeFingers(rig.factory, PINS, wait=clock.advance)
    fingers.press_and_hold(ButtonRole.DIE)
    rig.lights.show({0: LightState.BLINK})
    rig.die.tumble()
    rig.light("seat_light_1", True)
    rig.close()
    rig.close()
    told.clear()
    assert set(threading.enumerate()) == threads
    rig.die.show(3)
    rig.lights.show({0: LightState.ON})
    rig.lights_back()
    assert told == []
    assert rig.lights.shown == {0: LightState.OFF, 1: LightState.OFF}


def test_a_watch_tells_once_that_the_pins_have_fallen_silent(clock) -> None:
    alive, faults = [True], list[Fault]()
    watch = Watch(lambda: alive[0], clock.later, faults.append)
    clock.advance(60)
    assert faults == []
    alive[0] = False
    clock.advance(6)
    assert [fault.device for fault in faults] == ["buttons"]
    clock.advance(60)
    assert len(faults) == 1
    watch.close()


def test_a_closed_watch_tells_nothing(clock) -> None:
    faults: list[Fault] = []
    Watch(lambda: False, clock.later, faults.append).close()
    clock.advance(60)
    assert faults == []


def test_simulated_and_absent_pins_are_alive(rig, clock) -> None:
    assert rig.is_alive()
    assert open_rig(PinFactory.NONE, PINS, clock, lambda _signal: None).is_alive()
