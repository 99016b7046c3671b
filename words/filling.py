"""Facts put into a sentence, for every package the same.

`{name}` becomes a fact. `{count|one card|{count} cards}` chooses by a number: it has one form for each of the
language's `words.plurals.forms`, in their order, separated by `|`. `{piece?with it|face-down}` chooses by whether the
fact is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from words.plurals import form

_PLACE: Final = re.compile(r"\{(\w+)(?:([|?])((?:[^{}]|\{\w+\})*))?\}")


def filled(text: str, facts: Mapping[str, object], language: str) -> str:
    """`text`, a sentence of `language`, with its facts in place. A name that has no fact stays as it is, so that braces
    in a fact are harmless."""
    return filled_with(text, language, facts.__getitem__)


def filled_with(
    text: str,
    language: str,
    fact: Callable[[str], object],
    word: Callable[[str, object], str] = lambda name, value: str(value),
    is_known: Callable[[object], bool] = bool,
) -> str:
    """The same where facts are more than texts and numbers. `fact` gives the value of a name, or raises KeyError;
    `word` says it, by its name and value; `is_known` decides between the two forms of a `?`."""

    def place(match: re.Match[str]) -> str:
        name, kind, rest = match.groups()
        try:
            value = fact(name)
        except KeyError:
            return match[0]
        if kind is None:
            return word(name, value)
        forms = rest.split("|")
        chosen = _by_number(language, value, len(forms)) if kind == "|" else 0 if is_known(value) else 1
        return filled_with(forms[chosen], language, fact, word, is_known) if chosen < len(forms) else ""

    return _PLACE.sub(place, text) if "{" in text else text


def _by_number(language: str, value: object, count: int) -> int:
    """Which of so many forms; the last for what is no number."""
    return min(form(language, value), count - 1) if isinstance(value, int | float) else count - 1


def places(text: str) -> frozenset[str]:
    """The facts that a sentence names, those inside a choice included."""
    return frozenset(name for name, _, _ in _choices(text))


def by_number(text: str) -> tuple[tuple[str, ...], ...]:
    """Of every choice by a number in a sentence its forms."""
    return tuple(forms for _, kind, forms in _choices(text) if kind == "|")


def _choices(text: str) -> Iterator[tuple[str, str | None, tuple[str, ...]]]:
    for match in _PLACE.finditer(text):
        name, kind, rest = match.groups()
        yield name, kind, () if rest is None else tuple(rest.split("|"))
        yield from _choices(rest or "")
