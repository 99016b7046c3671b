"""On which line of a toml file a value stands: for saying where something is wrong.

The reader of the standard library does not keep places. This one reads nothing else: it walks through a file that is
known to be toml and notes the line of every key and of every entry of a list.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

Path = tuple[str | int, ...]

_BLANK: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_TEXTS: Final = re.compile(
    r'"""(?:\\.|(?!""").)*"{3,5}'
    r"|'''(?:(?!''').)*'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_PLAIN: Final = re.compile(r"[^,\]}\n#]+")
_ESCAPED: Final = re.compile(r"\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)


def lines_of(text: str) -> Mapping[Path, int]:
    """The line, from 1, of everything in a toml text by the keys and places in lists (from 0) that lead there."""
    walk = _Walk(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    walk.document()
    return walk.lines


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """The line of what a path leads to, or of the nearest thing around it that is there; 1 for the file itself."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


class _Lost(Exception):
    """This is no toml: whatever comes after has no line."""


class _Walk:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {}
        self.counts: dict[Path, int] = {}
        self._line, self._counted = 1, 0

    def document(self) -> None:
        here: Path = ()
        try:
            while self._skip():
                if self.text.startswith("[", self.at):
                    here = self._header()
                else:
                    self._pair(here)
        except (_Lost, RecursionError, ValueError, OverflowError):
            pass  # what was seen so far is all that can be told

    # -- lines ---------------------------------------------------------------------------------------------------------

    def _note(self, path: Path) -> None:
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        self.lines.setdefault(path, self._line)

    def _skip(self) -> bool:
        """Passes over blanks, line ends and comments; whether anything comes after them."""
        found = _BLANK.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.at < len(self.text)

    def _take(self, word: str) -> bool:
        self._skip()
        if not self.text.startswith(word, self.at):
            return False
        self.at += len(word)
        return True

    # -- what a file is made of ----------------------------------------------------------------------------------------

    def _header(self) -> Path:
        start = self.at
        many = self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        keys = self._keys()
        if not self._take("]]" if many else "]"):
            raise _Lost
        end, self.at = self.at, start
        here: Path = ()
        for n, key in enumerate(keys):
            here = (*here, key)
            self._note(here)
            if many and n == len(keys) - 1:
                self.counts[here] = self.counts.get(here, 0) + 1
            if here in self.counts:
                here = (*here, self.counts[here] - 1)
                self._note(here)
        self.at = end
        return here

    def _keys(self) -> list[str]:
        keys = []
        while True:
            self._skip()
            bare = _BARE.match(self.text, self.at)
            text = None if bare else _TEXTS.match(self.text, self.at)
            found = bare or text
            if found is None:
                raise _Lost
            self.at = found.end()
            keys.append(found.group() if bare else _unquoted(found.group()))
            if not self._take("."):
                return keys

    def _pair(self, here: Path) -> None:
        start = self.at
        keys = self._keys()
        if not self._take("="):
            raise _Lost
        end, self.at = self.at, start
        for key in keys:
            here = (*here, key)
            self._note(here)
        self.at = end
        self._value(here)

    def _value(self, here: Path) -> None:
        self._skip()
        if self._take("["):
            self._list(here)
        elif self._take("{"):
            self._table(here)
        else:
            found = _TEXTS.match(self.text, self.at) or _PLAIN.match(self.text, self.at)
            if found is None:
                raise _Lost
            self.at = found.end()

    def _list(self, here: Path) -> None:
        n = 0
        while not self._take("]"):
            self._note((*here, n))
            self._value((*here, n))
            n += 1
            if not self._take(",") and not self.text.startswith("]", self.at):
                raise _Lost

    def _table(self, here: Path) -> None:
        while not self._take("}"):
            self._pair(here)
            if not self._take(",") and not self.text.startswith("}", self.at):
                raise _Lost


def _unquoted(text: str) -> str:
    inner = text[1:-1]
    return inner if text[0] == "'" else _ESCAPED.sub(_character, inner)


def _character(found: re.Match[str]) -> str:
    code = found.group()[1:]
    if code[0] in "uU":
        return chr(int(code[1:], 16))
    return {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}.get(code, code)
