"""All laws for as long as one likes: `./run soak`."""

from __future__ import annotations

import pytest

from companion.kit.laws.laws import LAWS, Law, ends
from companion.kit.laws.playing import settings_at
from tests.laws.playing import GAMES, game_of, script_of
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
