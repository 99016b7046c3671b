"""The fields of a file, and how they make a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Final, Generic, TypeVar

from rules.engine.definitions.entry import DefinitionError, Entry
from rules.engine.definitions.kinds import Form
from rules.engine.definitions.reading import read
from words import Sentence

Made_co = TypeVar("Made_co", covariant=True)
_TEMPLATES: Final = "templates"


@dataclass(frozen=True)
class Step:
    """A page of the maker: its heading (an `N_` sentence) and the keys of the fields that stand on it."""

    heading: str
    fields: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Definition(Form, Generic[Made_co]):
    """A file that makes a game. `check` gives what the game is built from, or raises what `Entry.fault` gives.
    `package` (give `__name__`) has a folder `templates` with the files `templates`; the setting `chosen_by` of the game
    chooses among them, and names them for people. `counts_seats`: the file says itself how many may play."""

    package: str
    steps: tuple[Step, ...]
    check: Callable[[Entry], Made_co]
    templates: tuple[str, ...] = ()
    chosen_by: str = ""
    counts_seats: bool = False

    def read(self, text: str, file: str = "") -> Made_co:
        """What a text makes. DefinitionError."""
        return self.check(read(text, file or self.file, self))

    def of_files(self, files: Mapping[str, str]) -> Made_co:
        """The same from an owner's files, text by name. DefinitionError."""
        if self.file not in files:
            raise DefinitionError(self.file, 0, (), Sentence("this file is missing in the folder."))
        return self.read(files[self.file])

    def text_of(self, template: str) -> str:
        """The file of a template."""
        folder = resources.files(self.package.rpartition(".")[0]) / _TEMPLATES
        return (folder / f"{template}.toml").read_text("utf-8")
