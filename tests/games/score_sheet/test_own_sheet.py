"""A sheet of one's own, as the documents show it: a game without code, found in a folder, checked and played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.commands import main
from companion.kit.laws.playing import Tape
from companion.telling.voices import build_voice
from rules import games
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.sampling import pick
from rules.engine.words import NAMELESS
from tests.games.score_sheet._match import points, write
from tests.house._source import ROOT

DOCUMENT = (ROOT / "docs/games/score_sheet.md").read_text("utf-8")
MANIFEST, SHEET = re.findall(r"```toml\n(.*?)```", DOCUMENT, re.S)
SLUG = "our_tricks"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    made = tmp_path / "games" / SLUG
    made.mkdir(parents=True)
    (made / "game.toml").write_text(MANIFEST, "utf-8")
    (made / "sheet.toml").write_text(SHEET, "utf-8")
    yield made
    games.look_in(None)


def test_it_is_found_and_played_to_its_end(folder: Path) -> None:
    games.look_in(folder.parent)
    game = games.game(SLUG)
    match, tape = Match(game, Header(SLUG, 3, {})), Tape(4)
    while match.question is not None:
        match.submit(pick(match, tape))
    assert (match.state.number("round"), game.title) == (8, "Our Tricks")
    assert game.words("de").word("line_bid", NAMELESS) == "Bid", "an owner's names stay as they are"


def test_it_counts_as_it_says(folder: Path) -> None:
    games.look_in(folder.parent)
    match = Match(games.game(SLUG), Header(SLUG, 2, {}))
    write(match, 3, 2)
    write(match, 3, 0)
    assert points(match) == [35, -10]


def test_the_page_that_says_how_to_play_names_its_lines(folder: Path) -> None:
    games.look_in(folder.parent)
    game = games.game(SLUG)
    voice = build_voice(game, 3, game.check_settings({}), "en", ("Ada", "Ben", "Cem"))
    assert [voice.say("note", say.code, say.facts) for say in game.screens.how({})] == [
        "Bid: it counts nothing, but other lines go by it.",
        "Tricks: it counts nothing, but other lines go by it.",
        "Score: counted by the formula if(bid == tricks, 20 + 5 * tricks, -5 * abs(bid - tricks)).",
    ]


@pytest.mark.dear
def test_the_check_reads_it_and_names_the_line_that_is_wrong(folder: Path) -> None:
    def checked() -> str:
        return CliRunner().invoke(main, ["game", "check", SLUG, "--data", str(folder.parents[1])]).output

    assert "sheet.toml" not in checked()
    (folder / "sheet.toml").write_text(SHEET.replace("high = 13", "hihg = 13", 1), "utf-8")
    assert 'sheet.toml, line 8: there is no "hihg". Did you mean "high"?' in " ".join(checked().split())
