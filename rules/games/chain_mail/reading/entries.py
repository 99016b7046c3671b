"""One table of a content file, read key by key: every mistake is noted with its place, and reading goes on.

What cannot be read is replaced by something harmless, so that all mistakes of a file are found in one go; nothing that
was read is used unless there was none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final

Path = tuple[str | int, ...]

ID: Final = re.compile(r"[a-z][a-z0-9-]*", re.ASCII)
SPACE_ID: Final = re.compile(r"[a-z][a-z0-9]*", re.ASCII)
NAME_LENGTH: Final = 60
TEXT_LENGTH: Final = 300
ID_LENGTH: Final = 40
_SHOWN: Final = 40
_MOST_NAMED: Final = 24


@dataclass(frozen=True)
class Problem:
    """Something wrong in a content file: the file, the keys and places in lists (from 0) that lead to it, and one
    sentence that names the entry, what is wrong and what is allowed."""

    file: str
    path: Path
    sentence: str


@dataclass(frozen=True)
class Reference:
    """An id of something else that an entry names, to be looked up once all files were read."""

    kind: str
    ident: str
    entry: Entry
    key: str
    place: Path


@dataclass
class Notes:
    """What came up while reading: problems, and references that are still to be looked up."""

    problems: list[Problem] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)


def shown(value: object) -> str:
    """A value as an error shows it: short, on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():  # a very long number cannot even be printed
            return str(value) if abs(value) < 10**12 else "a very long number"
        case str():
            text = "".join(c if c.isprintable() else "?" for c in value[: _SHOWN + 1])
            return f"'{text}'" if len(text) <= _SHOWN else f"'{text[:_SHOWN]}…'"
        case Mapping():
            return "a table"
        case list():
            return "a list"
        case float():
            return f"{value}"
        case _:
            return "a date or a time"


def listed(allowed: Iterable[str]) -> str:
    """What is allowed, as a list for people, which is cut when it is long."""
    words = list(allowed)
    more = f" and {len(words) - _MOST_NAMED} more" if len(words) > _MOST_NAMED else ""
    return ", ".join(words[:_MOST_NAMED]) + more


def meant(value: str, allowed: Iterable[str]) -> str:
    """`; did you mean …?` where something allowed is spelled alike, else nothing."""
    near = get_close_matches(value[:_SHOWN], list(allowed), n=1, cutoff=0.7)
    return f"; did you mean '{near[0]}'?" if near else ""


