"""What a field of a file may hold. Each kind knows what fits, says it in words, and says it to editors."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

from rules.engine.about import is_slug
from words import Sentence

FAR: Final = 1_000_000
"""No number is larger, whatever its sign."""
MOST_OF_A_LIST: Final = 40


class GrammarError(Exception):
    """A text that its own grammar does not take: a `Sentence`."""


class Kind(ABC):
    """What a field may hold. `fits(value)` is asked of what the file holds, `made(value)` gives what a game gets, and
    raises GrammarError; `form` says what it has to be, `shape` the same as JSON Schema."""

    @property
    @abstractmethod
    def form(self) -> Sentence: ...

    @property
    @abstractmethod
    def shape(self) -> dict[str, Any]: ...

    @abstractmethod
    def fits(self, value: object) -> bool: ...

    def made(self, value: Any) -> Any:
        return value


@dataclass(frozen=True)
class Text(Kind):
    """A text that is not empty, on one line unless it has `lines`."""

    most: int = 40
    lines: bool = False

    def fits(self, value: object) -> bool:
        if not isinstance(value, str) or not 0 < len(value.strip()) <= len(value) <= self.most:
            return False
        return (value.replace("\n", " ") if self.lines else value).isprintable()

    @property
    def form(self) -> Sentence:
        return Sentence("a text of at most {most} letters", most=self.most)

    @property
    def shape(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": self.most}


@dataclass(frozen=True)
class Slug(Kind):
    """The name by which the rest of the file speaks of a table. Two tables of a list never have the same. The maker
    makes it from the field `of`."""

    of: str = "name"

    def fits(self, value: object) -> bool:
        return isinstance(value, str) and is_slug(value)

    @property
    def form(self) -> Sentence:
        return Sentence("a name of small letters, such as bid")

    @property
    def shape(self) -> dict[str, Any]:
        return {"type": "string", "pattern": "^[a-z][a-z0-9_]{0,39}$"}


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number."""

    low: int = -FAR
    high: int = FAR

    def fits(self, value: object) -> bool:
        return type(value) is int and self.low <= value <= self.high

    @property
    def form(self) -> Sentence:
        if self.high < FAR:
            return Sentence("a whole number from {low} to {high}", low=self.low, high=self.high)
        if self.low > -FAR:
            return Sentence("a whole number, {low} or more", low=self.low)
        return Sentence("a whole number")

    @property
    def shape(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class Switch(Kind):
    """True or false."""

    def fits(self, value: object) -> bool:
        return isinstance(value, bool)

    @property
    def form(self) -> Sentence:
        return Sentence("true or false")

    @property
    def shape(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True)
class OneOf(Kind):
    """One of some words, by what each means to people (an `N_` sentence); a game gets the member of `enum`."""

    says: Mapping[str, str]
    enum: type[StrEnum] | None = None

    def fits(self, value: object) -> bool:
        return isinstance(value, str) and value in self.says

    def made(self, value: Any) -> Any:
        return value if self.enum is None else self.enum(value)

    @property
    def form(self) -> Sentence:
        return Sentence("one of these: {known}", known=", ".join(f'"{one}"' for one in self.says))

    @property
    def shape(self) -> dict[str, Any]:
        return {"enum": [str(one) for one in self.says]}


@dataclass(frozen=True)
class _ListOf(Kind):
    """A list of values of one kind, which a game gets as a tuple."""

    most: int = MOST_OF_A_LIST

    @property
    @abstractmethod
    def one(self) -> Kind: ...

    def fits(self, value: object) -> bool:
        return isinstance(value, list) and len(value) <= self.most and all(map(self.one.fits, value))

    def made(self, value: Any) -> Any:
        return tuple(value)

    @property
    def shape(self) -> dict[str, Any]:
        return {"type": "array", "items": self.one.shape, "maxItems": self.most}


@dataclass(frozen=True)
class Numbers(_ListOf):
    """A list of whole numbers."""

    low: int = -FAR
    high: int = FAR

    @property
    def one(self) -> Kind:
        return Whole(self.low, self.high)

    @property
    def form(self) -> Sentence:
        return Sentence("a list of at most {most} whole numbers, such as [5, 3, 1]", most=self.most)


@dataclass(frozen=True)
class Key(Kind):
    """The key of a table of the list `of`, wherever in the file that stands."""

    of: str

    def fits(self, value: object) -> bool:
        return Slug().fits(value)

    @property
    def form(self) -> Sentence:
        return Sentence("the key of a table {table}", table=f"[[{self.of}]]")

    @property
    def shape(self) -> dict[str, Any]:
        return Slug().shape


@dataclass(frozen=True, kw_only=True)
class Keys(_ListOf):
    """A list of such keys."""

    of: str

    @property
    def one(self) -> Kind:
        return Key(self.of)

    @property
    def form(self) -> Sentence:
        return Sentence("a list of keys of tables {table}", table=f"[[{self.of}]]")


@dataclass(frozen=True)
class Picture(Kind):
    """The name of a picture in the folder `pictures` beside the file. It is made of what is in the picture, so that
    nobody guesses the name of one that they have not seen. In a list `by` is the column by which people know a row, and
    `count` the one that says how many there are of it."""

    by: str = "name"
    count: str = "count"

    def fits(self, value: object) -> bool:
        return isinstance(value, str) and is_picture(value)

    @property
    def form(self) -> Sentence:
        return Sentence("a picture that was added on the maker's page")

    @property
    def shape(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^{_PICTURE}$"}


def is_picture(name: str) -> bool:
    """Whether this is the name of a picture as the maker gives it."""
    return re.fullmatch(_PICTURE, name) is not None


def pictures_in(text: str) -> frozenset[str]:
    """The names of all pictures that a file speaks of."""
    return frozenset(re.findall(rf"\b{_PICTURE}\b", text))


_PICTURE: Final = r"[0-9a-f]{32}\.webp"


@dataclass(frozen=True)
class Checked(Kind):
    """A text with a grammar of its own, which `reads` makes a value of, or raises GrammarError. `like` is an example.
    It may speak of the keys of tables `of`, which the maker offers then, or have several `lines`: a list with these
    `columns`, and what else people call them (`called`), where it says so."""

    reads: Callable[[str], object]
    like: str = ""
    most: int = 400
    of: str = ""
    lines: bool = False
    columns: tuple[Field, ...] = ()
    called: Mapping[str, str] = field(default_factory=dict, hash=False)

    def fits(self, value: object) -> bool:
        return isinstance(value, str) and 0 < len(value) <= self.most

    def made(self, value: Any) -> Any:
        return self.reads(value)

    @property
    def form(self) -> Sentence:
        return Sentence('a text of at most {most} letters, such as "{like}"', most=self.most, like=self.like)

    @property
    def shape(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": self.most, "examples": [self.like]}


@dataclass(frozen=True)
class Field:
    """One entry of a file. `says` is an `N_` sentence: what it is for; `name` one of few words, for a phone. `default`
    is what a game gets where it is left out. `rare`: few need it, so that the maker puts it behind the others. `only`:
    the maker asks for it only where another field of the same table says one of these."""

    key: str
    kind: Kind
    says: str
    default: object = None
    required: bool = False
    name: str = ""
    rare: bool = False
    only: tuple[str, frozenset[str]] | None = None


@dataclass(frozen=True)
class Tables(Kind):
    """A list of tables `[[name]]`, each with these fields. `title_of`: the field by which people know one."""

    fields: tuple[Field, ...]
    most: int = MOST_OF_A_LIST
    title_of: str = "name"
    least: int = 0

    @cached_property
    def by_key(self) -> Mapping[str, Field]:
        """Its fields by their keys."""
        return by_key(self.fields)

    def fits(self, value: object) -> bool:
        return (
            isinstance(value, list)
            and self.least <= len(value) <= self.most
            and all(isinstance(one, dict) for one in value)
        )

    @property
    def form(self) -> Sentence:
        return Sentence("a list of {least} to {most} tables", least=self.least, most=self.most)

    @property
    def shape(self) -> dict[str, Any]:
        shape = {"type": "array", "items": shape_of(self.fields), "maxItems": self.most}
        return shape | ({"minItems": self.least} if self.least else {})


LARGEST: Final = 64 * 1024


@dataclass(frozen=True, kw_only=True)
class Form:
    """A file of that name with these fields, of at most `largest` letters. `format` is raised when a file would be read
    otherwise than before."""

    file: str
    fields: tuple[Field, ...]
    format: int = 1
    largest: int = LARGEST


def by_key(fields: Iterable[Field]) -> Mapping[str, Field]:
    """Fields by their keys."""
    return {field.key: field for field in fields}


def shape_of(fields: Iterable[Field]) -> dict[str, Any]:
    """A table with these fields as JSON Schema."""
    given = tuple(fields)
    return {
        "type": "object",
        "properties": {field.key: field.kind.shape | {"description": field.says} for field in given},
        "required": [field.key for field in given if field.required],
        "additionalProperties": False,
    }
