"""Moving, turning, showing and forgetting cards."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.engine.entries import Position
from rules.engine.table import Table, TableError
from rules.engine.types import ALL, NOBODY, PUBLIC, UNSEEN, PieceId, Seat, Slot, only
from tests.rules.small import HANDS, P, small_match
from tests.rules.test_match import adding


@pytest.fixture
def t() -> Table:
    return small_match(adding, HANDS).table


def slots(table: Table, key: str) -> list[Slot]:
    return list(table.pile(key).slots)


def test_a_card_takes_the_readers_of_where_it_comes_to(t: Table) -> None:
    t.move(P("a1"), "row/0")
    assert slots(t, "row/0") == [Slot(P("a1"), "cards", ALL, True)]
    t.move(P("a1"), "hand/1", also=only(0))
    assert slots(t, "hand/1")[-1].readers == only(0, 1)
    t.move(P("a1"), "cover/0", face_up=False)
    assert slots(t, "cover/0") == [Slot(P("a1"), "cards", only(0), False)]
    t.move(P("a1"), "deck")
    assert slots(t, "deck")[-1].readers == NOBODY


def test_a_known_card_may_come_out_of_the_unseen_ones(t: Table) -> None:
    t.move(P("b2"), "row/1", frm="hand/1")
    assert t.pile("hand/1").pieces == (P("a2"),)
    assert t.pile("hand/1").unseen == 0


def test_a_discard_pile_shows_its_top_only(t: Table) -> None:
    t.move(P("a1"), "discard")
    t.move(P("b1"), "discard")
    assert [s.readers for s in slots(t, "discard")] == [NOBODY, ALL]
    assert t.pile("discard").top == P("b1")


def test_the_top_unseen_card_of_an_ordered_pile_goes_first(t: Table) -> None:
    t.replace_pile("discard", (Slot(UNSEEN, "cards"), Slot(P("b3"), "cards"), Slot(UNSEEN, "coins")))
    t.move(UNSEEN, "row/0", frm="discard")
    assert [s.deck for s in slots(t, "discard")] == ["cards", "cards"]


def test_turning(t: Table) -> None:
    t.move(P("a1"), "cover/0", face_up=False)
    t.turn_face("cover/0", P("a1"), True)
    assert slots(t, "cover/0") == [Slot(P("a1"), "cards", ALL | only(0), True)]
    t.turn_face("cover/0", P("a1"), False)
    assert slots(t, "cover/0")[0].readers == ALL | only(0)  # what was seen stays seen
    t.turn_face("hand/1", UNSEEN, True)
    assert [s.face_up for s in slots(t, "hand/1")] == [False, True]


def test_naming_showing_concealing_forgetting(t: Table) -> None:
    t.name("hand/1", P("b3"))
    t.name("hand/1", P("b3"))
    assert t.pile("hand/1").pieces == (P("a2"), P("b3"))
    t.show("hand/1", P("b3"))
    assert slots(t, "hand/1")[1].readers == ALL | only(1)
    t.conceal("hand/1", [P("b3")])
    assert slots(t, "hand/1")[1].readers == only(1)
    t.forget("hand/1", [P("a2")])
    assert t.pile("hand/1").pieces == (P("b3"),)
    t.forget("hand/1")
    assert slots(t, "hand/1") == [Slot(UNSEEN, "cards", only(1))] * 2
    assert t.state.where(P("b3")) is None


def test_gathering_leaves_other_decks(t: Table) -> None:
    t.move(P("coin#1"), "row/0", frm="bag")
    t.gather("cards", "deck")
    assert len(t.pile("deck")) == t.pile("deck").unseen == 6
    assert t.pile("hand/0").slots == ()
    assert t.pile("row/0").pieces == (P("coin#1"),)
    t.shuffle("row/0")
    assert t.pile("row/0").unseen == 1


WRONG: dict[str, Callable[[Table], object]] = {
    "this game has no pile 'nest'": lambda t: t.pile("nest"),
    "this game has no track 'moon'": lambda t: t["moon"],
    "'name' is not a number": lambda t: t.number("name"),
    "this game has no piece 'zz'": lambda t: t.deck_of(PieceId("zz")),
    "nobody knows where 'b3' is": lambda t: t.move(P("b3"), "row/0"),
    "'a1' is not in 'deck'": lambda t: t.move(P("a1"), "row/0", frm="deck"),
    "'an unseen card' is not in 'hand/0'": lambda t: t.move(UNSEEN, "row/0", frm="hand/0"),
    "no unseen card is in 'discard'": lambda t: t.move(UNSEEN, "row/0", frm="discard"),
    "'a1' is already somewhere else": lambda t: t.name("hand/1", P("a1")),
    "'b3' is not in 'hand/0'": lambda t: t.show("hand/0", P("b3")),
}


@pytest.mark.parametrize("sentence", WRONG)
def test_what_the_table_cannot_do(sentence: str, t: Table) -> None:
    with pytest.raises(TableError) as found:
        WRONG[sentence](t)
    assert str(found.value) == sentence


def test_seats_and_tracks(t: Table) -> None:
    assert list(t.clockwise(Seat(1))) == [Seat(1), Seat(0)]
    assert t.left_of(Seat(1)) == Seat(0)
    t.add("score/0", 2)
    assert t.number("score/0") == 2
    t.go("later")
    assert (t.phase, t.turn) == ("later", None)
    with pytest.raises(TypeError):
        t.state.piles["x"] = t.pile("deck")  # type: ignore[index] # a state is not to be changed


def test_a_state_is_a_picture_of_its_moment(t: Table) -> None:
    before = t.state
    assert t.state is before
    t.move(P("a1"), "row/0")
    assert before.where(P("a1")) == "hand/0"
    assert t.state.where(P("a1")) == "row/0"
    assert small_match(adding, Position()).seen(PUBLIC) == small_match(adding).seen(None)
