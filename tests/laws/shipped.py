"""Every game that is shipped: those on the shelf, and the samples that authors begin from."""

from __future__ import annotations

from pathlib import Path

from rules import games, samples
from rules.engine.about import About, about_of
from rules.engine.game import Game
from rules.engine.own_files import sentence_of

RULES = Path(__file__).parents[2] / "rules"


def slugs() -> tuple[str, ...]:
    return (*games.OURS, *samples.slugs())


def game(slug: str) -> Game:
    return samples.game(slug) if slug in samples.slugs() else games.game(slug)


def folder(slug: str) -> Path:
    """Where its files lie."""
    return RULES / ("samples" if slug in samples.slugs() else "games") / slug


def about(slug: str) -> About:
    found = about_of(package(slug)) if slug in samples.slugs() else games.about(slug)
    assert found is not None
    return found


def in_a_sentence(slug: str, language: str) -> str:
    return sentence_of(package(slug), language)


def package(slug: str) -> str:
    return f"rules.{folder(slug).parent.name}.{slug}"
