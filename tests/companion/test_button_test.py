"""While the buttons are tested, nothing that hands do on them is a move; and a test never stays open by itself."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from companion.values.notices import OPENED, Notice
from companion.wiring.button_test import ENDED, LIMIT_S, UNHEARD_S, ButtonTest, Heard, on_a_timer
from companion.wiring.suggest import suggested
from hardware import (
    ButtonRole,
    FakeFingers,
    HardwareError,
    LightState,
    PinFactory,
    PinMap,
    Press,
    Release,
    Rig,
    open_rig,
)
from tests.hardware._clock import FakeClock

PINS = suggested(4).pins
DEADLINE_S = 60.0


@dataclass
class Bench:
    """Simulated pins whose signals go to the test first, and else to the match."""

    clock: FakeClock = field(default_factory=FakeClock)
    played: list[object] = field(default_factory=list)
    told: list[Notice] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rig = open_rig(PinFactory.MOCK, PINS, self.clock, self.signal, later=self.clock.later)
        self.test = ButtonTest(lambda: self.rig, self.clock, self.told.append, self.later)
        self.fingers = FakeFingers(self.rig.factory, PINS, wait=self.clock.advance)

    def later(self, delay_s: float, call: Callable[[], None]) -> Callable[[], None]:
        self.clock.later(delay_s, call)
        return lambda: None

    def signal(self, signal: object) -> None:
        if not self.test.takes(signal):  # type: ignore[arg-type]
            self.played.append(signal)

    def heard(self, key: str) -> Heard:
        return self.test.asked().heard.get(key, Heard())


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.test.close()
    made.rig.close()


def test_without_a_test_everything_is_played(bench: Bench) -> None:
    bench.fingers.press(ButtonRole.SEAT, 1)
    bench.fingers.turn(1)
    assert len(bench.played) == 2
    assert bench.test.asked().heard == {}


def test_in_a_test_every_part_is_heard_and_nothing_is_played(bench: Bench) -> None:
    bench.test.open()
    for seat in range(4):
        bench.fingers.press(ButtonRole.SEAT, seat)
    for role in (ButtonRole.CONFIRM, ButtonRole.UNDO, ButtonRole.PAUSE, ButtonRole.DIE, ButtonRole.DIAL):
        bench.fingers.press(role)
    bench.fingers.turn(3)
    bench.fingers.turn(-1)
    bench.fingers.throw()
    assert bench.played == []
    found = bench.test.asked().heard
    wired = {part.key for part in bench.rig.parts()}
    assert set(found) == {key for key in wired if "light" not in key}
    assert {key: one.count for key, one in found.items() if key != "dial"} == dict.fromkeys(set(found) - {"dial"}, 1)
    assert found["dial"].turned == 2
    bench.fingers.press(ButtonRole.UNDO)
    assert bench.heard("undo_button").count == 2


def test_afterwards_the_buttons_play_again_and_a_new_test_counts_from_nothing(bench: Bench) -> None:
    bench.test.open()
    bench.fingers.press(ButtonRole.CONFIRM)
    bench.test.close()
    bench.fingers.press(ButtonRole.CONFIRM)
    assert [type(one) for one in bench.played] == [Press]
    bench.test.open()
    assert bench.heard("confirm_button").count == 0
    assert bench.told == [OPENED, ENDED, OPENED]


def test_a_die_that_is_held_as_the_test_ends_is_no_roll(bench: Bench) -> None:
    bench.test.open()
    bench.fingers.press_and_hold(ButtonRole.DIE)
    assert bench.heard("die_button").held
    bench.test.close()
    bench.fingers.let_go(ButtonRole.DIE)
    assert bench.played == [], "its press was no move, so its letting go is none"
    bench.fingers.press(ButtonRole.DIE)
    assert [type(one) for one in bench.played] == [Press, Release]


def test_a_die_that_was_held_before_the_test_still_rolls(bench: Bench) -> None:
    bench.fingers.press_and_hold(ButtonRole.DIE)
    bench.test.open()
    bench.fingers.let_go(ButtonRole.DIE)
    assert [type(one) for one in bench.played] == [Press, Release]
    assert not bench.heard("die_button").held


def test_it_ends_when_the_hosts_page_is_not_heard_of(bench: Bench) -> None:
    bench.test.open()
    bench.clock.advance(UNHEARD_S - 1)
    assert bench.test.asked().is_open, "the page asked just in time"
    bench.clock.advance(UNHEARD_S - 1)
    assert bench.test.is_open
    bench.clock.advance(2)
    assert not bench.test.is_open
    assert bench.told == [OPENED, ENDED]
    bench.fingers.press(ButtonRole.UNDO)
    assert [type(one) for one in bench.played] == [Press]


def test_it_ends_after_some_minutes_however_often_the_page_asks(bench: Bench) -> None:
    bench.test.open()
    for _ in range(int(LIMIT_S // 10) - 1):
        bench.clock.advance(10)
        assert bench.test.asked().is_open
    assert bench.test.asked().left_s == pytest.approx(10)
    bench.clock.advance(11)
    assert not bench.test.is_open
    assert bench.told == [OPENED, ENDED]


def test_a_press_after_the_end_is_played_even_if_nobody_has_noticed_the_end(bench: Bench) -> None:
    bench.test._later = lambda delay_s, call: lambda: None  # the timer that is late
    bench.test.open()
    bench.clock.advance(UNHEARD_S + 1)
    bench.fingers.press(ButtonRole.CONFIRM)
    assert len(bench.played) == 1


def test_one_light_at_a_time_is_lit_and_all_show_the_game_again_afterwards(bench: Bench) -> None:
    bench.rig.lights.show({2: LightState.ON})
    factory = bench.rig.factory
    assert factory is not None

    def lit() -> set[int]:
        pins = (*PINS["seat_lights"], *PINS["die_lights"])
        return {pin for pin in pins if factory.pin(pin).state}

    assert lit() == {PINS["seat_lights"][2]}
    bench.test.open()
    bench.test.light("seat_light_0", True)
    assert (lit(), bench.test.asked().lit) == ({PINS["seat_lights"][0]}, "seat_light_0")
    bench.test.light("die_light_3", True)
    assert (lit(), bench.test.asked().lit) == ({PINS["die_lights"][2]}, "die_light_3")
    bench.test.light("die_light_3", False)
    assert (lit(), bench.test.asked().lit) == (set(), "")
    bench.test.light("seat_light_1", True)
    bench.test.close()
    assert (lit(), bench.test.asked().lit) == ({PINS["seat_lights"][2]}, "")


def test_a_light_that_is_looked_at_for_long_stays_lit(bench: Bench) -> None:
    bench.rig.lights.show({2: LightState.ON})
    factory = bench.rig.factory
    assert factory is not None
    bench.test.open()
    bench.test.light("seat_light_0", True)
    for _ in range(12):
        bench.clock.advance(10)
        assert bench.test.asked().lit == "seat_light_0"
        assert factory.pin(PINS["seat_lights"][0]).state
        assert not factory.pin(PINS["seat_lights"][2]).state


class Crossed(Rig):
    """Pins on which somebody ends the test while a light is being lit."""

    calls: list[str]
    ends: list[threading.Thread]
    test: ButtonTest

    def light(self, key: str, on: bool) -> None:
        self.ends.append(threading.Thread(target=self.test.close))
        self.ends[0].start()
        self.ends[0].join(0.2)  # it has to wait, and so do we no longer
        self.calls.append("light")

    def lights_back(self) -> None:
        self.calls.append("back")


def test_a_light_that_is_lit_just_as_the_test_ends_does_not_stay_lit() -> None:
    clock = FakeClock()
    opened = open_rig(PinFactory.MOCK, PINS, clock, lambda signal: None, later=clock.later)
    rig = Crossed(opened.kind, PINS, factory=opened.factory)
    test = ButtonTest(lambda: rig, clock, lambda notice: None, lambda delay_s, call: lambda: None)
    vars(rig).update(calls=[], ends=[], test=test)
    test.open()
    test.light("seat_light_0", True)
    rig.ends[0].join(DEADLINE_S)
    assert (rig.calls, test.is_open) == (["light", "back"], False)
    opened.close()


def test_what_cannot_be_lit_is_refused(bench: Bench) -> None:
    with pytest.raises(HardwareError, match="test is over"):
        bench.test.light("seat_light_0", True)
    bench.test.open()
    for key in ("confirm_button", "seat_light_9", "", "../../etc"):
        with pytest.raises(HardwareError, match="No light"):
            bench.test.light(key, True)


@pytest.mark.parametrize(("factory", "pins"), [(PinFactory.NONE, PINS), (PinFactory.MOCK, PinMap())])
def test_where_nothing_hangs_on_the_pins_there_is_nothing_to_test(factory: PinFactory, pins: PinMap) -> None:
    clock, told = FakeClock(), list[Notice]()
    rig = open_rig(factory, pins, clock, lambda signal: None, later=clock.later)
    test = ButtonTest(lambda: rig, clock, told.append)
    with pytest.raises(HardwareError, match="nothing to test"):
        test.open()
    assert (test.is_open, told) == (False, [])
    rig.close()


def test_the_timer_calls_unless_it_is_taken_back() -> None:
    called = threading.Event()
    on_a_timer(0.01, called.set)
    assert called.wait(DEADLINE_S)
    before = set(threading.enumerate())
    take_back = on_a_timer(3600.0, called.set)
    (timer,) = set(threading.enumerate()) - before
    take_back()
    timer.join(DEADLINE_S)
    assert not timer.is_alive()
