"""`companion stickers` and `companion mat --pdf`: files that are written, codes that are kept, and plain sentences."""

from __future__ import annotations

import math
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import rules.games
from companion.cli.commands import main
from companion.journal.copies import CopyTag
from companion.journal.journal import Journal
from companion.reading.tags import human_code
from tests.companion.printed import needs_poppler, pages, words
from tests.house._source import ROOT
from vision import read_tags
from vision.types import Side

PIECES = {str(p) for pieces in rules.games.game("chronicle").all_pieces({}).values() for p in pieces}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("companion.settings.read._PLACES", ())
    monkeypatch.chdir(tmp_path)

    def call(*given: str) -> Result:
        more = ("--data", str(tmp_path / "data")) if given[0] == "stickers" else ()
        return CliRunner().invoke(main, [*given, *more], terminal_width=200)

    return call


def kept(folder: Path, name: str, game: str = "chronicle") -> tuple[CopyTag, ...]:
    with Journal.look(folder / "data" / "companion.db") as journal:
        copy = journal.copies.find(game, name)
        assert copy is not None
        return journal.copies.tags(copy.ident)


def said(result: Result) -> str:
    return " ".join(result.output.split())


@needs_poppler
@pytest.mark.parametrize(
    ("more", "dpi"),
    [((), 110), (("--preset", "avery-7160", "--form", "address"), 110), ((), 300)],
    ids=["cut-camera", "labels-address-camera", "cut-300-dpi"],
)
def test_a_whole_game_is_printed_and_every_tag_is_what_the_journal_says(
    run, tmp_path: Path, more: tuple[str, ...], dpi: int
) -> None:
    result = run("stickers", "chronicle", "--copy", "ours", "--owner", "Ada", "--out", "all.pdf", *more)
    assert result.exit_code == 0, result.output
    assert "48 fronts and 48 backs" in said(result)
    assert "Next: print all.pdf at 100 %" in said(result)
    registry = {tag.payload: tag for tag in kept(tmp_path, "ours")}
    fronts = {tag.piece for tag in registry.values() if tag.side is Side.FRONT}
    assert fronts == PIECES
    assert (tmp_path / "all.pdf").stat().st_mode & 0o777 == 0o600, "it tells which code is which card"
    pdf = (tmp_path / "all.pdf").read_bytes()
    read: list[str] = []
    for number, page in enumerate(pages(pdf, dpi)):
        found = read_tags(page.image[:, :, None].repeat(3, axis=2))
        read += [tag.payload for tag in found]
        near = [word for word in words(pdf) if word.page == number]
        for seen in found:
            code = human_code(seen.payload)
            assert code in {word.text for word in near}, "its code stands on the page"
    assert set(read) == set(registry)
    for payload, tag in registry.items():
        copies = {"characters": 36, "histories": 12}[tag.piece] if tag.shared else 1
        assert read.count(payload) == copies, tag.piece


