"""Which languages there are, and which of them somebody reads."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from words.files import own_text
from words.sentence import SOURCE


@dataclass(frozen=True)
class Language:
    """A language that can be chosen: its code, what it calls itself, and whether all of it is translated."""

    code: str
    name: str
    is_whole: bool


@cache
def languages() -> tuple[Language, ...]:
    """All languages in the order of `languages.toml`, English first."""
    listed = tomllib.loads(own_text("words", "languages.toml"))
    return tuple(Language(code, entry["name"], entry["is_whole"]) for code, entry in listed.items())


def language_codes() -> tuple[str, ...]:
    """The codes of all languages, English first."""
    return tuple(language.code for language in languages())


def is_whole(code: str) -> bool:
    """Whether all of this language is translated."""
    return any(language.code == code and language.is_whole for language in languages())


def chosen(wished: str, accepted: Sequence[str], fallback: str) -> str:
    """Which language a phone reads: the one it chose, else the first of its browser's (`accepted`, best first) that is
    whole, else the table's. One that is only partly there has to be asked for."""
    every = language_codes()
    whole = tuple(code for code in every if is_whole(code))
    for code, known in ((wished, every), *((code, whole) for code in accepted), (fallback, every)):
        short = code.partition("-")[0].lower()
        if short in known:
            return short
    return SOURCE
