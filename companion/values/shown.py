"""What of a reason goes to phones and screens that everybody sees: never where a file lies on this machine.

Reasons come as finished sentences of other parts, with a path among their facts, or as what the system says. The log
and the doctor, who are for whoever owns the machine, name the place; here a file has its name only.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Final

from words import Sentence
from words.catalogue import translated

_PLACE: Final = re.compile(r"(?<![\w:/.])~?/(?:[^\s/:;,'\"()]+/)+([^\s/:;,'\"()]*)")
"""The place of a file or folder in a text; no address of a page, which has its machine before it, or one part."""


def shown(language: str, fact: object) -> object:
    """A fact of a sentence as it may be shown: a sentence in that language, a file by its name."""
    if isinstance(fact, Sentence):
        return shown_sentence(language, fact)
    if isinstance(fact, PurePath):
        return fact.name
    if isinstance(fact, OSError):
        return fact.strerror or type(fact).__name__
    if isinstance(fact, Exception):
        return _PLACE.sub(_name, str(fact))
    if isinstance(fact, str) and "/" in fact and _PLACE.search(fact):
        return _PLACE.sub(_name, fact)
    return fact


def shown_sentence(language: str, sentence: object) -> str:
    """A finished sentence as it may be shown. One without facts may have been put together elsewhere, place and all."""
    if isinstance(sentence, Sentence) and sentence.facts:
        facts = {name: shown(language, fact) for name, fact in sentence.facts.items()}
        return translated(language, Sentence(sentence.text, **facts))
    return str(shown(language, str(translated(language, sentence))))


def _name(place: re.Match[str]) -> str:
    return place[1] or place[0].rstrip("/").rpartition("/")[2]
