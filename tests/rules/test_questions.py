"""Every kind of question: what is listed, what is taken, what is refused and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest

from rules.engine.entries import Identify
from rules.engine.packets import packet, plain
from rules.engine.questions import (
    Answer,
    Choose,
    Deal,
    Option,
    PickCard,
    Question,
    Reveal,
    Roll,
    Together,
    Window,
    refused as with_refusal,
)
from rules.engine.types import PUBLIC, UNSEEN, Card, PieceId, Refusal, Say, Seat, State
from tests.rules.small import HANDS, P, accepted, answer, asking, got, option, refused, small_match

NO = Refusal("no_good", "R-1", {"why": "x"})


def per_card(seat: int, seen: State, card: Card) -> Iterator[Option]:
    if isinstance(card, PieceId):
        refusal = NO if card.startswith("b") else None
        yield Option(f"put:{card}", card, Say("put", {"piece": card}), refusal=refusal, piece=card)
    elif seen.pile(f"hand/{seat}").unseen:
        yield Option("put:?", UNSEEN, Say("put", {"piece": UNSEEN}))


def pick(seat: int) -> PickCard:
    return PickCard(kind="pick", seat=Seat(seat), pile=f"hand/{seat}", per_card=partial(per_card, seat))


def keys(question_seat: int | None, *questions: Question) -> list[str]:
    match = small_match(asking(*questions), HANDS)
    return [o.key for o in match.options(None if question_seat is None else Seat(question_seat))]


# -- Choose ------------------------------------------------------------------------------------------------------------


def choose(*options: Option, auto: bool = False) -> Choose:
    return Choose(kind="choose", seat=Seat(1), choices=lambda seen: options, auto=auto)


def test_choose_gives_the_value_of_the_option() -> None:
    match = small_match(asking(choose(option("x"), option("y", value=7))))
    assert match.waiting == (Seat(1),)
    assert match.options(Seat(0)) == ()
    assert refused(answer(match, 0, "x")) == "not_your_turn"
    assert refused(answer(match, None, "x")) == "not_your_turn"
    assert refused(answer(match, 1, "z")) == "no_such_option"
    assert accepted(answer(match, 1, "y")) == ["got"]
    assert got(match) == "7"


def test_a_refused_option_is_listed_and_needs_the_host() -> None:
    match = small_match(asking(choose(option("x", NO), option("y"))))
    assert answer(match, 1, "x") == NO
    assert match.version == 0
    assert accepted(answer(match, 1, "x", irregular=True)) == ["irregular_accepted", "got"]


def test_what_could_not_be_carried_out_is_refused_also_when_the_host_accepts_it() -> None:
    far = Option("far", "far", Say("pass"), refusal=Refusal("not_there", "R-2"))
    question = replace(choose(option("x", NO), far), never=lambda full, option, refusal: refusal.code == "not_there")
    match = small_match(asking(question))
    assert refused(answer(match, 1, "far", irregular=True)) == "not_there"
    assert accepted(answer(match, 1, "x", irregular=True)) == ["irregular_accepted", "got"]


def test_auto_takes_the_only_allowed_option() -> None:
    match = small_match(asking(choose(option("x"), option("y", NO), auto=True), choose(option("z"), option("w"))))
    assert [t.event.facts["value"] for t in match.told] == ["'x'"]
    assert [o.key for o in match.options(Seat(1))] == ["z", "w"]
    assert match.version == 0


def test_auto_asks_where_there_is_a_choice_or_none() -> None:
    for options in ([option("x"), option("y")], [option("x", NO)]):
        match = small_match(asking(choose(*options, auto=True)))
        assert match.waiting == (Seat(1),)


# -- PickCard ----------------------------------------------------------------------------------------------------------


def test_pick_card_lists_what_the_seat_has_shown() -> None:
    assert keys(0, pick(0)) == ["put:a1", "put:b1"]


def test_pick_card_lists_what_an_unseen_card_may_be_as_far_as_that_seat_knows() -> None:
    """Seat 1 does not know seat 0's hand, so its unseen card may be any but its own a2."""
    assert keys(1, pick(1)) == ["put:a2", "put:a1", "put:a3", "put:b1", "put:b2", "put:b3", "put:?"]


def test_pick_card_refuses_what_the_notes_know_to_be_elsewhere() -> None:
    match = small_match(asking(pick(1)), HANDS)
    assert refused(answer(match, 1, "put:a1")) == "cannot_be_there"
    assert refused(answer(match, 1, "put:b2")) == "no_good"
    assert refused(answer(match, 1, "put:zz")) == "no_such_option"
    assert accepted(answer(match, 1, "put:a3")) == ["got"]


