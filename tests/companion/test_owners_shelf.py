"""Installing games of an owner: put there whole or not at all, packed the same each time, and hostile zips refused."""

from __future__ import annotations

import io
import os
import stat
import struct
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.shelf import unpacking
from companion.shelf.packing import file_name, packed
from companion.shelf.shelf import NotInstalled, OwnersShelf
from companion.shelf.trial import try_out
from rules import games
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.outside import GameUnloaded
from tests.owners_game import change, owners_edition, owners_game


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[OwnersShelf]:
    folder = tmp_path / "data/games"
    games.look_in(folder)
    yield OwnersShelf(folder, games.game_of)
    games.look_in(None)


def install(shelf: OwnersShelf, source: Path | bytes) -> None:
    with shelf.staged(source) as staged:
        shelf.install(staged)


def refused(shelf: OwnersShelf, source: Path | bytes) -> str:
    """The one sentence why a source is not installed; nothing of it is left."""
    with pytest.raises(NotInstalled) as error:
        install(shelf, source)
    assert not [path for path in shelf.folder.iterdir() if path.name != ".lock"]
    return str(error.value)


def zipped(files: dict[str, bytes | str], **attributes: int | bytes) -> bytes:
    """A zip with these files, whatever they are called; `attributes`: what a zip says of all of them."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            entry = zipfile.ZipInfo("x")
            entry.filename = name  # also such as the library would not write by itself
            entry.compress_type = zipfile.ZIP_DEFLATED
            for attribute, value in attributes.items():
                setattr(entry, attribute, value)
            made.writestr(entry, content)
    return out.getvalue()


@pytest.fixture
def files(tmp_path: Path) -> dict[str, bytes | str]:
    """The files of a game in a zip, by their names there."""
    folder = owners_game(tmp_path / "made")
    return {f"high_card/{path.name}": path.read_bytes() for path in sorted(folder.iterdir())}


# -- packed and installed ----------------------------------------------------------------------------------------------


def test_a_packed_game_is_installed_and_played(tmp_path: Path, shelf: OwnersShelf) -> None:
    found = games.find(owners_game(tmp_path / "made"))
    install(shelf, packed(found))
    assert games.slugs() == (*games.OURS, "high_card")
    assert Match(games.game("high_card"), Header("high_card", 3)).question is not None
    assert {path.name for path in shelf.folder.iterdir()} == {"high_card", ".lock"}


def test_the_same_files_are_packed_to_the_same_bytes(tmp_path: Path) -> None:
    one, two = (games.find(owners_game(tmp_path / name)) for name in ("one", "two"))
    os.utime(two.folder / "game.py", (0, 0))
    (two.folder / "game.py").chmod(0o755)
    (two.folder / "__pycache__").mkdir()
    (two.folder / "__pycache__/game.pyc").touch()
    (two.folder / ".git").mkdir()
    (two.folder / ".git/config").touch()
    assert packed(one) == packed(two)
    assert file_name(one) == "high_card-1.0.zip"


def test_a_folder_is_copied(tmp_path: Path, shelf: OwnersShelf) -> None:
    install(shelf, owners_game(tmp_path / "made"))
    assert games.game("high_card").title == "High Card"


def test_the_zip_may_call_its_folder_as_it_likes(files: dict[str, bytes | str], shelf: OwnersShelf) -> None:
    install(shelf, zipped({name.replace("high_card", "high-card-main"): text for name, text in files.items()}))
    install(shelf, zipped({name.removeprefix("high_card/"): text for name, text in files.items()}))
    assert games.game("high_card").title == "High Card"


def test_before_anything_runs_it_is_known_whether_there_is_code(tmp_path: Path, shelf: OwnersShelf) -> None:
    made = tmp_path / "ran"
    loud = owners_game(tmp_path / "made", game=("HAND = 2", f"HAND = 2; open({str(made)!r}, 'w').close()"))
    with shelf.staged(loud) as staged:
        assert staged.found.has_code
        assert not made.exists()
        shelf.install(staged)
    assert made.exists()
    with shelf.staged(owners_edition(tmp_path / "made")) as staged:
        assert not staged.found.has_code
        shelf.install(staged)
    assert set(games.slugs()) > {"high_card", "our_chronicle"}


def test_an_update_takes_the_place_of_the_version_before(tmp_path: Path, shelf: OwnersShelf) -> None:
    install(shelf, owners_game(tmp_path / "one"))
    newer = owners_game(tmp_path / "two", game_toml=('"1.0"', '"2.0"'))
    with shelf.staged(newer) as staged:
        assert staged.before == "1.0"
        shelf.install(staged)
    assert games.about("high_card").version == "2.0"
    assert {path.name for path in shelf.folder.iterdir()} == {"high_card", ".lock"}


def test_an_update_that_does_not_open_leaves_the_version_before(tmp_path: Path, shelf: OwnersShelf) -> None:
    install(shelf, owners_game(tmp_path / "one"))
    worse = owners_game(tmp_path / "two", game_toml=('"1.0"', '"2.0"'), game=("HAND = 2", "HAND = no"))
    with pytest.raises(NotInstalled, match=r"^game\.py, line 40: NameError: name 'no' is not defined\.$"):
        install(shelf, worse)
    assert games.about("high_card").version == "1.0"
    assert games.game("high_card").title == "High Card"


def test_an_update_that_was_cut_off_is_mended(tmp_path: Path, shelf: OwnersShelf) -> None:
    install(shelf, owners_game(tmp_path / "made"))
    (shelf.folder / ".old").mkdir()
    (shelf.folder / "high_card").rename(shelf.folder / ".old/high_card")
    (shelf.folder / ".new-half").mkdir()
    shelf.mend()
    assert {path.name for path in shelf.folder.iterdir()} == {"high_card", ".lock"}


def test_one_installs_at_a_time(tmp_path: Path, shelf: OwnersShelf) -> None:
    source = owners_game(tmp_path / "made")
    with shelf.staged(source):
        with pytest.raises(NotInstalled, match="is being installed just now"):
            install(OwnersShelf(shelf.folder), source)
        OwnersShelf(shelf.folder).mend()  # a service that starts meanwhile takes nothing away
        assert list(shelf.folder.glob(".new-*"))


def test_a_removed_game_is_gone_also_a_broken_one(tmp_path: Path, shelf: OwnersShelf) -> None:
    install(shelf, owners_game(tmp_path / "made"))
    (shelf.folder / "high_card/game.py").write_text("(")
    assert games.broken()
    shelf.remove("high_card")
    assert (games.slugs(), games.broken()) == (games.OURS, ())
    for name in ("high_card", "chronicle", "..", ".lock", ""):
        with pytest.raises(NotInstalled, match="There is no game"):
            shelf.remove(name)


@pytest.mark.parametrize(
    ("code", "within_s", "sentence"),
    [
        ("while True: pass", 1.0, "Look for a loop that never ends"),
        ("import os; os._exit(0)", 60.0, "ended before it had"),
        ("print('opened'); import os; os._exit(1)", 60.0, "ended before it had"),
        ("import os; os.kill(os.getpid(), 9)", 60.0, "ended before it had"),
    ],
)
def test_a_game_that_hangs_or_falls_takes_nobody_with_it(
    tmp_path: Path, code: str, within_s: float, sentence: str
) -> None:
    found = games.find(owners_game(tmp_path / "made", game=("HAND = 2", f"HAND = 2\n{code}")))
    with pytest.raises(GameUnloaded, match=sentence):
        try_out(found, within_s)


# -- hostile -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "../evil.py",
        "high_card/../../evil.py",
        "/etc/evil.py",
        "high_card//../evil.py",
        "..\\evil.py",
        "C:\\evil.py",
        "C:evil.py",
        "high_card/a\nb.py",
        "high_card/" + "a" * 200,
        "/",
    ],
)
def test_no_file_is_written_outside(files: dict[str, bytes | str], shelf: OwnersShelf, name: str) -> None:
    said = refused(shelf, zipped({**files, name: "evil"}))
    assert said.startswith("The zip wants to write outside of its folder: ")
    assert "\n" not in said
    assert not list(shelf.folder.parents[1].rglob("*evil*"))


def test_folders_that_lie_too_deep_are_refused(files: dict[str, bytes | str], shelf: OwnersShelf) -> None:
    assert "too deep" in refused(shelf, zipped({**files, "a/" * 20 + "x": ""}))


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFIFO, stat.S_IFSOCK])
def test_links_and_devices_are_refused(files: dict[str, bytes | str], shelf: OwnersShelf, kind: int) -> None:
    said = refused(shelf, zipped(files, external_attr=(kind | 0o777) << 16, create_system=3))
    assert said.startswith("The zip holds something that is neither a file nor a folder: ")


def test_the_bytes_are_counted_while_they_come(
    files: dict[str, bytes | str], shelf: OwnersShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten thousand times as much as the file: what a zip of ten gigabytes does, on a smaller scale."""
    monkeypatch.setattr(unpacking, "UNPACKED_BYTES", 1_000_000)
    bomb = zipped({**files, "high_card/big.toml": bytes(30_000_000)})
    assert len(bomb) < 60_000
    assert refused(shelf, bomb) == "The zip holds more than a game needs: unpacked it has more than 1 MB."


