"""The dial, with contacts that chatter, stick and break."""

from __future__ import annotations

from typing import Any

import gpiozero
import pytest
from hypothesis import given, settings, strategies as st

from hardware import ButtonRole, FakeFingers, HardwareError, PinFactory, PinMap, Press, Turn, open_rig
from hardware.pins.dial import Dial
from tests.hardware._clock import FakeClock

A, B = 20, 21
PINS = PinMap(dial=(A, B), dial_button=16)
CYCLE = ((1, 1), (0, 1), (0, 0), (1, 0))
"""Levels of A and B in the four quarters of a step clockwise: A closes first."""
(THE_DIAL,) = PinMap(dial=(A, B)).parts()


@pytest.mark.parametrize("bounces", [0, 1, 5])
@pytest.mark.parametrize("steps", [1, -1, 7, -7])
def test_each_step_is_told_once_with_its_direction_however_it_bounces(fingers, told, steps, bounces) -> None:
    fingers.turn(steps, bounces)
    assert [turn.steps for turn in told] == [1 if steps > 0 else -1] * abs(steps)


def test_clockwise_is_a_closing_before_b(rig, told, clock) -> None:
    a, b = rig.factory.pin(A), rig.factory.pin(B)
    for move in (a.drive_low, b.drive_low, a.drive_high, b.drive_high):
        move()
    assert told == [Turn(1, clock())]
    for move in (b.drive_low, a.drive_low, b.drive_high, a.drive_high):
        move()
    assert told[1:] == [Turn(-1, clock())]


def test_it_turns_without_an_end(fingers, told) -> None:
    fingers.turn(60, bounces=0)
    fingers.turn(-70, bounces=0)
    assert [turn.steps for turn in told] == [1] * 60 + [-1] * 70


def test_turned_half_a_step_and_back_it_tells_nothing(rig, told) -> None:
    a, b = rig.factory.pin(A), rig.factory.pin(B)
    for move in (a.drive_low, b.drive_low, b.drive_high, a.drive_high) * 3:
        move()
    assert told == []


@pytest.mark.parametrize("contact", ["dial_a", "dial_b"])
@pytest.mark.parametrize("spoil", [FakeFingers.stick, FakeFingers.fail])
def test_with_one_contact_stuck_or_broken_it_tells_nothing_and_the_others_live(fingers, told, contact, spoil) -> None:
    spoil(fingers, contact)
    fingers.turn(5)
    fingers.turn(-5)
    fingers.press(ButtonRole.DIAL)
    assert [type(signal) for signal in told] == [Press]
    assert told[0].role is ButtonRole.DIAL


@pytest.mark.parametrize("contact", ["dial_a", "dial_b"])
def test_freed_it_counts_again(fingers, told, contact) -> None:
    fingers.stick(contact)
    fingers.turn(2)
    fingers.let_go(contact)
    fingers.turn(3)
    assert [turn.steps for turn in told] == [1, 1, 1]


def test_an_inbox_that_raises_loses_that_turn_and_no_other(clock) -> None:
    got: list[object] = []

    def post(signal: object) -> None:
        if not got:
            got.append("lost")
            raise RuntimeError("inbox on fire")
        got.append(signal)

    rig = open_rig(PinFactory.MOCK, PINS, clock, post, later=clock.later)
    FakeFingers(rig.factory, PINS, wait=clock.advance).turn(2)
    rig.close()
    assert [type(signal) for signal in got] == [str, Turn]


def test_closed_it_is_silent_and_frees_its_pins(clock, told) -> None:
    rig = open_rig(PinFactory.MOCK, PinMap(), clock, told.append, later=clock.later)
    dial = Dial(THE_DIAL, rig.factory, clock, told.append)
    dial.close()
    dial.close()
    FakeFingers(rig.factory, PINS, wait=clock.advance).turn(1)
    assert told == []
    gpiozero.Button(B, pin_factory=rig.factory).close()
    rig.close()


@pytest.mark.parametrize("taken", [A, B])
def test_a_contact_that_is_in_use_is_told_and_the_other_is_freed(clock, told, taken) -> None:
    rig = open_rig(PinFactory.MOCK, PinMap(), clock, told.append, later=clock.later)
    other = gpiozero.LED(taken, pin_factory=rig.factory)
    with pytest.raises(HardwareError, match=r"^Pin 20 \+ 21 of the dial is held") as error:
        Dial(THE_DIAL, rig.factory, clock, told.append)
    gpiozero.Button(A + B - taken, pin_factory=rig.factory).close()
    assert error.value.__cause__ is not None
    other.close()
    rig.close()


@pytest.fixture(scope="module")
def pins_of_all_examples():
    rig = open_rig(PinFactory.MOCK, PinMap(), FakeClock(), lambda _signal: None)
    yield rig.factory
    rig.close()


@settings(deadline=None)  # gpiozero's pins take their time on a busy machine
@given(st.lists(st.tuples(st.sampled_from([1, -1]), st.integers(0, 3)), max_size=60))
def test_however_it_is_jiggled_and_bounces_the_steps_are_those_made(pins_of_all_examples, quarters) -> None:
    """Each move is a quarter of a step, in which one contact changes and chatters."""
    told: list[Any] = []
    dial = Dial(THE_DIAL, pins_of_all_examples, FakeClock(), told.append)
    pins = [pins_of_all_examples.pin(number) for number in (A, B)]
    at = 0
    for move, bounces in quarters:
        before, after = CYCLE[at % 4], CYCLE[(at + move) % 4]
        at += move
        for levels in (after, *(before, after) * bounces):
            for pin, level in zip(pins, levels, strict=True):
                (pin.drive_high if level else pin.drive_low)()
        made = sum(turn.steps for turn in told)
        assert abs(made - at / 4) < 1
        if at % 4 == 0:
            assert made == at // 4
    dial.close()
