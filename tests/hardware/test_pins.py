"""Buttons and lights on gpiozero's simulated pins."""

from __future__ import annotations

import logging
import os
import queue
import threading

import gpiozero
import pytest
from gpiozero.pins.mock import MockPin

from hardware import (
    ButtonRole,
    FakeFingers,
    Fault,
    HardwareError,
    LightState,
    PinFactory,
    PinMap,
    Press,
    Rig,
    check_pins,
    open_rig,
)

PINS = PinMap(
    seat_buttons=(4, 5, 6),
    seat_lights=(12, 13, 16),
    confirm_button=17,
    undo_button=22,
    pause_button=23,
    dial_button=24,
)


@pytest.fixture
def inbox():
    return queue.SimpleQueue()


@pytest.fixture
def rig(clock, inbox):
    rig = open_rig(PinFactory.MOCK, PINS, clock, inbox.put)
    yield rig
    rig.close()


def received(inbox) -> list[Press]:
    found = []
    while not inbox.empty():
        found.append(inbox.get())
    return found


@pytest.mark.parametrize(
    ("role", "seat"),
    [(ButtonRole.SEAT, 0), (ButtonRole.SEAT, 2)]
    + [(role, None) for role in ButtonRole if role not in (ButtonRole.SEAT, ButtonRole.DIE)],
)
def test_a_bouncing_press_is_posted_once(fingers, inbox, clock, role, seat) -> None:
    fingers.press(role, seat, bounces=6)
    assert received(inbox) == [Press(role, seat, 100.0)]


def test_the_fake_finger_really_bounces(rig, clock) -> None:
    raw: list[int] = []
    button = gpiozero.Button(27, pin_factory=rig.factory)
    button.when_pressed = lambda: raw.append(1)
    pins = PinMap(confirm_button=27)
    FakeFingers(rig.factory, pins, wait=clock.advance).press(ButtonRole.CONFIRM, bounces=5)
    button.close()
    assert len(raw) > 5


def test_every_further_press_counts(fingers, inbox) -> None:
    for _ in range(3):
        fingers.press(ButtonRole.SEAT, 1)
    assert [press.seat for press in received(inbox)] == [1, 1, 1]


def test_a_stuck_button_is_one_press_and_silences_no_other(fingers, inbox) -> None:
    fingers.stick(ButtonRole.SEAT, 0)
    fingers.press(ButtonRole.SEAT, 1)
    fingers.let_go(ButtonRole.SEAT, 0)
    fingers.press(ButtonRole.SEAT, 0)
    assert [press.seat for press in received(inbox)] == [0, 1, 0]


def test_a_broken_wire_is_silence_until_mended(fingers, inbox) -> None:
    fingers.fail(ButtonRole.CONFIRM)
    fingers.press(ButtonRole.CONFIRM)
    fingers.press(ButtonRole.UNDO)
    assert [press.role for press in received(inbox)] == [ButtonRole.UNDO]
    fingers.mend(ButtonRole.CONFIRM)
    fingers.press(ButtonRole.CONFIRM)
    assert [press.role for press in received(inbox)] == [ButtonRole.CONFIRM]


def test_one_callback_that_raises_is_logged_and_leaves_the_others_alive(clock, caplog) -> None:
    got: list[Press] = []

    def post(press: object) -> None:
        assert isinstance(press, Press)
        if press.seat == 0:
            raise RuntimeError("inbox on fire")
        got.append(press)

    rig = open_rig(PinFactory.MOCK, PINS, clock, post)
    fingers = FakeFingers(rig.factory, PINS, wait=clock.advance)
    with caplog.at_level(logging.ERROR, logger="hardware"):
        fingers.press(ButtonRole.SEAT, 0)  # would raise here if it got out, as it would kill lgpio's thread
        fingers.press(ButtonRole.SEAT, 1)
        fingers.press(ButtonRole.SEAT, 0)
    rig.close()
    assert [press.seat for press in got] == [1]
    assert len([record for record in caplog.records if "inbox on fire" in str(record.exc_info)]) == 2


def test_a_press_does_nothing_but_post_on_the_pin_thread(clock) -> None:
    """A slow referee cannot delay other pins, since nothing of its work happens in the callback."""
    threads: list[threading.Thread] = []
    rig = open_rig(PinFactory.MOCK, PINS, clock, lambda _press: threads.append(threading.current_thread()))
    before = threading.active_count()
    FakeFingers(rig.factory, PINS, wait=clock.advance).press(ButtonRole.SEAT, 0)
    assert threads == [threading.current_thread()]
    assert threading.active_count() == before
    rig.close()


def test_presses_wait_in_the_inbox_of_a_slow_referee(fingers, inbox) -> None:
    for seat in (0, 1, 2):
        fingers.press(ButtonRole.SEAT, seat)
    assert [press.seat for press in received(inbox)] == [0, 1, 2]


def test_a_button_held_while_starting_is_no_press(clock, inbox) -> None:
    from hardware.pins.buttons import Buttons

    rig = open_rig(PinFactory.MOCK, PinMap(), clock, inbox.put)
    pin = pin_of(rig, 4)
    pin.drive_low()
    pin._set_pull = lambda _value: None  # the held contact wins over the pull-up
    buttons = Buttons(PinMap(seat_buttons=(4,)), rig.factory, clock, clock.later, inbox.put)
    clock.advance(1)
    pin.drive_high()
    assert received(inbox) == []
    buttons.close()
    rig.close()


