"""Every long test has its part, and a soak says how each of them ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house._source import ROOT
from tests.seeds import VARIABLE
from tests.soak import NOTHING_CHOSEN, PARTS, Ended, chosen, ended, main

MARK = "mark." + "soak"
TOLD = '<testsuites><testsuite tests="7" failures="1" errors="1" skipped="2" time="3"/></testsuites>'


def test_every_long_test_stands_in_one_part() -> None:
    marked = sorted(
        path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py") if MARK in path.read_text()
    )
    assert sorted(place for places in PARTS.values() for place in places) == marked


def test_named_parts_are_played_and_what_else_is_said_goes_to_pytest() -> None:
    named = {"laws": PARTS["laws"], "eye": PARTS["eye"]}
    assert chosen(["laws", "-k", "chesney", "eye"]) == (named, ["-k", "chesney"])
    assert chosen(["-x"]) == (PARTS, ["-x"])
    assert chosen(["tests/laws", "tests/seeds.py::one"]) == ({"files": ("tests/laws", "tests/seeds.py::one")}, [])


def test_what_pytest_wrote_down_is_counted(tmp_path: Path) -> None:
    told = tmp_path / "told.xml"
    told.write_text(TOLD)
    assert ended("laws", 1, told, 61.0) == Ended("laws", 1, passed=3, failed=2, skipped=2, took_s=61.0)
    assert ended("laws", 3, tmp_path / "none.xml", 1.0) == Ended("laws", 3, 0, 0, 0, 1.0)


def test_each_part_is_told_by_its_seed_and_its_end_and_one_that_is_red_is_the_end_of_all(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLE, "77")
    ends = [
        Ended("secrets", 0, 9, 0, 1, 61.25),
        Ended("laws", 1, 8, 1, 0, 5.0),
        Ended("eye", NOTHING_CHOSEN, 0, 0, 0, 1.0),
    ]
    ends.append(Ended("chess", 3, 0, 0, 0, 2.0))
    by_part = {one.part: one for one in ends}
    assert main(["secrets", "eye"], lambda part, places, options: by_part[part]) == 0
    capsys.readouterr()
    assert main(["-x", *by_part], lambda part, places, options: by_part[part]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "== secrets, part 1 of 4; the same again: SOAK_SEED=77 ./run soak secrets -x"
    assert [" ".join(line.split()) for line in lines[-5:]] == [
        "secrets well 61.2 s 9 passed, 1 skipped",
        "laws RED 5.0 s 8 passed, 1 failed",
        "eye nothing chosen",
        "chess BROKEN OFF (pytest says 3) 2.0 s",
        "in all 69.2 s",
    ]