@needs_poppler
def test_small_round_pieces_get_tags_that_fit_on_pages_of_their_own(run, tmp_path: Path) -> None:
    """Markers of 30 mm have room for a square of 20 mm in their circle, coins of 38 mm for the usual one."""
    result = run("stickers", "war_chest", "--copy", "ours", "--out", "all.pdf")
    assert result.exit_code == 0, result.output
    assert "Tags of 20 mm, on pages of their own" in said(result)
    registry = {tag.payload: tag for tag in kept(tmp_path, "ours", "war_chest")}
    decks = rules.games.game("war_chest").all_pieces({})
    markers = {"markers", *map(str, decks["markers"])}
    assert {tag.sticker_mm for tag in registry.values() if tag.piece in markers} == {20.0}
    assert {tag.sticker_mm for tag in registry.values() if tag.piece not in markers} == {24.0}
    seen: set[str] = set()
    for page in pages((tmp_path / "all.pdf").read_bytes(), 110):
        found = read_tags(page.image[:, :, None].repeat(3, axis=2))
        sizes = {registry[tag.payload].sticker_mm for tag in found}
        assert len(sizes) == 1
        for tag in found:
            side = math.dist(tag.corners_px[0], tag.corners_px[1]) / page.px_per_mm
            assert side == pytest.approx((sizes.copy().pop() or 0) * 21 / 25, abs=0.8)
        seen |= {tag.payload for tag in found}
    assert seen == set(registry)
    worn = next(tag for tag in registry.values() if tag.piece == str(decks["markers"][0]))
    again = run("stickers", "war_chest", "--copy", "ours", "--reprint", human_code(worn.payload), "--out", "worn.pdf")
    assert again.exit_code == 0, again.output
    (found_again,) = read_tags(pages((tmp_path / "worn.pdf").read_bytes(), 150)[0].image[:, :, None].repeat(3, axis=2))
    side = math.dist(found_again.corners_px[0], found_again.corners_px[1]) / (150 / 25.4)
    assert side == pytest.approx(20 * 21 / 25, abs=0.6)


@needs_poppler
def test_copies_have_different_codes_and_pages(run, tmp_path: Path) -> None:
    assert run("stickers", "chronicle", "--out", "a.pdf").exit_code == 0
    assert run("stickers", "chronicle", "--copies", "2", "--copy", "club", "--out", "b.pdf").exit_code == 0
    sets = [{tag.payload for tag in kept(tmp_path, name)} for name in ("copy 1", "club 1", "club 2")]
    texts = {word.text for word in words((tmp_path / "b.pdf").read_bytes()) if word.page in (0, 2)}
    assert {"1", "2"} <= texts
    assert all(len(codes) == 50 for codes in sets)
    assert len(set.union(*sets)) == 150


@needs_poppler
def test_a_worn_sticker_comes_again_with_its_code(run, tmp_path: Path) -> None:
    run("stickers", "chronicle", "--copy", "ours", "--out", "all.pdf")
    before = kept(tmp_path, "ours")
    worn = next(tag for tag in before if tag.piece == "POW-7")
    back = next(tag for tag in before if tag.piece == "histories")
    given = ("--reprint", human_code(worn.payload).lower(), "--reprint", human_code(back.payload))
    result = run("stickers", "chronicle", "--copy", "OURS", *given, "--start", "5", "--out", "worn.pdf")
    assert result.exit_code == 0, result.output
    assert "1 page with 1 front and 1 back" in said(result)
    page = pages((tmp_path / "worn.pdf").read_bytes(), 150)[0]
    found = read_tags(page.image[:, :, None].repeat(3, axis=2))
    assert sorted(tag.payload for tag in found) == sorted([worn.payload, back.payload])
    assert min(tag.corners_px[0][0] for tag in found) / page.px_per_mm > 4 * 20  # after four free places
    assert kept(tmp_path, "ours") == before
    again = run("stickers", "chronicle", "--copy", "ours", "--reprint", "all", "--out", "again.pdf")
    assert "48 fronts and 48 backs" in said(again)


def test_backs_of_their_own_are_warned_about(run, tmp_path: Path) -> None:
    result = run("stickers", "chronicle", "--backs", "single", "--only", "history cards", "--out", "a.pdf")
    assert "12 fronts and 12 backs" in said(result)
    assert "marks the cards" in said(result)
    assert not any(tag.shared for tag in kept(tmp_path, "copy 1"))
    none = run("stickers", "chronicle", "--backs", "none", "--only", "Knight", "--out", "b.pdf")
    assert "1 page with 1 front, for" in said(none)
    assert "marks the cards" not in said(none)


