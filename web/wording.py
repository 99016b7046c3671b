"""The sentences of the pages in every language, and the few of other packages that reach a page.

English stands in the templates, scripts and modules themselves and is the key; other languages are catalogues in the
usual form of gettext, one file each in `translations`, read at the start. `{name}` names a fact and
`{count|one card|{count} cards}` chooses by a number, in every language alike.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final

from babel.messages.pofile import read_po
from flask import g

SOURCE: Final = "en"
"""The language of the sentences in the code."""

_PLACE: Final = re.compile(r"\{(\w+)(?:\|((?:[^{}]|\{\w+\})*))?\}")


@dataclass(frozen=True)
class Language:
    """A language that the pages speak: its code, and what it calls itself."""

    code: str
    name: str


@cache
def catalogues() -> Mapping[str, Mapping[str, str]]:
    """By language code, every sentence of that language by the English one. English itself is empty."""
    found: dict[str, Mapping[str, str]] = {SOURCE: MappingProxyType({})}
    for file in sorted(resources.files("web").joinpath("translations").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".po"):
            with file.open("rb") as opened:
                messages = read_po(opened)
            pairs = {str(m.id): str(m.string) for m in messages if m.id and m.string and not m.fuzzy}
            found[file.name.removesuffix(".po")] = MappingProxyType(pairs)
    return MappingProxyType(found)


@cache
def languages() -> tuple[Language, ...]:
    """All languages of the pages, English first."""
    return tuple(Language(code, said(code, _OWN_NAME)) for code in catalogues())


class Sentence(str):
    """A sentence in English that remembers what it was made of, so that it can be said in other languages: `text` with
    the names of its `facts` in braces. A fact may be such a sentence too."""

    text: str
    facts: Mapping[str, object]

    def __new__(cls, text: str, /, **facts: object) -> Sentence:
        """The sentence with its facts in place."""
        made = super().__new__(cls, filled(text, facts))
        made.text, made.facts = text, MappingProxyType(facts)
        return made

    def __str__(self) -> Sentence:
        return self


def translated(language: str, sentence: object) -> str:
    """A finished sentence in a language, where it remembers what it was made of; else as it is."""
    text, facts = getattr(sentence, "text", None), getattr(sentence, "facts", None)
    if not isinstance(text, str) or not isinstance(facts, Mapping):
        return said(language, str(sentence))
    return said(language, text, {k: translated(language, v) if isinstance(v, str) else v for k, v in facts.items()})


def said(language: str, text: str, facts: Mapping[str, object] = MappingProxyType({})) -> str:
    """The sentence `text` in a language with its facts; in English where that language has none of it."""
    return filled(catalogues().get(language, {}).get(text, text), facts)


def filled(text: str, facts: Mapping[str, object]) -> str:
    """`text` with its facts in place. A name that has no fact stays as it is, so that braces in a fact are harmless."""

    def place(match: re.Match[str]) -> str:
        name, forms = match[1], match[2]
        if name not in facts:
            return match[0]
        if forms is None:
            return str(facts[name])
        one, _, many = forms.partition("|")
        return filled(one if facts[name] == 1 else many, facts)

    return _PLACE.sub(place, text)


def _(text: str, **facts: object) -> str:
    """The sentence in the language of whoever asked for this page."""
    return said(language(), text, facts)


def N_(text: str) -> str:  # noqa: N802 - the name that tools of gettext know
    """Marks a sentence for the catalogues that is put into a language later."""
    return text


_OWN_NAME: Final = N_("English")  # in a catalogue: what its language calls itself


def language() -> str:
    """The language of the present request."""
    return str(g.get("language", SOURCE))


def chosen(wished: str, accepted: tuple[str, ...], fallback: str) -> str:
    """Which language a phone reads: the one it chose, else the first of its browser's (`accepted`, best first) that
    there is, else the table's."""
    known = catalogues()
    for code in (wished, *accepted, fallback):
        short = code.partition("-")[0].lower()
        if short in known:
            return short
    return SOURCE
