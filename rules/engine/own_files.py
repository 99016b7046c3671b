"""The files that lie in a game's own folder: its sentences, and the list of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.engine.words import Words
from words import SOURCE
from words.files import Tables, own_text, sentences, tables

__all__ = ["names_of", "own_text", "rules_of", "words_of"]

_ENGINE: Final = "rules.engine"


def words_of(package: str, language: str, *more: tuple[Tables, Tables]) -> Words:
    """A game's sentences in a language over the engine's; what there is no sentence for is said in English. `more` are
    further tables that lie between the two, English and in the language, such as names of things that an owner added.
    """
    engine, own = ((sentences(each, SOURCE), sentences(each, language)) for each in (_ENGINE, package))
    return Words.translated(language, engine, *more, own)


def names_of(package: str, language: str) -> Mapping[str, str]:
    """What a game's own things and their texts are called in a language, by their English names: `names.de.toml` in the
    game's folder. Empty where there is no such file."""
    return tables(package, f"names.{language}.toml").get("names", {})


def rules_of(package: str, *files: str, language: str = SOURCE) -> tuple[tuple[str, str], ...]:
    """Every rule of a game, its id and what it says in our words, from its coverage files.

    `coverage.toml` is English; `coverage.de.toml` beside it says the same rules in German. A rule that the language
    has no sentence for is given in English.
    """
    found: dict[str, str] = {}
    for name in files:
        rules = tables(package, name)["rules"]
        own = tables(package, f"{name.removesuffix('.toml')}.{language}.toml").get("rules", {})
        found |= {rule: own.get(rule, sentence) for rule, sentence in rules.items()}
    return tuple(found.items())
