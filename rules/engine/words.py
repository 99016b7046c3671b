"""Sentences from codes and facts. One toml file per language and game, over the engine's own.

A file has tables `event`, `refusal`, `question`, `option`, `claim`, `result`, `pile`, `track`, `phase`, `word` and
`note`. An entry is a sentence, or a table with `short` (for the voice, at most about twelve words) and `long` (for
screens). Placeholders name facts: `{seat}` becomes the player's name, `{piece}` the card's, a code its entry in `word`.
`{count|one card|{count} cards}` chooses by number; `{piece?with it|face-down}` by whether the fact is known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rules.engine.types import UNSEEN, PieceId, Private, Say, Seat

SECTIONS: Final = (
    *("event", "refusal", "question", "option", "claim", "result"),
    *("pile", "track", "phase", "word", "notice", "todo", "note"),
)
_PLACE: Final = re.compile(r"\{(\w+)(?:([|?])((?:[^{}]|\{\w+\})*))?\}")


class WordsError(Exception):
    """A language file that cannot be used: one sentence naming the table and entry."""


@dataclass(frozen=True)
class Sentence:
    """One entry in two lengths."""

    short: str
    long: str

    @property
    def placeholders(self) -> frozenset[str]:
        """The facts that it names."""
        return frozenset(name for text in (self.short, self.long) for name in _names(text))


def _names(text: str) -> set[str]:
    found = set()
    for match in _PLACE.finditer(text):
        found.add(match[1])
        found |= _names(match[3] or "")
    return found


@dataclass(frozen=True)
class Names:
    """What seats and pieces are called at this table."""

    seats: Sequence[str] = ()
    pieces: Mapping[PieceId, str] = field(default_factory=dict)


class Words:
    """The sentences of one language: later tables go over earlier ones."""

    def __init__(self, language: str, *tables: Mapping[str, Any]):
        """`tables` are parsed toml files. WordsError when one has an unknown table or an entry that is no sentence."""
        self.language = language
        self._sentences: dict[tuple[str, str], Sentence] = {}
        for table in tables:
            for section, entries in table.items():
                if section not in SECTIONS:
                    raise WordsError(f"'{section}' is no table of a language file; those are: {', '.join(SECTIONS)}")
                for code, entry in entries.items():
                    self._sentences[section, code] = _sentence(section, code, entry)

    def __contains__(self, place: tuple[str, str]) -> bool:
        return place in self._sentences

    def codes(self, section: str) -> dict[str, Sentence]:
        """All entries of one table."""
        return {code: s for (sec, code), s in self._sentences.items() if sec == section}

    def say(self, section: str, say: Say, names: Names, *, long: bool = True) -> str:
        """The sentence for a code and its facts. A code without an entry is said as itself, so that nothing is lost;
        a law of the test suite keeps that from shipping."""
        sentence = self._sentences.get((section, say.code))
        if sentence is None:
            return say.code.replace("_", " ")
        return self._fill(sentence.long if long else sentence.short, say.facts, names)

    def word(self, code: object, names: Names) -> str:
        """A fact in words: a seat's or piece's name, a number, the sentence of an option, or the word of a code."""
        match code:
            case Private():
                return self.word(UNSEEN, names)
            case Say():  # what an option says, told in another sentence
                return self.say("option", code, names)
            case PieceId():
                return names.pieces.get(code, str(code))
            case Seat():
                return names.seats[code] if 0 <= code < len(names.seats) else f"{code + 1}"
            case bool():
                return self.word("yes" if code else "no", names)
            case tuple() | list():
                return self._listed([self.word(c, names) for c in code])
            case None:
                return self.word("none", names)
            case _ if code is UNSEEN:
                return self.word("unseen_card", names)
        sentence = self._sentences.get(("word", str(code)))
        return sentence.long if sentence else str(code)

    def _listed(self, parts: list[str]) -> str:
        if len(parts) < 2:
            return "".join(parts)
        joint = self._sentences.get(("word", "and"))
        return f"{', '.join(parts[:-1])} {joint.long if joint else 'and'} {parts[-1]}"

    def _keyed(self, section: str, key: str, names: Names) -> str:
        """A pile or track, named by its key, in words; a word that is no key is said as it is."""
        head, _, tail = key.partition("/")
        if (section, head) not in self._sentences:
            return self.word(key, names)
        where: dict[str, object] = {"cell": tail} | ({"seat": Seat(int(tail))} if tail.isdecimal() else {})
        return self.say(section, Say(head, where), names)

    def _fill(self, text: str, facts: Mapping[str, object], names: Names) -> str:
        def place(match: re.Match[str]) -> str:
            value = facts.get(match[1])
            if match[2] is None:
                is_key = match[1] in ("pile", "track") and isinstance(value, str)
                return self._keyed(match[1], str(value), names) if is_key else self.word(value, names)
            one, _, many = match[3].partition("|")
            if match[2] == "|":
                return self._fill(one if value == 1 else many, facts, names)
            known = (
                value is not None and value is not UNSEEN and value not in ("", ()) and not isinstance(value, Private)
            )
            return self._fill(one if known and value is not False else many, facts, names)

        return _PLACE.sub(place, text)


def _sentence(section: str, code: str, entry: object) -> Sentence:
    if isinstance(entry, str):
        return Sentence(entry, entry)
    if isinstance(entry, Mapping) and set(entry) == {"short", "long"}:
        short, long = entry["short"], entry["long"]
        if isinstance(short, str) and isinstance(long, str):
            return Sentence(short, long)
    raise WordsError(f"[{section}] {code}: give a sentence, or a table with 'short' and 'long'")
