"""Anything may happen at a table of real pictures: every change is told once, and nothing that did not happen.

The long run is `./run soak eye -k any_thing`; `tests/vision/soak.py` has the same by hand, and replays what went wrong.
"""

from __future__ import annotations

import os
import resource
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.seeds import seed_of
from tests.vision._soak import Heard, SoakTable
from tests.vision._soak_acts import Act
from tests.vision._soak_camera import EASY, HARD, LEVELS
from tests.vision._soak_judge import Judge, Verdict
from tests.vision._soak_kept import frozen, replayed, saved
from tests.vision._soak_pieces import new_piece, sticks_out
from tests.vision.soak import GHOST_S, Tally, evening, evening_step_by_step
from vision import Alternative, ChangeKind, Presence, TableChange

FAULTS = Path(os.environ.get("SOAK_FAULTS", Path(tempfile.gettempdir()) / "companion-soak"))
_GROWTH_KB = 40_000  # of the whole process, from its tenth part to the end of a long run


@pytest.mark.dear
@pytest.mark.parametrize("seed", [3, pytest.param(4, marks=pytest.mark.soak)])
def test_every_change_is_told_and_no_other(seed: int):
    tally = evening(seed, EASY, 12, None)
    assert [str(outcome) for outcome in tally.outcomes if outcome.verdict is not Verdict.RIGHT] == []
    assert len(tally.outcomes) == 12


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("level", LEVELS)
def test_of_any_thing_that_happens_at_real_tables_every_change_is_told(level: str, part: int):
    tally = Tally(LEVELS[level])
    for n in range(5):
        one = evening(seed_of(f"any thing {level} {part} {n}"), LEVELS[level], 40, FAULTS)
        tally.outcomes += one.outcomes
        tally.cases += one.cases
        tally.old_beliefs += one.old_beliefs
    print(*tally.lines(), sep="\n")
    assert tally.cases == []
    assert tally.old_beliefs == []
    assert tally.strange == 0


@pytest.mark.soak
def test_the_memory_of_an_eye_does_not_grow_over_a_thousand_acts():
    tally, peak_kb = Tally(EASY), 0
    for outcome in evening_step_by_step(seed_of("a thousand acts"), EASY, 1000, None, tally):
        if outcome.number == 100:
            peak_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert len(tally.outcomes) == 1000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak_kb < _GROWTH_KB


@pytest.fixture
def table() -> SoakTable:
    table = SoakTable(7)
    table.put(replace(table.new(1), x_mm=160.0, y_mm=190.0))
    table.settle()
    return table


def test_an_act_is_kept_with_the_memory_before_it_and_tells_the_same_again(table: SoakTable, tmp_path: Path):
    judge = Judge(table)
    before = frozen(table)
    judge.begin()
    outcome = judge.step(judge.acts.take_off(1))
    assert outcome.verdict is Verdict.RIGHT
    case = saved(outcome, table, before, tmp_path)
    assert case.name == "easy-seed7-act1"
    assert len(list(case.glob("*.jpg"))) == len(table.packed)
    assert [(c.kind, c.payload) for _, c in replayed(case)] == [(ChangeKind.GONE, "CARD001")]


def test_an_eye_without_memory_tells_of_a_case_only_what_its_frames_show(table: SoakTable, tmp_path: Path):
    judge = Judge(table)
    before = frozen(table)
    judge.begin()
    outcome = judge.step(judge.acts.turn_over(1))
    case = saved(outcome, table, before, tmp_path)
    assert [(c.kind, c.payload) for _, c in replayed(case)] == [(ChangeKind.TURNED, "BACK1")]
    anew = [(c.kind, c.payload) for _, c in replayed(case, with_memory=False)]
    assert anew == [(ChangeKind.PLACED, "CARD001"), (ChangeKind.TURNED, "BACK1")]


def test_a_change_that_did_not_happen_is_a_fault(table: SoakTable):
    judge = Judge(table)
    _also_tell(table, TableChange(ChangeKind.GONE, "CARD000", None, None, None, None, 0.0))
    outcome = judge.step(Act("nothing done"))
    assert outcome.verdict is Verdict.WRONG
    assert outcome.phantom == ((ChangeKind.GONE.value, "CARD000"),)


def test_a_change_that_is_withdrawn_at_once_did_not_happen(table: SoakTable):
    wrong = TableChange(ChangeKind.GONE, "CARD001", None, None, None, None, 0.0, number=70, act=70)
    _also_tell(table, wrong, replace(wrong, kind=ChangeKind.CORRECTED, number=71, act=71, corrects=70))
    assert Judge(table).step(Act("nothing done")).verdict is Verdict.RIGHT


