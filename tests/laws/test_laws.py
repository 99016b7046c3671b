"""The laws of the design over every game of the house and over the toys."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from companion.kit.laws.laws import LAWS, Law, ends, ignorance_never_refuses
from companion.kit.laws.playing import covering_settings, settings_at, watched
from tests.laws.playing import GAMES, game_of, script_of, scripts

ROOT = Path(__file__).parents[2]
EXAMPLES = 3  # of each law and game, always the same; `./run soak` tries 150, others each time
LONGEST_EXAMPLE = 90  # entries: more than two rounds of Chronicle

again = settings(deadline=None, max_examples=EXAMPLES, derandomize=True, database=None)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@again
@given(data=st.data())
def test_law(law: Law, slug: str, data: st.DataObject) -> None:
    law(data.draw(scripts(slug, LONGEST_EXAMPLE)))


@pytest.mark.parametrize("seed", [1005, 1024])
def test_who_knows_less_may_call_copies_otherwise(seed: int) -> None:
    """Matches in which the notes name other copies than the truth does, but of the same kinds; with nothing told, what
    is true of a question that only the notes ask is found by kinds too."""
    slug = "chess_deckbuilder"
    script = script_of(slug, 2, seed, length=140, settings=settings_at(game_of(slug), 2, seed))
    ignorance_never_refuses(script)
    watched(script, frozenset())


@pytest.mark.parametrize("slug", GAMES)
def test_every_kind_of_match_ends(slug: str) -> None:
    game = game_of(slug)
    for seed, options in enumerate(covering_settings(game)):
        fit = [seats for seats in game.seats if not game.rules.unfit(game.check_settings(options), seats)]
        assert fit, f"nobody can play with {options}"
        ends(script_of(slug, fit[seed % len(fit)], seed, settings=options))
    for seed, seats in enumerate(game.seats):
        ends(script_of(slug, seats, seed))


def _retold(hash_seed: int) -> str:
    command = [sys.executable, "-m", "tests.laws.retell", *GAMES]
    environment = {"PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": str(ROOT), "PATH": ""}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_another_process_with_another_hash_seed_tells_the_same() -> None:
    one, other = _retold(1), _retold(4242)
    assert one == other
    assert len(one.splitlines()) >= 2 * len(GAMES)
