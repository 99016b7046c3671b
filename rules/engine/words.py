"""Sentences from codes and facts. One toml file per language and game, over the engine's own.

A file has tables `event`, `refusal`, `question`, `option`, `claim`, `result`, `pile`, `track`, `phase`, `word`, `note`
and `episode` (what turns, tricks and rounds are called); for the lobby `about` (the game in one `sentence`), `setting`
(those options of a match that are offered there: `short` what it is called, `long` what it changes) and `choice` (their
values, as "setting.value"); and for those who learn it `how` (its `goal`, a `turn`, the `end`; one thought a line),
`why` (why each kind of question is asked) and `hint` (why an answer may be good). An entry is a sentence, or a table
with `short` (for the voice, at most about twelve words) and `long` (for screens). Placeholders name facts, as
`words.filling` says: `{seat}` becomes the player's name, `{piece}` the card's, a code its entry in `word`.

A language that lacks a sentence says it in English, and with it all that the sentence names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rules.engine.types import UNSEEN, PieceId, Private, Say, Seat
from words import SOURCE, Phrase, places
from words.files import WordsError
from words.filling import filled_with
from words.languages import is_whole

SECTIONS: Final = (
    *("event", "refusal", "question", "option", "claim", "result"),
    *("pile", "track", "phase", "word", "notice", "todo", "note"),
    *("episode", "about", "setting", "choice"),
    *("how", "why", "hint"),
)


@dataclass(frozen=True)
class Entry:
    """What stands under one code, in two lengths."""

    short: str
    long: str

    @property
    def placeholders(self) -> frozenset[str]:
        """The facts that it names."""
        return places(self.short) | places(self.long)


@dataclass(frozen=True)
class Names:
    """What seats and pieces are called at this table."""

    seats: Sequence[str] = ()
    pieces: Mapping[PieceId, str] = field(default_factory=dict)


NAMELESS: Final = Names()


class _Lacking(Exception):
    """A sentence cannot be said in this language alone."""


class Words:
    """The sentences of one language: later tables go over earlier ones. What the language lacks is said by `english`,
    if it is given: then what is said remembers its English (`words.Phrase`)."""

    def __init__(self, language: str, *tables: Mapping[str, Any], english: Words | None = None):
        """`tables` are parsed toml files. WordsError when one has an unknown table or an entry that is no sentence."""
        self.language = language
        self.english = english
        self._entries: dict[tuple[str, str], Entry] = {}
        for table in tables:
            for section, entries in table.items():
                if section not in SECTIONS:
                    raise WordsError(f"'{section}' is no table of a language file; those are: {', '.join(SECTIONS)}")
                for code, entry in entries.items():
                    self._entries[section, code] = _entry(section, code, entry)

    @classmethod
    def translated(cls, language: str, *layers: tuple[Mapping[str, Any], Mapping[str, Any]]) -> Words:
        """A language over English: of every layer the English table and the same in the language, which may lack some
        of it. Raises as above."""
        english = cls(SOURCE, *(table for table, _ in layers))
        if language == SOURCE:
            return english
        found = cls(language, english=english)
        for table, own in layers:  # a sentence of a later layer is not that of the earlier one, translated or not
            lacking = {(section, code) for section, entries in table.items() for code in entries}
            found._entries = {at: entry for at, entry in found._entries.items() if at not in lacking}
            found._entries |= cls(language, own)._entries
        if is_whole(language) and english._entries.keys() <= found._entries.keys():
            found.english = None
        return found

    def with_marked_english(self, mark: str) -> Words:
        """The same, where everything that this language lacks begins with a mark: so that in a text which others put
        together it can still be told."""
        english = Words(SOURCE)
        if self.english is not None:
            entries = self.english._entries.items()
            english._entries = {at: Entry(mark + entry.short, mark + entry.long) for at, entry in entries}
        made = Words(self.language, english=english)
        made._entries = self._entries
        return made

    def __contains__(self, place: tuple[str, str]) -> bool:
        return place in self._entries or (self.english is not None and place in self.english)

    def codes(self, section: str) -> dict[str, Entry]:
        """All entries of one table."""
        there = {} if self.english is None else self.english.codes(section)
        return there | {code: entry for (sec, code), entry in self._entries.items() if sec == section}

    def say(self, section: str, say: Say, names: Names, *, long: bool = True) -> str:
        """The sentence for a code and its facts. A code without an entry is said as itself, so that nothing is lost;
        a law of the test suite keeps that from shipping."""
        if self.english is None:
            return self._say(section, say, names, long)
        return self._in_one_language(self.english, lambda words: words._say(section, say, names, long))

    def word(self, code: object, names: Names = NAMELESS) -> str:
        """A fact in words: a seat's or piece's name, a number, the sentence of an option, or the word of a code."""
        if self.english is None:
            return self._word(code, names)
        return self._in_one_language(self.english, lambda words: words._word(code, names))

    def _in_one_language(self, english: Words, said: Callable[[Words], str]) -> str:
        """What is said in this language or, where it lacks a part of it, all in English."""
        other = said(english)
        try:
            return Phrase(said(self), other)
        except _Lacking:
            return Phrase(other, is_english=True)

    def _entry(self, section: str, code: str) -> Entry | None:
        found = self._entries.get((section, code))
        if found is None and self.english is not None and (section, code) in self.english:
            raise _Lacking
        return found

    def _say(self, section: str, say: Say, names: Names, long: bool = True) -> str:
        entry = self._entry(section, say.code)
        if entry is None:
            return say.code.replace("_", " ")
        return self._filled(entry.long if long else entry.short, say.facts, names)

    def _word(self, code: object, names: Names) -> str:
        match code:
            case Private():
                return self._word(UNSEEN, names)
            case Say():  # what an option says, told in another sentence
                return self._say("option", code, names)
            case PieceId():
                return self._phrase(names.pieces.get(code, str(code)))
            case Phrase():
                return self._phrase(code)
            case Seat():
                return names.seats[code] if 0 <= code < len(names.seats) else f"{code + 1}"
            case bool():
                return self._word("yes" if code else "no", names)
            case tuple() | list():
                return self._listed([self._word(c, names) for c in code])
            case None:
                return self._word("none", names)
            case _ if code is UNSEEN:
                return self._word("unseen_card", names)
        entry = self._entry("word", str(code))
        return entry.long if entry else str(code)

    def _phrase(self, text: str) -> str:
        if not isinstance(text, Phrase):
            return text
        if self.language == SOURCE:
            return text.english
        if text.is_english:
            raise _Lacking
        return text

    def _listed(self, parts: list[str]) -> str:
        if len(parts) < 2:
            return "".join(parts)
        joint = self._entry("word", "and")
        return f"{', '.join(parts[:-1])} {joint.long if joint else 'and'} {parts[-1]}"

    def _keyed(self, section: str, key: str, names: Names) -> str:
        """A pile or track, named by its key, in words; a word that is no key is said as it is."""
        head, _, tail = key.partition("/")
        if (section, head) not in self:
            return self._word(key, names)
        where: dict[str, object] = {"cell": tail} | ({"seat": Seat(int(tail))} if tail.isdecimal() else {})
        return self._say(section, Say(head, where), names)

    def _filled(self, text: str, facts: Mapping[str, object], names: Names) -> str:
        def word(name: str, value: object) -> str:
            is_key = name in ("pile", "track") and isinstance(value, str)
            return self._keyed(name, str(value), names) if is_key else self._word(value, names)

        return filled_with(text, self.language, facts.get, word, _is_known)


def _is_known(value: object) -> bool:
    is_there = value is not None and value is not UNSEEN and value is not False
    return is_there and value not in ("", ()) and not isinstance(value, Private)


def _entry(section: str, code: str, entry: object) -> Entry:
    if isinstance(entry, str):
        return Entry(entry, entry)
    if isinstance(entry, Mapping) and set(entry) == {"short", "long"}:
        short, long = entry["short"], entry["long"]
        if isinstance(short, str) and isinstance(long, str):
            return Entry(short, long)
    raise WordsError(f"[{section}] {code}: give a sentence, or a table with 'short' and 'long'")