def test_no_file_is_written_over_and_no_code_kept_for_nothing(run, tmp_path: Path) -> None:
    (tmp_path / "mine.pdf").write_text("precious")
    for given in (
        ("stickers", "chronicle", "--out", "mine.pdf"),
        ("stickers", "--calibration", "--out", "mine.pdf"),
        ("mat", "chronicle", "--pdf", "--out", "mine.pdf"),
        ("mat", "chronicle", "--out", "mine.pdf"),
    ):
        result = run(*given)
        assert result.exit_code == 2
        assert "The file mine.pdf is there already: name another one, or add --force." in said(result)
    assert (tmp_path / "mine.pdf").read_text() == "precious"
    assert not (tmp_path / "data").exists()
    assert run("stickers", "--calibration", "--out", "mine.pdf", "--force").exit_code == 0
    assert (tmp_path / "mine.pdf").read_bytes().startswith(b"%PDF")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.pdf"]


def test_a_disk_that_is_full_is_told_with_the_way_to_print_again(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import errno
    import tempfile

    def full(*given: object, **more: object) -> object:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(tempfile, "NamedTemporaryFile", full)
        result = run("stickers", "chronicle", "--copy", "ours", "--out", "all.pdf")
    assert result.exit_code == 2
    assert "No space left on device. The codes are kept: print them with --copy 'ours' --reprint all." in said(result)
    assert run("stickers", "chronicle", "--copy", "ours", "--reprint", "all", "--out", "all.pdf").exit_code == 0


@needs_poppler
def test_names_that_no_font_has_are_told_once(run, tmp_path: Path) -> None:
    page = (ROOT / "docs/games/chronicle.md").read_text("utf-8")
    block = re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)[0]
    assert "A Night of Fools" in page
    for name in ("A Night of Fools", "Smith"):
        block = block.replace(name, "魔法の夜")
    (tmp_path / "pack.toml").write_text(block, "utf-8")
    result = run("stickers", "chronicle", "--pack", "pack.toml", "--out", "a.pdf")
    assert result.exit_code == 0, result.output
    assert "No font here has the letters of '魔法の夜': only the code stands beside them." in said(result)
    assert "魔法の夜" not in {word.text for word in words((tmp_path / "a.pdf").read_bytes())}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (("--out", "none/a.pdf"), "The file none/a.pdf cannot be written: No such file or directory."),
        (("--out", "."), ". is a folder: name a file in it."),
        ((), "Say with --out which file to write."),
        (("--out", "a.pdf", "--preset", "avery-1"), "There is no sheet 'avery-1'; those are: avery-7160"),
        (("--out", "a.pdf", "--preset", "avery-7160", "--labels", "1x1"), "--preset and --labels exclude each other."),
        (("--out", "a.pdf", "--preset", "avery-3274", "--sticker-mm", "30"), "38.1 mm across: take at most"),
        (("--out", "a.pdf", "--sticker-mm", "60"), "A tag can be 8 to 40 mm wide, not 60."),
        (("--out", "a.pdf", "--preset", "avery-7160", "--start", "22"), "labels 1 to 21, so none is number 22."),
        (("--out", "a.pdf", "--form", "address", "--address-host", "TABLE.LOCAL"), "'TABLE.LOCAL' has 11 characters"),
        (("--out", "a.pdf", "--only", "Batman"), "No piece and no deck is called 'Batman'"),
        (("--out", "a.pdf", "--offset-mm", "1"), "--offset-mm takes two numbers in millimetres"),
        (("--out", "a.pdf", "--offset-mm", "nan,1"), "--offset-mm takes two numbers in millimetres"),
        (("--out", "a.pdf", "--offset-mm", "100,1"), "--offset-mm takes up to 20 mm each way"),
        (("--out", "a.pdf", "--measured-mm", "97,97"), "--measured-mm takes what the two rulers of 150 mm measured"),
        (("--out", "a.pdf", "--reprint", "X"), "Say with --copy which copy's tags are to be printed again."),
        (("--out", "a.pdf", "--copy", "x", "--only", "Sage", "--reprint", "X"), "for one that is there: give one."),
        (("--out", "a.pdf", "--copy", "x", "--copies", "2", "--reprint", "X"), "--copies makes new copies"),
        (("--out", "a.pdf", "--preset", "avery-7160", "--page", "letter"), "--preset names the paper as well"),
        (("--out", "a.pdf", "--round"), "--round goes with --labels."),
        (("--out", "a.pdf", "--address-host", "PI"), "--address-host goes with --form address."),
        (("--out", "a.pdf", "--font", "none.ttf"), "The font none.ttf cannot be used"),
    ],
)
def test_what_cannot_be_printed_is_one_sentence(run, tmp_path: Path, given: tuple[str, ...], sentence: str) -> None:
    result = run("stickers", "chronicle", *given)
    assert result.exit_code == 2
    assert sentence in said(result)
    assert said(result).startswith("companion: ")
    assert not list(tmp_path.rglob("*.pdf"))
    if (tmp_path / "data").exists():
        with Journal.look(tmp_path / "data" / "companion.db") as journal:
            assert journal.copies.list() == ()


