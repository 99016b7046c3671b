"""What a table loads at its start: nothing that is for printing, for other games or for pages that nobody opened."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rules import games

PROJECT = Path(__file__).resolve().parents[2]
LATER = {"reportlab", "chess", "asyncio", "PIL", "pyttsx3", "gpiozero", "matplotlib"}


def loaded(code: str) -> set[str]:
    """The modules that a Python of its own has after this."""
    code = f"{code}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": str(PROJECT)}
    )
    return set(done.stdout.split())


def test_a_table_loads_its_own_game_and_no_library_that_only_others_need():
    found = loaded(
        "import companion.cli.commands, companion.service.running\nfrom rules import games\ngames.game('chesney')"
    )
    assert "companion.service.service" in found
    assert not LATER & found
    others = {f"rules.games.{slug}" for slug in games.slugs() if slug != "chesney"}
    assert not others & found


def test_the_names_of_languages_are_in_their_catalogues_and_load_no_others():
    before = "from words import catalogue, languages\ncatalogue.messages()\nimport babel.localedata as data\n"
    names = "assert {'English', 'Deutsch'} <= {one.name for one in languages.languages()}\n"
    found = loaded(f"{before}{names}assert not data._cache")
    assert "words.catalogue" in found


@pytest.mark.parametrize("slug", games.slugs())
def test_every_game_is_found_by_its_name(slug: str):
    assert games.game(slug).slug == slug
