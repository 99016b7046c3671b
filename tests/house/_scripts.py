"""Just enough of JavaScript to find the texts in a script: what stands in quotes, and what stands around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

_TOKEN = re.compile(
    r"(?P<space>\s+|//[^\n]*|/\*.*?\*/)"
    r"|(?P<text>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')"
    r"|(?P<name>[\w$]+)"
    r"|(?P<sign>[=!]==?|=>|&&|\|\||\?\?|\.\.\.|.)",
    re.S,
)
_PATTERN = re.compile(r"/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
_BEFORE_A_PATTERN = frozenset("(,=:[!&|?{};")


class Kind(Enum):
    """What a piece of a script is."""

    TEXT = "text"
    NAME = "name"
    SIGN = "sign"


@dataclass(frozen=True)
class Token:
    """One piece of a script; the value of a text is without its quotes."""

    kind: Kind
    value: str
    line: int


def tokens(script: str) -> Iterator[Token]:
    """All pieces of a script. A text with places in it, `a ${b} c`, gives its parts with "+" and brackets between."""
    at, line, last = 0, 1, ";"
    while at < len(script):
        if script[at] == "`":
            end = _end_of_template(script, at)
            yield from _template(script[at + 1 : end - 1], line)
            value, last = script[at:end], "text"
        elif (
            script[at] == "/"
            and (last in _BEFORE_A_PATTERN or last == "return")
            and (match := _PATTERN.match(script, at))
            and script[at + 1] not in "/*"
        ):
            value, last = match[0], "pattern"
        else:
            found = _TOKEN.match(script, at)
            assert found is not None
            assert found.lastgroup is not None
            value = found[0]
            if found.lastgroup != "space":
                kind = Kind(found.lastgroup)
                yield Token(kind, value[1:-1] if kind is Kind.TEXT else value, line)
                last = value if kind is not Kind.TEXT else "text"
        at, line = at + len(value), line + value.count("\n")


def _template(inside: str, line: int) -> Iterator[Token]:
    at = start = 0
    while at < len(inside):
        if inside[at] == "\\":
            at += 2
        elif inside.startswith("${", at):
            end = _end_of_place(inside, at + 2)
            yield Token(Kind.TEXT, inside[start:at], line)
            yield from (Token(Kind.SIGN, "+", line), Token(Kind.SIGN, "[", line))
            yield from tokens(inside[at + 2 : end - 1])
            yield from (Token(Kind.SIGN, "]", line), Token(Kind.SIGN, "+", line))
            at = start = end
        else:
            at += 1
    yield Token(Kind.TEXT, inside[start:], line)


def _end_of_template(script: str, start: int) -> int:
    at = start + 1
    while script[at] != "`":
        at = _end_of_place(script, at + 2) if script.startswith("${", at) else at + (2 if script[at] == "\\" else 1)
    return at + 1


def _end_of_place(script: str, at: int) -> int:
    depth = 1
    while depth:
        if script[at] == "`":
            at = _end_of_template(script, at)
            continue
        depth += {"{": 1, "}": -1}.get(script[at], 0)
        at += 1
    return at
