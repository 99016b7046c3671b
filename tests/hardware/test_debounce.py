"""Debouncing, on a clock of our own."""

from __future__ import annotations

from hypothesis import given, strategies as st

from hardware import Debouncer
from hardware.pins.debounce import QUIET_S
from tests.hardware._clock import FakeClock

MS = 0.001


def presses(*edges: tuple[float, bool]) -> list[float]:
    """Times of the presses, in s, that these (seconds since the edge before, closed) edges make."""
    clock = FakeClock(0.0)
    debouncer = Debouncer(clock)
    found = []
    for wait_s, closed in edges:
        clock.advance(wait_s)
        pressed_s = debouncer.edge(closed)
        if pressed_s is not None:
            found.append(pressed_s)
    return found


def chatter(first_wait_s: float, bounces: int) -> list[tuple[float, bool]]:
    edges = [(first_wait_s, True)]
    for _ in range(bounces):
        edges += [(MS, False), (MS, True)]
    return edges


def test_a_burst_of_bounces_is_one_press_at_its_first_edge() -> None:
    assert presses(*chatter(5.0, 6)) == [5.0]


def test_a_tap_of_30_ms_with_bounces_on_both_ways_is_one_press() -> None:
    down = chatter(1.0, 3)
    up = [(30 * MS, False), (MS, True), (MS, False), (2 * MS, True), (MS, False)]
    assert presses(*down, *up) == [1.0]


def test_a_stuck_button_is_one_press() -> None:
    assert len(presses(*chatter(1.0, 5), (3600.0, True), (3600.0, False))) == 2  # the lost opening edge is forgiven
    assert len(presses(*chatter(1.0, 5), (3600.0, False))) == 1


def test_two_deliberate_taps_are_two_presses() -> None:
    assert presses((1.0, True), (0.03, False), (0.06, True), (0.03, False)) == [1.0, 1.09]


def test_letting_go_is_no_press() -> None:
    assert presses((1.0, False), (1.0, False)) == []


@given(st.lists(st.tuples(st.floats(0, QUIET_S * 0.9), st.booleans()), max_size=60))
def test_however_it_chatters_without_a_rest_it_is_at_most_one_press(edges: list[tuple[float, bool]]) -> None:
    assert len(presses(*edges)) <= 1


@given(st.lists(st.integers(0, 8), min_size=1, max_size=20))
def test_every_press_counts_once_whatever_its_bounces(bounces_of_presses: list[int]) -> None:
    edges: list[tuple[float, bool]] = []
    for bounces in bounces_of_presses:
        edges += [*chatter(0.05, bounces), (0.03, False), (MS, True), (MS, False)]
    assert len(presses(*edges)) == len(bounces_of_presses)
