"""Values as the text of a file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from rules.engine.definitions.kinds import Field, Form, Tables
from rules.engine.definitions.reading import FORMAT

_DEEPEST: Final = 4
_ODD: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
_HALF: Final = re.compile("[\ud800-\udfff]")


def written(values: Mapping[str, Any], form: Form) -> str:
    """The file that says these values, which need not be right: reading it says what is wrong. What is as it would be
    anyway, or is no field, is left out."""
    return "\n".join([f"{FORMAT} = {form.format}", *_table(values, form.fields, ())]) + "\n"


def toml_value(value: Any, depth: int = 0) -> str:
    """A value as TOML writes it. What lies deeper than any field goes is written as empty."""
    match value:
        case _ if depth > _DEEPEST:
            return '""'
        case bool():
            return str(value).lower()
        case int() | float():
            return repr(value)
        case str():
            return _text(value)
        case list() | tuple():
            return f"[{', '.join(toml_value(one, depth + 1) for one in value)}]"
        case Mapping():
            pairs = (f"{_on_one_line(str(key))} = {toml_value(one, depth + 1)}" for key, one in value.items())
            return f"{{ {', '.join(pairs)} }}"
    return _text(str(value))


# -- inside ------------------------------------------------------------------------------------------------------------


def _table(values: Mapping[str, Any], fields: Iterable[Field], path: tuple[str, ...]) -> Iterator[str]:
    lists = []
    for field in fields:
        value = values.get(field.key)
        if isinstance(field.kind, Tables) and _are_tables(value):
            lists.append((field.key, field.kind.fields, value))
        elif value is not None and not _is_default(value, field):
            yield f"{field.key} = {toml_value(value)}"
    for key, inside, tables in lists:
        for one in tables or ():
            yield ""
            yield f"[[{'.'.join((*path, key))}]]"
            yield from _table(one, inside, (*path, key))


def _are_tables(value: object) -> bool:
    return value is None or (isinstance(value, list | tuple) and all(isinstance(one, Mapping) for one in value))


def _is_default(value: Any, field: Field) -> bool:
    if field.required:
        return False
    plain = list(field.default) if isinstance(field.default, tuple) else field.default
    return (type(value) is type(plain) and value == plain) or value == "" or value == []


def _text(text: str) -> str:
    if "\n" not in text:
        return _on_one_line(text)
    escaped = _HALF.sub("\ufffd", text).replace("\\", "\\\\").replace('"""', '""\\"')
    if escaped.endswith('"'):
        escaped = f'{escaped[:-1]}\\"'
    return '"""\n' + _ODD.sub(lambda odd: f"\\u{ord(odd[0]):04x}", escaped) + '"""'


def _on_one_line(text: str) -> str:
    return json.dumps(_HALF.sub("\ufffd", text), ensure_ascii=False).replace("\x7f", "\\u007f")
