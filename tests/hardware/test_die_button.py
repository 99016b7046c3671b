"""The button of the electronic die: every press ends in exactly one letting go."""

from __future__ import annotations

import queue
import threading
import time

import pytest
from hypothesis import given, strategies as st

from hardware import ButtonRole, FakeFingers, PinFactory, PinMap, Press, Release, open_rig
from hardware.pins.debounce import QUIET_S, Debouncer, LetGo
from tests.hardware._clock import FakeClock

PINS = PinMap(die_button=26, confirm_button=17)
DIE = ButtonRole.DIE
MS = 0.001


def test_held_for_two_seconds_with_bounces_on_both_ways_is_one_press_and_one_release(fingers, told, clock) -> None:
    fingers.press_and_hold(DIE, bounces=6)
    clock.advance(2.0)
    let_go_s = clock()
    assert [type(signal) for signal in told] == [Press]
    fingers.let_go(DIE, bounces=6)
    press, release = told
    assert press == Press(DIE, None, 100.0)
    assert release.role is DIE
    assert release.at_s == pytest.approx(let_go_s)
    assert release.held_s == pytest.approx(let_go_s - press.at_s)


def test_only_the_button_of_the_die_tells_that_it_was_let_go(fingers, told, clock) -> None:
    fingers.press(ButtonRole.CONFIRM)
    clock.advance(1.0)
    assert [type(signal) for signal in told] == [Press]


def test_a_tap_of_30_ms_is_one_press_and_one_release(fingers, told) -> None:
    fingers.press(DIE, bounces=3, hold_s=30 * MS)
    assert [type(signal) for signal in told] == [Press, Release]


@pytest.mark.parametrize("bounces", [0, 4])
def test_a_tap_shorter_than_the_quiet_time_is_one_press_and_one_release_all_the_same(
    fingers, told, clock, bounces
) -> None:
    fingers.press(DIE, bounces=bounces, hold_s=5 * MS)
    assert [type(signal) for signal in told] == [Press, Release]
    assert told[1].held_s < QUIET_S
    clock.advance(10)
    assert len(told) == 2


def test_a_contact_that_breaks_for_a_moment_while_it_is_held_was_not_let_go(rig, fingers, told, clock) -> None:
    fingers.press_and_hold(DIE)
    pin = rig.factory.pin(PINS["die_button"][0])
    for _ in range(3):
        clock.advance(0.4)
        pin.drive_high()
        clock.advance(2 * MS)
        pin.drive_low()
    clock.advance(0.4)
    assert [type(signal) for signal in told] == [Press]
    fingers.let_go(DIE)
    assert [type(signal) for signal in told] == [Press, Release]
    assert told[1].held_s > 1.6


def test_a_stuck_button_is_one_press_and_its_release_comes_when_it_is_freed(fingers, told, clock) -> None:
    fingers.stick(DIE)
    fingers.press(DIE)  # it is down already
    fingers.press(ButtonRole.CONFIRM)
    clock.advance(60.0)
    assert [signal.role for signal in told] == [DIE, ButtonRole.CONFIRM]
    fingers.let_go(DIE)
    assert isinstance(told[-1], Release)
    assert told[-1].held_s > 60


def test_a_wire_that_breaks_while_the_button_is_held_is_a_letting_go(fingers, told, clock) -> None:
    fingers.press_and_hold(DIE)
    fingers.fail(DIE)
    clock.advance(1.0)
    fingers.let_go(DIE)
    assert [type(signal) for signal in told] == [Press, Release]


def test_a_button_held_while_starting_tells_nothing_when_it_is_let_go(clock, told) -> None:
    debouncer = Debouncer(clock)
    let_go = LetGo(clock, clock.later, lambda held_s, at_s: told.append(held_s))
    let_go.edge(False, debouncer.edge(False))
    clock.advance(1.0)
    assert told == []


def test_an_opening_edge_that_was_lost_is_made_good_at_the_next_press(clock, told) -> None:
    let_go = LetGo(clock, clock.later, lambda held_s, at_s: told.append(held_s))
    let_go.edge(True, clock())
    clock.advance(5.0)
    let_go.edge(True, clock())
    assert len(told) == 1
    clock.advance(0.5)
    let_go.edge(False, None)
    clock.advance(0.5)
    assert told[1:] == [0.5]


def test_after_the_end_a_letting_go_is_not_told(clock, told) -> None:
    rig = open_rig(PinFactory.MOCK, PINS, clock, told.append, later=clock.later)
    fingers = FakeFingers(rig.factory, PINS, wait=lambda _s: None)
    fingers.press_and_hold(DIE)
    fingers.let_go(DIE)
    rig.close()
    clock.advance(1.0)
    assert [type(signal) for signal in told] == [Press]


def test_an_inbox_that_raises_at_a_letting_go_loses_that_one_and_no_other() -> None:
    inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
    is_lost = threading.Event()

    def post(signal: object) -> None:
        if isinstance(signal, Release) and not is_lost.is_set():
            is_lost.set()
            raise RuntimeError("inbox on fire")
        inbox.put(signal)

    rig = open_rig(PinFactory.MOCK, PINS, time.monotonic, post)
    fingers = FakeFingers(rig.factory, PINS)
    fingers.press(DIE, bounces=0)  # on the real clock a chatter of milliseconds can take as long as two presses
    assert is_lost.wait(60)
    fingers.press(DIE, bounces=0)
    assert [type(inbox.get(timeout=60)) for _ in range(3)] == [Press, Press, Release]
    rig.close()


def test_on_the_real_clock_the_release_comes_by_itself() -> None:
    inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
    rig = open_rig(PinFactory.MOCK, PINS, time.monotonic, inbox.put)
    FakeFingers(rig.factory, PINS).press(DIE, bounces=0)
    assert isinstance(inbox.get(timeout=60), Press)
    assert isinstance(inbox.get(timeout=60), Release)
    rig.close()


@given(st.lists(st.tuples(st.floats(0.0, 0.2), st.booleans()), max_size=60))
def test_whatever_the_contact_does_presses_and_releases_take_turns(edges: list[tuple[float, bool]]) -> None:
    clock = FakeClock(0.0)
    debouncer = Debouncer(clock)
    told: list[str] = []

    def released(held_s: float, at_s: float) -> None:
        assert held_s >= 0
        assert at_s <= clock()
        told.append("release")

    let_go = LetGo(clock, clock.later, released)
    for wait_s, closed in edges:
        clock.advance(wait_s)
        pressed_s = debouncer.edge(closed)
        let_go.edge(closed, pressed_s)
        if pressed_s is not None:
            told.append("press")
    clock.advance(1.0)
    let_go.edge(False, debouncer.edge(False))
    clock.advance(1.0)
    assert told == ["press", "release"] * (len(told) // 2)
