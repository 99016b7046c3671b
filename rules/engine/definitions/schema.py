"""What editors need to know to help with a file while it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rules.engine.definitions.kinds import shape_of
from rules.engine.definitions.reading import FORMAT

if TYPE_CHECKING:
    from rules.engine.definitions.definition import Definition


def schema(definition: Definition[Any]) -> dict[str, Any]:
    """The JSON Schema (2020-12) of such a file."""
    shape = shape_of(definition.fields)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": definition.file,
        **shape,
        "properties": {FORMAT: {"const": definition.format}, **shape["properties"]},
        "required": [FORMAT, *shape["required"]],
    }
