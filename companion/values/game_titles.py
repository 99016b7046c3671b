"""What people call the games that copies and tags belong to, of which the journal has the short names."""

from __future__ import annotations

from functools import cache

from rules import games


@cache
def game_title(slug: str) -> str:
    """The title of a game; of one that is not installed here, its short name."""
    return games.game(slug).title if slug in games.slugs() else slug
