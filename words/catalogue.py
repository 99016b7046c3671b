"""The sentences of the pages in every language, and the few of other packages that reach a page.

English stands in the templates, scripts and modules themselves and is the key; other languages are catalogues in the
usual form of gettext, one file each in `translations`, read at the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Final

from babel.messages.pofile import read_po

from words.filling import filled
from words.languages import is_whole
from words.sentence import SOURCE, Phrase, Sentence, in_english

TRANSLATIONS: Final[Traversable] = resources.files("words").joinpath("translations")
_NO_FACTS: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True)
class Catalogue:
    """The sentences of one language by the English ones; `is_whole` when it lacks none."""

    sentences: Mapping[str, str]
    is_whole: bool


@cache
def messages() -> frozenset[str]:
    """Every English sentence that some catalogue lists."""
    return frozenset(text for pairs in listed().values() for text in pairs)


@cache
def listed() -> Mapping[str, Mapping[str, str]]:
    """By language, every sentence that its file lists, by the English one; empty for what is not translated yet."""
    found: dict[str, Mapping[str, str]] = {}
    for file in sorted(TRANSLATIONS.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".po"):
            with file.open("rb") as opened:
                every = read_po(opened)
            pairs = {str(m.id): "" if m.fuzzy else str(m.string or "") for m in every if m.id}
            found[file.name.removesuffix(".po")] = MappingProxyType(pairs)
    return MappingProxyType(found)


@cache
def catalogue(language: str) -> Catalogue:
    """The sentences of a language; none where there is no file for it, or where it is the language of the code."""
    pairs = {text: own for text, own in listed().get(language, {}).items() if own}
    return Catalogue(MappingProxyType(pairs), language == SOURCE or (is_whole(language) and messages() <= pairs.keys()))


def said(language: str, text: str, facts: Mapping[str, object] = _NO_FACTS) -> str:
    """The sentence `text` in a language with its facts; all of it in English where that language lacks it or one of the
    facts."""
    there = catalogue(language)
    own = there.sentences.get(text)
    if there.is_whole:
        return filled(text, facts, SOURCE) if own is None else filled(own, facts, language)
    english = filled(text, {name: in_english(fact) for name, fact in facts.items()}, SOURCE)
    if own is None or any(isinstance(fact, Phrase) and fact.is_english for fact in facts.values()):
        return Phrase(english, is_english=True)
    return Phrase(filled(own, facts, language), english)


def translated(language: str, sentence: object) -> str:
    """A finished sentence in a language, where it remembers what it was made of; else as it is."""
    if isinstance(sentence, Sentence):
        facts = {k: translated(language, v) if isinstance(v, str) else v for k, v in sentence.facts.items()}
        return said(language, sentence.text, facts)
    text = str(sentence)
    return said(language, text) if text in messages() else text