def test_names_of_copies_are_looked_up(run) -> None:
    assert run("stickers", "chronicle", "--copy", "ours", "--only", "Sage", "--out", "a.pdf").exit_code == 0
    same = run("stickers", "chronicle", "--copy", "Ours", "--out", "b.pdf")
    assert "There is a copy 'Ours' of Chronicle already" in said(same)
    none = run("stickers", "chronicle", "--copy", "theirs", "--reprint", "all", "--out", "b.pdf")
    assert "There is no copy 'theirs' of Chronicle; those are: 'ours'." in said(none)
    code = run("stickers", "chronicle", "--copy", "ours", "--reprint", "ABCD-1234", "--out", "b.pdf")
    assert "This copy has no tag 'ABCD-1234'" in said(code)


def test_presets_are_listed(run) -> None:
    result = run("stickers", "--presets")
    assert result.exit_code == 0
    listed = set(re.findall(r"^[a-z]+-\d+", result.output, re.M))
    assert listed == {"avery-7160", "herma-4103", "avery-3274", "avery-5193"}


def test_help_names_no_option_without_saying_what_it_does(run) -> None:
    for command in ("stickers", "mat"):
        text = CliRunner().invoke(main, [command, "--help"], terminal_width=120).output
        options = re.findall(r"^  (--[\w-]+(?: [^\s]+)?)  +(\S.*)$|^  (--[\w-]+.*)$", text, re.M)
        assert len(options) > 5
        assert "PDF" in text


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ((), "15 pages; true size 900 x 640 mm. Next: print at 100 %, trim along the corner marks, and glue"),
        (("--page", "whole"), "1 page; true size 900 x 640 mm. Next: have it printed at 100 %"),
        (("--part", "markers"), "1 page; true size"),
        (("--part", "seats", "--page", "a3"), "8 pages; true size"),
    ],
)
def test_mats_become_files(run, tmp_path: Path, more: tuple[str, ...], sentence: str) -> None:
    result = run("mat", "chronicle", "--players", "4", "--pdf", "--out", "mat.pdf", *more)
    assert result.exit_code == 0, result.output
    assert sentence in said(result)
    assert (tmp_path / "mat.pdf").read_bytes().startswith(b"%PDF")


def test_what_goes_with_a_mat_is_said(run) -> None:
    assert "--part and --page go with --pdf." in said(run("mat", "chronicle", "--part", "seats", "--out", "a.svg"))
    assert "Say with --out which file to write." in said(run("mat", "chronicle", "--pdf"))
    assert "Say for which game" in said(run("stickers", "--out", "a.pdf"))


def test_a_device_is_not_replaced_by_a_file(run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    result = run("stickers", "chronicle", "--out", "pipe", "--force")
    assert (result.exit_code, "pipe is no ordinary file: name one." in said(result)) == (2, True)
    assert (tmp_path / "pipe").is_fifo()
