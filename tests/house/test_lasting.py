"""A long run says how long each of its parts took."""

from __future__ import annotations

import pytest

from tests.lasting import told_by_part


def _report(name: str, seconds: float) -> pytest.TestReport:
    return pytest.TestReport(name, ("", None, ""), {}, "passed", None, "call", duration=seconds)


def test_the_longest_part_is_told_first_and_the_whole_last() -> None:
    reports = [_report("short.py::a", 1.5), _report("long.py::a", 2.0), _report("long.py::b[x::y]", 60.25)]
    assert [line.split(maxsplit=2) for line in told_by_part(reports)] == [
        ["62.2", "s", "long.py"],
        ["1.5", "s", "short.py"],
        ["63.8", "s", "in all, one after the other"],
    ]
