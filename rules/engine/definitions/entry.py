"""What stands in a file, or in a table of it: values by the keys of its fields, each with its line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from words import Sentence

Path = tuple[str | int, ...]
"""Where in a file something stands: keys of fields, and numbers of tables from 0."""


class DefinitionError(Exception):
    """A file that cannot be used: a `Sentence` with file and line. `path` is the field or table that is wrong, `what`
    the same sentence without file and line."""

    def __init__(self, file: str, line: int, path: Path, what: Sentence):
        said = Sentence("{file}, line {line}: {what}", file=file, line=line, what=what)
        super().__init__(said if line else Sentence("{file}: {what}", file=file, what=what))
        self.path, self.what = path, what


@dataclass(frozen=True)
class Entry:
    """Values by key, defaults where nothing is said: a tuple of entries for a list of tables. `plain` are those that
    the file says, as it says them."""

    file: str
    path: Path
    line: int
    values: Mapping[str, Any]
    plain: Mapping[str, Any]
    lines: Mapping[str, int] = field(default_factory=dict)

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    def said(self, *but: str) -> dict[str, Any]:
        """All values but these, for a class of the game that has fields of the same names."""
        return {key: value for key, value in self.values.items() if key not in but}

    def fault(self, key: str, what: Sentence) -> DefinitionError:
        """What is wrong with a field, or with the table itself where the key is empty."""
        path = (*self.path, key) if key else self.path
        return DefinitionError(self.file, self.lines.get(key, self.line), path, what)
