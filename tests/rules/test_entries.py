"""The journal's form of entries and headers, there and back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings, strategies as st

from companion.kit.laws.renaming import renamed
from rules.engine.entries import (
    EDITION,
    EndMatch,
    Entry,
    EntryError,
    Header,
    Identify,
    MovePiece,
    NameCard,
    Position,
    Rewind,
    SetTrack,
    SetTurn,
    entry_from_json,
    entry_to_json,
    header_from_json,
    header_to_json,
)
from rules.engine.questions import Answer
from rules.engine.types import UNSEEN, PieceId, Seat

texts = st.text(max_size=8)
pieces = texts.filter(lambda t: t != "?").map(PieceId)
cards = pieces | st.just(UNSEEN)
seats = st.integers(0, 9).map(Seat)
values = st.none() | st.booleans() | st.integers(-9, 99) | texts | seats | st.lists(texts, max_size=3).map(tuple)
card_tuples = st.lists(cards, max_size=3).map(tuple)

entries: st.SearchStrategy[Entry] = st.one_of(
    st.builds(
        Answer,
        seat=st.none() | seats,
        key=texts,
        cards=st.dictionaries(texts, card_tuples, max_size=3).map(lambda d: tuple(d.items())),
        irregular=st.booleans(),
    ),
    st.builds(Identify, pile=texts, pieces=st.lists(pieces, max_size=3).map(tuple)),
    st.builds(MovePiece, piece=cards, to=texts, reason=texts, frm=texts, face_up=st.none() | st.booleans()),
    st.builds(NameCard, pile=texts, piece=pieces, reason=texts),
    st.builds(SetTrack, track=texts, value=values, reason=texts),
    st.builds(SetTurn, seat=seats, reason=texts),
    st.builds(EndMatch, reason=texts),
    st.builds(Rewind, to=st.integers(0, 999), reason=texts),
)
positions = st.builds(
    Position,
    piles=st.dictionaries(texts, st.lists(texts, max_size=3).map(tuple), max_size=3),
    tracks=st.dictionaries(texts, values, max_size=3),
    phase=texts,
    turn=st.none() | st.integers(0, 9),
)
headers = st.builds(
    Header,
    game=texts,
    seats=st.integers(1, 9),
    settings=st.dictionaries(texts, st.booleans() | st.integers(0, 9) | texts, max_size=3),
    position=st.none() | positions,
)
quick = settings(deadline=None, derandomize=True, database=None)


def same_types(one: object, other: object) -> bool:
    """Seats stay seats and truth stays truth: `1 == True == Seat(1)` would hide it."""
    return repr(one) == repr(other)


@quick
@given(entry=entries)
def test_entries_survive(entry: Entry) -> None:
    again = entry_from_json(json.loads(json.dumps(entry_to_json(entry))))
    assert again == entry
    assert same_types(again, entry)


@quick
@given(header=headers)
def test_headers_survive(header: Header) -> None:
    again = header_from_json(json.loads(json.dumps(header_to_json(header))))
    assert again == header
    assert same_types(again, header)


def test_a_match_keeps_the_edition_of_the_rulings_that_it_was_begun_with() -> None:
    stored = header_to_json(Header("chesney", 5))
    assert stored["edition"] == EDITION > 0
    del stored["edition"]  # as it was written before there were editions
    assert header_from_json(stored) == Header("chesney", 5, edition=0)


@pytest.mark.parametrize(
    ("stored", "sentence"),
    [
        ({}, "'' is not a kind of journal entry"),
        ({"dance": {}}, "'dance' is not a kind of journal entry"),
        ({"answer": {}, "rewind": {}}, "'answer, rewind' is not a kind"),
        ({"answer": {"seat": 1}}, "the journal entry 'answer' is not complete: 'key'"),
        ({"rewind": None}, "the journal entry 'rewind' is not complete"),
        ({"set_turn": {"seat": "x", "reason": ""}}, "the journal entry 'set_turn' is not complete"),
        ({"set_track": {"track": "x", "value": 1.5, "reason": ""}}, "the journal entry 'set_track' is not complete"),
    ],
)
def test_broken_entries(stored: dict[str, object], sentence: str) -> None:
    with pytest.raises(EntryError) as found:
        entry_from_json(stored)
    assert str(found.value).startswith(sentence)


@pytest.mark.parametrize(
    "stored", [{}, {"game": "x"}, {"game": "x", "seats": 2, "settings": {}, "position": {"piles": 3}}]
)
def test_broken_headers(stored: dict[str, object]) -> None:
    with pytest.raises(EntryError, match="the start of the journal is not complete"):
        header_from_json(stored)


def test_renaming_pieces() -> None:
    names = {"a1": "b2", "b2": "a1"}
    a, b = PieceId("a1"), PieceId("b2")
    assert renamed(Answer(Seat(0), "take:a1+c3:b2", (("h", (a, UNSEEN)),)), names) == Answer(
        Seat(0), "take:b2+c3:a1", (("h", (b, UNSEEN)),)
    )
    assert renamed(Identify("a1", (a,)), names) == Identify("a1", (b,))
    assert renamed(MovePiece(b, "x", "a1"), names) == MovePiece(a, "x", "a1")
    assert renamed(NameCard("x", a, "r"), names) == NameCard("x", b, "r")
    for entry in (SetTrack("a1", "a1", "r"), SetTurn(Seat(1), "r"), Rewind(2), EndMatch("a1")):
        assert renamed(entry, names) == entry
