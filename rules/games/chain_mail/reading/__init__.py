"""Reads content: what the cards of Chain Mail say, from toml files of the format chainmail-content-1.

The starter set is complete. An owner's files go over it thing by thing: whatever has an id that is there already takes
its place, everything else is added. Whoever checks a file gets all of its problems at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rules.engine import own_text
from rules.games.chain_mail.content import Content as Content
from rules.games.chain_mail.reading.beginning import (
    BEGINNINGS as BEGINNINGS,
    HEROES as HEROES,
    NoBeginning as NoBeginning,
    beginning as beginning,
)
from rules.games.chain_mail.reading.entries import Path as Path, Problem as Problem
from rules.games.chain_mail.reading.fitting import (
    fits as fits,
    lacking as lacking,
    oddities as oddities,
    stray_hexes as stray_hexes,
)
from rules.games.chain_mail.reading.shelf import FORMAT as FORMAT, LINE as LINE, Shelf

PACKAGE: Final = "rules.games.chain_mail"
STARTER_FILES: Final = ("common", "heroes", "maps", "monsters", "quests", "treasures")


class ContentError(Exception):
    """Content that cannot be used: one sentence naming the file, the entry, what is wrong and what is allowed. All
    that is wrong stands in `problems`."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        more = len(problems) - 1
        rest = "" if not more else " (and 1 more problem)" if more == 1 else f" (and {more} more problems)"
        super().__init__(f"{problems[0].file}: {problems[0].sentence}{rest}")
        self.problems = problems


@dataclass(frozen=True)
class Checked:
    """What came of reading files: the content, None when something is wrong; what is wrong; of each kind, the ids of
    the files' own things with whether they take the place of starter ones; whether there are constants."""

    content: Content | None
    problems: tuple[Problem, ...]
    own: Mapping[str, Mapping[str, bool]]
    has_constants: bool = False


def starter_texts() -> dict[str, str]:
    """The files of the starter set by name."""
    return {f"{name}.toml": own_text(PACKAGE, f"starter/{name}.toml") for name in STARTER_FILES}


@lru_cache(maxsize=1)
def _starter() -> Shelf:
    shelf = Shelf()
    for name, text in starter_texts().items():
        shelf.lay(name, text)
    shelf.look_up()
    if shelf.notes.problems:
        raise ContentError(tuple(shelf.notes.problems))
    return shelf


@lru_cache(maxsize=1)
def starter() -> Content:
    """The complete set that comes with the companion."""
    return _starter().content()


def check(files: Mapping[str, str]) -> Checked:
    """Reads an owner's files (name to toml text) over the starter set and says all that came of it."""
    basis = _starter()
    shelf = basis.copy()
    for name, text in files.items():
        shelf.lay(name, text)
    shelf.look_up()
    wrong = tuple(shelf.notes.problems)
    own: dict[str, dict[str, bool]] = {}
    for kind, ident in shelf.origins:
        own.setdefault(kind, {})[str(ident)] = ident in basis.things[kind]
    return Checked(None if wrong else shelf.content(), wrong, own, shelf.constants != basis.constants)


def problems(files: Mapping[str, str]) -> tuple[Problem, ...]:
    """Everything that is wrong in an owner's files, file by file."""
    return check(files).problems


def load_owner(files: Mapping[str, str]) -> Content:
    """The starter set with an owner's files (name to toml text) over it. ContentError says what is wrong."""
    if not files:
        return starter()
    checked = check(files)
    if checked.content is None:
        raise ContentError(checked.problems)
    return checked.content
