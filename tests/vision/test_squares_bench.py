"""The bench of boards without stickers runs, and judges what it says it judges."""

from __future__ import annotations

from bench.squares_bench import Outcome, played, shown


def test_some_moves_are_made_read_and_judged():
    told = played(1, 2, 7)
    assert [outcome.make for outcome in told] == ["plastic"] * 2
    assert {outcome.result for outcome in told} <= {"right", "asked"}
    assert all(outcome.errors <= 2 for outcome in told)


def test_the_rates_are_those_of_the_outcomes():
    outcomes = [
        Outcome("quiet", "wood", 0, 1, "right"),
        Outcome("capture", "wood", 2, 3, "wrong"),
        Outcome("quiet", "plastic", 0, 0, "asked"),
        Outcome("quiet", "plastic", 1, 0, "right"),
    ]
    rows = {line.split()[0]: line.split()[1:] for line in shown(outcomes, 3)[2:]}
    assert "3 boards were not found" in shown(outcomes, 3)[0]
    assert rows["all"] == ["4", "1.172%", "1.56%", "50.00%", "50.00%", "25.00%", "25.00%"]
    assert rows["wood"] == ["2", "1.562%", "3.12%", "50.00%", "50.00%", "0.00%", "50.00%"]
    assert rows["capture"][-1] == "100.00%"
    assert set(rows) == {"all", "wood", "plastic", "quiet", "capture"}
