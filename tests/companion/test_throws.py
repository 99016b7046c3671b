"""Dice in the tray become answers when they are sure, and questions when they are not."""

from __future__ import annotations

import pytest

from companion.reading.throws import Miscounted, Rolled, Unsure, read_throw
from companion.virtual.virtual_table import VirtualTable
from rules.engine.match import Match
from rules.engine.types import Seat
from tests.companion.dice_race import dice_race
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from vision.types import DieReading, TableReport
from web.views import DieAsked


def die(value: int, *, sure: bool = True, sides: int = 6) -> DieReading:
    return DieReading(value, sides, 0.999 if sure else 0.4, sure, (10.0, 10.0), 30.0)


def throw(evening: Evening, *dice: DieReading) -> None:
    report = TableReport((), tuple(evening.lying), True, evening.now_s, dice=dice)
    evening.referee.handle(report)


@pytest.fixture
def race() -> Evening:
    return Evening(dice_race())


def match_of(*sides: int) -> Match:
    return Evening(dice_race(sides)).match


def test_a_sure_throw_is_the_answer(race: Evening) -> None:
    throw(race, die(3), die(5))
    assert race.match.state.number("steps/0") == 8
    assert race.match.waiting == (Seat(1),)
    assert "P1 goes 8 steps." in race.said
    assert race.trace[:2] == ["disk", "packets"]


def test_an_unsure_die_asks_the_seat_and_fills_in_what_is_sure(race: Evening) -> None:
    throw(race, die(3), die(6, sure=False))
    assert race.match.version == 0
    question = race.packet(0).question
    assert question is not None
    assert question.dice == (DieAsked(6, 3), DieAsked(6, 0))
    assert question.options == ()
    assert "can't read the dice" in race.said
    assert "phone" in race.packet().notice
    assert race.tap(0, "3-6").ok
    assert race.match.state.number("steps/0") == 9
    after = race.packet(1).question
    assert after is not None
    assert after.dice == (DieAsked(6), DieAsked(6))
    assert race.packet().notice == ""


def test_another_unsure_throw_shows_the_new_faces(race: Evening) -> None:
    throw(race, die(3), die(6, sure=False))
    throw(race, die(2, sure=False), die(4))
    question = race.packet(0).question
    assert question is not None
    assert question.dice == (DieAsked(6, 0), DieAsked(6, 4))


def test_too_few_dice_are_told_and_count_nothing(race: Evening) -> None:
    throw(race, die(3))
    assert race.match.version == 0
    assert "There is one die in the tray, but the game asks for 2." in race.packet().notice


def test_an_emptied_tray_says_nothing(race: Evening) -> None:
    throw(race)
    assert race.spoken == []
    assert race.packet().notice == ""


def test_a_paused_table_notes_no_throw(race: Evening) -> None:
    race.running.pause(True)
    throw(race, die(3), die(5))
    assert race.match.version == 0


def test_a_throw_that_nobody_asked_for_means_nothing() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    throw(evening, die(3), die(5))
    assert evening.match.version == 0
    assert evening.packet().notice == ""


def test_a_face_that_the_die_does_not_have_is_refused(race: Evening) -> None:
    reply = race.tap(0, "7-1")
    assert not reply.ok
    assert race.match.version == 0


@pytest.mark.parametrize(
    ("sides", "dice", "means"),
    [
        ((6,), (die(4),), Rolled),
        ((6, 6, 6, 6), (die(1), die(2), die(3), die(4)), Rolled),
        ((6,), (die(4, sure=False),), Unsure((0,))),
        ((12,), (die(0, sure=False, sides=12),), Unsure((0,))),
        ((12,), (die(4),), Unsure((0,))),  # a die of another kind
        ((6, 4), (die(4), die(2)), Unsure((0, 0))),  # which of the two is which?
        ((6, 6), (die(4), die(2), die(2)), Miscounted(3, 2)),
    ],
)
def test_readings(sides: tuple[int, ...], dice: tuple[DieReading, ...], means: object) -> None:
    found = read_throw(dice, match_of(*sides))
    assert isinstance(found, Rolled) if means is Rolled else found == means


def test_virtual_dice_fall_into_the_tray_apart_from_each_other() -> None:
    from random import Random

    game = dice_race()
    layout = game.mat(2)
    table = VirtualTable(game.slug, {}, layout, {}, Random(4))
    before = table.version
    faces = table.throw((6, 6, 12))
    assert table.version > before
    assert tuple(d.value for d in table.dice()) == faces
    assert [d.sides for d in table.dice()] == [6, 6, 12]
    tray = layout.tray
    assert tray is not None
    for one in table.dice():
        assert abs(one.x_mm - tray.x_mm) <= tray.width_mm / 2 - 8
        assert abs(one.y_mm - tray.y_mm) <= tray.height_mm / 2 - 8
    places = [(d.x_mm, d.y_mm) for d in table.dice()]
    assert all(abs(a[0] - b[0]) > 22 or abs(a[1] - b[1]) > 22 for a in places for b in places if a != b)
