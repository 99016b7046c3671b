"""What of the camera's reports reaches the match: no stranger, no piece that is just being registered, one of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.copies import Copy, CopyError, CopyTag
from companion.journal.journal import Journal
from companion.reading.tags import front_code
from rules.engine.questions import Answer
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from tests.companion.shelf import pieces_of
from vision.types import ChangeKind, NamelessCard, Point, Presence, Side, TableChange, TableReport, Unread
from web.pages.pieces.views import PiecesAct, PiecesCommand

BACK = CopyTag("BACK", "cards", Side.BACK, shared=True)
IN_PLAY = ("old", "new", "adopted")


class Table:
    """High Card with copies on the shelf: two of them, single adopted tags, one that `IN_PLAY` leaves out, and one of
    another game."""

    def __init__(self, journal: Journal, in_play: tuple[str, ...]):
        self.now_s = 0.0
        copies = journal.copies
        copies.add(Copy(0, "high_card", "old"), (CopyTag("OLD1", "RED-1"), CopyTag("OLD1B", "RED-1"), BACK))
        copies.add(Copy(0, "high_card", "new"), (CopyTag("NEW1", "RED-1"), CopyTag("NEW2", "BLU-2")))
        copies.add(Copy(0, "high_card", "rest", "Zoe"), (CopyTag("REST", "RED-1"),))
        copies.add(Copy(0, "go", "stones"), (CopyTag("STONE", "white"),))
        copies.adopt("high_card", CopyTag("ODD1", "RED-1"))
        self.pieces, self.tags = pieces_of(journal, clock=lambda: self.now_s, in_play=in_play)
        self.evening = Evening(HIGH_CARD, HANDS, admit=lambda report: self.pieces.admit(report))

    def lay(self, payload: str, spot: str | None) -> Presence:
        """A tag that is known comes to lie somewhere."""
        evening, tag = self.evening, self.tags.registry[payload]
        evening.now_s += 1
        there = Presence(tag, None, 0.0, spot, evening.now_s, evening.now_s)
        evening.lying = [replace(p, seen_s=evening.now_s) for p in evening.lying] + [there]
        evening.see(TableChange(ChangeKind.PLACED, payload, tag, spot, None, None, evening.now_s))
        return there

    def unknown(self, *payloads: str) -> None:
        at_s = self.evening.now_s
        self.evening.see(*(TableChange(ChangeKind.UNKNOWN, p, None, None, None, None, at_s) for p in payloads))

    @property
    def notice(self) -> str:
        return self.evening.packet().notice


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "data" / "companion.db") as opened:
        yield opened


@pytest.fixture
def table(journal: Journal) -> Table:
    return Table(journal, ())


TWICE = "There are two copies of Red 1 on the table: take one away."


# ---- two copies of one game -----------------------------------------------------------------------------------------


def test_the_cards_of_any_copy_are_played_with(table: Table) -> None:
    table.lay("OLD1", "trick/0")
    assert [str(entry.key) for entry in table.evening.disk.entries if isinstance(entry, Answer)] == ["play:RED-1"]


@pytest.mark.parametrize("spot", [None, "trick/0", "won"])
def test_two_copies_of_a_piece_are_told_and_one_of_them_counts(table: Table, spot: str | None) -> None:
    table.lay("OLD1", "trick/0")
    version, todo = table.evening.match.version, table.evening.todo
    second = table.lay("NEW1", spot)
    assert table.notice == TWICE
    assert table.evening.spoken[-1] == "There are two copies of Red 1."
    table.evening.see()
    assert table.evening.spoken.count("There are two copies of Red 1.") == 1
    assert table.evening.match.version == version
    table.evening.wait(10)
    assert table.evening.todo == todo, "the second one is no difference between rules and table"
    table.evening.take(second)
    assert table.notice == ""
    assert table.evening.match.version == version


def test_stickers_too_small_to_read_are_told_without_their_place_while_they_lie_there(table: Table) -> None:
    evening = table.evening

    def see(*unread: Unread) -> None:
        evening.referee.handle(TableReport((), tuple(evening.lying), True, evening.now_s, unread=unread))

    spoken = len(evening.spoken)
    see(Unread(None, "trick/0", 1.2))
    assert table.notice == "A sticker is too small for the camera to read. Say on a phone what lies there."
    see(Unread(None, "trick/0", 1.2), Unread(None, None, 1.3))
    assert table.notice.startswith("2 stickers are too small")
    see()
    assert table.notice == ""
    assert len(evening.spoken) == spoken, "it is read, and disturbs nobody"


def test_cards_that_cannot_be_told_by_their_looks_are_counted_and_neither_placed_nor_named(table: Table) -> None:
    evening = table.evening

    def see(*nameless: NamelessCard) -> None:
        evening.referee.handle(TableReport((), tuple(evening.lying), True, evening.now_s, nameless=nameless))

    spoken = len(evening.spoken)
    see(NamelessCard(Point(10.0, 10.0), "trick/0", ("red#1", "red#2")))
    assert table.notice == (
        "A card without sticker lies on the table that the camera cannot tell by its look. "
        "Say on a phone what lies there."
    )
    see()
    assert table.notice == ""
    assert len(evening.spoken) == spoken


def test_a_card_that_was_said_on_a_phone_need_not_be_told_by_its_look(table: Table) -> None:
    evening = table.evening
    lies_there = NamelessCard(Point(10.0, 10.0), "trick/0", ("RED-2", "RED-1"))

    def see(*nameless: NamelessCard) -> None:
        evening.referee.handle(TableReport((), tuple(evening.lying), True, evening.now_s, nameless=nameless))

    see(lies_there)
    assert "cannot tell by its look" in table.notice
    evening.tap(0, "play:RED-1")
    see(lies_there)
    evening.wait(10)
    assert table.notice == ""
    assert evening.todo == []
    see()
    evening.wait(10)
    assert any("Red 1" in line for line in evening.todo), "it has been taken away"


def test_when_the_first_is_taken_away_the_other_counts(table: Table) -> None:
    first = table.lay("OLD1", "trick/0")
    table.lay("NEW1", "won")
    table.evening.take(first)
    assert table.notice == ""
    table.evening.wait(10)
    assert any("Red 1" in line for line in table.evening.todo), "it is to be moved to where the first one lay"


def test_two_stickers_on_one_card_are_one_card(table: Table) -> None:
    table.lay("OLD1", "trick/0")
    table.lay("OLD1B", "trick/0")
    table.lay("ODD1", "trick/0")
    assert table.notice == ""
    table.lay(front_code("high_card", "RED-1"), None)
    assert table.notice == TWICE


def test_the_tag_of_a_copy_that_is_not_in_play(journal: Journal) -> None:
    table = Table(journal, IN_PLAY)
    table.unknown("REST")
    assert table.notice == ("That tag belongs to another copy (rest (Zoe)), which is not in play: take it away."), (
        "and not which card it is"
    )
    assert "RED-1" not in table.evening.bytes_of()
    assert table.evening.said == "That belongs to another copy."
    assert table.evening.outlet.board is not None
    assert table.evening.outlet.board.unknown_tags == ()


def test_the_tag_of_another_game(table: Table) -> None:
    table.unknown("STONE")
    assert table.notice == "That tag belongs to another game (go): take it away."


def test_a_tag_that_nobody_registered_is_offered(table: Table) -> None:
    table.unknown("PIZZA", "STONE")
    assert table.evening.outlet.board is not None
    assert table.evening.outlet.board.unknown_tags == ("PIZZA",)
    assert table.pieces.strangers(("PIZZA", "STONE")) == ("PIZZA",)


# ---- while a copy is registered -------------------------------------------------------------------------------------


def start(table: Table) -> None:
    table.pieces.act(PiecesCommand(PiecesAct.START, "third"))
    table.pieces.act(PiecesCommand(PiecesAct.JUMP, "front/RED-1"))


def test_a_registration_leaves_the_match_alone(table: Table) -> None:
    start(table)
    table.unknown("FRESH")
    assert table.notice == ""
    assert table.evening.said == ""
    now = table.pieces.view().now
    assert now is not None
    assert now.told == "Red 1 has its tag. Next: Red 2."
    table.lay("FRESH", "trick/0")
    assert table.evening.disk.entries == [], "it lies there to be registered"
    assert table.evening.todo == []
    assert table.pieces.view().now == now
    table.unknown("STONE")
    assert table.notice == "", "the page says it"
    table.pieces.act(PiecesCommand(PiecesAct.LATER))
    table.evening.see()
    assert len(table.evening.disk.entries) == 1, "now it is a card like any other"


def test_cards_of_other_copies_are_played_meanwhile(table: Table) -> None:
    start(table)
    table.lay("OLD1", "trick/0")
    assert len(table.evening.disk.entries) == 1


def test_a_page_that_is_opened_takes_no_card_out_of_the_match(table: Table) -> None:
    table.lay("OLD1", "trick/0")
    table.lay("BACK", "won")
    version, todo, items = table.evening.match.version, table.evening.todo, table.evening.running.watch.items
    old = next(copy for copy in table.pieces.view().copies if copy.name == "old")
    table.pieces.act(PiecesCommand(PiecesAct.GO_ON, copy=old.ident))
    table.evening.see()
    table.evening.wait(10)
    assert (table.evening.match.version, table.evening.todo) == (version, todo)
    assert [i.mark for i in table.evening.running.watch.items] == [i.mark for i in items]
    table.lay("BACK", None)
    assert [i.mark for i in table.evening.running.watch.items] == [i.mark for i in items], (
        "a new one lies there for the page"
    )


def test_a_registration_that_nobody_looks_at_swallows_nothing(table: Table) -> None:
    start(table)
    table.now_s += 3600
    table.unknown("PIZZA")
    assert "nobody has registered" in table.notice
    assert table.tags.whose("PIZZA") is None


def test_a_phone_that_goes_dark_plays_no_card(table: Table) -> None:
    start(table)
    table.unknown("FRESH")
    there = table.lay("FRESH", "trick/0")
    table.now_s += 3600
    table.evening.see()
    assert table.evening.disk.entries == [], "it lies there since it was registered"
    table.evening.take(there)
    table.lay("FRESH", "trick/0")
    assert len(table.evening.disk.entries) == 1, "it was laid there anew"


# ---- single tags ----------------------------------------------------------------------------------------------------


def test_a_single_tag_is_adopted_for_a_front_or_a_back(table: Table) -> None:
    keys = [choice.key for choice in table.pieces.adoptable()]
    assert keys[:2] == ["back/cards", "RED-1"]
    assert table.pieces.adopt("NEWBACK", "back/cards") == "That tag now stands for the back of the cards."
    known = table.tags.registry["NEWBACK"]
    assert (known.piece, known.side, known.shared) == ("cards", Side.BACK, True)
    assert table.pieces.adopt("FRONT", "RED-2") == "That tag now stands for Red 2."
    assert table.pieces.adopt("FRONT", "RED-2"), "the same again is harmless"
    with pytest.raises(CopyError, match="That tag is taken: it is Red 2 in the copy adopted"):
        table.pieces.adopt("FRONT", "RED-3")
    with pytest.raises(CopyError, match="virtual table"):
        table.pieces.adopt(front_code("high_card", "RED-1"), "RED-3")
    with pytest.raises(CopyError, match=r"belongs to the copy stones of another game \(go\)"):
        table.pieces.adopt("STONE", "RED-3")
    with pytest.raises(CopyError, match="Choose which piece"):
        table.pieces.adopt("X", "back/nothing")
