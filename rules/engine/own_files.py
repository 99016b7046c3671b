"""The files that lie in a game's own folder: its sentences, the list of its rules, its mat."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from rules.engine.words import Words
from words import SOURCE
from words.files import Tables, own_text as own_text, sentences, tables

_ENGINE: Final = "rules.engine"
_COVERAGE: Final = re.compile(r"coverage(_\w+)?\.toml")


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


def rules_of(package: str, language: str = SOURCE) -> tuple[tuple[str, str], ...]:
    """Every rule of a game, its id and what it says in our words: from `coverage.toml`, then from each further
    `coverage_NAME.toml` of its folder.

    `coverage.de.toml` beside the English file says the same rules in German. A rule that the language has no sentence
    for is given in English.
    """
    return tuple(_in_lists(package, "rules", language).items())


@dataclass(frozen=True)
class Chapter:
    """Rules that belong together, each with its id and what it says. `heading` is empty where a list has no parts."""

    heading: str
    rules: tuple[tuple[str, str], ...]


def chapters_of(package: str, language: str = SOURCE) -> tuple[Chapter, ...]:
    """The same rules as people read them: in the parts and in the order of `[parts]`, each of which begins with the
    rule that it is named by and goes on to the next one that is."""
    heads = _in_lists(package, "parts", language)
    found: dict[str, list[tuple[str, str]]] = {}
    at = ""
    for rule, sentence in rules_of(package, language):
        at = rule if rule in heads else at
        found.setdefault(at, []).append((rule, sentence))
    return tuple(Chapter(heads.get(at, ""), tuple(found[at])) for at in ("", *heads) if at in found)


def _in_lists(package: str, table: str, language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in _rule_lists(package):
        own = tables(package, name.replace(".", f".{language}.")).get(table, {})
        found |= {rule: own.get(rule, sentence) for rule, sentence in tables(package, name).get(table, {}).items()}
    return found


@cache
def rules_asked(package: str) -> Mapping[str, str]:
    """By kind of question the id of the rule that it comes from, as far as the lists of the rules say it
    (`[questions]`)."""
    return {
        kind: rule for name in _rule_lists(package) for kind, rule in tables(package, name).get("questions", {}).items()
    }


def _rule_lists(package: str) -> list[str]:
    return sorted(file.name for file in resources.files(package).iterdir() if _COVERAGE.fullmatch(file.name))


@cache
def layout_of(package: str) -> Mapping[str, Any]:
    """What the file of a game's mat says, `layout.toml` in its folder."""
    return tables(package, "layout.toml")


@cache
def sentence_of(package: str, language: str) -> str:
    """The game in one sentence, in a language or else in English, if it has one; without loading the game."""
    own, english = (sentences(package, each).get("about", {}) for each in (language, SOURCE))
    return str(own.get("sentence") or english.get("sentence", ""))
