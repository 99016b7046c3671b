"""Which languages there are, found on disk: `text.de.toml` in a game's folder, the engine's or the hub's, is German."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tests.laws import shipped
from words import SOURCE
from words.languages import languages

ENGLISH = SOURCE
ENGINE = "engine"
HUB = "companion"
RULES = Path(__file__).parents[2] / "rules"
WHOLE = frozenset(language.code for language in languages() if language.is_whole)
"""The languages of which nothing may be missing."""
_PLACE = re.compile(r"\{(\w+)(?:[|?]((?:[^{}]|\{\w+\})*))?\}")


def folder(where: str) -> Path:
    """The folder of the engine, the hub, or a game."""
    if where == HUB:
        return RULES.parent / "companion"
    return RULES / "engine" if where == ENGINE else shipped.folder(where)


def languages_of(where: str) -> tuple[str, ...]:
    """The languages of a game or the engine, English first; a toy of the tests has English only."""
    found = sorted(file.stem.partition(".")[2] for file in folder(where).glob("text.*.toml"))
    return (ENGLISH, *(language for language in found if language != ENGLISH))


def translations() -> Iterator[tuple[str, str]]:
    """Every pair of a place with sentences (the engine, the hub or a game) and another language than English that it
    has."""
    for where in (ENGINE, HUB, *shipped.slugs()):
        for language in languages_of(where):
            if language != ENGLISH:
                yield where, language


@cache
def text(where: str, language: str) -> Mapping[str, Mapping[str, Any]]:
    """The parsed file of sentences."""
    return tomllib.loads((folder(where) / f"text.{language}.toml").read_text("utf-8"))


def sentences(where: str, language: str) -> dict[tuple[str, str, str], str]:
    """Every sentence of a file by its table, its code and its length."""
    return {
        (table, code, length): sentence
        for table, entries in text(where, language).items()
        for code, entry in entries.items()
        for length, sentence in (entry if isinstance(entry, dict) else {"short": entry, "long": entry}).items()
    }


def longest_reading(sentence: str) -> str:
    """The sentence with its longest choices and one word for each fact."""

    def filled(match: re.Match[str]) -> str:
        if match[2] is None:
            return "X"
        return max((longest_reading(part) for part in match[2].split("|")), key=lambda part: len(part.split()))

    return _PLACE.sub(filled, sentence)


def own_words(sentence: str) -> str:
    """What a sentence says itself, without the names of its facts: empty when everything comes from them."""
    said = _PLACE.sub(lambda match: f" {match[2] or ''} ", sentence)
    return re.sub(r"[\W\d_]+", " ", _PLACE.sub(" ", said)).strip()  # a choice between two has facts of its own inside
