"""What a reader is handed: nothing more than it may know, not even by the order of things."""

from __future__ import annotations

import json
from itertools import permutations

import pytest

from rules.engine.packets import packet, plain
from rules.engine.redact import mask, redact, redact_event
from rules.engine.table import Table
from rules.engine.types import (
    ALL,
    NOBODY,
    PUBLIC,
    UNSEEN,
    Event,
    PieceId,
    Pile,
    Private,
    Seat,
    Slot,
    State,
    Track,
    may_read,
    only,
    visible_to,
)
from tests.rules.small import HANDS, P, asking, option, small_match
from tests.rules.test_match import adding


def state(*piles: Pile, tracks: tuple[Track, ...] = ()) -> State:
    decks = {"cards": (P("a1"), P("a2"), P("b1"))}
    return State((Seat(0), Seat(1)), decks, {p.key: p for p in piles}, {t.key: t for t in tracks})


def test_a_hand_is_its_owners() -> None:
    hand = Pile("hand/0", (Slot(P("a1"), "cards", only(0)), Slot(P("b1"), "cards", only(0))), only(0), Seat(0))
    full = state(hand)
    assert redact(full, Seat(0)).pile("hand/0").pieces == (P("a1"), P("b1"))
    for reader in (PUBLIC, Seat(1)):
        seen = redact(full, reader).pile("hand/0")
        assert [s.piece for s in seen.slots] == [UNSEEN, UNSEEN]
        assert seen.readers == NOBODY
        assert {s.readers for s in seen.slots} == {NOBODY}
        assert {s.deck for s in seen.slots} == {"cards"}  # what the back shows is public


def test_who_else_knows_a_card_is_nobodys_business() -> None:
    shared = Pile("x", (Slot(P("a1"), "cards", only(0, 1)),), only(0, 1))
    seen = redact(state(shared), Seat(0)).pile("x")
    assert (seen.readers, seen.slots[0].readers) == (only(0), only(0))
    shown = Pile("x", (Slot(P("a1"), "cards", only(0) | ALL),), only(0))
    assert redact(state(shown), Seat(0)).pile("x").slots[0].readers == ALL


def test_the_order_of_an_unordered_pile_tells_nothing() -> None:
    slots = (Slot(P("a1"), "cards", only(0) | ALL), Slot(P("b1"), "cards", only(0)), Slot(P("a2"), "cards", only(0)))
    seen = {redact(state(Pile("h", order, only(0))), Seat(1)).pile("h") for order in permutations(slots)}
    assert len(seen) == 1
    assert [s.piece for s in seen.pop().slots] == [P("a1"), UNSEEN, UNSEEN]


def test_an_ordered_pile_keeps_its_order() -> None:
    slots = (Slot(UNSEEN, "cards"), Slot(P("b1"), "cards", ALL), Slot(UNSEEN, "cards"))
    assert redact(state(Pile("h", slots, ordered=True)), PUBLIC).pile("h").slots == slots


def test_private_tracks() -> None:
    full = state(tracks=(Track("purse/0", 3, only(0), Seat(0)), Track("score/0", 2)))
    assert redact(full, Seat(0))["purse/0"] == 3
    assert redact(full, Seat(1))["purse/0"] is UNSEEN
    assert redact(full, Seat(1)).tracks["purse/0"].readers == NOBODY
    assert redact(full, Seat(1)).number("purse/0") == 0
    assert redact(full, PUBLIC).number("score/0") == 2


def test_what_has_not_changed_is_taken_over() -> None:
    one = state(Pile("x", (Slot(P("a1"), "cards", only(0)),), only(0)), Pile("y"))
    seen = redact(one, Seat(1))
    two = State(one.seats, one.decks, {**one.piles, "y": Pile("y", (Slot(P("b1"), "cards", ALL),))}, one.tracks)
    again = redact(two, Seat(1), (one, seen))
    assert again == redact(two, Seat(1))
    assert again.pile("x") is seen.pile("x")
    assert again.pile("y") != seen.pile("y")


