"""Dialled dice: shown to all while they are turned, and in the match when the last one is confirmed."""

from __future__ import annotations

import pytest

from hardware.types import ButtonRole
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from tests.companion.rolls import Loaded, again_and_again, die, hold, race, rolls, shown, throw, with_hands
from web.views import DiceView, DieAsked


def test_the_dial_starts_at_one_and_goes_round() -> None:
    evening = race(6)
    faces = []
    for steps in (1, 1, 4, 1, -1, -2):
        evening.turn(steps)
        question = evening.packet(0).question
        assert question is not None
        faces.append(question.dice[0].seen)
    assert faces == [1, 2, 6, 1, 6, 4]
    assert shown(evening) == DiceView("dialled", (DieAsked(6, 4),), 0)
    assert evening.match.version == 0


@pytest.mark.parametrize(("steps", "face"), [(1, 1), (3, 3), (12, 12), (13, 1), (-1, 12), (-12, 1), (-25, 12)])
def test_the_first_turn_of_a_die_of_twelve(steps: int, face: int) -> None:
    evening = race(12)
    evening.turn(steps)
    view = shown(evening)
    assert view is not None
    assert view.dice == (DieAsked(12, face),)


def test_no_step_at_all_shows_nothing() -> None:
    evening = race(6)
    evening.turn(0)
    assert shown(evening) is None


def test_pushing_goes_from_die_to_die_and_the_last_makes_the_roll() -> None:
    evening = race(6, 8)
    evening.turn(3)
    evening.press(ButtonRole.DIAL)
    assert shown(evening) == DiceView("dialled", (DieAsked(6, 3), DieAsked(8)), 1)
    assert evening.spoken == ["Now die 2."]
    evening.turn(-1)
    evening.press(ButtonRole.DIAL)
    assert rolls(evening.match) == ["3-8"]
    assert "The dice show 3, 8." in evening.spoken
    assert evening.trace[-1] == "voice"


def test_a_die_that_shows_nothing_is_not_confirmed() -> None:
    evening = race(6, 6)
    evening.press(ButtonRole.DIAL)
    assert evening.spoken == ["Turn the dial to what the die shows, then press it."]
    evening.turn(2)
    evening.press(ButtonRole.DIAL)
    evening.press(ButtonRole.DIAL)
    assert evening.match.version == 0


def test_the_number_is_said_when_the_dial_rests() -> None:
    evening = race(6, 6)
    for _ in range(4):
        evening.turn(1)
        evening.wait(0.5)
    assert evening.spoken == []
    evening.wait(0.4)
    assert evening.spoken == ["Die 1: 4."]
    evening.wait(5)
    assert evening.spoken == ["Die 1: 4."]


def test_what_was_confirmed_at_once_is_not_said_twice() -> None:
    evening = race(6)
    evening.turn(4)
    evening.press(ButtonRole.DIAL)
    evening.wait(2)
    assert sum("4" in line for line in evening.spoken if "steps" not in line) == 1


def test_nothing_is_dialled_where_nothing_is_to_be_rolled() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    evening.turn(3)
    evening.press(ButtonRole.DIAL)
    evening.wait(2)
    assert evening.trace.count("voice") == 0
    assert shown(evening) is None


def test_a_pause_keeps_what_was_dialled_and_changes_nothing() -> None:
    evening = race(6)
    evening.turn(2)
    evening.press(ButtonRole.PAUSE)
    evening.turn(1)
    evening.press(ButtonRole.DIAL)
    evening.press(ButtonRole.PAUSE)
    assert evening.match.version == 0
    evening.press(ButtonRole.DIAL)
    assert rolls(evening.match) == ["2"]


def test_what_was_dialled_is_forgotten_when_another_roll_is_asked() -> None:
    evening = Evening(again_and_again(), random=Loaded())
    evening.turn(5)
    evening.tap(0, "2")
    question = evening.packet(0).question
    assert question is not None
    assert question.dice == (DieAsked(6),)
    evening.press(ButtonRole.DIAL)
    assert rolls(evening.match) == ["2"]
    evening.turn(1)
    evening.press(ButtonRole.DIAL)
    assert rolls(evening.match) == ["2", "1"]


def test_a_card_that_is_named_in_between_leaves_what_was_dialled() -> None:
    evening = with_hands()
    evening.turn(7)
    assert evening.show_hand(0, evening.front("RED-1")).ok
    assert shown(evening) == DiceView("dialled", (DieAsked(20, 7),), 0)
    question = evening.packet(0).question
    assert question is not None
    assert question.dice == (DieAsked(20, 7),)
    evening.press(ButtonRole.DIAL)
    assert rolls(evening.match) == ["7"]


def test_a_dialled_roll_that_could_not_be_saved_can_be_pushed_again() -> None:
    evening = race(6)
    evening.turn(5)
    evening.disk.broken = "full"
    evening.press(ButtonRole.DIAL)
    assert evening.match.version == 0
    evening.disk.broken = ""
    evening.press(ButtonRole.DIAL)
    assert rolls(evening.match) == ["5"]


def test_the_die_tumbles_over_what_was_dialled() -> None:
    evening = race(6, faces=(1,))
    evening.turn(5)
    hold(evening)
    evening.turn(1)
    evening.press(ButtonRole.DIAL)
    assert shown(evening) == DiceView("tumbling", (DieAsked(6),))
    evening.release()
    assert rolls(evening.match) == ["1"]


def test_the_dial_tells_what_the_camera_could_not_read() -> None:
    evening = race(6, 6)
    throw(evening, die(3), die(6, sure=False))
    evening.turn(5)
    assert shown(evening) == DiceView("dialled", (DieAsked(6, 3), DieAsked(6, 5)), 1)
    evening.press(ButtonRole.DIAL)
    assert rolls(evening.match) == ["3-5"]


def test_a_newer_throw_takes_the_place_of_what_was_dialled() -> None:
    evening = race(6, 6)
    evening.turn(5)
    throw(evening, die(2, sure=False), die(4))
    question = evening.packet(0).question
    assert question is not None
    assert question.dice == (DieAsked(6, 0), DieAsked(6, 4))
    assert shown(evening) is None
