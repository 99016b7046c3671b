"""What a sticker's code stands for, the book of a game, the notes of seats, and which words are for one phone only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.doors.lookup import Lookup, sticker_hosts
from companion.doors.match_door import MatchDoor, SeatNotes
from companion.journal.copies import Copy, CopyTag
from companion.journal.journal import Journal, JournalError, MatchId
from companion.reading.table_tags import TableTags
from companion.reading.tags import back_code, front_code
from rules.engine import Chapter
from rules.engine.types import PieceId
from tests.companion.doorway import Doorway
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from tests.toy import changed
from vision.types import Side
from web.pages.lookup.views import LookedUp, Meaning
from web.pages.seat.views import NOTES_LENGTH
from web.views import Role, Session

GUEST, ADA, BEA = Session(Role.SPECTATOR), Session(Role.SEAT, 0), Session(Role.SEAT, 1)
STICKER, BACK, SINGLE, FOREIGN = (f"HTTP://C.LOCAL/{code}" for code in ("7K2M9", "B4CK5", "51NG1", "F0RE1"))
HC = HIGH_CARD.slug


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "companion.db") as opened:
        shelf = opened.copies
        ours = shelf.add(Copy(0, HC, "ours"), [CopyTag(STICKER, "RED-1")])
        shelf.put(ours.ident, CopyTag(BACK, "cards", Side.BACK, shared=True), CopyTag(SINGLE, "BLU-2", Side.BACK))
        shelf.put(ours.ident, CopyTag("K7RT2M9X", "RED-5"))
        shelf.add(Copy(0, "chess", "ours"), [CopyTag(FOREIGN, "king")])
        yield opened


def lookup_of(journal: Journal, evening: Evening) -> tuple[Lookup, TableTags]:
    tags = TableTags(journal.copies, HC, HIGH_CARD.all_pieces({}))
    outlet, rules = (
        evening.outlet,
        (
            Chapter("Tricks", (("HC-1", "Follow suit."), ("HC-2", "Lead."))),
            Chapter("The end", (("HC-3", "Stop."),)),
        ),
    )
    return Lookup(HIGH_CARD, {}, tags, lambda: outlet.board, outlet.handout, lambda voice: rules), tags


@pytest.fixture
def lookup(journal: Journal) -> Lookup:
    return lookup_of(journal, Evening(HIGH_CARD, HANDS))[0]


def test_the_book_of_a_language_is_made_once(lookup: Lookup) -> None:
    german = replace(GUEST, language="de")
    assert lookup.book(GUEST) is lookup.book(ADA)
    assert lookup.book(german) is lookup.book(german)


@pytest.mark.parametrize("typed", [STICKER, STICKER.lower(), "7k2m9", "http://192.168.1.5:8080/7K2M9/", " 7K2M9 "])
def test_a_code_is_known_however_it_is_written(lookup: Lookup, typed: str) -> None:
    found = lookup.look_up(GUEST, typed)
    assert found.meaning is Meaning.PIECE
    assert found.piece is not None
    assert found.piece.face.piece == "RED-1"


@pytest.mark.parametrize("typed", ["K7RT-2M9X", "k7rt2m9x", front_code(HC, "RED-5")])
def test_short_codes_and_those_of_the_virtual_table(lookup: Lookup, typed: str) -> None:
    found = lookup.look_up(GUEST, typed)
    assert found.piece is not None
    assert found.piece.face.piece == "RED-5"


@pytest.mark.parametrize("typed", [BACK, SINGLE, back_code(HC, "cards")])
def test_a_back_tells_its_deck_and_never_its_card(lookup: Lookup, typed: str) -> None:
    for reader in (GUEST, ADA, BEA):
        assert lookup.look_up(reader, typed) == LookedUp(Meaning.BACK, group="the cards")


@pytest.mark.parametrize(
    ("typed", "meaning"),
    [(FOREIGN, Meaning.OTHER_GAME), ("QQQQQ", Meaning.NOTHING), ("", Meaning.NOTHING), ("x" * 5000, Meaning.NOTHING)],
)
def test_what_is_no_piece_of_this_game(lookup: Lookup, typed: str, meaning: Meaning) -> None:
    assert lookup.look_up(GUEST, typed) == LookedUp(meaning)


def test_of_two_stickers_that_are_spelled_alike_none_is_guessed(journal: Journal, lookup: Lookup) -> None:
    journal.copies.adopt(HC, CopyTag("HTTP://D.LOCAL/7K2M9", "BLU-3"))
    both, _ = lookup_of(journal, Evening(HIGH_CARD, HANDS))
    assert both.look_up(GUEST, "7K2M9").meaning is Meaning.NOTHING
    exact = both.look_up(GUEST, "HTTP://D.LOCAL/7K2M9").piece
    assert exact is not None
    assert exact.face.piece == "BLU-3"


def test_only_whoever_holds_it_is_told_so_and_only_when_it_was_shown(journal: Journal) -> None:
    evening = Evening(HIGH_CARD, HANDS)
    known, _ = lookup_of(journal, evening)
    assert [known.look_up(who, STICKER).is_held for who in (GUEST, ADA, BEA)] == [False, True, False]
    blind = replace(HANDS, piles={**HANDS.piles, "hand/0": ("?", "BLU-2")})
    unknown, _ = lookup_of(journal, Evening(HIGH_CARD, blind))
    assert not unknown.look_up(ADA, STICKER).is_held


def test_looking_changes_nothing(journal: Journal) -> None:
    evening = Evening(HIGH_CARD, HANDS)
    known, _ = lookup_of(journal, evening)
    before = (evening.packet(0), evening.packet(1), evening.packet(), list(evening.disk.entries))
    known.look_up(ADA, STICKER)
    known.book(ADA)
    assert (evening.packet(0), evening.packet(1), evening.packet(), list(evening.disk.entries)) == before
    assert evening.trace == []
    assert evening.spoken == []


def test_the_book_has_every_piece_once_and_every_rule(lookup: Lookup) -> None:
    book = lookup.book(GUEST)
    assert [piece.face.piece for piece in book.pieces] == [str(p) for p in HIGH_CARD.all_pieces({})["cards"]]
    assert {(piece.count, piece.group) for piece in book.pieces} == {(1, "the cards")}
    assert [(rule.rule, rule.heading) for rule in book.rules] == [("HC-1", "Tricks"), ("HC-2", ""), ("HC-3", "The end")]
    assert lookup.book(ADA) == book


def test_pieces_that_look_alike_are_counted(journal: Journal) -> None:
    copies = tuple(PieceId(f"RED-1#{n}") for n in (1, 2, 3))

    def faces(settings: object, words: object) -> dict:
        face = HIGH_CARD.box.faces({}, HIGH_CARD.words("en"))[PieceId("RED-1")]
        return {piece: replace(face, piece=piece) for piece in copies}

    many = changed(HIGH_CARD, faces=faces, decks=lambda settings, seats: {"cards": copies})
    tags = TableTags(journal.copies, HC, {"cards": copies})
    evening = Evening(HIGH_CARD, HANDS)
    assert evening.outlet.board is not None
    voice = replace(evening.outlet.board.voice, game=many, faces=faces({}, {}))
    board = replace(evening.outlet.board, tongues=replace(evening.outlet.board.tongues, voices={"en": voice}))
    (piece,) = Lookup(many, {}, tags, lambda: board, evening.outlet.handout, lambda voice: ()).book(GUEST).pieces
    assert piece.count == 3


def test_the_names_in_printed_addresses_are_names_of_this_machine(journal: Journal) -> None:
    shelf = journal.copies
    for payload in ("HTTPS://SHOP.EXAMPLE/VOUCHER", "HTTP://SHOP.EXAMPLE/7K2M9", "http://games.example/x", "GAMES"):
        shelf.adopt(HC, CopyTag(payload, "BLU-4"))
    shelf.adopt(HC, CopyTag("HTTP://GAMES:8080/AAAAA", "BLU-4"))
    _, tags = lookup_of(journal, Evening(HIGH_CARD, HANDS))
    assert sticker_hosts(tags) == ("c.local", "games")


def door_of(journal: Journal, match: MatchId | None) -> MatchDoor:
    door = Doorway(Evening(HIGH_CARD, HANDS), journal).pages.match
    assert isinstance(door, MatchDoor)
    return replace(door, notes=SeatNotes(journal, lambda: match))


def test_notes_belong_to_a_seat_and_a_match(journal: Journal) -> None:
    first, second = door_of(journal, MatchId(1)), door_of(journal, MatchId(2))
    assert first.keep_seat_notes(ADA, "Emil bluffs").ok
    assert first.seat_notes(ADA) == "Emil bluffs"
    assert (first.seat_notes(BEA), first.seat_notes(GUEST), second.seat_notes(ADA)) == ("", "", "")


def test_notes_that_cannot_be_kept(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    door = door_of(journal, MatchId(1))
    assert "seat" in door.keep_seat_notes(GUEST, "x").sentence
    assert str(NOTES_LENGTH) in door.keep_seat_notes(ADA, "x" * (NOTES_LENGTH + 1)).sentence
    assert not door_of(journal, None).keep_seat_notes(ADA, "x").ok

    def full(*_: object) -> None:
        raise JournalError("The disk is full.")

    monkeypatch.setattr(journal, "set_seat_note", full)
    kept = door.keep_seat_notes(ADA, "x")
    assert not kept.ok
    assert "The disk is full." in kept.sentence


def test_notes_go_when_the_seat_is_somebody_elses(journal: Journal) -> None:
    door = door_of(journal, MatchId(1))
    assert door.keep_seat_notes(ADA, "Emil bluffs").ok
    journal.clear_seat_notes(0)
    assert door.seat_notes(ADA) == ""
