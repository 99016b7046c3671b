"""A player in any language: the protocol of lines, and the example of the guide as it stands there."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli.commands import main
from companion.kit.lines import NobodyAnswers, play_by_lines
from companion.values.strength import Strength
from rules import samples
from rules.engine.game import Game
from tests.laws.playing import GAMES, game_of

ROOT = Path(__file__).parents[2]
HARBOUR = "rules/samples/harbour_night"


class Partner:
    """Whoever answers: by `answers`, else with the last key that may be given."""

    def __init__(self, *answers: bytes) -> None:
        self.heard: list[dict[str, Any]] = []
        self.answers = iter(answers)

    def write(self, line: Any) -> None:
        self.heard.append(json.loads(json.dumps(line)))

    def read(self) -> bytes:
        line = next(one for one in reversed(self.heard) if one["kind"] == "asked")
        return next(self.answers, json.dumps({"key": line["keys"][-1]}).encode() + b"\n")

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [line for line in self.heard if line["kind"] == kind]


def played(game: Game, partner: Partner, mine: tuple[int, ...] = (0,), seed: int = 3) -> Partner:
    seats = next((n for n in game.seats if n > 1), game.seats[0])
    settings = game.check_settings({})
    play_by_lines(game, settings, seats, mine, Strength.CHANCE, seed, partner.write, partner.read)
    return partner


def test_a_match_is_begun_asked_and_over_and_the_same_again_with_the_same_answers() -> None:
    game = samples.game("harbour_night")
    first, again = played(game, Partner()), played(game, Partner())
    assert first.heard == again.heard
    assert first.heard[0] == {"kind": "begin", "protocol": 1, "game": "harbour_night", "seats": 2, "mine": [0]}
    assert first.heard[-1]["kind"] == "over"
    assert first.heard[-1]["winners"]
    assert {line["seat"] for line in first.of("asked")} == {0}
    assert {line["seat"] for line in played(game, Partner(), (0, 1)).of("asked")} == {0, 1}


def test_a_line_tells_what_its_seat_may_know_and_nothing_else() -> None:
    asked = played(samples.game("harbour_night"), Partner(), (0, 1)).of("asked")
    for line in asked:
        piles, seat = line["packet"]["state"]["piles"], line["seat"]
        assert line["packet"]["reader"] == seat
        assert all(slot["piece"] != "?" for slot in piles[f"hand/{seat}"]["slots"])
        hidden = [slot for slot in piles[f"hand/{1 - seat}"]["slots"] if str(seat) not in slot["readers"]]
        assert all(slot["piece"] == "?" for slot in hidden if "-1" not in slot["readers"])
    assert len(asked) > 4


@pytest.mark.parametrize(
    "wrong", [b"rubbish\n", b"[]\n", b'{"key": 7}\n', b'{"key": "no such thing"}\n', b"{}\n", b"\xff\xfe\n"]
)
def test_what_is_no_answer_is_refused_and_asked_again(wrong: bytes) -> None:
    partner = played(samples.game("harbour_night"), Partner(wrong))
    assert [line["kind"] for line in partner.heard[1:4]] == ["asked", "refused", "asked"]
    assert len(partner.of("refused")) == 1
    assert ("UTF-8" in partner.of("refused")[0]["why"]) == wrong.startswith(b"\xff")
    assert partner.heard[-1]["kind"] == "over"


def test_a_match_without_an_end_is_told_as_stopped_and_not_as_over() -> None:
    game, partner = samples.game("harbour_night"), Partner()
    play_by_lines(game, {}, 2, (0,), Strength.CHANCE, 3, partner.write, partner.read, longest=6)
    assert [partner.heard[-1][fact] for fact in ("kind", "after")] == ["stopped", 6]
    assert not partner.of("over")


def test_the_command_refuses_a_line_that_is_not_utf_8() -> None:
    done = CliRunner().invoke(main, ["env", HARBOUR], input=b"\xff\n")
    assert [json.loads(line)["kind"] for line in done.output.splitlines()] == ["begin", "asked", "refused"]


def test_whoever_goes_ends_the_match() -> None:
    with pytest.raises(NobodyAnswers):
        played(samples.game("harbour_night"), Partner(b""))
    done = CliRunner().invoke(main, ["env", HARBOUR], input="")
    assert done.exit_code == 1, done.output
    assert json.loads(done.output.splitlines()[-1])["kind"] == "asked"


def test_a_seat_that_is_not_there_is_one_sentence() -> None:
    done = CliRunner().invoke(main, ["env", HARBOUR, "--mine", "9"])
    assert done.exit_code == 2
    assert "There are 2 seats: name one from 1 to 2 after --mine." in done.output


def test_the_example_of_the_guide_plays_a_match(tmp_path: Path) -> None:
    page = (ROOT / "docs/own_games.md").read_text("utf-8")
    code = next(block for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "subprocess" in block)
    (tmp_path / "first.py").write_text(code, "utf-8")
    companion = [sys.executable, "-m", "companion", "env", HARBOUR, "--data", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, str(tmp_path / "first.py"), *companion], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"winners: \[\d.*\]\n", done.stdout), done.stdout


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_can_be_asked_by_lines(slug: str) -> None:
    """Some questions of each, to all its seats; what is no choice from a list is left to chance."""
    partner, left = Partner(), [12]

    def read() -> bytes:
        left[0] -= 1
        return partner.read() if left[0] > 0 else b""

    game = game_of(slug)
    seats, settings = game.seats[0], game.check_settings({})
    with contextlib.suppress(NobodyAnswers):
        play_by_lines(game, settings, seats, range(seats), Strength.CHANCE, 3, partner.write, read)
    assert partner.of("asked") or partner.of("over")
    assert all(line["keys"] for line in partner.of("asked"))
