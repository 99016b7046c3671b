"""All laws for as long as one likes: `./run soak`."""

from __future__ import annotations

import pytest

from companion.kit.laws.laws import LAWS, Law, ends
from companion.kit.laws.playing import settings_at
from tests.laws.playing import GAMES, game_of, script_of
from tests.laws.test_worlds import worlds_of
from tests.seeds import seed_of

MATCHES = 150


@pytest.mark.soak
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("law", [*LAWS, ends], ids=lambda law: law.__name__)
def test_law_for_long(law: Law, slug: str) -> None:
    game = game_of(slug)
    first = seed_of("laws")
    for seed in range(first, first + MATCHES):
        seats = game.seats[seed % len(game.seats)]
        law(script_of(slug, seats, seed, settings=settings_at(game, seats, seed)))


@pytest.mark.soak
@pytest.mark.parametrize("slug", GAMES)
def test_nobody_notices_a_swap_for_long(slug: str) -> None:
    found = worlds_of(slug, seed_of("swaps"), matches=60, wanted=200, entries=120)
    print(f"{slug}: {found}")
    assert not found.leaks, found.leaks[:3]
