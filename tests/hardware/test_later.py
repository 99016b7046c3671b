"""Calls made a little later, on the real clock."""

from __future__ import annotations

import logging
import queue
import threading

import pytest

from hardware.pins.later import Alarms


@pytest.fixture
def alarms():
    alarms = Alarms()
    yield alarms
    alarms.close()


@pytest.fixture
def made():
    return queue.SimpleQueue()


def test_calls_are_made_in_the_order_of_their_times_on_one_other_thread(alarms, made) -> None:
    for delay_s in (0.09, 0.03, 0.06, 0.0):
        alarms(delay_s, lambda delay_s=delay_s: made.put((delay_s, threading.current_thread())))
    came = [made.get(timeout=60) for _ in range(4)]
    assert [delay_s for delay_s, _ in came] == [0.0, 0.03, 0.06, 0.09]
    (thread,) = {thread for _, thread in came}
    assert thread is not threading.current_thread()


def test_a_call_that_comes_first_overtakes_a_waiting_one(alarms, made) -> None:
    alarms(60.0, lambda: made.put("late"))
    alarms(0.01, lambda: made.put("early"))
    assert made.get(timeout=60) == "early"


def test_a_call_that_raises_is_logged_and_disturbs_no_other(alarms, made, caplog) -> None:
    def broken() -> None:
        raise RuntimeError("on fire")

    with caplog.at_level(logging.ERROR, logger="hardware"):
        alarms(0.0, broken)
        alarms(0.01, lambda: made.put("next"))
        assert made.get(timeout=60) == "next"
    assert "on fire" in caplog.text


def test_a_call_may_ask_for_another_one(alarms, made) -> None:
    alarms(0.0, lambda: alarms(0.0, lambda: made.put("second")))
    assert made.get(timeout=60) == "second"


def test_without_calls_there_is_no_thread_and_none_is_left_after_the_end(made) -> None:
    threads = set(threading.enumerate())
    alarms = Alarms()
    assert set(threading.enumerate()) == threads
    alarms(60.0, lambda: made.put("never"))
    alarms.close()
    alarms.close()
    alarms(0.0, lambda: made.put("never"))
    assert set(threading.enumerate()) == threads
    assert made.empty()
