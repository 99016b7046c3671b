"""Kept dice: which ways of keeping there are, and what is left to roll."""

from __future__ import annotations

import pytest

from rules.engine import Choose, KeptDice, Refusal, Roll, Seat, Table
from rules.engine.entries import EDITION
from rules.engine.table import TableError

ANNA = Seat(0)
DICE = KeptDice(4)


def table(*rolled: int, kept: tuple[int, ...] = ()) -> Table:
    t = Table(1, {}, {}, EDITION)
    DICE.setup(t)
    t.set("rolled", rolled)
    t.set("kept", kept)
    return t


def test_the_dice_that_are_left_are_rolled() -> None:
    t = table(kept=(2,))
    play = DICE.roll(t, ANNA)
    question = next(play)
    assert isinstance(question, Roll)
    assert question.dice == (6, 6, 6)
    with pytest.raises(StopIteration) as done:
        play.send((5, 1, 5))
    assert done.value.value == (1, 5, 5)


def test_every_way_to_keep_is_offered_once() -> None:
    t = table(1, 5, 5)
    no = Refusal("fives_only", "X-1")
    play = DICE.choose(t, ANNA, lambda faces: None if 5 in faces else no)
    question = next(play)
    assert isinstance(question, Choose)
    ways = {o.key: o.refusal for o in question.options(t.state, ANNA)}
    assert ways == {"keep:1": no, "keep:5": None, "keep:1-5": None, "keep:5-5": None, "keep:1-5-5": None}
    with pytest.raises(StopIteration):
        play.send((5, 5))
    assert (DICE.rolled(t), DICE.kept(t), DICE.left(t)) == ((1,), (5, 5), 2)


def test_all_dice_of_a_number_are_kept_together() -> None:
    t = table(1, 5, 5, kept=(6,))
    play = DICE.choose_number(t, ANNA)
    question = next(play)
    assert isinstance(question, Choose)
    assert [(o.key, o.say.facts["dice"]) for o in question.options(t.state, ANNA)] == [
        ("keep:1", "1"),
        ("keep:5", "5-5"),
    ]
    with pytest.raises(StopIteration):
        play.send(5)
    assert DICE.kept(t) == (5, 5, 6)


def test_a_die_that_is_not_there_is_not_kept() -> None:
    with pytest.raises(TableError, match="no die of the last roll shows 4"):
        DICE.keep(table(1, 5), ANNA, [4])


def test_nobody_is_asked_to_roll_on_without_a_die() -> None:
    assert list(DICE.go_on(table(kept=(1, 1, 1, 1)), ANNA)) == []
