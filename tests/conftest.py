"""What every test of the house gets: a look afterwards at what it left behind."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator

import pytest

THREADS_END_WITHIN_S = 2.0


def _is_ours(thread: threading.Thread) -> bool:
    """A thread that would keep the process alive, or one that we named as ours."""
    return not thread.daemon or thread.name.startswith("companion-")


def _pin_factory() -> object:
    """gpiozero's process-wide pin factory, without importing gpiozero for tests that do not."""
    gpiozero = sys.modules.get("gpiozero")
    return gpiozero.Device.pin_factory if gpiozero else None


@pytest.fixture(autouse=True)
def leaves_nothing_behind() -> Iterator[None]:
    """No thread of ours outlives its test, and nobody exchanges the pin factory under the next test's feet."""
    threads_before = set(threading.enumerate())
    factory_before = _pin_factory()
    yield
    deadline_s = time.monotonic() + THREADS_END_WITHIN_S
    left = [thread for thread in threading.enumerate() if thread not in threads_before and _is_ours(thread)]
    for thread in left:
        thread.join(max(0.0, deadline_s - time.monotonic()))
    alive = [thread.name for thread in left if thread.is_alive()]
    assert not alive, f"threads outlived the test: {', '.join(alive)}"
    assert _pin_factory() is factory_before, "the test exchanged gpiozero's pin factory and did not put it back"
