"""The sensor of the dice tray: however long it rattles, a throw is one throw."""

from __future__ import annotations

import gpiozero
import pytest
from hypothesis import given, strategies as st

from hardware import ButtonRole, FakeFingers, PinFactory, PinMap, Press, Tripped, open_rig
from hardware.pins.debounce import Burst
from hardware.pins.sensor import Sensor
from tests.hardware._clock import FakeClock

PINS = PinMap(tray_sensor=20, confirm_button=17)
(THE_SENSOR,) = PINS.of("tray_sensor")


@pytest.mark.parametrize("rattles", [1, 12, 100])
def test_a_burst_is_one_throw_told_at_its_first_edge(fingers, told, rattles) -> None:
    fingers.throw(rattles)
    assert told == [Tripped("tray_sensor", 100.0)]


def test_two_throws_are_two(fingers, told, clock) -> None:
    fingers.throw()
    clock.advance(1.0)
    again_s = clock()
    fingers.throw()
    assert told == [Tripped("tray_sensor", 100.0), Tripped("tray_sensor", again_s)]


def test_a_die_that_lies_in_the_beam_is_one_throw_and_none_when_it_is_taken_out(rig, told, clock) -> None:
    pin = rig.factory.pin(PINS["tray_sensor"][0])
    pin.drive_low()
    clock.advance(30.0)
    pin.drive_high()
    clock.advance(30.0)
    assert told == [Tripped("tray_sensor", 100.0)]


def test_a_tilt_switch_that_rests_closed_tells_its_throws_as_well(rig, told, clock) -> None:
    pin = rig.factory.pin(PINS["tray_sensor"][0])
    pin.drive_low()
    for _ in range(2):
        clock.advance(5.0)
        for _ in range(8):
            pin.drive_high()
            clock.advance(0.05)
            pin.drive_low()
            clock.advance(0.05)
    assert len(told) == 3


def test_stuck_or_broken_it_is_silent_and_the_others_live(fingers, told, clock) -> None:
    fingers.stick("tray_sensor")
    clock.advance(2.0)
    fingers.throw()
    fingers.press(ButtonRole.CONFIRM)
    assert [type(signal) for signal in told] == [Tripped, Press]
    fingers.fail("tray_sensor")
    clock.advance(2.0)
    fingers.throw()
    assert len(told) == 2
    fingers.mend("tray_sensor")
    clock.advance(2.0)
    fingers.throw()
    assert [type(signal) for signal in told] == [Tripped, Press, Tripped]


def test_an_inbox_that_raises_loses_that_throw_and_no_press(clock) -> None:
    got: list[object] = []

    def post(signal: object) -> None:
        if isinstance(signal, Tripped):
            raise RuntimeError("inbox on fire")
        got.append(signal)

    rig = open_rig(PinFactory.MOCK, PINS, clock, post, later=clock.later)
    fingers = FakeFingers(rig.factory, PINS, wait=clock.advance)
    fingers.throw()
    fingers.press(ButtonRole.CONFIRM)
    rig.close()
    assert [type(signal) for signal in got] == [Press]


def test_closed_it_is_silent_and_frees_its_pin(clock, told) -> None:
    rig = open_rig(PinFactory.MOCK, PinMap(), clock, told.append, later=clock.later)
    sensor = Sensor(THE_SENSOR, rig.factory, clock, told.append)
    sensor.close()
    sensor.close()
    FakeFingers(rig.factory, PINS, wait=clock.advance).throw()
    assert told == []
    gpiozero.Button(20, pin_factory=rig.factory).close()
    rig.close()


@given(st.lists(st.tuples(st.floats(0.0, 0.69), st.booleans()), max_size=60))
def test_however_it_rattles_without_a_rest_it_is_at_most_one_throw(edges: list[tuple[float, bool]]) -> None:
    clock = FakeClock(0.0)
    burst = Burst(clock, 0.7)
    told = []
    for wait_s, closed in edges:
        clock.advance(wait_s)
        told.append(burst.edge(closed))
    assert len([thrown_s for thrown_s in told if thrown_s is not None]) == any(closed for _, closed in edges)
