"""Which form of `{count|one card|{count} cards}` a number takes in a language: by the rules of Unicode's CLDR, which
Babel brings along and browsers have as `Intl.PluralRules`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final

_ORDER: Final = ("zero", "one", "two", "few", "many", "other")
_COUNTED: Final = range(200)  # every form that counting needs comes up among these, in every language


@cache
def forms(language: str) -> tuple[str, ...]:
    """The forms that a sentence of this language has, by their names in CLDR and in its order: those that whole numbers
    from 0 to 199 take. English has `one` and `other`, Polish `one`, `few` and `many`, Japanese `other` alone."""
    taken = {_rule(language)(number) for number in _COUNTED}
    return tuple(name for name in _ORDER if name in taken)


@lru_cache(maxsize=4096)
def form(language: str, number: float) -> int:
    """Which of the `forms` a number takes, from 0: the last for one below zero, and for one whose form counting does
    not need, such as 1.5 in Polish or a million in French."""
    known = forms(language)
    name = _rule(language)(number) if number >= 0 else ""
    return known.index(name) if name in known else len(known) - 1


@cache
def _rule(language: str) -> Callable[[float], str]:
    if language.partition("-")[0] == "en":
        return _english
    from babel import Locale, UnknownLocaleError  # some megabytes, which a table that speaks English alone does without

    try:
        return Locale.parse(language, sep="-").plural_form
    except (UnknownLocaleError, ValueError):
        return _english


def _english(number: float) -> str:
    return "one" if number == 1 else "other"
