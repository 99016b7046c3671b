"""A file read: whatever somebody wrote, it is an entry or one sentence with its line."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from rules.engine.definitions.entry import DefinitionError, Entry, Path
from rules.engine.definitions.kinds import Field, Form, GrammarError, Key, Keys, Slug, Tables, by_key
from rules.engine.definitions.places import places_of
from words import Sentence

FORMAT: Final = "format"
_SHOWN: Final = 40
_DEEP: Final = re.compile(r"""(?:\.\s{0,4}[\w"'-]{1,60}\s{0,4}){30}""")


def read(text: str, file: str, form: Form) -> Entry:
    """What the file holds, each value as its field wants it. DefinitionError says what is wrong, with its line."""
    found = _parsed(text, file, form.largest)
    reader = _Reader(file, places_of(text))
    said = found.pop(FORMAT, None)
    if said != form.format:
        what = Sentence('"{field}" has to be {form}.', field=FORMAT, form=form.format)
        raise reader.fault((FORMAT,), what)
    entry = reader.entry(found, form.fields, ())
    keys = dict(_keys_of(entry, form.fields))
    for one, each in _all(entry, form.fields):
        _check_keys(one, each, keys)
    return entry


def missing(field: Field) -> Sentence:
    """That a field has to be there."""
    if isinstance(field.kind, Tables):
        return Sentence("add at least one {table}.", table=f"[[{field.key}]]")
    return Sentence('there is no "{field}" here. It has to be {form}.', field=field.key, form=field.kind.form)


def unfit(field: Field) -> Sentence:
    """That something else stands in a field than what it holds."""
    return Sentence('"{field}" has to be {form}.', field=field.key, form=field.kind.form)


# -- inside ------------------------------------------------------------------------------------------------------------


def _parsed(text: str, file: str, largest: int) -> dict[str, Any]:
    if len(text) > largest:
        raise DefinitionError(file, 0, (), Sentence("it is larger than {size} KB.", size=largest // 1024))
    if _DEEP.search(text):  # reading it takes the square of its length
        raise DefinitionError(file, 0, (), Sentence("a name in it has too many dots."))
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a plain ValueError
        at = re.search(r"\(at line (\d+)", str(error))
        why = str(error).partition(" (at ")[0] if isinstance(error, tomllib.TOMLDecodeError) else type(error).__name__
        what = Sentence("it cannot be read: {why}.", why=why[:200])
        raise DefinitionError(file, int(at[1]) if at else 0, (), what) from None


class _Reader:
    """One file while it is read."""

    def __init__(self, file: str, places: Mapping[Path, int]):
        self._file, self._places = file, places

    def entry(self, found: Mapping[str, Any], fields: tuple[Field, ...], path: Path) -> Entry:
        known = by_key(fields)
        values: dict[str, Any] = {}
        for key, value in found.items():
            if key not in known:
                raise self.fault((*path, key), _unknown(key, known))
            values[key] = self._value(known[key], value, (*path, key))
        for one in fields:
            if one.required and one.key not in values:
                raise self.fault((*path, one.key), missing(one))
            values.setdefault(one.key, () if one.default is None and isinstance(one.kind, Tables) else one.default)
        lines = {key: self._line((*path, key)) for key in found}
        return Entry(self._file, path, self._line(path), values, found, lines)

    def fault(self, path: Path, what: Sentence) -> DefinitionError:
        return DefinitionError(self._file, self._line(path), path, what)

    def _line(self, path: Path) -> int:
        """The line of what is nearest: of a table that stands in its list's own line, that one."""
        while path and path not in self._places:
            path = path[:-1]
        return self._places.get(path, 1)

    def _value(self, field: Field, value: Any, path: Path) -> Any:
        if not field.kind.fits(value):
            raise self.fault(path, unfit(field))
        if isinstance(field.kind, Tables):
            return self._tables(field.kind, value, path)
        try:
            return field.kind.made(value)
        except GrammarError as error:
            raise self.fault(path, Sentence('"{field}": {why}', field=field.key, why=error.args[0])) from None

    def _tables(self, kind: Tables, found: list[Mapping[str, Any]], path: Path) -> tuple[Entry, ...]:
        slugs = [field.key for field in kind.fields if isinstance(field.kind, Slug)]
        seen: set[tuple[str, object]] = set()
        made = []
        for number, table in enumerate(found):
            made.append(self.entry(table, kind.fields, (*path, number)))
            for slug in slugs:
                if (slug, made[-1][slug]) in seen and made[-1][slug] is not None:
                    what = Sentence('two tables {table} have the key "{key}".', table=_head(path), key=made[-1][slug])
                    raise self.fault((*path, number), what)
                seen.add((slug, made[-1][slug]))
        return tuple(made)


def _head(path: Path) -> str:
    return f"[[{'.'.join(one for one in path if isinstance(one, str))}]]"


def _unknown(key: str, known: Mapping[str, Field]) -> Sentence:
    near = difflib.get_close_matches(key[:_SHOWN], known, 1)
    if near:
        return Sentence('there is no "{field}". Did you mean "{near}"?', field=key[:_SHOWN], near=near[0])
    names = ", ".join(known)
    return Sentence('there is no "{field}". There are: {known}.', field=key[:_SHOWN], known=names)


def _all(entry: Entry, fields: Iterable[Field]) -> Iterator[tuple[Entry, Field]]:
    """Every field with the table in which it stands."""
    for field in fields:
        yield entry, field
        if isinstance(field.kind, Tables):
            for one in entry[field.key]:
                yield from _all(one, field.kind.fields)


def _keys_of(entry: Entry, fields: tuple[Field, ...]) -> Iterator[tuple[str, set[str]]]:
    found: dict[str, set[str]] = {}
    for one, field in _all(entry, fields):
        if isinstance(field.kind, Slug):
            lists = [part for part in one.path if isinstance(part, str)]
            found.setdefault(lists[-1] if lists else "", set()).add(one[field.key])
    yield from found.items()


def _check_keys(entry: Entry, field: Field, keys: Mapping[str, set[str]]) -> None:
    if not isinstance(field.kind, Key | Keys) or entry[field.key] is None:
        return
    said = (entry[field.key],) if isinstance(field.kind, Key) else entry[field.key]
    for key in said:
        if key not in keys.get(field.kind.of, ()):
            table = f"[[{field.kind.of}]]"
            what = Sentence(
                '"{field}" names "{key}", and no table {table} has that key.', field=field.key, key=key, table=table
            )
            raise entry.fault(field.key, what)
