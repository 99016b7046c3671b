"""What is found in a game: the place, and one sentence that names the cure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rules.outside import files_in, place_of

_MOST_LETTERS: Final = 300


@dataclass(frozen=True)
class Finding:
    """`file` within the game's folder, "" where it is in none; `line` from 1, 0 where it is in none."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.line else f"{self.file}: " if self.file else ""
        return place + self.text


def raised(folder: Path, error: BaseException, cure: str = "", where: str = "") -> Finding:
    """What an error in a game's code says, at the last line of the game's own that led to it. `where`: in which match,
    `cure`: what to do."""
    file, line = place_of(folder, error)
    return Finding(file, line, " ".join(part for part in (_what(error, file, cure), cure, where) if part))


def _what(error: BaseException, file: str, cure: str) -> str:
    said = " ".join(str(error).split())[:_MOST_LETTERS].rstrip(".")
    if isinstance(error, AssertionError) and not said:
        if cure and not file:  # a law's own: the cure says what is wrong
            return ""
        return "What an assert here says is not so."
    is_told = isinstance(error, AssertionError) or type(error).__module__ != "builtins"  # its text is a sentence
    name = "" if is_told else type(error).__name__
    return (": ".join(part for part in (name, said) if part) or type(error).__name__) + "."


def place_of_name(folder: Path, name: str, file: str = "") -> tuple[str, int]:
    """The first file of a game in which a name stands in quotes, and the line; ("", 0) where none has it. `file`: the
    only one that may."""
    for path in [folder / file] if file else files_in(folder):
        if path.suffix in (".py", ".toml"):
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                if f'"{name}"' in line or f"'{name}'" in line:
                    return path.relative_to(folder).as_posix(), number
    return "", 0


def line_of(text: str, table: str, key: str = "") -> int:
    """The line of a TOML text on which a table, or a key in it, stands; 1 where it cannot be found."""
    lines = text.splitlines()
    head = re.compile(rf"\s*\[+\s*{re.escape(table)}\s*\]+")
    start = next((n for n, line in enumerate(lines) if head.match(line)), 0)
    named = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=")
    return 1 + next((n for n, line in enumerate(lines) if key and n >= start and named.match(line)), start)
