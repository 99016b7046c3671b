"""What any seat may do whenever it likes: one answers, nobody is waited for, and the program's players take turns."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from rules.engine.packets import asked
from rules.engine.questions import Anytime, Choose, Option
from rules.engine.sampling import pick
from rules.engine.types import PUBLIC, Seat, State
from tests.rules.small import accepted, answer, asking, got, option, refused, small_match

ANNA, BEN, CARL = Seat(0), Seat(1), Seat(2)


def own(seen: State, seat: Seat) -> Iterator[Option]:
    yield option(f"act:{seat}", value=(seat, "act"))
    yield option("wave", value=(seat, "wave"))


def anytime(leader: Seat | None = None, after: Seat | None = None) -> Anytime:
    return Anytime(kind="act", seats=(ANNA, BEN, CARL), choices=own, leader=leader, after=after)


def test_any_seat_acts_and_the_next_question_asks_all_again() -> None:
    match = small_match(asking(anytime(), anytime()), seats=3)
    assert accepted(answer(match, 1, "wave")) == ["got"]
    assert got(match) == "(Seat(1), 'wave')", "the value says who it was"
    assert accepted(answer(match, 1, "act:1")) == ["got"], "the same one may act again"


def test_what_a_seat_may_do_is_its_own_business() -> None:
    match = small_match(asking(anytime()), seats=3)
    assert refused(answer(match, 0, "act:1")) == "no_such_option"
    seen, public = asked(match, ANNA), asked(match, PUBLIC)
    assert seen is not None
    assert public is not None
    assert (seen.open, seen.public, [o.key for o in seen.options]) == (False, False, ["act:0", "wave"])
    assert public.options == ()


def test_nobody_is_waited_for_but_one_who_leads() -> None:
    match = small_match(asking(anytime(), anytime(BEN), Choose(kind="c", seat=ANNA, choices=lambda seen: ())), seats=3)
    assert (match.awaited, match.waiting) == ((), (ANNA, BEN, CARL))
    accepted(answer(match, 2, "wave"))
    assert (match.awaited, match.waiting) == ((BEN,), (ANNA, BEN, CARL))
    accepted(answer(match, 0, "wave"))
    assert match.awaited == (ANNA,), "and whoever is asked alone"


@pytest.mark.parametrize(
    ("leader", "after", "next_up"), [(None, None, None), (None, ANNA, BEN), (None, CARL, ANNA), (CARL, ANNA, CARL)]
)
def test_the_next_to_the_left_is_next_up_or_who_leads(
    leader: Seat | None, after: Seat | None, next_up: Seat | None
) -> None:
    question = anytime(leader, after)
    assert (question.next_up, question.at_will) == (next_up, leader is None)
    view = asked(small_match(asking(question), seats=3), ANNA)
    assert view is not None
    assert (view.next_up, view.at_will, view.lead) == (next_up, leader is None, leader)


def test_play_by_chance_mostly_leaves_it_to_who_leads() -> None:
    match, random = small_match(asking(anytime(BEN)), seats=3), Random(1)
    seats = [pick(match, random.randrange).seat for _ in range(300)]
    assert set(seats) == {ANNA, BEN, CARL}
    assert seats.count(BEN) > 250
    led_by_nobody = small_match(asking(anytime()), seats=3)
    assert {pick(led_by_nobody, random.randrange).seat for _ in range(60)} == {ANNA, BEN, CARL}
