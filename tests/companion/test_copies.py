"""The copies of games and their tags: kept over restarts, each code for one thing, all of a change or nothing."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.journal.copies import ADOPTED, Copies, Copy, CopyError, CopyTag
from companion.journal.journal import SCHEMA, Journal, JournalError
from companion.journal.schema import _tags_to_copies
from companion.reading.table_tags import TableTags
from companion.reading.tags import back_code, card_size, front_code, game_tags, piece_shape, sticker_mm
from rules.engine.mat import PieceSize
from rules.engine.types import PieceId
from vision.registry import TagRegistry
from vision.types import CARD_SHAPE, PieceShape, Side, Tag

NOW = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
KING = CopyTag("AAAAAAAA", "king", sticker_mm=20.0)
QUEEN = CopyTag("https://example.org/q?1", "queen")
BACK = CopyTag("BBBBBBBB", "court", Side.BACK, shared=True)
DECKS = {"court": (PieceId("king"), PieceId("queen"))}

SCHEMA_1 = """
CREATE TABLE matches (
  id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, header TEXT NOT NULL, title TEXT NOT NULL,
  started_utc TEXT NOT NULL, ended_utc TEXT) STRICT;
CREATE TABLE entries (
  match INTEGER NOT NULL REFERENCES matches(id), number INTEGER NOT NULL, at_utc TEXT NOT NULL, origin TEXT NOT NULL,
  body TEXT NOT NULL, seat INTEGER, request TEXT, PRIMARY KEY (match, number)) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX entries_by_request ON entries (match, ifnull(seat, -1), request) WHERE request IS NOT NULL;
