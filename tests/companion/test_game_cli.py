"""`companion game ...`: what an owner installs by command, and what is asked before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli.commands import main
from companion.journal.journal import Journal
from rules import games
from rules.engine.entries import Header
from rules.engine.questions import Answer
from tests.owners_game import owners_edition, owners_game


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "data"
    games.look_in(None)


def run(data: Path, *words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["game", *words, "--data", str(data)], input=typed)


def test_a_program_is_asked_about_and_only_yes_installs_it(tmp_path: Path, data: Path) -> None:
    folder = str(owners_game(tmp_path))
    for typed in ("no\n", "y\n", "\n"):
        done = run(data, "install", folder, typed=typed)
        assert (done.exit_code, "Nothing was changed." in done.output) == (2, True)
        assert "it can do everything that the companion can do" in done.output
        assert not (data / "games/high_card").exists()
    done = run(data, "install", folder, typed="yes\n")
    assert done.exit_code == 0
    assert "High Card 1.0 by You (CC0-1.0)." in done.output
    assert "High Card 1.0 is installed. Play it: companion play high_card" in done.output


def test_a_game_without_code_is_not_asked_about(tmp_path: Path, data: Path) -> None:
    done = run(data, "install", str(owners_edition(tmp_path)))
    assert (done.exit_code, "Python" in done.output) == (0, False)


def test_a_script_is_not_asked(tmp_path: Path, data: Path) -> None:
    assert run(data, "install", str(owners_game(tmp_path)), "--yes").exit_code == 0
    assert "updated from 1.0" in run(data, "install", str(tmp_path / "high_card"), "--yes").output


def test_packing_and_installing_the_zip(tmp_path: Path, data: Path) -> None:
    out = str(tmp_path / "high.zip")
    assert "Written: " in run(data, "pack", str(owners_game(tmp_path)), "--out", out).output
    assert run(data, "install", out, "--yes").exit_code == 0
    assert run(data, "pack", "high_card", "--out", str(tmp_path / "again.zip")).exit_code == 0
    assert (tmp_path / "again.zip").read_bytes() == Path(out).read_bytes()


def test_what_does_not_open_is_not_packed(tmp_path: Path, data: Path) -> None:
    folder = owners_game(tmp_path, game=("HAND = 2", "HAND = no"))
    done = run(data, "pack", str(folder), "--out", str(tmp_path / "x.zip"))
    assert (done.exit_code, "game.py, line 40: NameError" in done.output) == (2, True)


def test_the_list_names_versions_and_reasons(tmp_path: Path, data: Path) -> None:
    owners_game(data / "games")
    owners_edition(data / "games")
    assert run(data, "list").exit_code == 0
    owners_game(data / "games", "broken", game_toml=("api = 1", "api = 9"))
    done = run(data, "list")
    assert done.exit_code == 1
    assert "chronicle  Chronicle, of the companion" in done.output
    assert "high_card  High Card 1.0, games/high_card" in done.output
    assert f"Games of your own lie in {data}/games." in done.output
    assert "our_chronicle  Our Chronicle 1.0, without code, " in done.output
    assert "broken  cannot be played: It is written for number 9 of the rules engine" in done.output


def test_removing_asks_while_a_match_is_open(tmp_path: Path, data: Path) -> None:
    run(data, "install", str(owners_game(tmp_path)), "--yes")
    with Journal.open(data / "companion.db") as journal:
        match = journal.start_match(Header("high_card", 2, version="1.0"), "High Card")
        journal.append(match, 1, Answer(None, "done"), "phone 0", "", None)
    done = run(data, "remove", "high_card", typed="no\n")
    assert "A match of high_card cannot go on without it." in done.output
    assert (data / "games/high_card").exists()
    asked = run(data, "install", str(tmp_path / "high_card"), typed="no\n")
    assert "A match of high_card may not go on with another version." in asked.output
    listed = CliRunner().invoke(main, ["matches", "--data", str(data)]).output
    assert listed.rstrip().endswith("high_card, 2 players, 1 entries, open, High Card 1.0")
    assert run(data, "remove", "high_card", typed="yes\n").exit_code == 0
    listed = " ".join(CliRunner().invoke(main, ["matches", "--data", str(data)]).output.split())
    assert listed.endswith("open, High Card 1.0, which is not here any more")
    assert not (data / "games/high_card").exists()
    assert run(data, "remove", "high_card").exit_code == 2


def test_what_is_wrong_is_one_sentence(tmp_path: Path, data: Path) -> None:
    (tmp_path / "x.zip").write_text("no zip")
    for words in (["install", str(tmp_path / "x.zip")], ["install", str(tmp_path / "y")], ["remove", "chronicle"]):
        done = run(data, *words)
        assert done.exit_code == 2
        assert done.output.startswith("companion: ")
        assert done.output.count("\n") == 1
