"""The bench of memory runs, by its name: its figures are not judged here, only that they are of what it says."""

from __future__ import annotations

import pytest

from bench.__main__ import BENCHES, chosen
from bench.memory_bench import KINDS, Held, measured, peer, show


def test_benchmarks_are_chosen_by_name_and_get_the_options() -> None:
    assert chosen(["memory", "load", "--minutes", "2"]) == (
        ("bench.load_bench", "bench.memory_bench"),
        ("--minutes", "2"),
    )
    assert chosen(["--quick"]) == (BENCHES, ("--quick",))
    with pytest.raises(SystemExit, match="near_strangers"):
        chosen(["memroy"])


def test_the_table_tells_peaks_ends_and_goals(capsys: pytest.CaptureFixture[str]) -> None:
    beside = Held("libraries alone", rows=[(80.0, 40.0)])
    grew = Held("pages", 220.0, rows=[(100.0 + n, 60.0) for n in range(200)])
    assert grew.after(0.1) == 129.5
    show([grew], beside, 2.0)
    told = capsys.readouterr().out
    assert "299   3.7x" in told
    assert "MISSED" in told


@pytest.mark.soak
def test_people_come_to_every_kind_of_evening() -> None:
    assert peer().peak[0] > 20.0
    for kind in KINDS:
        held = measured(kind, 0.25)
        assert held.peak[0] >= held.peak[1] > 60.0
        assert held.evening.packets > 5
        assert not held.evening.failures
