"""Starting anywhere: what a position may say, and every way in which it can be wrong."""

from __future__ import annotations

import pytest

from rules.engine.entries import Identify, Position
from rules.engine.positions import PositionError
from rules.engine.types import ALL, NOBODY, PUBLIC, UNSEEN, Seat, only
from tests.rules.small import P, accepted, small_match
from tests.rules.test_match import adding


def test_cards_lie_as_the_position_says() -> None:
    position = Position(
        {
            "hand/0": ("a1", "a2:shown", "?"),
            "row/0": ("b1", "b2:down"),
            "cover/1": ("b3:up",),
            "discard": ("coin#1", "coin#2"),
        },
        {"score/1": 4, "suit": "red", "list": ("x", "y"), "leader": 1},
        "middle",
        1,
    )
    match = small_match(adding, position)
    hand, row, discard = match.state.pile("hand/0"), match.state.pile("row/0"), match.state.pile("discard")
    assert [s.readers for s in hand.slots] == [only(0), ALL, only(0)]
    assert [(s.face_up, s.readers) for s in row.slots] == [(True, ALL), (False, only(0))]
    assert match.state.pile("cover/1").slots[0].face_up
    assert [s.readers for s in discard.slots] == [NOBODY, ALL]  # only the top card is seen
    assert match.seen(PUBLIC).pile("discard").pieces == (P("coin#2"),)
    assert len(match.state.pile("deck")) == 0
    assert len(match.state.pile("bag")) == 1
    assert (match.state.phase, match.state.turn) == ("middle", Seat(1))
    assert match.state["list"] == ("x", "y")
    assert isinstance(match.state["leader"], Seat)


def test_an_unseen_card_can_be_shown_to_its_owner_later() -> None:
    match = small_match(adding, Position({"hand/0": ("?",)}))
    accepted(match.submit(Identify("hand/0", (P("a1"),))))
    assert match.seen(Seat(0)).pile("hand/0").pieces == (P("a1"),)


def test_an_unseen_card_of_another_deck() -> None:
    match = small_match(adding, Position({"row/0": ("?@coins", "?")}))
    assert [s.deck for s in match.state.pile("row/0").slots] == ["coins", "cards"]
    assert match.state.pile("bag").unseen == 2
    assert match.state.pile("deck").unseen == 5


def test_nothing_said_is_as_the_setup_makes_it() -> None:
    match = small_match(adding, Position())
    assert match.state == small_match(adding).state


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (Position({"nest": ()}), "the game has no pile 'nest'"),
        (Position({"hand/0": ("a1", "a1")}), "'a1' is placed twice"),
        (Position({"hand/0": ("a1",), "hand/1": ("a1",)}), "'a1' is placed twice"),
        (Position({"hand/0": ("zz",)}), "this game has no piece 'zz' (in 'hand/0')"),
        (
            Position({"hand/0": ("a1:sideways",)}),
            "'a1:sideways' in 'hand/0': behind the colon stands up, down or shown",
        ),
        (Position({"hand/0": ("?@tiles",)}), "'?@tiles' in 'hand/0': the game has no deck 'tiles'"),
        (Position({"hand/0": ("?",) * 7}), "the position places more cards than 'cards' has"),
        (
            Position({"hand/0": ("a1",), "deck": ()}),
            "1 of the 6 cards of 'cards' are placed; say where the others are",
        ),
        (Position({}, {"moon": 1}), "this game has no track 'moon'"),
        (Position({}, {"score/0": "many"}), "'score/0' takes a value like '0'"),
        (Position({}, {"leader": 9}), "there is no seat 10"),
        (Position(turn=2), "there is no seat 3"),
    ],
)
def test_positions_that_cannot_be(position: Position, sentence: str) -> None:
    with pytest.raises(PositionError) as found:
        small_match(adding, position)
    assert str(found.value).replace("the game has no track", "this game has no track") == sentence


def test_a_position_that_fills_a_deck_anew() -> None:
    match = small_match(adding, Position({"deck": ("a1", "?"), "row/0": ("a2", "a3", "b1", "b2")}))
    assert [s.piece for s in match.state.pile("deck").slots] == [P("a1"), UNSEEN]
