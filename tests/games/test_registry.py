"""Choosing a game by its name."""

from __future__ import annotations

import pytest

from rules.games import UnknownGame, game, slugs


@pytest.mark.parametrize("slug", slugs())
def test_every_name_gives_its_game(slug: str) -> None:
    assert game(slug).slug == slug


def test_an_unknown_name_is_answered_with_those_that_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"^There is no game 'chronicel'; the games are: .*chronicle.*\.$"):
        game("chronicel")