@dataclass(frozen=True)
class Entry:
    """A table of a file. `name` is what errors call it, `path` where it stands."""

    file: str
    name: str
    path: Path
    table: Mapping[str, Any]
    notes: Notes

    # -- telling -------------------------------------------------------------------------------------------------------

    def wrong(self, what: str, *place: str | int) -> None:
        """Notes a problem, at a place in this table or of the whole of it. `what` is a sentence without its stop."""
        end = "" if what.endswith("?") else "."
        self.notes.problems.append(Problem(self.file, (*self.path, *place), f"{self.name}: {what}{end}"))

    def lacks(self, key: str, what: str) -> None:
        """Notes that a key is not there; `what` says what belongs there."""
        self.wrong(f"'{key}' is missing: {what}", key)

    def refers(self, kind: str, ident: str, key: str, *place: str | int) -> None:
        """Notes an id that must be that of a thing of some kind."""
        if ident:
            self.notes.references.append(Reference(kind, ident, self, key, place or (key,)))

    def only(self, *allowed: str) -> None:
        """Notes every key that is none of these."""
        for key in self.table:
            if key not in allowed:
                near = meant(key, allowed)
                self.wrong(f"{shown(key)} is not known here; allowed are {listed(sorted(allowed))}{near}", key)

    # -- values --------------------------------------------------------------------------------------------------------

    def text(self, key: str, most: int = NAME_LENGTH, default: str | None = None) -> str:
        """A text that is not empty, of at most so many characters; the default where it is left out. A name is one line
        as it stands, of a longer text the line ends become blanks."""
        value = self.table.get(key, default)
        wanted = f"a text of 1 to {most} characters in quotation marks"
        if value is None:
            self.lacks(key, wanted)
        elif not isinstance(value, str) or not (value == default or value.strip()) or len(value) > most:
            self.wrong(f"'{key}' must be {wanted}", key)
        elif not (words := " ".join(value.split()) if most > NAME_LENGTH else value).isprintable():
            self.wrong(f"'{key}' has something in it that cannot be printed on one line", key)
        else:
            return words
        return ""

    def ident(self, key: str = "id", form: re.Pattern[str] = ID) -> str:
        """An id."""
        value = self.table.get(key)
        what = "small letters (a to z) and digits" if form is SPACE_ID else "small letters (a to z), digits and hyphens"
        wanted = f"an id of {what}, beginning with a letter, at most {ID_LENGTH} characters long"
        if value is None:
            self.lacks(key, wanted)
        elif not isinstance(value, str) or not form.fullmatch(value) or len(value) > ID_LENGTH:
            self.wrong(f"'{key}' is {shown(value)}, but it must be {wanted}", key)
        else:
            return value
        return ""

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from `low` to `high`."""
        value = self.table.get(key, default)
        if value is None:
            self.lacks(key, f"a number from {low} to {high}")
        elif not _is_number(value, low, high):
            self.wrong(f"'{key}' is {shown(value)}, but it must be a number from {low} to {high}", key)
        else:
            return int(value)
        return low

    def yes(self, key: str, default: bool = False) -> bool:
        """True or false."""
        value = self.table.get(key, default)
        if not isinstance(value, bool):
            self.wrong(f"'{key}' is {shown(value)}, but it must be true or false", key)
            return default
        return value

    def one_of(self, key: str, allowed: Sequence[str], default: str | None = None) -> str:
        """One of some words; the first one where it is none of them."""
        value = self.table.get(key, default)
        if isinstance(value, str) and value in allowed:
            return value
        if value is None:
            self.lacks(key, f"one of {listed(allowed)}")
        else:
            near = meant(value, allowed) if isinstance(value, str) else ""
            self.wrong(f"'{key}' is {shown(value)}, but it must be one of {listed(allowed)}{near}", key)
        return allowed[0]

    # -- parts ---------------------------------------------------------------------------------------------------------

    def part(self, key: str, need: bool = False) -> Entry | None:
        """The table under a key; None where there is none."""
        value = self.table.get(key)
        if isinstance(value, Mapping):
            return Entry(self.file, f"{self.name}, {key}", (*self.path, key), value, self.notes)
        if value is not None:
            self.wrong(f"'{key}' is {shown(value)}, but it must be a table", key)
        elif need:
            self.lacks(key, "a table")
        return None

    def parts(self, key: str, low: int = 0, high: int = 99) -> list[Entry]:
        """The tables in the list under a key, `low` to `high` of them."""
        return [
            self.inner(value, f"{key} {n + 1}", key, n)
            for n, value in enumerate(self.items(key, low, high, "tables"))
            if self._is_table(value, key, n)
        ]

    def inner(self, table: Mapping[str, Any], name: str, *place: str | int) -> Entry:
        """A table somewhere inside this one."""
        return Entry(self.file, f"{self.name}, {name}", (*self.path, *place), table, self.notes)

    def items(self, key: str, low: int, high: int, what: str) -> list[Any]:
        """What is in the list under a key, whatever it is; nothing where the list is too short or too long."""
        value = self.table.get(key)
        size = f"{low} to {high}" if low < high else str(low)
        if value is None:
            if low:
                self.lacks(key, f"a list of {size} {what}")
        elif not isinstance(value, list):
            self.wrong(f"'{key}' is {shown(value)}, but it must be a list of {what}", key)
        elif not low <= len(value) <= high:
            self.wrong(f"'{key}' has {len(value)} entries, but it must be a list of {size} {what}", key)
        else:
            return value
        return []

    def _is_table(self, value: object, key: str, n: int) -> bool:
        if not isinstance(value, Mapping):
            self.wrong(f"'{key}' must be a list of tables, but number {n + 1} is {shown(value)}", key, n)
        return isinstance(value, Mapping)

    def numbers(self, key: str, low: int, high: int, least: int = 0, most: int = 11) -> tuple[int, ...]:
        """A list of different numbers."""
        found: list[int] = []
        for n, value in enumerate(self.items(key, least, most, f"numbers from {low} to {high}")):
            if not _is_number(value, low, high):
                self.wrong(f"'{key}' has {shown(value)} in it, but numbers from {low} to {high} belong there", key, n)
            elif value in found:
                self.wrong(f"'{key}' has {value} in it twice", key, n)
            else:
                found.append(value)
        return tuple(found)

    def idents(self, key: str, least: int = 0, most: int = 99) -> tuple[str, ...]:
        """A list of different ids."""
        found: list[str] = []
        for n, value in enumerate(self.items(key, least, most, "ids")):
            if not isinstance(value, str) or not ID.fullmatch(value) or len(value) > ID_LENGTH:
                self.wrong(f"'{key}' has {shown(value)} in it, which is no id", key, n)
            elif value in found:
                self.wrong(f"'{key}' has '{value}' in it twice", key, n)
            else:
                found.append(value)
        return tuple(found)

    def some_of(self, key: str, allowed: Sequence[str], least: int = 1) -> tuple[str, ...]:
        """A list of some of these words, each once."""
        found: list[str] = []
        for n, value in enumerate(self.items(key, least, len(allowed), f"words of {listed(allowed)}")):
            if not isinstance(value, str) or value not in allowed:
                near = meant(value, allowed) if isinstance(value, str) else ""
                self.wrong(f"'{key}' has {shown(value)} in it; allowed are {listed(allowed)}{near}", key, n)
            elif value in found:
                self.wrong(f"'{key}' has '{value}' in it twice", key, n)
            else:
                found.append(value)
        return tuple(found)

    def amounts(self, key: str, allowed: Sequence[str], high: int, need: bool = False) -> dict[str, int]:
        """Resources with how many of each; those of which there are none are left out."""
        part = self.part(key, need)
        if part is None:
            return {}
        part.only(*allowed)
        found = {name: part.number(name, 0, high) for name in allowed if name in part.table}
        kept = {name: count for name, count in found.items() if count}
        if need and not kept:
            self.wrong(f"'{key}' is empty, but it must name at least one of {listed(allowed)}", key)
        return kept


def _is_number(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
