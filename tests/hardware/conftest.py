"""Parts on fake pins, with a clock that stands still."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hardware import FakeFingers, PinFactory, Rig, open_rig
from tests.hardware._clock import FakeClock


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def told() -> list[object]:
    """What the parts have told."""
    return []


@pytest.fixture
def rig(request: pytest.FixtureRequest, clock: FakeClock, told: list[object]) -> Iterator[Rig]:
    """The parts of the module's PINS."""
    rig = open_rig(PinFactory.MOCK, request.module.PINS, clock, told.append, later=clock.later)
    yield rig
    rig.close()


@pytest.fixture
def fingers(request: pytest.FixtureRequest, rig: Rig, clock: FakeClock) -> FakeFingers:
    return FakeFingers(rig.factory, request.module.PINS, wait=clock.advance)
