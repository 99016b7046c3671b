"""Small parts: yes or no, choosing at the same time, and all of a pile moved at once."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from rules.engine import (
    ALL,
    UNSEEN,
    Choose,
    Option,
    PieceId,
    Play,
    Say,
    Seat,
    Table,
    Together,
    Words,
    choose_together,
    move_all,
    own_text,
    put_back,
    yes_or_no,
)
from rules.engine.entries import EDITION

ANNA, BEN = Seat(0), Seat(1)
CARDS = tuple(PieceId(f"card-{n}") for n in range(5))


def given(play: Play, answer: object) -> Any:
    """What a part gives when its one question is answered so."""
    with pytest.raises(StopIteration) as done:
        play.send(answer)
    return done.value.value


def test_yes_or_no_is_asked_of_one_seat_in_words_of_the_engine() -> None:
    t = Table(2, {}, {}, EDITION)
    play = yes_or_no(t, BEN, "hide", other=ANNA)
    question = next(play)
    assert isinstance(question, Choose)
    assert (question.kind, question.asked, question.facts) == ("hide", (BEN,), {"other": ANNA})
    options = question.options(t.state, BEN)
    assert [(option.key, option.value) for option in options] == [("yes", True), ("no", False)]
    for language in ("en", "de"):
        words = Words(language, tomllib.loads(own_text("rules.engine", f"text.{language}.toml")))
        assert all(("option", option.say.code) in words for option in options)
    assert given(play, False) is False


def test_words_and_options_are_chosen_at_the_same_time() -> None:
    t = Table(2, {}, {}, EDITION)
    pay = Option("pay:3", 3, Say("pay", {"amount": 3}))
    play = choose_together(t, t.seats, "toll", "wait", pay, boundary=True, round=2)
    question = next(play)
    assert isinstance(question, Together)
    assert (question.asked, question.boundary) == (t.seats, True)
    assert question.facts == {"seats": t.seats, "round": 2}
    for seat in t.seats:
        assert [(o.key, o.value) for o in question.options(t.state, seat)] == [("wait", "wait"), ("pay:3", 3)]
    chosen = {ANNA: 3, BEN: "wait"}
    assert given(play, chosen) == chosen


def laid_out() -> Table:
    t = Table(2, {}, {"cards": CARDS}, EDITION)
    t.add_pile("deck", deck="cards")
    for key in ("here", "there", "won"):
        t.add_pile(key, readers=ALL, ordered=True, face_up=True)
    for card, key in zip(CARDS, ("here", "there", "here", "won"), strict=False):
        t.move(card, key, frm="deck")
    return t


def test_all_of_some_piles_goes_to_another_in_its_order() -> None:
    t = laid_out()
    assert move_all(t, "won", "there", "here") == 3
    assert t.pile("won").pieces == (CARDS[3], CARDS[1], CARDS[0], CARDS[2])
    assert all(slot.face_up for slot in t.pile("won").slots)
    assert move_all(t, "won", "here") == 0
    assert move_all(t, "here", "won", face_up=False) == 4
    assert not any(slot.face_up for slot in t.pile("here").slots)


def test_what_nobody_has_seen_goes_along_and_what_is_put_back_is_unknown() -> None:
    t = laid_out()
    assert move_all(t, "won", "deck") == 1
    assert t.pile("won").slots[-1].piece is UNSEEN
    assert put_back(t, "deck", "here", "there", "won") == 5
    assert t.pile("deck").pieces == ()