def test_closed_buttons_are_silent_and_free_their_pins(clock, inbox) -> None:
    from hardware.pins.buttons import Buttons

    rig = open_rig(PinFactory.MOCK, PinMap(), clock, inbox.put)
    buttons = Buttons(PINS, rig.factory, clock, clock.later, inbox.put)
    fingers = FakeFingers(rig.factory, PINS, wait=clock.advance)
    buttons.close()
    buttons.close()
    fingers.press(ButtonRole.SEAT, 0)
    assert received(inbox) == []
    gpiozero.Button(4, pin_factory=rig.factory).close()
    rig.close()


def test_fingers_want_a_wired_button_and_simulated_pins(fingers) -> None:
    with pytest.raises(HardwareError, match="seat 7"):
        fingers.press(ButtonRole.SEAT, 7)
    with pytest.raises(HardwareError, match="mock"):
        FakeFingers(None, PINS)


def pin_of(rig: Rig, number: int) -> MockPin:
    assert rig.factory is not None
    return rig.factory.pin(number)


def test_lights_show_on_off_and_blinking(rig) -> None:
    rig.lights.show({0: LightState.ON, 1: LightState.BLINK})
    assert rig.lights.shown == {0: LightState.ON, 1: LightState.BLINK, 2: LightState.OFF}
    assert pin_of(rig, 12).state
    assert not pin_of(rig, 16).state
    assert changes_at_least(pin_of(rig, 13), 2)
    rig.lights.show({2: LightState.ON})
    assert [pin_of(rig, number).state for number in PINS["seat_lights"]] == [False, False, True]


def changes_at_least(pin: MockPin, count: int) -> bool:
    pause = threading.Event()
    for _ in range(3000):
        if len(pin.states) > count:
            return True
        pause.wait(0.02)
    return False


def test_a_blinking_light_keeps_its_rhythm_when_shown_again(rig) -> None:
    rig.lights.show({0: LightState.BLINK})
    assert changes_at_least(pin_of(rig, 12), 1)
    seen = list(pin_of(rig, 12).states)
    rig.lights.show({0: LightState.BLINK})
    assert list(pin_of(rig, 12).states)[: len(seen)] == seen
    before = threading.active_count()
    rig.lights.show({0: LightState.BLINK})
    assert threading.active_count() == before


def test_lights_ignore_seats_without_a_light_and_calls_after_the_end(rig) -> None:
    rig.lights.show({9: LightState.ON})
    assert 9 not in rig.lights.shown
    rig.lights.close()
    rig.lights.close()
    rig.lights.show({0: LightState.ON})
    assert rig.lights.shown[0] is LightState.OFF


def test_a_dying_light_is_told_once_and_the_others_shine(clock, inbox, monkeypatch) -> None:
    faults: list[Fault] = []
    rig = open_rig(PinFactory.MOCK, PINS, clock, inbox.put, on_fault=faults.append)

    def burnt(_value: float) -> None:
        raise OSError("burnt")

    monkeypatch.setattr(pin_of(rig, 12), "_set_state", burnt)
    rig.lights.show({0: LightState.ON, 1: LightState.ON})
    rig.lights.show({0: LightState.ON, 1: LightState.ON})
    assert [fault.device for fault in faults] == ["lights"]
    assert pin_of(rig, 13).state
    monkeypatch.undo()
    rig.close()


@pytest.mark.parametrize(
    ("pins", "words"),
    [
        (PinMap(seat_buttons=(4, 4)), ["Pin 4", "seat button 1", "seat button 2"]),
        (PinMap(seat_buttons=(4,), seat_lights=(4,)), ["Pin 4", "seat button 1", "seat light 1"]),
        (PinMap(confirm_button=9, undo_button=9), ["Pin 9", "confirm button", "undo button"]),
        (PinMap(seat_lights=(28,)), ["Pin 28", "seat light 1", "27"]),
        (PinMap(confirm_button=-1), ["Pin -1", "confirm button"]),
        (PinMap(undo_button=0), ["Pin 0", "undo button", "board"]),
    ],
)
@pytest.mark.parametrize("kind", list(PinFactory))
def test_wiring_that_cannot_be_is_refused_by_name(kind, pins, words, clock, inbox) -> None:
    with pytest.raises(HardwareError) as error:
        open_rig(kind, pins, clock, inbox.put)
    assert all(word in str(error.value) for word in words)


def test_pins_with_a_second_purpose_only_warn() -> None:
    first, second = check_pins(PinMap(seat_buttons=(2, 15)))
    assert "Pin 2 " in first
    assert "Pin 15 " in second
    assert check_pins(PINS) == ()


def test_a_pin_in_use_is_told_and_all_others_are_freed(clock, inbox) -> None:
    from hardware.pins.lights import Lights

    rig = open_rig(PinFactory.MOCK, PinMap(), clock, inbox.put)
    taken = gpiozero.LED(13, pin_factory=rig.factory)
    with pytest.raises(HardwareError, match=r"^Pin 13 of the seat light 2 is held"):
        Lights(PINS, rig.factory)
    gpiozero.LED(12, pin_factory=rig.factory).close()
    taken.close()
    rig.close()


def test_without_pins_every_call_is_accepted(clock, inbox) -> None:
    rig = open_rig(PinFactory.NONE, PINS, clock, inbox.put)
    rig.lights.show({0: LightState.ON})
    assert rig.lights.shown == {}
    assert rig.factory is None
    rig.close()
    rig.close()


def test_mock_pins_are_used_only_when_named(clock, inbox, monkeypatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    rig = open_rig(PinFactory.NONE, PINS, clock, inbox.put)
    assert rig.factory is None
    rig.close()
    assert gpiozero.Device.pin_factory is None
    assert os.environ["GPIOZERO_PIN_FACTORY"] == "mock"


def test_the_process_wide_pin_factory_is_left_alone(rig) -> None:
    assert rig.factory is not None
    assert gpiozero.Device.pin_factory is None
