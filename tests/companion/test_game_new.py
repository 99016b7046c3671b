"""`companion game new`: what it writes is a whole game, under the name that was asked for."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli.commands import main
from companion.kit.check import check_game
from companion.kit.starting import KINDS
from rules import games
from tests.house._source import ROOT


def called(*words: str, data: Path) -> Result:
    return CliRunner().invoke(main, ["game", *words, "--data", str(data)])


@pytest.fixture(autouse=True)
def looks_nowhere_afterwards() -> object:
    yield
    games.look_in(None)


@pytest.mark.dear
@pytest.mark.parametrize("kind", KINDS)
def test_a_new_game_is_all_well_and_can_be_chosen_at_once(kind: str, tmp_path: Path) -> None:
    done = called("new", "harbour_lights", f"--{kind}", "--author", 'Ada "L."', data=tmp_path)
    assert done.exit_code == 0, done.output
    assert f"Play it:  companion play harbour_lights --data {tmp_path}" in done.output
    folder = tmp_path / "games" / "harbour_lights"
    assert str(folder) in done.output
    assert check_game(games.find(folder), lambda line: None).findings == ()
    assert games.game("harbour_lights").title == "Harbour Lights"
    about = tomllib.loads((folder / "game.toml").read_text("utf-8"))
    assert (about["author"], about["slug"]) == ("Ada 'L.'", "harbour_lights")
    texts = [path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()]
    assert not [text for text in texts if "My Game" in text or "my_game" in text]
    assert {path.suffix for path in folder.rglob("*") if path.is_file()} == {".py", ".toml"}


def test_a_scene_that_does_not_hold_is_found_with_its_file(tmp_path: Path) -> None:
    assert called("new", "mine", data=tmp_path).exit_code == 0
    scene = tmp_path / "games" / "mine" / "scenes" / "turn.toml"
    scene.write_text(scene.read_text("utf-8").replace("total = 2", "total = 3"), "utf-8")
    done = called("check", "mine", data=tmp_path)
    assert done.exit_code == 1
    assert "scenes/turn.toml: step 1: " in done.output
    scene.write_text("game = ", "utf-8")
    assert "scenes/turn.toml: " in called("check", "mine", data=tmp_path).output


def test_elsewhere_it_says_how_to_put_it_among_the_games(tmp_path: Path) -> None:
    done = called("new", "mine", "--in", str(tmp_path / "code"), "--title", "Mine!", data=tmp_path)
    assert f"companion game install {tmp_path / 'code' / 'mine'}" in done.output
    assert "Mine!" in (tmp_path / "code/mine/game.toml").read_text("utf-8")
    assert not (tmp_path / "games").exists()


@pytest.mark.parametrize(
    ("slug", "why"),
    [
        ("My-Game", "My-Game is no name for a game: take small letters, digits and underscores."),
        ("chronicle", "chronicle is the name of a game that the companion brings. Call yours otherwise."),
        ("mine", "There is a game mine already. Call the new one otherwise."),
    ],
)
def test_a_name_that_cannot_be_is_refused_in_one_sentence(slug: str, why: str, tmp_path: Path) -> None:
    called("new", "mine", data=tmp_path)
    before = sorted(tmp_path.rglob("*"))
    done = called("new", slug, "--dice", data=tmp_path)
    assert (done.exit_code, done.output.strip()) == (2, f"companion: {why}")
    assert sorted(tmp_path.rglob("*")) == before


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "code").write_text("a file", "utf-8")
    done = called("new", "mine", "--in", str(tmp_path / "code"), data=tmp_path)
    assert done.exit_code == 2
    assert "cannot be written" in done.output


def test_a_starter_is_short() -> None:
    lines = {kind: len((ROOT / "rules/starters" / kind / "game.py").read_text("utf-8").splitlines()) for kind in KINDS}
    assert max(lines.values()) <= 60, lines
