"""Games of the tests that have no folder: their sentences and their mat stand in a module of the tests."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from rules.engine import About, Chapter, Game, Layout, Words, own_text


@dataclass(frozen=True, kw_only=True)
class Toy(Game):
    """A game called `package`, with these tables of English sentences and this mat."""

    sentences: tuple[Mapping[str, Any], ...]
    laid_out: Callable[[int, Mapping[str, object]], Layout]

    @property
    def slug(self) -> str:
        return self.package

    @property
    def about(self) -> About:
        return About(self.title, tuple(self.seats))

    def words(self, language: str) -> Words:
        return Words(language, tomllib.loads(own_text("rules.engine", "text.en.toml")), *self.sentences)

    def mat(self, seats: int, settings: Mapping[str, object] | None = None) -> Layout:
        return self.laid_out(seats, self.check_settings({}) if settings is None else settings)

    def rules_text(self, language: str) -> tuple[tuple[str, str], ...]:
        return ()

    def chapters(self, language: str) -> tuple[Chapter, ...]:
        return ()

    def rule_asked(self, kind: str) -> str:
        return ""


G = TypeVar("G", bound=Game)


def changed(game: G, **parts: Any) -> G:
    """The same game with other parts, whatever group each stands in."""
    groups = {}
    for group in ("rules", "box", "screens", "bots"):
        before = getattr(game, group)
        groups[group] = replace(before, **{f.name: parts.pop(f.name) for f in fields(before) if f.name in parts})
    return replace(game, **groups, **parts)
