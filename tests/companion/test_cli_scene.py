"""`companion scene`: every difference is printed, and a file that cannot be read is said in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import rules.games
from companion.cli.commands import main
from rules.engine.game import Game
from tests.companion.high_card import HIGH_CARD

GOOD = """
game = "high_card"
title = "A trick"
players = ["Ada", "Ben"]

[[step]]
deal = { "hand/Ada" = ["RED-1", "BLU-6"], "hand/Ben" = ["RED-5", "BLU-3"] }

[[step]]
by = "Ada"
do = "play:RED-1"

[[step]]
by = "Ben"
do = "play:BLU-3"
expect.refused = "must_follow"
"""


class UnknownGame(Exception):
    """As the registry of games raises it."""


@pytest.fixture(autouse=True)
def _registry(monkeypatch: pytest.MonkeyPatch) -> None:
    def game(slug: str, owner_files: object = None) -> Game:
        if slug != "high_card":
            raise UnknownGame(f"There is no game '{slug}'; the games are: high_card.")
        return HIGH_CARD

    monkeypatch.setattr(rules.games, "game", game, raising=False)
    monkeypatch.setattr(rules.games, "UnknownGame", UnknownGame, raising=False)


def run(*places: Path) -> Result:
    return CliRunner().invoke(main, ["scene", *map(str, places)])


def written(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


def test_a_scene_as_expected(tmp_path: Path) -> None:
    result = run(written(tmp_path / "a.toml", GOOD))
    assert (result.exit_code, result.output) == (0, "1 scene played, 0 with differences.\n")


def test_every_difference_is_printed(tmp_path: Path) -> None:
    wrong = written(tmp_path / "b.toml", GOOD.replace("must_follow", "too_late") + '\n[expect]\nphase = "over"\n')
    result = run(written(tmp_path / "a.toml", GOOD), wrong)
    lines = result.stdout.splitlines()
    assert result.exit_code == 1
    assert f"{wrong}: step 3: " in lines[0]
    assert f"{wrong}: at the end: " in lines[1]
    assert lines[2:] == ["2 scenes played, 1 with differences."]


def test_a_directory_stands_for_its_scenes(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    written(tmp_path / "deep" / "a.toml", GOOD)
    first = written(tmp_path / "b.toml", GOOD)
    written(tmp_path / "notes.txt", "not a scene")
    assert "2 scenes played" in run(tmp_path, first).stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game = ", "this is not toml"),
        ('game = "high_card"', "players"),
        (GOOD.replace('"high_card"', '"whist"'), "There is no game 'whist'"),
        ("\udcff", "is not UTF-8 text"),
    ],
)
def test_what_cannot_be_read_is_one_sentence_and_stops_nothing(tmp_path: Path, text: str, said: str) -> None:
    bad = tmp_path / "a.toml"
    bad.write_bytes(text.encode("utf-8", "surrogateescape"))
    result = run(bad, written(tmp_path / "b.toml", GOOD))
    assert result.exit_code == 2
    assert result.stderr.startswith("companion: ")
    assert result.stderr.count("\n") == 1
    assert str(bad) in result.stderr
    assert said in result.stderr
    assert result.stdout == "1 scene played, 0 with differences.\n"


def test_places_without_scenes(tmp_path: Path) -> None:
    assert "There is no scene" in run(tmp_path).stderr
    gone = run(tmp_path / "gone.toml")
    assert (gone.exit_code, gone.stderr) == (
        2,
        f"companion: The scene {tmp_path}/gone.toml cannot be read: No such file or directory.\n",
    )
