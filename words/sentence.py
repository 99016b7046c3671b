"""Sentences that can still be said in another language."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from words.filling import filled

SOURCE: Final = "en"
"""The language of the sentences in the code, which every other one falls back to."""


class Sentence(str):
    """A sentence in English that remembers what it was made of, so that it can be said in other languages: `text` with
    the names of its `facts` in braces. A fact may be such a sentence too."""

    text: str
    facts: Mapping[str, object]

    def __new__(cls, text: str, /, **facts: object) -> Sentence:
        """The sentence with its facts in place."""
        made = super().__new__(cls, filled(text, facts, SOURCE))
        made.text, made.facts = text, MappingProxyType(facts)
        return made

    def __str__(self) -> Sentence:
        return self


class Phrase(str):
    """What a language says that is not whole, with the English for the same: so that a sentence which names it is said
    in one language or the other, and never in both. `is_english`: the language itself lacks it."""

    english: str
    is_english: bool

    def __new__(cls, text: str, english: str = "", *, is_english: bool = False) -> Phrase:
        """`text` in the language itself, or in English where it lacks it."""
        made = super().__new__(cls, text)
        made.english, made.is_english = english or text, is_english
        return made

    def __str__(self) -> Phrase:
        return self


def plain(value: object) -> str | int:
    """A text or a number of a class of its own, such as a seat, as what it is, for encoders that know no other. Raises
    TypeError for anything else."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return int(value)
    raise TypeError(f"{type(value).__name__} cannot be written")


def in_english(value: object) -> object:
    """A fact as an English sentence names it."""
    return value.english if isinstance(value, Phrase) else value


def N_(text: str) -> str:  # noqa: N802 - the name that tools of gettext know
    """Marks a sentence for the catalogues that is put into a language later."""
    return text
