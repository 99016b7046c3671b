"""What the pages' scripts are given, as types of TypeScript: `python -m tests.house.script_types` writes them to where
`jsconfig.json` looks. They are made from the classes of `web` at every check, so a field that is renamed there makes
the check of the scripts red.

What a page gets has all of its fields; what it sends may leave out those that have a default.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import json
import pkgutil
from collections import Counter
from collections.abc import Iterator
from enum import Enum
from typing import Any, Final

import msgspec
from msgspec import inspect as shapes

import web
from tests.house._source import ROOT

WRITTEN: Final = ROOT / "requirements/script/packet.d.ts"

_PLAIN: Final = {
    shapes.StrType: "string",
    shapes.IntType: "number",
    shapes.FloatType: "number",
    shapes.BoolType: "boolean",
    shapes.NoneType: "null",
    shapes.AnyType: "any",
    shapes.DateTimeType: "string",
}


def declarations() -> str:
    """A line for each class of `web` that can travel as JSON. Of two with one name there is none: a script that
    speaks of it is told so."""
    found = set(_classes())
    names = Counter(one.__name__ for one in found)
    lines = (_line(one) for one in found if names[one.__name__] == 1)
    return "".join(sorted(line for line in lines if line))


def _classes() -> Iterator[type]:
    for module in pkgutil.walk_packages(web.__path__, "web."):
        for value in vars(importlib.import_module(module.name)).values():
            if inspect.isclass(value) and value.__module__.startswith("web.") and _travels(value):
                yield value


def _travels(value: type) -> bool:
    return dataclasses.is_dataclass(value) or issubclass(value, msgspec.Struct | Enum)


def _line(value: type) -> str:
    try:
        shape = shapes.type_info(value)
        if isinstance(shape, shapes.EnumType):
            return f"type {value.__name__} = {_choices([member.value for member in shape.cls])};\n"
        assert isinstance(shape, shapes.DataclassType | shapes.StructType)
        sent = isinstance(shape, shapes.StructType)
        fields = (
            f"{one.encode_name}{'?' if sent and not one.required else ''}: {_type(one.type)}" for one in shape.fields
        )
        return f"type {value.__name__} = {{ {'; '.join(fields)} }};\n"
    except (TypeError, KeyError):  # it holds something that does not travel
        return ""


def _choices(values: list[Any]) -> str:
    return " | ".join(json.dumps(value) for value in values)


def _type(shape: shapes.Type) -> str:
    """Raises `KeyError` for what does not travel."""
    match shape:
        case shapes.DataclassType() | shapes.StructType() | shapes.EnumType():
            return shape.cls.__name__
        case shapes.UnionType():
            return " | ".join(_type(one) for one in shape.types)
        case shapes.VarTupleType() | shapes.ListType() | shapes.FrozenSetType():
            return f"({_type(shape.item_type)})[]"
        case shapes.TupleType():
            return f"[{', '.join(_type(one) for one in shape.item_types)}]"
        case shapes.DictType():
            return f"Record<string, {_type(shape.value_type)}>"
        case shapes.LiteralType():
            return _choices(list(shape.values))
        case _:
            return _PLAIN[type(shape)]


if __name__ == "__main__":
    WRITTEN.write_text(declarations(), "utf-8")
