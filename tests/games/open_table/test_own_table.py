"""A table of one's own, as the documents show it: a game without code, found in a folder and played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.kit.laws.playing import Tape
from rules import games
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.sampling import pick
from tests.house._source import ROOT

MANIFEST, TABLE = re.findall(r"```toml\n(.*?)```", (ROOT / "docs/games/open_table.md").read_text("utf-8"), re.S)
SLUG = "our_cards"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    made = tmp_path / "games" / SLUG
    made.mkdir(parents=True)
    (made / "game.toml").write_text(MANIFEST, "utf-8")
    (made / "table.toml").write_text(TABLE, "utf-8")
    yield made
    games.look_in(None)


def test_it_is_found_and_played_to_its_end(folder: Path) -> None:
    games.look_in(folder.parent)
    game = games.game(SLUG)
    match, tape = Match(game, Header(SLUG, 3, {})), Tape(4)
    while match.question is not None:
        match.submit(pick(match, tape))
    assert game.title == "Our Cards"
    assert {face.title for face in game.box.faces({}, game.words("de")).values()} == {"Lantern", "Fog", "Storm"}


def test_a_wrong_card_is_named_with_its_line_and_is_no_game(folder: Path) -> None:
    (folder / "table.toml").write_text(TABLE.replace("Fog,4", "Fog,four"), "utf-8")
    games.look_in(folder.parent)
    (broken,) = games.broken()
    assert "table.toml, line 9" in str(broken.why)
    assert 'line 3 of the list: "count" has to be a whole number' in str(broken.why)
