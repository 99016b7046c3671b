"""What editors need to know to help with a file while it is written."""

from __future__ import annotations

from typing import Any

from rules.engine.definitions.kinds import Form, shape_of
from rules.engine.definitions.reading import FORMAT


def schema(form: Form) -> dict[str, Any]:
    """The JSON Schema (2020-12) of such a file."""
    shape = shape_of(form.fields)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": form.file,
        **shape,
        "properties": {FORMAT: {"const": form.format}, **shape["properties"]},
        "required": [FORMAT, *shape["required"]],
    }
