"""Pieces without stickers: the camera cannot see them, so nobody is asked to lay them where it does."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal.copies import Copy, CopyTag
from companion.journal.journal import Journal
from companion.reading.on_table import OnTable
from companion.reading.stickered import Stickered
from companion.reading.table_tags import TableTags
from rules.engine.game import Game
from rules.engine.types import PieceId
from tests.companion.evening import HANDS, HIDING, Evening
from tests.companion.expedition import EXPEDITION, PARTY
from tests.companion.hidden_card import HIDDEN_CARD
from tests.companion.high_card import HIGH_CARD
from vision.types import Side

NOTHING = Stickered()
ALL_CARDS = frozenset(str(piece) for piece in HIGH_CARD.all_pieces({})["cards"])


def seen_empty(evening: Evening, stickered: Stickered | None) -> list[str]:
    """What is to be done when a camera has looked at an empty table for a while."""
    evening.running.watch.stickered = lambda: stickered
    evening.see()
    evening.wait(10)
    return evening.todo


@pytest.mark.parametrize(
    ("stickered", "asks"),
    [(NOTHING, False), (Stickered(frozenset({"OTHER"})), False), (Stickered(frozenset({PARTY})), True), (None, True)],
)
def test_a_token_is_wanted_on_its_field_only_where_it_has_a_sticker(stickered: Stickered | None, asks: bool) -> None:
    evening = Evening(EXPEDITION)
    assert bool(seen_empty(evening, stickered)) is asks
    evening.tap(0, "go:b1")
    evening.wait(10)
    assert bool(evening.todo) is asks, "nor where it goes"


def test_of_cards_only_those_with_a_sticker_are_wanted() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    seen_empty(evening, Stickered(ALL_CARDS - {"RED-1"}, frozenset({"cards"})))
    assert evening.tap(0, "play:RED-1").ok
    evening.wait(10)
    assert evening.todo == []
    assert evening.tap(1, "play:RED-5").ok
    evening.wait(10)
    assert len(evening.todo) == 1
    assert "Red 5" in evening.todo[0]


@pytest.mark.parametrize(("backs", "asks"), [(frozenset(), False), (frozenset({"cards"}), True)])
def test_a_face_down_card_is_wanted_only_where_backs_have_stickers(backs: frozenset[str], asks: bool) -> None:
    evening = Evening(HIDDEN_CARD, HIDING)
    seen_empty(evening, Stickered(ALL_CARDS, backs))
    key = evening.keys(0)[0]
    assert evening.tap(0, key).ok
    evening.wait(10)
    assert bool(evening.todo) is asks


def test_a_card_with_a_sticker_still_has_its_chores() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    seen_empty(evening, Stickered(frozenset({"RED-5"})))
    evening.lay("RED-5", "deck")
    evening.wait(10)
    assert any("Red 5" in line for line in evening.todo)


def test_a_table_that_uses_the_codes_of_the_game_itself_is_asked_for_everything() -> None:
    evening = Evening(EXPEDITION)
    assert seen_empty(evening, NOTHING) == []
    presence = evening.lay(PARTY, "a1")
    evening.take(presence)
    evening.lying = []
    evening.see()
    evening.wait(10)
    assert len(evening.todo) == 1


def seen(piece: str | None) -> OnTable:
    return OnTable("CODE", None if piece is None else PieceId(piece), "cards", "deck", False, 1.0)


def test_what_is_on_a_sticker_is_known_from_the_codes_of_the_game() -> None:
    found = Stickered(frozenset({"RED-1"}), frozenset({"cards"}))
    assert [found.has(seen(piece)) for piece in ("RED-1", "RED-2", None)] == [True, False, True]
    assert not NOTHING.has(seen(None))


def test_of_copies_that_nobody_tells_apart_one_sticker_stands_for_the_kind() -> None:
    decks = {"coins": (PieceId("ARCHER#1"), PieceId("ARCHER#2"), PieceId("KNIGHT#1"))}
    found = Stickered(frozenset({"ARCHER#1"}))
    assert found.bare(decks, frozenset(decks["coins"])) == {"KNIGHT#1"}
    assert found.bare(decks, frozenset()) == {"ARCHER#2", "KNIGHT#1"}


def test_backs_of_single_pieces_count_for_their_deck() -> None:
    decks = {"cards": (PieceId("RED-1"), PieceId("RED-2")), "tokens": (PARTY,)}
    assert Stickered(backs=frozenset({"RED-2"})).backless(decks) == {"tokens"}
    assert Stickered(backs=frozenset({"tokens"})).backless(decks) == {"cards"}


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal.open(tmp_path / "journal.db")


def tags_of(journal: Journal, *in_play: str, game: Game = HIGH_CARD) -> TableTags:
    return TableTags(journal.copies, game.slug, game.all_pieces({}), in_play)


def test_the_copies_in_play_say_what_has_a_sticker(journal: Journal) -> None:
    with journal:
        one = (CopyTag("AAAA1111", "RED-1"), CopyTag("AAAA2222", "cards", Side.BACK, shared=True))
        journal.copies.add(Copy(0, "high_card", "mine", ""), one)
        journal.copies.add(Copy(0, "high_card", "yours", ""), (CopyTag("BBBB1111", "BLU-1"),))
        journal.copies.add(Copy(0, "expedition", "other", ""), (CopyTag("CCCC1111", str(PARTY)),))
        assert tags_of(journal).stickered == Stickered(frozenset({"RED-1", "BLU-1"}), frozenset({"cards"}))
        table = tags_of(journal, "yours")
        assert table.stickered == Stickered(frozenset({"BLU-1"}))
        assert tags_of(journal, game=HIDDEN_CARD).stickered == NOTHING
        mine = tags_of(journal)
        mine.adopt(CopyTag("DDDD1111", "RED-2"))
        assert "RED-2" in mine.stickered.fronts, "a tag adopted in the middle of an evening counts at once"
