"""The benchmark of the rules still runs and says what it compares with. No figure is asserted."""

from __future__ import annotations

import pytest

from bench.rules_bench import measure, show
from tests.laws.toys import high_card


def test_the_table_is_complete(capsys: pytest.CaptureFixture[str]) -> None:
    match, rows = measure(high_card(), 2, rounds=1)
    show("High Card", len(match.log), rows)
    printed = capsys.readouterr().out
    assert all(row.name in printed and row.ours_s > 0 for row in rows)
    assert sum(row.peer_s is not None for row in rows) >= 4
    assert "answers per second" in printed
