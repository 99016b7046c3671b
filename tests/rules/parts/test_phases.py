"""Steps and deeds: which question is a boundary, and what is said of a game that stands still."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.engine import Choose, Deeds, Option, PhaseError, Phases, Play, Say, Seat, Table, choose
from rules.engine.entries import EDITION


def table(phase: str, turn: Seat | None = None) -> Table:
    t = Table(2, {}, {}, EDITION)
    t.add_track("count", 0)
    t.go(phase, turn)
    return t


def ask(seat: int = 0) -> Choose:
    return Choose(kind="ask", seat=Seat(seat), choices=lambda seen: [Option("yes", True, Say("yes"))])


def test_the_first_question_of_a_step_that_has_changed_nothing_is_a_boundary() -> None:
    phases = Phases()

    @phases.step
    def quiet(t: Table) -> Play:
        yield ask()
        yield ask()
        t.go("busy", Seat(1))

    @phases.step
    def busy(t: Table, seat: Seat) -> Play:
        t.add("count", 1)
        yield ask(seat)
        t.tell("said")
        t.finish([seat])

    t = table("quiet")
    play = phases.play(t)
    asked = [next(play), play.send(True), play.send(True)]
    assert [q.boundary for q in asked] == [True, False, False]
    assert asked[2].asked == (Seat(1),)
    with pytest.raises(StopIteration):
        play.send(True)
    assert t.result is not None


def forgot_yield_from(t: Table) -> None:
    choose(t, Seat(0), "ask", "yes")


def runs_in_a_circle(t: Table) -> None:
    t.add("count", 1)


def goes_astray(t: Table) -> None:
    t.go("trun")


def wants_a_seat(t: Table, seat: Seat) -> None:
    raise AssertionError


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (
            forgot_yield_from,
            "'forgot_yield_from' asks nothing and .* write 'yield from' before every",
        ),
        (runs_in_a_circle, "'runs_in_a_circle' and those after it ask nobody anything"),
        (goes_astray, "There is no step 'trun', to which t.go leads; the steps are: goes_astray"),
        (wants_a_seat, r"'wants_a_seat' is for a seat, and nobody's turn it is: write t.go\('wants_a_seat', seat\)"),
    ],
)
def test_a_step_that_leads_nowhere_is_told_with_its_cure(step: Callable[..., None], said: str) -> None:
    phases = Phases()
    phases.step(step)
    with pytest.raises(PhaseError, match=said):
        next(phases.play(table(step.__name__)))


def test_two_steps_and_two_deeds_of_one_name_are_told() -> None:
    phases, deeds = Phases(), Deeds()
    phases.step(goes_astray)
    deeds.of("crab")(goes_astray)
    with pytest.raises(PhaseError, match="two steps 'goes_astray'"):
        phases.step(goes_astray)
    with pytest.raises(PhaseError, match="two deeds of 'crab'"):
        deeds.of("eel", "crab")(goes_astray)


def test_a_kind_of_card_without_a_deed_does_nothing() -> None:
    t = table("ask")
    assert list(Deeds().do("crab", t, Seat(0))) == []
    assert t["count"] == 0