def test_events_are_for_their_audience() -> None:
    event = Event("told", {"piece": Private(P("a1"), only(0)), "list": (1, Private(2, ALL))}, only(0, 1))
    assert redact_event(event, PUBLIC) is None
    own, other = redact_event(event, Seat(0)), redact_event(event, Seat(1))
    assert own is not None
    assert other is not None
    assert own.facts == {"piece": P("a1"), "list": (1, 2)}
    assert other.facts == {"piece": UNSEEN, "list": (1, 2)}
    assert (own.audience, other.audience) == (only(0), only(1))


@pytest.mark.parametrize(
    "wrap", [lambda p: p, lambda p: (p,), lambda p: [p], lambda p: frozenset({p}), lambda p: {"k": p}]
)
def test_a_piece_in_an_event_is_named_only_to_those_who_see_it(wrap) -> None:
    table: Table = small_match(adding, HANDS).table
    table.tell("told", fact=wrap(P("a1")), other=((wrap(P("a1")),),))
    for reader, known in ((Seat(0), True), (Seat(1), False), (PUBLIC, False)):
        heard = redact_event(table.told[-1], reader)
        assert heard is not None
        assert ("a1" in repr(heard)) == known


def test_a_piece_that_is_nowhere_known_is_named_to_nobody() -> None:
    table = small_match(adding, HANDS).table
    table.tell("told", piece=P("b3"))
    assert table.told[-1].facts["piece"] == Private(P("b3"), NOBODY)
    assert visible_to(table.state, P("b3")) == NOBODY
    table.tell("told", piece=P("a1"), number=3)
    assert table.told[-1].facts["number"] == 3


def test_masking_facts_of_questions() -> None:
    assert mask({"a": Private(1, only(1)), "b": 2}, Seat(1)) == {"a": 1, "b": 2}
    assert mask({"a": Private(1, only(1)), "b": {"c": Private(1, only(1))}}, PUBLIC) == {
        "a": UNSEEN,
        "b": {"c": UNSEEN},
    }


def test_readers() -> None:
    assert may_read(ALL, Seat(3))
    assert may_read(ALL, PUBLIC)
    assert not may_read(only(1), PUBLIC)
    assert not may_read(NOBODY, Seat(0))


def test_packets_are_plain_json() -> None:
    match = small_match(adding, HANDS)
    text = json.dumps(plain(packet(match, Seat(0))))
    assert '"a1"' in text
    assert '"a2"' not in text.split('"piles"')[1].split('"tracks"')[0]
    assert json.loads(text)["state"]["piles"]["hand/0"]["shape"] == "Shape.HAND"
    with pytest.raises(TypeError, match="object has no place in a packet"):
        plain({"x": object()})
    assert plain([1, None, 1.5, True, frozenset({Seat(1)}), range(2), UNSEEN]) == [
        1,
        None,
        1.5,
        True,
        ["1"],
        [0, 1],
        "?",
    ]


def test_only_those_asked_are_handed_options() -> None:
    match = small_match(adding, HANDS)
    asked = {r: packet(match, r).question for r in (PUBLIC, Seat(0), Seat(1))}
    assert all(q is not None and q.kind == "choose" and q.seats == (Seat(0),) for q in asked.values())
    assert [bool(q and q.options) for q in asked.values()] == [False, True, False]
    assert [bool(q and q.yours) for q in asked.values()] == [False, True, False]


def test_state_looks_things_up() -> None:
    match = small_match(asking(), HANDS)
    assert match.state.where(P("a1")) == "hand/0"
    assert match.state.where(P("b3")) is None
    assert match.state.unaccounted("cards") == (P("a3"), P("b2"), P("b3"))
    assert match.state.pile("hand/1").lacks(lambda c: c == "b1") is None
    assert match.state.pile("hand/0").lacks(lambda c: c == "a1") is False
    assert match.state.pile("hand/0").lacks(lambda c: c == "a2") is True
    assert match.state.pile("row/0").top is None
    assert match.state.pile("hand/1").top is UNSEEN
    assert repr(UNSEEN) == "UNSEEN"
    assert PieceId("coin#2").kind == "coin"
    assert type(PieceId("CAPTAIN").kind) is str, "words would say the name of the piece for a kind"
    assert option("x").key == "x"
