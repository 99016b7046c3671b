"""Files of tags: what goes out comes in again, people may edit them, and a mistake is named with its line."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, strategies as st

import rules.games
from companion.cli.commands import main
from companion.copies.tags_file import TagsFileError, belongs, brought, parts, read, written
from companion.journal.copies import Copies, Copy, CopyError, CopyTag
from companion.journal.journal import Journal
from rules.engine.types import PieceId
from vision.types import Side

MINE = Copy(0, "chess", "the worn one", "Ada")
TAGS = (
    CopyTag("AAAAAAAA", "king", sticker_mm=20.5),
    CopyTag('http://x/?a="b",c;d', "queen"),
    CopyTag("BEGIN:VCARD\nN:Ada\nEND:VCARD", "rook"),
    CopyTag("BBBBBBBB", "court", Side.BACK, shared=True),
)
HEAD = "# Tabletop Companion tags, version 1\ngame,copy,owner,code,piece,side,shared,sticker_mm\n"
HAS = belongs({"court": tuple(PieceId(p) for p in ("king", "queen", "rook"))})


def tags_in(text: str) -> list[CopyTag]:
    return [one.tag for one in read(text)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "companion.db"


@pytest.fixture
def copies(path: Path) -> Iterator[Copies]:
    with Journal.open(path) as journal:
        yield journal.copies


# ---- the file -------------------------------------------------------------------------------------------------------


def test_what_goes_out_comes_in() -> None:
    text = written([(MINE, TAGS)])
    assert text.startswith("# Tabletop Companion tags, version 1\n# This file says which code is which card")
    found = read(text)
    assert [one.tag for one in found] == list(TAGS)
    assert {one.copy for one in found} == {MINE}
    assert [one.line for one in found] == [4, 5, 6, 9], "a code may go over several lines"


printable = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20).filter(lambda t: t.strip())


@given(st.lists(st.tuples(printable, st.sampled_from([20.0, 18.5, None])), unique_by=lambda pair: pair[0], max_size=8))
def test_any_code_survives(codes: list[tuple[str, float | None]]) -> None:
    tags = [CopyTag(code, "king", sticker_mm=size) for code, size in codes]
    assert tags_in(written([(MINE, tags)])) == tags


@pytest.mark.parametrize("code", ["01\x1d10ABC", "a\rb", "a\r\nb", "a\x0bb", "a\x85b", "a\u2028b", 'a"\n,b'])
def test_codes_with_separators_in_them_survive(code: str) -> None:
    assert tags_in(written([(MINE, [CopyTag(code, "king"), CopyTag("plain", "queen")])])) == [
        CopyTag(code, "king"),
        CopyTag("plain", "queen"),
    ]


def test_a_spreadsheet_may_have_saved_it() -> None:
    text = "\ufeff# Tabletop Companion tags, version 1;;;\r\nCode;Piece;Side;Game;Copy;Sticker_mm;Note\r\n"
    text += "AAAA;king;Front;chess;mine;20,5;worn\r\n;;;;;;\r\n"
    assert tags_in(text) == [CopyTag("AAAA", "king", sticker_mm=20.5)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This is no file of tags: its first line should be '# Tabletop Companion tags, version 1'."),
        ("hello\n", "This is no file of tags"),
        ("# Tabletop Companion tags, version 2\n", "Line 1: this file has version 2, and only 1 can be read here."),
        ("# Tabletop Companion tags, version\n", "Line 1: this file has version none"),
        ("# Tabletop Companion tags, version 1\n# more\n", "Line 3: the names of the columns are missing"),
        ("# Tabletop Companion tags, version 1\ngame,copy,code,side\n", "Line 2: the column piece is missing."),
        (HEAD + "chess,mine,,AA,king,front,no,\nchess,mine,,,king,front,no,\n", "Line 4: the code is empty."),
        (HEAD + "chess,mine,,AA,king,top,no,\n", "Line 3: the side is 'top', and can be front or back."),
        (HEAD + "chess,mine,,AA,king,front,maybe,\n", "Line 3: shared is 'maybe', and can be yes or no."),
        (HEAD + "chess,mine,,AA,king,front,yes,\n", "Line 3: The code 'AA' is a front, and only backs are shared"),
        (HEAD + "chess,mine,,AA,king,front,no,big\n", "Line 3: the sticker's size is 'big'"),
        (HEAD + "chess,mine,,AA,king,front,no,nan\n", "Line 3: the sticker's size is 'nan'"),
        (HEAD + "chess,mine,,AA,king,front,no,2000\n", "Line 3: The sticker of king is 2000.0 mm wide"),
        (HEAD + "chess,mine,,AA,king,front\nchess,x,,AA,queen,front\n", "Line 4: this code stands in line 3 already."),
        (HEAD + 'chess,mine,,"AA,king,front\n', "Line 3: this line cannot be read"),
    ],
)
def test_a_bad_file_is_told_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(TagsFileError) as told:
        read(text)
    assert str(told.value).startswith(sentence)
    assert "\n" not in str(told.value)


@given(st.text(max_size=60))
def test_no_text_ends_in_anything_but_a_sentence(text: str) -> None:
    for whole in (text, HEAD + text):
        with suppress(TagsFileError):
            read(whole)


def test_lines_are_gathered_by_copy() -> None:
    text = HEAD + "chess,Mine,Ada,AA,king,front,,\nchess,mine,Ada,BB,queen,front,,\nchess,yours,,CC,court,back,yes,\n"
    found = parts(read(text), "", lambda game: HAS)
    assert [(copy.name, len(tags)) for copy, tags in found] == [("Mine", 2), ("yours", 1)]
    with pytest.raises(TagsFileError, match="2 copies \\('Mine', 'yours'\\), so they can"):
        parts(read(text), "theirs", lambda game: HAS)
    with pytest.raises(TagsFileError, match="Line 3: there is no game 'chess' here"):
        parts(read(text), "", lambda game: None)
    with pytest.raises(TagsFileError, match="Line 3: chess has no deck 'king'"):
        parts(read(HEAD + "chess,mine,,AA,king,back,yes,\n"), "", lambda game: HAS)
    with pytest.raises(TagsFileError, match="no tag in this file"):
        parts(read(HEAD), "", lambda game: HAS)


def test_nothing_is_half_imported(copies: Copies) -> None:
    copies.add(Copy(0, "chess", "other"), (CopyTag("BB", "king"),))
    text = HEAD + "chess,mine,,AA,king,front,,\nchess,mine,,BB,queen,front,,\n"
    with pytest.raises(CopyError, match="Line 4: The code 'BB' is already the front of king in the copy 'other'"):
        brought(copies, text, "", lambda game: HAS)
    assert [copy.name for copy in copies.list()] == ["other"]
    assert brought(copies, text.replace("BB", "CC"), "new", lambda game: HAS) == (2, 1)
    assert brought(copies, text.replace("BB", "CC"), "NEW", lambda game: HAS) == (2, 1), "the same again is harmless"
    assert len(copies.known()) == 3


# ---- the commands ---------------------------------------------------------------------------------------------------


def run(path: Path, *words: str, answer: str = "") -> Result:
    return CliRunner().invoke(main, ["tags", *words, "--data", str(path.parent)], input=answer)


def shelf(path: Path) -> None:
    with Journal.open(path) as journal:
        first, second, *_ = next(iter(rules.games.game("chronicle").all_pieces({}).values()))
        tags = (CopyTag("AAAA1111", first), CopyTag("HTTP://C.LOCAL/K7RT2", second))
        journal.copies.add(Copy(0, "chronicle", "the worn one", "Ada"), tags)


def test_copies_are_listed(path: Path) -> None:
    assert "There is no journal yet" in run(path, "list").output
    Journal.open(path).close()
    assert "No copy is registered yet" in run(path, "list").output
    shelf(path)
    assert run(path, "list").output == "chronicle  the worn one (Ada): 2 tags\n"
    assert run(path, "list", "chess").output.startswith("No copy")


def test_tags_are_carried_to_another_machine(path: Path, tmp_path: Path) -> None:
    shelf(path)
    file, there = tmp_path / "tags.csv", tmp_path / "there" / "companion.db"
    out = run(path, "export", "chronicle", str(file))
    assert out.exit_code == 0
    assert "which code is which card" in out.output
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "is there already" in run(path, "export", "chronicle", str(file)).output
    assert run(path, "export", "chronicle", str(file), "--force").exit_code == 0
    back = run(there, "import", str(file), "--copy", "Adas")
    assert (back.exit_code, back.output) == (0, "2 tags of one copy are registered now.\n")
    assert "Adas (Ada): 2 tags" in run(there, "list").output
    with Journal.look(path) as here, Journal.look(there) as journal:
        assert journal.copies.tags(1) == here.copies.tags(1)


def test_what_cannot_be_exported_or_imported(path: Path, tmp_path: Path) -> None:
    shelf(path)
    assert "There is no tag of chess" in run(path, "export", "chess", str(tmp_path / "x.csv")).output
    assert "those are: 'the worn one'" in run(path, "export", "chronicle", str(tmp_path / "x"), "--copy", "new").output
    assert "cannot be written" in run(path, "export", "chronicle", str(tmp_path / "no" / "x.csv")).output
    assert "cannot be read" in run(path, "import", str(tmp_path / "none.csv")).output
    file = tmp_path / "tags.csv"
    file.write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8 text" in run(path, "import", str(file)).output
    file.write_text(HEAD + "chess,mine,,AA,king,front,,\n", "utf-8")
    bad = run(path, "import", str(file))
    assert (bad.exit_code, bad.output) == (2, "companion: Line 3: there is no game 'chess' here.\n")
    file.write_text(HEAD + "chronicle,mine,,AA,king of nothing,front,,\n", "utf-8")
    assert "Line 3: chronicle has no piece 'king of nothing'" in run(path, "import", str(file)).output


def test_a_code_is_dropped_as_it_is_printed(path: Path) -> None:
    shelf(path)
    assert run(path, "drop", "aaaa-1111").output == (
        "That code of the copy 'the worn one' of chronicle stands for nothing any more.\n"
    )
    assert run(path, "drop", "k7rt2").exit_code == 0
    again = run(path, "drop", "k7rt2")
    assert (again.exit_code, again.output) == (
        2,
        "companion: The code 'k7rt2' is not registered, so it cannot be removed.\n",
    )
    assert "0 tags" in run(path, "list").output


def test_a_copy_is_forgotten_only_when_asked_twice(path: Path) -> None:
    shelf(path)
    asked = run(path, "remove", "chronicle", "the worn one", answer="n\n")
    assert "with its 2 tags?" in asked.output
    assert asked.exit_code == 130
    assert "2 tags" in run(path, "list").output
    assert (
        run(path, "rename", "chronicle", "THE WORN ONE", "old", "--owner", "Ben").output
        == "It is called old (Ben) now.\n"
    )
    assert "those are: 'old'" in run(path, "remove", "chronicle", "the worn one", "--yes").output
    assert run(path, "remove", "chronicle", "old", answer="y\n").output.endswith("is forgotten, with 2 tags.\n")
    assert run(path, "list").output.startswith("No copy")


def test_beside_a_running_table(path: Path, tmp_path: Path) -> None:
    shelf(path)
    with Journal.open(path):
        assert run(path, "list").exit_code == 0
        assert run(path, "export", "chronicle", str(tmp_path / "tags.csv")).exit_code == 0
        refused = run(path, "drop", "aaaa-1111")
        assert refused.exit_code == 2
        assert "already running" in refused.output