def test_pick_card_names_a_card_that_is_not_listed() -> None:
    match = small_match(asking(pick(0)), HANDS)
    outcome = answer(match, 0, "put:a3")
    assert outcome == Refusal("card_not_in_hand", "", {"piece": P("a3")})


def test_pick_card_takes_the_unnamed_card() -> None:
    match = small_match(asking(pick(1)), HANDS)
    answer(match, 1, "put:?")
    assert got(match) == "UNSEEN"


def test_an_answer_finds_its_option_without_the_others() -> None:
    """The short way to an option gives what the whole list gives."""
    match = small_match(asking(pick(1)), HANDS)
    question = match.question
    assert isinstance(question, PickCard)
    seen = match.seen(Seat(1))
    for listed in question.options(seen, Seat(1)):
        assert question.listed(seen, Answer(Seat(1), listed.key)) == listed
        assert question.listed(seen, Answer(Seat(0), listed.key)) is None


# -- Reveal, Deal, Roll ------------------------------------------------------------------------------------------------

REVEAL = Reveal(kind="turn", pile="deck", to_spot="discard", not_these=frozenset({P("b3")}))


def test_reveal_lists_what_may_come_as_far_as_everybody_knows() -> None:
    assert keys(None, REVEAL) == ["a1", "a2", "a3", "b1", "b2"]
    assert keys(0, REVEAL) == keys(None, REVEAL)


def test_reveal_refuses_what_lies_elsewhere() -> None:
    match = small_match(asking(REVEAL), HANDS)
    assert refused(answer(match, None, "a1")) == "cannot_be_there"
    assert refused(answer(match, None, "b3")) == "cannot_be_there"
    assert refused(answer(match, None, "")) == "no_such_option"
    assert accepted(answer(match, 1, "a3")) == ["got"]
    assert got(match) == "'a3'"


def test_reveal_of_a_pile_that_is_known() -> None:
    reveal = Reveal(kind="turn", pile="hand/0", to_spot="row/0")
    match = small_match(asking(reveal), HANDS)
    assert refused(answer(match, None, "a3")) == "cannot_be_there"
    assert accepted(answer(match, None, "b1")) == ["got"]


DEAL = Deal(kind="deal", pile="deck", counts={"hand/0": 2, "hand/1": 1})


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ((("hand/0", (P("a1"),)),), "wrong_deal"),
        ((("row/0", (P("a1"),)),), "wrong_deal_pile"),
        ((("hand/0", (P("a1"), P("a1"))),), "cannot_be_there"),
        ((("hand/0", (P("a1"), UNSEEN)), ("hand/1", (P("a1"),))), "cannot_be_there"),
        ((("hand/1", (P("coin#1"),)),), "cannot_be_there"),
    ],
)
def test_deals_that_cannot_be(cards: tuple[tuple[str, tuple[Card, ...]], ...], code: str) -> None:
    match = small_match(asking(DEAL))
    assert refused(answer(match, None, "dealt", cards=cards)) == code
    assert refused(answer(match, None, "dealed")) == "no_such_option"


def test_a_deal_may_be_seen_in_part() -> None:
    match = small_match(asking(DEAL))
    accepted(answer(match, None, "dealt", cards=(("hand/0", (P("a1"), UNSEEN)),)))
    assert got(match) == "{'hand/0': ('a1', UNSEEN), 'hand/1': (UNSEEN,)}"


def test_a_deal_refuses_cards_that_are_elsewhere() -> None:
    match = small_match(asking(DEAL), HANDS)
    assert refused(answer(match, None, "dealt", cards=(("hand/1", (P("b1"),)),))) == "cannot_be_there"


@pytest.mark.parametrize("key", ["", "1", "1-2-3", "0-1", "7-1", "1-5", "x-1", "-1", "1--1", "½-1"])
def test_what_is_no_roll(key: str) -> None:
    match = small_match(asking(Roll(kind="roll", seat=Seat(0), dice=(6, 4))))
    assert refused(answer(match, 0, key)) == "not_a_roll"


def test_rolls() -> None:
    match = small_match(
        asking(Roll(kind="roll", seat=Seat(0), dice=(6, 4)), Roll(kind="roll", seat=None, dice=(6,) * 4))
    )
    assert len(match.options(Seat(0))) == 24
    assert match.options(Seat(1)) == ()
    assert refused(answer(match, 1, "1-1")) == "not_your_turn"
    answer(match, 0, "6-4")
    assert got(match) == "(6, 4)"
    assert match.options(None) == ()  # too many to list
    answer(match, None, "6-5-4-3")
    assert got(match) == "(6, 5, 4, 3)"


