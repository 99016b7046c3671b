"""The lines of a TOML file on which its tables and fields stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from rules.engine.definitions.entry import Path

_HEAD: Final = re.compile(r"\s*(\[\[?)\s*([^\[\]#]+?)\s*\]")
_FIELD: Final = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_TEXT: Final = re.compile(r"""\"(?:\\.|[^\"\\])*\"|'[^']*'""")
_SCHEMA: Final = "#:schema"
_LONG: Final = re.compile(r'"""|' + "'''")


def places_of(text: str) -> Mapping[Path, int]:
    """The line of each field and each table `[[name]]` by where it stands, from 1. A text that is no TOML gives lines
    of what looks like it."""
    found: dict[Path, int] = {}
    for path, line in _places(text):
        found.setdefault(path, line)
    return found


def has_remarks(text: str) -> bool:
    """Whether it holds remarks for people beside what it says."""
    lines = (_TEXT.sub("", line) for _, line in _outside_of_texts(text) if not line.startswith(_SCHEMA))
    return any("#" in line for line in lines)


# -- inside ------------------------------------------------------------------------------------------------------------


def _places(text: str) -> Iterator[tuple[Path, int]]:
    counts: dict[Path, int] = {}
    table: Path = ()
    for number, line in _outside_of_texts(text):
        if head := _HEAD.match(line):
            table = _table(head[2], head[1] == "[[", counts)
            yield table, number
            yield table[:-1], number
        elif field := _FIELD.match(line):
            yield (*table, *_names(field[1])), number


def _names(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))


def _table(dotted: str, is_list: bool, counts: dict[Path, int]) -> Path:
    """The path of a table by its head; of a table of a list, the latest one in which it stands."""
    path: Path = ()
    *above, last = _names(dotted)
    for name in above:
        path = (*path, name)
        path = (*path, counts[path]) if path in counts else path
    path = (*path, last)
    if not is_list:
        return path
    counts[path] = counts.get(path, -1) + 1
    return (*path, counts[path])


def _outside_of_texts(text: str) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, without those that stand inside of a text of several lines."""
    inside = ""
    for number, line in enumerate(text.split("\n"), 1):
        was_inside = bool(inside)
        for mark in _LONG.findall(line):
            inside = "" if mark == inside else inside or mark
        if not was_inside:
            yield number, line
