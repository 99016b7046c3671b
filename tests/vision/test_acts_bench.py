"""The bench of the table's memory: its rows are all tried, and what was recorded before stands where it reads it."""

from __future__ import annotations

from collections import Counter

import pytest

from bench.acts_bench import RECORDED, ROWS, trials
from tests.vision._soak_judge import Verdict


@pytest.mark.dear
def test_each_row_is_tried_as_often_and_cards_well_aside_are_told():
    found = list(trials(3, (14.0, 15.0), 1))
    assert Counter(row for row, _ in found) == Counter(ROWS)
    assert {row for row, outcome in found if outcome.verdict is Verdict.RIGHT} >= {ROWS[0], ROWS[1]}
    assert all(outcome.act.tellable for _, outcome in found)
    assert RECORDED.read_text("utf-8").count("## Recorded\n") == 1


@pytest.mark.soak
def test_at_no_offset_a_picture_cannot_tell_but_for_fronts():
    found = {row: outcome.act.tellable for row, outcome in trials(4, (0.0, 0.0), 1)}
    assert not any(found[row] for row in ROWS[:6])
