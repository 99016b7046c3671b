"""The commands backup, restore and report, as somebody types them."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli.commands import main
from companion.journal.journal import Journal
from rules.engine.entries import Header


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data directory with one match."""
    place = tmp_path / "data"
    with Journal.open(place / "companion.db") as journal:
        journal.ensure_pin("271828")
        journal.start_match(Header("high_card", 2, {}, None), "First")
    (tmp_path / "companion.toml").write_text('[web]\nhost_pin = "Geheim77"\n[table]\nnames = ["Adalind"]\n', "utf-8")
    return place


def run(data: Path, *words: str) -> Result:
    more = ("--data", str(data), "--config", str(data.parent / "companion.toml"))
    return CliRunner().invoke(main, [*words, *more])


def titles(data: Path) -> list[str]:
    with Journal.look(data / "companion.db") as journal:
        return [match.title for match in journal.matches()]


def test_a_copy_goes_and_comes_back(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "evening.db"
    assert "copied" in run(data, "backup", str(copy)).stdout
    assert copy.stat().st_mode & 0o077 == 0
    with Journal.open(data / "companion.db") as journal:
        journal.start_match(Header("high_card", 2, {}, None), "Second")
    done = run(data, "restore", str(copy))
    assert "with one match" in done.stdout
    assert titles(data) == ["First"]
    assert len(list((data / "backups").iterdir())) == 1


def test_beside_a_running_companion_it_waits(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "evening.db"
    run(data, "backup", str(copy))
    with Journal.open(data / "companion.db") as journal:
        journal.start_match(Header("high_card", 2, {}, None), "Second")
        assert "the next time" in run(data, "restore", str(copy)).stdout
    assert titles(data) == ["Second", "First"]
    assert (data / "companion.db.restore").is_file()


@pytest.mark.parametrize(("content", "says"), [(b"rubbish", "no copy of a journal"), (None, "cannot be read")])
def test_a_file_that_is_none_is_one_sentence(data: Path, tmp_path: Path, content: bytes | None, says: str) -> None:
    copy = tmp_path / "evening.db"
    if content is not None:
        copy.write_bytes(content)
    result = run(data, "restore", str(copy))
    assert result.exit_code == 2
    assert says in result.stderr
    assert titles(data) == ["First"]


def test_the_report_is_a_file_without_secrets(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "report.zip"
    assert "Look through it" in run(data, "report", str(target)).stdout
    assert "there already" in run(data, "report", str(target)).stderr
    with zipfile.ZipFile(target) as file:
        text = "".join(file.read(name).decode("utf-8") for name in file.namelist())
    assert "zbar" in text
    for secret in ("Geheim77", "271828", "Adalind", "scrypt"):
        assert secret not in text


def test_a_choice_of_the_page_is_named_where_settings_are_shown(data: Path) -> None:
    (data / "chosen.toml").write_text("[voice]\nvolume = 0.25\n", "utf-8")
    assert "volume = 0.25  # from the host's page" in run(data, "config", "show").stdout
