"""Files of games without code, made from those that come with a game by changing them anywhere: most of them are still
games, and the others are wrong in one place."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

from rules.engine.definitions import (
    Checked,
    Definition,
    Field,
    Key,
    Keys,
    Kind,
    Numbers,
    OneOf,
    Slug,
    Switch,
    Tables,
    Text,
    Whole,
    read,
)
from tests.laws import shipped

NAMES = ["<b>Bold</b>", "<script>alert(1)</script>", '"', "\\", "Überlänge", "{line}", "a" * 40, "&amp;", "𝔘", ""]


def defined() -> tuple[str, ...]:
    """The games that files make."""
    return tuple(slug for slug in shipped.slugs() if shipped.game(slug).definition is not None)


def definition_of(slug: str) -> Definition[Any]:
    found = shipped.game(slug).definition
    assert found is not None
    return found


def plain_of(definition: Definition[Any], template: str) -> dict[str, Any]:
    """What a file that comes with a game says."""
    return deepcopy(dict(read(definition.text_of(template), definition.file, definition).plain))


@st.composite
def changed(draw: st.DrawFn, definition: Definition[Any], most: int = 4) -> dict[str, Any]:
    """The values of such a file with up to so many changes."""
    values = plain_of(definition, draw(st.sampled_from(definition.templates)))
    for _ in range(draw(st.integers(0, most))):
        table, field = draw(st.sampled_from(list(_places(values, definition.fields))))
        if isinstance(field.kind, Tables):
            _change_tables(draw, table.setdefault(field.key, []))
        elif draw(st.integers(0, 9)):
            table[field.key] = draw(_fitting(field.kind, definition, values))
        elif not field.required:
            table.pop(field.key, None)
    return values


# -- inside ------------------------------------------------------------------------------------------------------------


def _places(values: dict[str, Any], fields: tuple[Field, ...]) -> Iterator[tuple[dict[str, Any], Field]]:
    for field in fields:
        yield values, field
        if isinstance(field.kind, Tables):
            for table in values.get(field.key, ()):
                yield from _places(table, field.kind.fields)


def _change_tables(draw: st.DrawFn, tables: list[Any]) -> None:
    """One is doubled under another key, moved or removed."""
    if not tables:
        return
    at, act = draw(st.integers(0, len(tables) - 1)), draw(st.sampled_from(["double", "move", "remove"]))
    taken = tables.pop(at) if act != "double" else {**deepcopy(tables[at]), "key": f"k{draw(st.integers(0, 9))}"}
    if act != "remove":
        tables.insert(draw(st.integers(0, len(tables))), taken)


def _keys(definition: Definition[Any], values: dict[str, Any]) -> st.SearchStrategy[str]:
    found = {
        str(table[field.key])
        for table, field in _places(values, definition.fields)
        if field.key in table and isinstance(field.kind, Slug)
    }
    return st.sampled_from(sorted(found)) if found else st.just("nobody")


def _fitting(kind: Kind, definition: Definition[Any], values: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that a field may hold, as far as the kind knows, and rarely one more."""
    match kind:
        case Switch():
            return st.booleans()
        case OneOf():
            return st.sampled_from(list(kind.says))
        case Whole():
            return st.integers(max(kind.low, -9), min(kind.high, 30))
        case Numbers():
            return st.lists(st.integers(-5, 9), max_size=4)
        case Slug() | Key():
            return _keys(definition, values)
        case Keys():
            return st.lists(_keys(definition, values), max_size=3)
        case Checked():
            return _keys(definition, values).map(lambda key: f"{key} + 1") | st.sampled_from(
                [kind.like, "nobody(", "1"]
            )
        case Text():
            return st.sampled_from(NAMES)
    raise AssertionError(f"a kind without values: {kind}")
