"""A script of one's own, as the documents show it: a game without code, found in a folder, checked and played."""

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
from tests.games.asking import kind
from tests.games.roles._match import met, name, talked, told, winners
from tests.house._source import ROOT

DOCUMENT = (ROOT / "docs/games/roles.md").read_text("utf-8")
MANIFEST, SCRIPT = re.findall(r"```toml\n(.*?)```", DOCUMENT, re.S)
SLUG = "night_train"
TRAIN = ("smuggler", "guard", "traveller", "traveller", "traveller")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    made = tmp_path / "games" / SLUG
    made.mkdir(parents=True)
    (made / "game.toml").write_text(MANIFEST, "utf-8")
    (made / "script.toml").write_text(SCRIPT, "utf-8")
    yield made
    games.look_in(None)


def test_it_is_found_and_played_to_its_end(folder: Path) -> None:
    games.look_in(folder.parent)
    game = games.game(SLUG)
    match, tape = Match(game, Header(SLUG, 6, {})), Tape(4)
    while match.question is not None:
        match.submit(pick(match, tape))
    assert match.state.result is not None
    assert game.words("de").word("own.role_guard", NAMELESS) == "Guard", "an owner's names stay as they are"


def test_it_goes_as_it_says(folder: Path) -> None:
    games.look_in(folder.parent)
    match = met(Match(games.game(SLUG), Header(SLUG, 5, {})), TRAIN, "")
    name(match, {1: 2})
    events = name(match, {0: 3})
    assert told(events, "was_of") == [{"seat": 3, "team": "own.team_travellers"}]
    assert kind(match) == "talk"
    talked(match)
    name(match, {0: 1}, 0)
    assert winners(match) == [1, 2, 3, 4]


def test_the_page_that_says_how_to_play_names_its_roles_and_calls_and_no_text_of_a_card(folder: Path) -> None:
    games.look_in(folder.parent)
    game = games.game(SLUG)
    voice = build_voice(game, 5, game.check_settings({}), "en", ("Ada", "Ben", "Cem", "Zoë", "Eda"))
    lines = [voice.say("note", say.code, say.facts) for say in game.screens.how({})]
    assert "Guard: The travellers." in lines
    assert "The guard: The lights go out. Guard, which compartment do you watch over?" in lines
    assert "The emergency brake." in lines
    assert not any("Throw the others" in line or line == "Who has seen too much?" for line in lines)


@pytest.mark.dear
def test_the_check_reads_it_and_names_the_line_that_is_wrong(folder: Path) -> None:
    def checked() -> str:
        return CliRunner().invoke(main, ["game", "check", SLUG, "--data", str(folder.parents[1])]).output

    assert "script.toml" not in checked()
    (folder / "script.toml").write_text(SCRIPT.replace('kind = "dawn"', 'kind = "down"', 1), "utf-8")
    line = 1 + SCRIPT.split('kind = "dawn"')[0].count("\n")
    assert f'script.toml, line {line}: "kind" has to be' in " ".join(checked().split())
