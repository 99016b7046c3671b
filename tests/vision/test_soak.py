"""Anything may happen at the table: every change is told once, and nothing that did not happen.

The frames of an act that went wrong are kept in a folder of their own, with the seed, the act and what was told;
`replayed` shows them to a new eye. The long run is `./run soak -k any_thing` (ten thousand acts).
"""

from __future__ import annotations

import os
import resource
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from tests.vision._soak import SoakTable
from tests.vision._soak_acts import Chaos
from tests.vision._soak_kept import Fault, replayed, saved
from tests.vision._soak_pieces import new_piece
from vision import ChangeKind

FAULTS = Path(os.environ.get("SOAK_FAULTS", Path(tempfile.gettempdir()) / "companion-soak"))
_GROWTH_KB = 40_000  # of the whole process, from its tenth part to the end of a long run


def play(seed: int, acts: int) -> tuple[SoakTable, list[Fault]]:
    """So many acts; the frames of those that went wrong are kept."""
    table = SoakTable(seed)
    chaos = Chaos(table)
    faults = []
    for _ in range(acts):
        fault = chaos.step()
        if fault is not None:
            saved(fault, table, FAULTS)
            faults.append(fault)
    return table, faults


@pytest.mark.parametrize("seed", [1, 4])
def test_every_change_is_told_and_no_other(seed: int):
    table, faults = play(seed, 40)
    assert faults == []
    assert table.act == 40


@pytest.mark.soak
@pytest.mark.parametrize("seed", [3, 5, *range(100, 110)])
def test_of_any_thing_that_happens_a_thousand_times_every_change_is_told(seed: int):
    table, faults = play(seed, 100)
    peak_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    chaos = Chaos(table)
    for _ in range(900):
        fault = chaos.step()
        if fault is not None:
            faults.append(fault)
            saved(fault, table, FAULTS)
    assert faults == []
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak_kb < _GROWTH_KB
    reading = table.eye._reading
    assert len(reading.memory.lying) + len(reading.memory.extra) <= len(table.pieces) + 2
    assert len(reading.ground._under) <= len(reading.memory.lying) + len(reading.memory.extra)


def test_the_frames_of_an_act_are_kept_and_tell_the_same_to_a_new_eye(tmp_path: Path):
    table = SoakTable(7)
    table.put(replace(new_piece(1), x_mm=160.0, y_mm=190.0))
    table.settle()
    table.take(1)
    assert table.settle() == [(ChangeKind.GONE.value, "CARD001")]
    folder = saved(Fault(2, "take 1", (), ()), table, tmp_path)
    assert folder.name == "seed7-act2"
    assert len(list(folder.glob("*.png"))) == len(table.before) + len(table.frames)
    assert replayed(folder) == [(ChangeKind.GONE.value, "CARD001")]


def test_a_change_that_is_not_told_is_a_fault():
    """The checker itself: an eye that sees nothing, or tells of what did not happen, is found out."""
    table = SoakTable(2)
    chaos = Chaos(table)
    told = table.settle
    table.settle = lambda seconds=0.0: [*told(), (ChangeKind.GONE.value, "CARD000")]  # type: ignore[method-assign]
    fault = chaos.step()
    assert fault is not None
    assert fault.phantom == ((ChangeKind.GONE.value, "CARD000"),)
