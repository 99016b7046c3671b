"""Play by chance: every choice comes from outside, and what is said is true."""

from __future__ import annotations

from random import Random

import pytest

from companion.kit.laws.truth import Truth, pick_true
from rules.engine.entries import Header
from rules.engine.match import Accepted, Match
from rules.engine.questions import Choose, Deal, Reveal
from rules.engine.sampling import SamplingError, pick
from rules.engine.types import Refusal, Seat
from tests.laws.toys import HAND_SIZE, high_card
from tests.rules.small import asking, option, small_match

HEADER = Header("high_card", 3)


def test_the_same_choices_play_the_same_match() -> None:
    logs = []
    for _ in range(2):
        match, random = Match(high_card(), HEADER), Random(4)
        while match.question is not None:
            assert isinstance(match.submit(pick(match, random.randrange)), Accepted)
        logs.append(match.log)
    assert logs[0] == logs[1]
    with pytest.raises(SamplingError, match="the match is over"):
        pick(match, random.randrange)


def test_the_first_choice_is_the_first_option() -> None:
    match = Match(high_card(), HEADER)
    dealt = pick(match, lambda count: 0)
    assert [len(cards) for _, cards in dealt.cards] == [HAND_SIZE] * 3
    match.submit(dealt)
    allowed = [o.key for o in match.options(Seat(0)) if o.refusal is None]
    assert pick(match, lambda count: 0).key == allowed[0]
    assert pick(match, lambda count: count - 1).key == allowed[-1]


def test_nothing_allowed_is_a_fault_of_the_game() -> None:
    no = Refusal("no", "R")
    question = Choose(kind="stuck", seat=Seat(0), choices=lambda seen: (option("x", no),))
    with pytest.raises(SamplingError, match="nothing is allowed at 'stuck'"):
        pick(small_match(asking(question)), lambda count: 0)


@pytest.mark.parametrize("shown", [frozenset(), frozenset({Seat(1)}), frozenset({Seat(0), Seat(1), Seat(2)})])
def test_a_truth_beside_a_match_that_is_told_some_hands(shown: frozenset[Seat]) -> None:
    for seed in range(8):
        random, truth = Random(seed), Truth(high_card(), HEADER, shown)
        match = Match(high_card(), HEADER)
        while match.question is not None:
            deal = isinstance(match.question, Deal)
            reveals = isinstance(match.question, Reveal)
            answer = pick_true(match, random.randrange, truth)
            if deal:
                assert {key for key, _ in answer.cards} == {f"hand/{s}" for s in shown}
            if reveals:
                assert not isinstance(truth.match.question, Reveal)  # the truth knows what lies there
            assert isinstance(match.submit(answer), Accepted)
        assert match.state.result == truth.match.state.result
        assert match.state.known() == truth.match.state.known()


def test_with_all_hands_told_both_are_the_same() -> None:
    random, truth = Random(1), Truth(high_card(), HEADER, frozenset(map(Seat, range(3))))
    match = Match(high_card(), HEADER)
    while match.question is not None:
        match.submit(pick_true(match, random.randrange, truth))
        assert match.state == truth.match.state
    assert match.log == truth.match.log


def test_a_card_laid_face_down_is_not_named_by_those_who_hide_their_hand() -> None:
    random, truth, match = Random(2), Truth(high_card(), HEADER), Match(high_card(), HEADER)
    keys = []
    while match.question is not None:
        answer = pick_true(match, random.randrange, truth)
        keys.append(answer.key)
        match.submit(answer)
    assert "play:?:down" in keys
    assert not [key for key in keys if key.endswith(":down") and key != "play:?:down"]