def test_a_zip_that_understates_its_size_is_damaged(files: dict[str, bytes | str], shelf: OwnersShelf) -> None:
    whole = zipped({**files, "high_card/big.toml": bytes(1_000_000)})
    small = whole.replace((1_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    assert small != whole
    assert refused(shelf, small) == "The zip is damaged. Have it packed once more."


def test_too_many_files_are_refused_before_they_are_listed(files: dict[str, bytes | str], shelf: OwnersShelf) -> None:
    many: dict[str, bytes | str] = {f"high_card/{n}": "" for n in range(unpacking.MOST_FILES)}
    assert refused(shelf, zipped({**files, **many})) == "The zip holds too many files: a game has at most 500."


def test_a_file_that_is_too_large_is_not_looked_at(shelf: OwnersShelf) -> None:
    assert "at most 8 MB" in refused(shelf, bytes(unpacking.LIMIT_BYTES + 1))


@pytest.mark.parametrize(
    "names",
    [("a.toml", "A.toml"), ("é.toml", "e\u0301.toml"), ("Cards/a.toml", "cards/b.toml"), ("b.toml", "B.toml/a")],
)
def test_names_that_some_disks_take_for_one_are_refused(
    files: dict[str, bytes | str], shelf: OwnersShelf, names: tuple[str, str]
) -> None:
    said = refused(shelf, zipped({**files, **{f"high_card/{name}": "" for name in names}}))
    assert said.startswith("Two names in the zip differ only in how they are written: ")


def test_a_file_that_is_also_a_folder_is_refused(files: dict[str, bytes | str], shelf: OwnersShelf) -> None:
    assert refused(shelf, zipped({**files, "high_card/a": "", "high_card/a/b": ""}))


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x05\x06", b"PK\x03\x04" * 100, bytes(22)])
def test_what_is_no_zip_is_told(shelf: OwnersShelf, content: bytes) -> None:
    assert refused(shelf, content).startswith("This is no zip.")


@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_zip_is_told(files: dict[str, bytes | str], shelf: OwnersShelf, packing: int) -> None:
    whole = zipped(files, compress_type=packing)
    for at in range(40, len(whole) - 100, 150):
        broken = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
        with suppress(NotInstalled), shelf.staged(broken):
            pass  # whatever it is: a sentence, or a byte that nothing depends on
    assert not list(shelf.folder.glob(".new-*"))


@pytest.mark.parametrize("place", [2**31, 2**62, 2**64 - 1])
def test_a_zip_that_points_beyond_its_end_is_damaged(
    files: dict[str, bytes | str], shelf: OwnersShelf, place: int
) -> None:
    """By the wide numbers that a zip may have for large files."""
    far = struct.pack("<HHQ", 1, 8, place)
    pointing = bytearray(zipped(files, extra=far))
    entry = pointing.find(b"PK\x01\x02")
    pointing[entry + 42 : entry + 46] = b"\xff" * 4
    assert refused(shelf, bytes(pointing)) == "The zip is damaged. Have it packed once more."


def test_an_encrypted_zip_is_refused(files: dict[str, bytes | str], shelf: OwnersShelf) -> None:
    locked = bytearray(zipped(files))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = locked.find(mark)
        while place >= 0:
            locked[place + at] |= 1
            place = locked.find(mark, place + 4)
    assert refused(shelf, bytes(locked)) == "The zip is damaged. Have it packed once more."


def test_there_is_one_game_in_a_zip(files: dict[str, bytes | str], shelf: OwnersShelf) -> None:
    other = {name.replace("high_card/", "other/"): text for name, text in files.items()}
    one = "There has to be one game in the zip, with its file game.toml."
    assert refused(shelf, zipped({**files, **other})) == one
    assert refused(shelf, zipped({"readme.txt": ""})) == one
    assert refused(shelf, zipped({**files, "beside.py": ""})) == one


def test_a_name_of_ours_is_refused(tmp_path: Path, shelf: OwnersShelf) -> None:
    said = refused(shelf, owners_game(tmp_path / "made", "chronicle"))
    assert said == "chronicle is the name of a game that the companion brings. Call yours otherwise."


@pytest.mark.parametrize("slug", ["../evil", ".hidden", "Big", "a/b", "class", "", "x" * 41])
def test_no_name_leads_elsewhere(tmp_path: Path, shelf: OwnersShelf, slug: str) -> None:
    folder = owners_game(tmp_path / "made", game_toml=('"high_card"', f'"{slug}"'))
    assert '"slug" has to be a name of small letters' in refused(shelf, folder)


def test_hidden_python_in_a_game_without_code_is_not_written(tmp_path: Path, shelf: OwnersShelf) -> None:
    edition = owners_edition(tmp_path / "made")
    text = (edition / "game.toml").read_text()
    install(shelf, zipped({"game.toml": text, ".hidden/x.py": "", "__pycache__/x.pyc": "", "__MACOSX/x.py": ""}))
    assert [path.name for path in (shelf.folder / "our_chronicle").rglob("*")] == ["game.toml"]
    shelf.remove("our_chronicle")
    assert "no Python may lie in its folder" in refused(shelf, zipped({"game.toml": text, "cards/x.PY": ""}))
    assert "no Python may lie in its folder" in refused(shelf, zipped({"game.toml": text, "cards/x.so": ""}))


def test_there_is_no_such_file(tmp_path: Path, shelf: OwnersShelf) -> None:
    assert refused(shelf, tmp_path / "nowhere.zip") == f"There is no file or folder {tmp_path / 'nowhere.zip'}."


def test_a_folder_that_is_no_game_is_not_copied_whole(tmp_path: Path, shelf: OwnersShelf) -> None:
    for number in range(unpacking.MOST_FILES + 1):
        (tmp_path / f"{number}").touch()
    assert refused(shelf, tmp_path).startswith("The folder holds more than a game needs")


def test_a_broken_file_of_an_update_is_named(tmp_path: Path, shelf: OwnersShelf) -> None:
    folder = owners_game(tmp_path / "made")
    change(folder, layout_toml=("[mat]", "[mat"))
    assert "layout.toml cannot be read" in refused(shelf, folder)