CREATE TABLE sessions (
  token_sha256 BLOB PRIMARY KEY, role TEXT NOT NULL, seat INTEGER, name TEXT NOT NULL, csrf TEXT NOT NULL,
  created_utc TEXT NOT NULL, seen_utc TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE tags (
  game TEXT NOT NULL, payload TEXT NOT NULL, piece TEXT NOT NULL, PRIMARY KEY (game, payload)) STRICT, WITHOUT ROWID;
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
PRAGMA application_id = 1414808394;
PRAGMA user_version = 1;
"""
"""What the first companion wrote; it must be readable for ever."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "companion.db"


@pytest.fixture
def copies(path: Path) -> Iterator[Copies]:
    with Journal.open(path, lambda: NOW) as journal:
        yield journal.copies


def old_journal(path: Path, *tags: tuple[str, str, str]) -> None:
    path.parent.mkdir(mode=0o700)
    db = sqlite3.connect(path)
    db.executescript(SCHEMA_1)
    db.executemany("INSERT INTO tags VALUES (?, ?, ?)", tags)
    db.execute("INSERT INTO settings VALUES ('mood', 'good')")
    db.commit()
    db.close()
    path.chmod(0o600)


# ---- copies ---------------------------------------------------------------------------------------------------------


def test_a_copy_outlives_the_service_with_its_tags(path: Path) -> None:
    with Journal.open(path, lambda: NOW) as journal:
        kept = journal.copies.add(Copy(0, "chess", " the  worn one ", "Ada"), (KING, QUEEN, BACK))
        assert kept == Copy(kept.ident, "chess", "the worn one", "Ada", NOW)
        assert kept.title == "the worn one (Ada)"
    with Journal.open(path) as journal:
        assert journal.copies.list("chess") == (kept,)
        assert journal.copies.list() == (kept,)
        assert journal.copies.list("go") == ()
        assert journal.copies.tags(kept.ident) == (BACK, KING, QUEEN), "backs first"
        assert journal.copies.find("chess", "THE WORN ONE") == kept
        assert journal.copies.get(kept.ident) == kept


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\x00b", "a\u202eb"])
def test_a_name_that_is_none_is_refused(copies: Copies, name: str) -> None:
    with pytest.raises(CopyError, match="name"):
        copies.add(Copy(0, "chess", name))
    assert copies.list() == ()


def test_a_game_has_no_two_copies_of_one_name(copies: Copies) -> None:
    one = copies.add(Copy(0, "chess", "Mine"))
    copies.add(Copy(0, "go", "mine"))
    with pytest.raises(CopyError, match="'Mine' of chess already"):
        copies.add(Copy(0, "chess", "mine"))
    other = copies.add(Copy(0, "chess", "yours"))
    with pytest.raises(CopyError, match="already"):
        copies.rename(other.ident, "MINE")
    assert copies.rename(one.ident, "MINE", "Ben").title == "MINE (Ben)", "its own name may change its letters"
    assert copies.rename(one.ident, "old").owner == "Ben"


def test_a_copy_is_forgotten_with_its_tags(copies: Copies) -> None:
    kept = copies.add(Copy(0, "chess", "mine"), (KING, QUEEN))
    copies.note_registration(kept.ident, "open", "{}")
    assert copies.remove(kept.ident) == 2
    assert (copies.list(), dict(copies.known()), copies.registrations("chess")) == ((), {}, ())
    for act in (copies.get, copies.tags, copies.remove, copies.put):
        with pytest.raises(CopyError, match=f"no copy of the number {kept.ident}"):
            act(kept.ident)
    assert copies.add(Copy(0, "chess", "new"), (KING,)).ident > kept.ident, "numbers are not used again"


# ---- tags -----------------------------------------------------------------------------------------------------------


def test_a_code_stands_for_one_thing_in_all_copies_of_all_games(copies: Copies) -> None:
    mine = copies.add(Copy(0, "chess", "mine"), (KING,))
    other = copies.add(Copy(0, "go", "other"))
    for ident, tag in ((mine.ident, CopyTag(KING.payload, "queen")), (other.ident, KING)):
        with pytest.raises(CopyError, match="'AAAAAAAA' is already the front of king in the copy 'mine' of chess; use"):
            copies.put(ident, QUEEN, tag)
    assert copies.tags(mine.ident) == (KING,), "nothing of a change that cannot be is kept"
    with pytest.raises(CopyError):
        copies.add(Copy(0, "go", "third"), (KING,))
    assert copies.find("go", "third") is None
    assert copies.tags(other.ident) == ()


def test_the_same_tag_again_brings_its_size_only(copies: Copies) -> None:
    mine = copies.add(Copy(0, "chess", "mine"), (QUEEN,))
    larger = CopyTag(QUEEN.payload, "queen", sticker_mm=24.0)
    copies.put(mine.ident, larger)
    assert copies.tags(mine.ident) == (larger,)
    with pytest.raises(CopyError):
        copies.put(mine.ident, CopyTag(QUEEN.payload, "queen", Side.BACK))


def test_a_dropped_code_is_free_again(copies: Copies) -> None:
    mine = copies.add(Copy(0, "chess", "mine"), (KING, QUEEN))
    dropped = copies.drop(KING.payload)
    assert (dropped.copy, dropped.tag) == (mine, KING)
    assert copies.whose(KING.payload) is None
    with pytest.raises(CopyError, match="not registered"):
        copies.drop(KING.payload)
    copies.put(mine.ident, CopyTag(KING.payload, "queen"))


@pytest.mark.parametrize(
    ("tag", "why"),
    [
        (CopyTag("", "king"), "empty"),
        (CopyTag(" \n", "king"), "empty"),
        (CopyTag("x" * 4297, "king"), "4297 characters"),
        (CopyTag("AB", " "), "which piece"),
        (CopyTag("AB", "king", shared=True), "only backs"),
        (CopyTag("AB", "king", sticker_mm=2.0), "it can be 3 to 300"),
        (CopyTag("AB", "king", sticker_mm=float("nan")), "it can be 3 to 300"),
    ],
)
def test_a_tag_that_cannot_be_is_refused(copies: Copies, tag: CopyTag, why: str) -> None:
    mine = copies.add(Copy(0, "chess", "mine"))
    with pytest.raises(CopyError, match=why):
        copies.put(mine.ident, tag)
    assert copies.tags(mine.ident) == ()


def test_half_a_character_is_a_sentence(copies: Copies) -> None:
    mine = copies.add(Copy(0, "chess", "mine"))
    with pytest.raises(JournalError, match="cannot be stored"):
        copies.put(mine.ident, CopyTag("A\udcff", "king"))
    assert copies.tags(mine.ident) == ()


def test_adopted_tags_have_a_copy_of_their_own(copies: Copies) -> None:
    first = copies.adopt("chess", KING)
    assert (first.name, copies.adopt("chess", QUEEN)) == (ADOPTED, first)
    assert copies.tags(first.ident) == (KING, QUEEN)
    with pytest.raises(CopyError, match="already the front of king"):
        copies.adopt("go", CopyTag(KING.payload, "stone"))
    assert copies.list("go") == ()


def test_many_threads_take_one_code_once(copies: Copies) -> None:
    mine = [copies.add(Copy(0, "chess", f"copy {n}")) for n in range(6)]
    refused: list[str] = []

    def put(ident: int) -> None:
        try:
            copies.put(ident, KING)
        except CopyError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=put, args=(copy.ident,)) for copy in mine]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 5
    assert sum(len(copies.tags(copy.ident)) for copy in mine) == 1