def test_a_change_that_is_withdrawn_later_was_a_fault_but_the_correction_is_none(table: SoakTable):
    later = TableChange(ChangeKind.CORRECTED, "CARD001", None, None, None, None, 0.0, number=71, act=71, corrects=3)
    _also_tell(table, later, replace(later, kind=ChangeKind.PLACED, number=72, corrects=0))
    outcome = Judge(table).step(Act("nothing done"))
    assert (outcome.verdict, outcome.corrected) == (Verdict.RIGHT, 1)


def test_what_no_picture_can_tell_is_counted_apart_unless_the_truth_was_offered(table: SoakTable):
    judge = Judge(table)
    gone = TableChange(ChangeKind.GONE, "CARD001", None, None, None, None, 0.0, number=70, act=70)
    placed = replace(gone, kind=ChangeKind.PLACED, payload="BACK1", number=71)
    truth = ((ChangeKind.GONE.value, "CARD001"), (ChangeKind.PLACED.value, "BACK1"))
    act = Act("exchange", told=truth, tellable=False)
    turned = replace(gone, kind=ChangeKind.TURNED, payload="BACK1")
    _also_tell(table, turned)
    assert judge.step(act).verdict is Verdict.APART
    decided = []
    table.eye.decide = lambda act, choice: decided.append((act, choice))  # type: ignore[method-assign]
    _also_tell(table, replace(turned, alternatives=(Alternative((gone, placed), 0.4),)))
    assert judge.step(act).verdict is Verdict.RIGHT
    assert decided == [(70, 1)]


def test_a_code_that_lies_nowhere_is_a_wrong_identity(table: SoakTable):
    _also_tell(table, TableChange(ChangeKind.PLACED, "CARD009", None, None, None, None, 0.0))
    assert Judge(table).step(Act("nothing done")).strange == ("CARD009",)


def test_a_wrong_belief_is_counted_from_the_moment_its_place_is_in_clear_view(table: SoakTable):
    judge = Judge(table)
    _believe(table, lambda p: (*p, replace(p[0], at=replace(p[0].at, x_mm=400.0), since_s=1.0)))  # type: ignore[type-var]
    table.camera.wave(400.0, 190.0, 4)
    table.settle(1)
    ((age_s, (what, code, _)),) = judge.watch.older_than(-1.0)
    assert (age_s, what, code) == (0.0, "ghost", "CARD001")
    table.settle(20)
    assert [one for _, one in judge.watch.older_than(GHOST_S)] == [("ghost", "CARD001", 1.0)]


def test_a_card_that_is_not_believed_though_it_lies_open_is_a_fault(table: SoakTable):
    _believe(table, lambda presences: ())
    assert Judge(table).step(Act("nothing done")).beliefs == ("not seen: CARD001 at 142,160",)


def test_a_card_a_hair_aside_hides_the_one_below_and_one_farther_aside_does_not():
    card = replace(new_piece(1), x_mm=100.0, y_mm=100.0)
    assert not sticks_out(card, replace(card, x_mm=100.4), EASY.px_per_mm)
    assert sticks_out(card, replace(card, x_mm=103.0), EASY.px_per_mm)
    assert not sticks_out(card, replace(card, width_mm=80.0, height_mm=100.0), EASY.px_per_mm)


def test_the_levels_are_as_small_as_they_are_said_to_be():
    assert EASY.px_per_module == pytest.approx(1.76)
    assert HARD.px_per_module == pytest.approx(1.44)


def _also_tell(table: SoakTable, *changes: TableChange) -> None:
    """The table's next settling tells these as well."""
    settle = SoakTable.settle

    def more(clear_frames: int = 3) -> Heard:
        table.settle = lambda clear_frames=2: settle(table, clear_frames)  # type: ignore[method-assign]
        return Heard((*settle(table, clear_frames).changes, *((1, change) for change in changes)))

    table.settle = more  # type: ignore[method-assign]


def _believe(table: SoakTable, other: Callable[[tuple[Presence, ...]], tuple[Presence, ...]]) -> None:
    """From now on the eye's belief is another one, in every frame."""
    assert table.last is not None
    table.last = replace(table.last, presences=other(table.last.presences))
    look = table.eye.look
    table.eye.look = lambda frame: look(frame) and None  # type: ignore[method-assign]
