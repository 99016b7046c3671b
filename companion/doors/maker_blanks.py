"""The fields of a game's file as the maker draws them, in the words of one language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.engine.definitions import (
    Checked,
    Definition,
    Field,
    Key,
    Keys,
    Kind,
    Numbers,
    OneOf,
    Picture,
    Slug,
    Switch,
    Tables,
    Text,
    Whole,
)
from web.pages.maker.views import Blank, BlankKind, MakerStep, Only
from web.views import Choice
from words import Sentence

Word = Callable[[object], str]
"""A finished sentence in the language of whoever reads."""


def steps_of(definition: Definition[Any], word: Word) -> tuple[MakerStep, ...]:
    """The pages of the maker."""
    fields = {field.key: field for field in definition.fields}
    return tuple(
        MakerStep(word(Sentence(step.heading)), tuple(blank(fields[key], word) for key in step.fields))
        for step in definition.steps
    )


def fields_at(definition: Definition[Any], path: Sequence[str]) -> tuple[Field, ...] | None:
    """The fields of a list of tables, by the keys that lead to it; None where there is no such list."""
    fields = definition.fields
    for key in path:
        kind = next((field.kind for field in fields if field.key == key), None)
        if not isinstance(kind, Tables):
            return None
        fields = kind.fields
    return fields if path else None


def list_at(definition: Definition[Any], path: Sequence[str]) -> Checked | None:
    """The list with columns that a field of such a table holds; None where it holds none."""
    fields = (fields_at(definition, path[:-1]) if path[1:] else definition.fields) or ()
    kind = next((field.kind for field in fields if field.key == path[-1]), None) if path else None
    return kind if isinstance(kind, Checked) and kind.columns else None


def blank(field: Field, word: Word) -> Blank:
    """One field."""
    said = word(Sentence(field.says))
    usual = list(field.default) if isinstance(field.default, tuple) else field.default
    return Blank(
        key=field.key,
        label=word(Sentence(field.name)) if field.name else said.rstrip("."),
        hint=said if field.name else "",
        required=field.required,
        rare=field.rare or isinstance(field.kind, Slug),  # which the maker makes by itself
        usual=usual,
        only=None if field.only is None else Only(field.only[0], tuple(sorted(field.only[1]))),
        **_of_kind(field.kind, word),
    )


# -- inside ------------------------------------------------------------------------------------------------------------


def _of_kind(kind: Kind, word: Word) -> dict[str, Any]:
    match kind:
        case Text(most, lines):
            return {"kind": BlankKind.LINES if lines else BlankKind.TEXT, "most": most}
        case Checked(most=most, of=of, lines=lines, columns=columns):
            pictures = any(isinstance(column.kind, Picture) for column in columns)
            return {
                "kind": BlankKind.LIST if lines else BlankKind.WORD,
                "most": most,
                "of": of,
                "pictures": pictures,
            }
        case Slug(of):
            return {"kind": BlankKind.SLUG, "of": of}
        case Whole(low, high):
            return {"kind": BlankKind.WHOLE, "low": low, "high": high}
        case Switch():
            return {"kind": BlankKind.SWITCH}
        case OneOf(says):
            choices = tuple(Choice(str(key), word(Sentence(text))) for key, text in says.items())
            return {"kind": BlankKind.ONE_OF, "choices": choices}
        case Numbers(most, low, high):
            return {"kind": BlankKind.NUMBERS, "most": most, "low": low, "high": high}
        case Key(of):
            return {"kind": BlankKind.KEY, "of": of}
        case Keys(most, of=of):
            return {"kind": BlankKind.KEYS, "most": most, "of": of}
        case Tables(fields, most, title_of):
            inside = tuple(blank(field, word) for field in fields)
            return {"kind": BlankKind.TABLES, "most": most, "title_of": title_of, "fields": inside}
    raise TypeError(f"the maker knows no field such as {kind}")
