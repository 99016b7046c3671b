"""The files that lie in a game's own folder: its sentences, and the list of its rules."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any, Final

from rules.engine.words import Words

_ENGINE: Final = "rules.engine"
_ENGLISH: Final = "en"  # the language that every game has


def own_text(package: str, name: str) -> str:
    """The text of a file in a package's folder."""
    return resources.files(package).joinpath(name).read_text("utf-8")


def words_of(package: str, language: str, *more: Mapping[str, Any]) -> Words:
    """A game's sentences in a language over the engine's; where there is no such file, the English ones. `more` are
    further tables that lie between the two, such as the names of things that an owner has added."""
    engine, own = (tomllib.loads(_sentences(each, language)) for each in (_ENGINE, package))
    return Words(language, engine, *more, own)


def names_of(package: str, language: str) -> Mapping[str, str]:
    """What a game's own things and their texts are called in a language, by their English names: `names.de.toml` in the
    game's folder. Empty where there is no such file."""
    file = f"names.{language}.toml"
    return tomllib.loads(own_text(package, file))["names"] if _has(package, file) else {}


def rules_of(package: str, *files: str, language: str = _ENGLISH) -> tuple[tuple[str, str], ...]:
    """Every rule of a game, its id and what it says in our words, from its coverage files.

    `coverage.toml` is English; `coverage.de.toml` beside it says the same rules in German. A rule that the language
    has no sentence for is given in English.
    """
    found: dict[str, str] = {}
    for name in files:
        rules = tomllib.loads(own_text(package, name))["rules"]
        translated = f"{name.removesuffix('.toml')}.{language}.toml"
        own = tomllib.loads(own_text(package, translated))["rules"] if _has(package, translated) else {}
        found |= {rule: own.get(rule, sentence) for rule, sentence in rules.items()}
    return tuple(found.items())


def _has(package: str, name: str) -> bool:
    return resources.files(package).joinpath(name).is_file()


def _sentences(package: str, language: str) -> str:
    wanted = f"text.{language}.toml"
    return own_text(package, wanted if _has(package, wanted) else f"text.{_ENGLISH}.toml")
