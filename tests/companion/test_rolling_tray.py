"""The tray's sensor: dice count when they were thrown for this very roll, and what is not seen is asked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.service.building import build
from companion.settings.config import Autoplay
from hardware.types import ButtonRole, PinFactory
from rules.engine.types import PUBLIC
from tests.companion.dice_race import dice_race
from tests.companion.rolls import die, race, rolls, sense, throw
from tests.companion.test_dice_service import DEADLINE_S, config_for


def test_without_a_sensor_every_throw_counts() -> None:
    evening = race(6)
    sense(evening)
    evening.wait(20)
    assert evening.spoken == []
    throw(evening, die(4))
    assert rolls(evening.match) == ["4"]


def test_with_a_sensor_dice_count_once_it_has_noticed_a_throw() -> None:
    evening = race(6, tray_sensor=True)
    throw(evening, die(4))
    assert evening.match.version == 0
    assert evening.packet().notice.startswith("There are dice in the tray, but its sensor noticed no roll")
    sense(evening)
    evening.wait(1)
    throw(evening, die(4))
    assert rolls(evening.match) == ["4"]


def test_a_throw_before_the_question_is_none_for_it() -> None:
    evening = race(6, tray_sensor=True)
    sense(evening)
    evening.tap(0, "2")
    throw(evening, die(4))
    assert rolls(evening.match) == ["2"]


def test_the_same_faces_thrown_again_count_again() -> None:
    evening = race(6, tray_sensor=True)
    for _ in range(3):
        sense(evening)
        throw(evening, die(4))
    assert rolls(evening.match) == ["4", "4", "4"]


def test_dice_that_are_straightened_after_an_unsure_throw_are_no_roll() -> None:
    evening = race(6, tray_sensor=True)
    sense(evening)
    throw(evening, die(4, sure=False))
    throw(evening, die(6))
    assert evening.match.version == 0
    sense(evening)
    throw(evening, die(5))
    assert rolls(evening.match) == ["5"]


def test_dice_that_a_hand_covered_are_read_when_it_goes() -> None:
    evening = race(6, 6, tray_sensor=True)
    sense(evening)
    throw(evening, die(4))
    throw(evening, die(4), die(2))
    assert rolls(evening.match) == ["4-2"]


def test_a_die_that_is_laid_there_later_completes_no_throw() -> None:
    evening = race(6, 6, tray_sensor=True)
    sense(evening)
    throw(evening, die(4))
    evening.wait(9)
    throw(evening, die(4), die(2))
    assert rolls(evening.match) == []
    sense(evening)
    throw(evening, die(4), die(2))
    assert rolls(evening.match) == ["4-2"]


def test_too_many_dice_are_thrown_again_not_taken_out_one_by_one() -> None:
    evening = race(6, tray_sensor=True)
    sense(evening)
    throw(evening, die(4), die(2))
    throw(evening, die(6))
    assert evening.match.version == 0


def test_a_throw_without_dice_in_view_is_asked_for_once() -> None:
    evening = race(6, tray_sensor=True)
    sense(evening)
    evening.wait(7.5)
    assert evening.spoken == []
    evening.wait(1)
    sense(evening)
    evening.wait(9)
    assert evening.spoken == ["I can't see the dice. What do they show?"]
    assert evening.tap(0, "6").ok
    sense(evening)
    evening.wait(9)
    assert evening.spoken.count("I can't see the dice. What do they show?") == 2, "for the next roll again"


def test_late_dice_of_a_throw_still_count() -> None:
    evening = race(6, tray_sensor=True)
    sense(evening)
    evening.wait(9)
    throw(evening, die(3))
    assert rolls(evening.match) == ["3"]


def test_a_throw_that_was_answered_otherwise_is_not_waited_for() -> None:
    evening = race(6, tray_sensor=True)
    sense(evening)
    evening.tap(0, "2")
    evening.wait(20)
    assert "not in view" not in evening.said


def test_a_throw_in_a_pause_is_none() -> None:
    evening = race(6, tray_sensor=True)
    evening.press(ButtonRole.PAUSE)
    sense(evening)
    evening.press(ButtonRole.PAUSE)
    throw(evening, die(3))
    assert evening.match.version == 0


@pytest.mark.dear
def test_the_virtual_tray_has_a_sensor_too(tmp_path: Path) -> None:
    """Dice that the program's players throw count by the camera, also where a sensor is wired."""
    base = config_for(tmp_path / "data", 5, Autoplay.ALL)
    config = replace(base, hardware=replace(base.hardware, pins=PinFactory.MOCK, **{"tray_sensor": 27}))
    service = build(config, dice_race((6,)))
    try:
        service.start()
        assert service.publisher.wait_for(lambda: service.publisher.packet(PUBLIC).result is not None, DEADLINE_S)
        origins = [stored.origin for stored in service.keeper.stored()[1]]
    finally:
        service.stop()
    assert "dice" in origins
