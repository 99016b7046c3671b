"""The files that lie in a game's own folder: its sentences, and the list of its rules."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Final

from rules.engine.words import Words

_ENGINE: Final = "rules.engine"


def own_text(package: str, name: str) -> str:
    """The text of a file in a package's folder."""
    return resources.files(package).joinpath(name).read_text("utf-8")


def words_of(package: str, language: str) -> Words:
    """A game's sentences in a language over the engine's; where there is no such file, the English ones."""
    return Words(language, *(tomllib.loads(_sentences(each, language)) for each in (_ENGINE, package)))


def rules_of(package: str, *files: str) -> tuple[tuple[str, str], ...]:
    """Every rule of a game, its id and what it says in our words, from its coverage files."""
    found: dict[str, str] = {}
    for name in files:
        found |= tomllib.loads(own_text(package, name))["rules"]
    return tuple(found.items())


def _sentences(package: str, language: str) -> str:
    wanted = resources.files(package).joinpath(f"text.{language}.toml")
    return own_text(package, wanted.name if wanted.is_file() else "text.en.toml")
