"""The tutorial's game from its first command to its last trick: begun in a fresh data folder, away from the repository,
filled with what the tutorial shows, and played to its end by four phones before a TV."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli.commands import main
from rules import games
from tests.evenings.table import wait_until
from tests.evenings.test_gathering import NAMES, Evening, gathered
from tests.laws import shipped
from tests.web.on_phones import IN_A_BROWSER

pytestmark = IN_A_BROWSER
SLUG = "harbour_night"
WITHIN_S = 240.0  # beside other tests; alone it takes some seconds
DECIDE = """() => {
  const seen = (...found) => found.map((one) => document.querySelector(one)).find((one) => one?.checkVisibility());
  const sure = seen('#sheet[open] .button-main:not([disabled])', '#played .button-main', '#keep[aria-pressed=false]');
  const held = [...document.querySelectorAll('#hand .card-button[data-state=ok]:not([disabled])')];
  const options = '#question .card-button[data-state=ok], #question .choice-button:not(.refused)';
  const said = [...document.querySelectorAll(options)].filter((one) => !one.disabled);
  const first = held.length ? held : said;  // a card that the companion has not seen is named last
  (sure ?? first[Math.floor(Math.random() * first.length)])?.click();
}"""


@pytest.fixture
def evening(chromium: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["game", "new", SLUG, "--data", str(tmp_path)])
    assert done.exit_code == 0, done.output
    begun = tmp_path / "games" / SLUG
    shutil.rmtree(begun / "scenes")  # of the game that it was
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(shipped.folder(SLUG), begun, dirs_exist_ok=True, ignore=ignored)  # which the tutorial shows
    rules = begun / "game.py"
    text = rules.read_text("utf-8")
    assert "goal=3" in text
    rules.write_text(text.replace("goal=3", "goal=1"), "utf-8")  # an author's own change, for a short evening
    yield from gathered(chromium, tmp_path, ("table.game", SLUG), ("play.pace", "instant"))
    games.look_in(None)


def test_the_tutorials_game_is_played_to_its_end_by_four_phones(evening: Evening) -> None:
    for name, path in zip(NAMES, ("/", "/join", "/join", "/join"), strict=True):
        evening.sits(name, path)
    evening.tv.wait_for_selector(".lobby-game:has-text('Harbour Night')")
    evening.people[0].tap("text=4 people: start")
    evening.everybody_sees("#lobby", gone=True)
    evening.somebody_decides(1)
    phones = [person.page for person in evening.people]

    def is_over() -> bool:
        for page in phones:
            page.evaluate(DECIDE)
        return bool(evening.tv.evaluate("Boolean(document.querySelector('.result h2')?.checkVisibility())"))

    wait_until(is_over, WITHIN_S, what="a lantern")
    evening.everybody_sees(".result h2")
    said = evening.tv.text_content("#podium")
    assert any(name in said for name in NAMES), said
    assert "gets a lantern and has 1." in evening.tv.inner_text("body")
    for page in (evening.tv, *phones):
        assert "Harbour Night stopped" not in page.inner_text("body")