# -- Window ------------------------------------------------------------------------------------------------------------


def window(may_pass: bool = True, hands: str = "") -> Window:
    def choices(seen: State, seat: Seat) -> Iterator[Option]:
        for piece in seen.pile(f"hand/{seat}").pieces:
            yield Option(f"use:{piece}", piece, Say("use"), piece=piece)
        yield Option("use:b3", P("b3"), Say("use"), piece=P("b3"))

    return Window(kind="react", seats=(Seat(0), Seat(1)), choices=choices, may_pass=may_pass, hands=hands)


def test_a_window_closes_when_all_have_passed() -> None:
    match = small_match(asking(window()), HANDS)
    assert accepted(answer(match, 1, "pass")) == []
    assert match.waiting == (Seat(0),)
    assert match.options(Seat(1)) == ()
    assert refused(answer(match, 1, "use:a2")) == "already_answered"
    assert accepted(answer(match, 0, "pass")) == ["got"]
    assert got(match) == "None"


def test_the_first_to_react_decides() -> None:
    match = small_match(asking(window()), HANDS)
    answer(match, 0, "pass")
    answer(match, 1, "use:a2")
    assert got(match) == "(Seat(1), 'a2')"


def test_a_window_that_needs_a_reaction_offers_no_pass() -> None:
    match = small_match(asking(window(may_pass=False)), HANDS)
    assert refused(answer(match, 0, "pass")) == "no_such_option"
    assert match.options(None) == ()


def test_a_window_checks_the_hand_when_it_is_told_which() -> None:
    match = small_match(asking(window(hands="hand")), HANDS)
    assert refused(answer(match, 0, "use:b3")) == "cannot_be_there"  # all of that hand is known
    assert accepted(answer(match, 1, "use:b3")) == ["got"]  # may be its unseen card


# -- Together ----------------------------------------------------------------------------------------------------------


def both() -> Together:
    parts = {
        Seat(s): Choose(kind="part", seat=Seat(s), choices=lambda seen: (option("x"), option("y"))) for s in (0, 1)
    }
    return Together(kind="both", parts=parts)


def test_together_tells_nothing_before_all_have_answered() -> None:
    match = small_match(asking(both()))
    other = small_match(asking(both()))
    assert accepted(answer(match, 0, "x")) == []
    assert accepted(answer(other, 0, "y")) == []
    for reader in (PUBLIC, Seat(1)):
        assert plain(packet(match, reader)) == plain(packet(other, reader))
    assert match.waiting == (Seat(1),)
    assert refused(answer(match, 0, "y")) == "already_answered"
    own = packet(match, Seat(0)).question
    assert own is not None
    assert not own.yours
    assert own.options == ()
    assert accepted(answer(match, 1, "y")) == ["got"]
    assert got(match) == "{Seat(0): 'x', Seat(1): 'y'}"


def test_together_gives_the_answers_in_the_order_of_the_seats() -> None:
    match = small_match(asking(both()))
    answer(match, 1, "y")
    answer(match, 0, "x")
    assert got(match) == "{Seat(0): 'x', Seat(1): 'y'}"


def test_together_refuses_strangers() -> None:
    match = small_match(asking(both()), seats=3)
    assert refused(answer(match, 2, "x")) == "not_your_turn"
    assert refused(answer(match, None, "x")) == "not_your_turn"
    assert refused(answer(match, 0, "z")) == "no_such_option"


# -- small things ------------------------------------------------------------------------------------------------------


def test_an_option_takes_a_refusal() -> None:
    assert with_refusal(option("x"), None) == option("x")
    assert with_refusal(option("x"), NO) == option("x", NO)


def test_identify_changes_what_is_listed_at_once() -> None:
    match = small_match(asking(pick(1)), HANDS)
    accepted(match.submit(Identify("hand/1", (P("b2"),))))
    assert [o.key for o in match.options(Seat(1))] == ["put:a2", "put:b2"]


def test_options_are_made_from_the_redacted_state() -> None:
    seen: list[State] = []

    def look(state: State) -> list[Option]:
        seen.append(state)
        return [option("x")]

    match = small_match(asking(Choose(kind="c", seat=Seat(0), choices=look)), HANDS)
    match.options(Seat(0))
    assert seen[-1].pile("hand/1").pieces == ()
    assert seen[-1].pile("hand/0").pieces == (P("a1"), P("b1"))


def test_a_partial_can_be_a_coroutine() -> None:
    match = small_match(partial(asking(both())))
    assert match.question is not None