def test_a_registration_is_written_down_with_its_tags(copies: Copies) -> None:
    mine = copies.add(Copy(0, "chess", "mine"))
    copies.note_registration(mine.ident, "open", "first", (KING,))
    copies.note_registration(mine.ident, "open", "second", (QUEEN,), drop=(KING.payload,))
    assert copies.registrations("chess") == ((mine, "open", "second"),)
    assert copies.tags(mine.ident) == (QUEEN,)
    other = copies.add(Copy(0, "chess", "other"), (BACK,))
    with pytest.raises(CopyError):
        copies.note_registration(other.ident, "open", "never", (QUEEN,))
    copies.note_registration(other.ident, "open", "own", drop=(QUEEN.payload,))
    assert copies.whose(QUEEN.payload) is not None, "a copy gives up its own codes only"


# ---- journals of before and of later --------------------------------------------------------------------------------


def test_a_journal_of_schema_1_brings_its_adopted_tags(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    old_journal(path, ("chess", "AB", "king"), ("chess", "CD", "queen"), ("go", "EF", "stone"))
    with Journal.open(path) as journal:
        assert {(c.game, c.name) for c in journal.copies.list()} == {("chess", ADOPTED), ("go", ADOPTED)}
        chess = journal.copies.find("chess", ADOPTED)
        assert chess is not None
        assert journal.copies.tags(chess.ident) == (CopyTag("AB", "king"), CopyTag("CD", "queen"))
        assert journal.setting("mood") == "good"
    assert not caplog.records
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
    db.close()
    with Journal.open(path) as journal:
        assert len(journal.copies.known()) == 3, "a second start changes nothing"


def test_a_code_that_two_games_had_stays_with_one(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    old_journal(path, ("go", "AB", "stone"), ("chess", "AB", "king"), ("chess", "CD", "queen"))
    with caplog.at_level(logging.WARNING), Journal.open(path) as journal:
        assert {payload: known.tag.piece for payload, known in journal.copies.known().items()} == {
            "AB": "king",
            "CD": "queen",
        }
    assert "1 stay with the first game" in caplog.text
    assert "king" not in caplog.text, "a log never tells which code is which card"


def test_a_power_cut_in_the_middle_leaves_the_old_journal(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old_journal(path, ("chess", "AB", "king"), ("go", "CD", "stone"))

    def cut(connection: sqlite3.Connection, stamp: str) -> None:
        _tags_to_copies(connection, stamp)
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr("companion.journal.schema._STEPS", {1: cut})
        with pytest.raises(SystemExit):
            Journal.open(path)
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone() == (1,)
    assert len(db.execute("SELECT * FROM tags").fetchall()) == 2
    db.close()
    with Journal.open(path) as journal:
        assert set(journal.copies.known()) == {"AB", "CD"}


def test_an_older_journal_is_looked_at_without_changing_it(path: Path) -> None:
    old_journal(path, ("chess", "AB", "king"))
    with Journal.look(path) as journal:
        assert journal.matches() == ()
        with pytest.raises(JournalError, match="older companion: start a table once"):
            journal.copies.list()
        with pytest.raises(JournalError, match="older companion: start a table once"):
            TableTags(journal.copies, "chess", {})


def test_a_journal_of_the_future_is_told(path: Path) -> None:
    old_journal(path)
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    db.close()
    with pytest.raises(
        JournalError, match=f"newer companion \\(format {SCHEMA + 1}, this one knows {SCHEMA}\\): update"
    ):
        Journal.open(path)


# ---- at the table ---------------------------------------------------------------------------------------------------


def test_the_codes_of_all_copies_are_known_at_the_table(copies: Copies) -> None:
    copies.add(Copy(0, "chess", "mine"), (KING, BACK))
    copies.add(Copy(0, "chess", "yours"), (QUEEN,))
    go = copies.add(Copy(0, "go", "other"), (CopyTag("GO", "stone"),))
    tags = TableTags(copies, "chess", DECKS)
    known = tags.registry
    assert known[KING.payload] == Tag(KING.payload, "king", Side.FRONT, sticker_mm=20.0)
    assert known[BACK.payload] == Tag(BACK.payload, "court", Side.BACK, shared=True)
    assert QUEEN.payload in known
    assert front_code("chess", "king") in known
    assert back_code("chess", "court") in known
    assert "GO" not in known
    assert (tags.copy_of("GO"), tags.copy_of("what")) == (go, None)
    assert len(tags.all()) == 4


def test_only_copies_in_play_are_known(copies: Copies) -> None:
    mine = copies.add(Copy(0, "chess", "Mine"), (KING,))
    copies.add(Copy(0, "chess", "yours"), (QUEEN,))
    tags = TableTags(copies, "chess", DECKS, in_play=("YOURS",))
    assert KING.payload not in tags.registry
    assert QUEEN.payload in tags.registry
    assert tags.copy_of(KING.payload) == mine
    yours = copies.find("chess", "yours")
    assert yours is not None
    copies.rename(yours.ident, "ours")
    tags.refresh()
    assert QUEEN.payload in tags.registry, "a copy stays in play under another name"
    with pytest.raises(CopyError, match=r"table\.copies names 'theirs', but the copies of chess are: 'Mine', 'ours'"):
        TableTags(copies, "chess", DECKS, in_play=("theirs",))


def test_a_change_reaches_who_looks(copies: Copies) -> None:
    told: list[TagRegistry] = []
    tags = TableTags(copies, "chess", DECKS, changed=told.append)
    copies.adopt("chess", KING)
    assert KING.payload not in tags.registry
    tags.refresh()
    assert KING.payload in tags.registry
    assert told == [tags.registry]


def test_a_sticker_with_a_code_of_the_virtual_table_is_no_fault() -> None:
    own = front_code("chess", "king")
    registry = game_tags("chess", DECKS, [Tag(own, "king", Side.FRONT, sticker_mm=18.0)])
    assert registry[own].sticker_mm == 18.0
    wrong = game_tags("chess", DECKS, [Tag(own, "queen", Side.FRONT, sticker_mm=18.0)])
    assert wrong[own].piece == "king"


def test_tags_of_round_pieces_are_in_their_middle_and_as_large_as_there_is_room() -> None:
    sizes = {"coins": PieceSize(38.0, 38.0, round=True), "markers": PieceSize(30.0, 30.0, round=True)}
    decks = {"coins": (PieceId("archer#1"),), "markers": (PieceId("raven#1"),), "cards": (PieceId("card"),)}
    real = [Tag("REAL1", "archer#1", Side.FRONT, sticker_mm=22.0), Tag("REAL2", "card", Side.FRONT)]
    registry = game_tags("chess", decks, real, lambda deck: sizes.get(deck, card_size(deck)))
    coin, marker = registry[front_code("chess", "archer#1")], registry[front_code("chess", "raven#1")]
    assert coin.shape == PieceShape(19.0, 19.0, 19.0, 19.0, round=True)
    assert coin.sticker_mm is None, "the usual size"
    assert marker.shape == PieceShape(15.0, 15.0, 15.0, 15.0, round=True)
    assert marker.sticker_mm == 20.0
    assert registry[back_code("chess", "coins")].shape == coin.shape
    assert registry[front_code("chess", "card")].shape == CARD_SHAPE
    assert registry["REAL1"].shape == coin.shape, "people stick it on the middle"
    assert registry["REAL2"].shape is None, "where it is on a card nobody knows"


def test_a_small_piece_that_is_no_disc_is_nearly_all_sticker() -> None:
    assert piece_shape(PieceSize(20.0, 30.0)) == PieceShape(10.0, 10.0, 10.0, 20.0)
    assert sticker_mm(PieceSize(20.0, 30.0)) == 18.0
