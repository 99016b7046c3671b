"""What people call the games that copies and tags belong to, of which the journal has the short names."""

from __future__ import annotations

from rules import games


def game_title(slug: str) -> str:
    """The title of a game; of one that is not installed here, its short name."""
    return games.about(slug).title if slug in games.slugs() else slug
