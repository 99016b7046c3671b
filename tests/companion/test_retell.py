"""A stored match in words: the public telling holds nothing that only a player may know."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from companion.journal.journal import StoredEntry
from companion.past.retell import RetellError, reader_named, retell
from companion.telling.voice import Voice
from rules.engine.entries import Entry, Header, Rewind
from rules.engine.questions import Answer
from rules.engine.types import PUBLIC, PieceId, Seat
from rules.engine.words import Names
from tests.companion.high_card import HIGH_CARD

HEADER = Header("high_card", 2)
HANDS = (
    ("hand/0", (PieceId("RED-1"), PieceId("BLU-6"))),
    ("hand/1", (PieceId("RED-5"), PieceId("BLU-3"))),
)
PLAYED = (
    Answer(None, "dealt", HANDS),
    Answer(Seat(0), "play:RED-1"),
    Rewind(1, "mistaken"),
    Answer(Seat(0), "play:BLU-6"),
    Answer(Seat(1), "play:BLU-3"),
)


def stored(entries: Sequence[Entry]) -> list[StoredEntry]:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return [StoredEntry(number, entry, "phone", at) for number, entry in enumerate(entries, start=1)]


def voice() -> Voice:
    words = HIGH_CARD.words("en")
    faces = HIGH_CARD.box.faces({}, words)
    names = Names(("Ada", "Ben"), {piece: face.title for piece, face in faces.items()})
    return Voice(game=HIGH_CARD, words=words, hub=words, faces=faces, layout=HIGH_CARD.mat(2), names=names)


def test_the_story_in_words_with_what_was_taken_back() -> None:
    told = retell(voice(), HEADER, stored(PLAYED), PUBLIC)
    assert [step.number for step in told.steps] == [0, 1, 2, 3, 4, 5]
    assert [step.number for step in told.steps if step.undone] == [2]
    assert told.steps[1].lines == ("2 cards each.",)
    assert told.steps[2].lines == ("Ada plays Red 1.",)
    assert told.steps[3].lines == ("The last step was undone.",)
    assert told.steps[5].lines == ("Ben plays Blu 3.", "Ada takes it.")
    assert "Won cards: Blu 6, Blu 3" in told.table
    assert "Tricks of Ada: 1" in told.table


def test_only_the_reader_sees_the_own_hand() -> None:
    dealt = stored(PLAYED[:1])
    public = "\n".join(retell(voice(), HEADER, dealt, PUBLIC).table)
    assert "Hand of Ada: 2 unseen" in public
    assert not [word for word in ("Red", "Blu") if word in public]
    ada = retell(voice(), HEADER, dealt, Seat(0)).table
    assert "Hand of Ada: Blu 6, Red 1" in ada
    assert "Hand of Ben: 2 unseen" in ada


def test_an_entry_that_the_rules_refuse_is_named() -> None:
    with pytest.raises(RetellError, match="Entry 2 is refused by the present rules of High Card"):
        retell(voice(), HEADER, stored((PLAYED[0], Answer(Seat(1), "play:RED-5"))), PUBLIC)


@pytest.mark.parametrize(("text", "seat"), [("1", 0), ("2", 1), ("ben", 1), ("Ada", 0)])
def test_players_are_named_by_number_or_name(text: str, seat: int) -> None:
    assert reader_named(text, ("Ada", "Ben")) == seat


@pytest.mark.parametrize("text", ["0", "3", "Cleo", "", "-1", "²"])
def test_unknown_players(text: str) -> None:
    with pytest.raises(RetellError, match="a number from 1 to 2, or a name"):
        reader_named(text, ("Ada", "Ben"))
