"""No circle of modules hides behind imports that are there for the types alone."""

from __future__ import annotations

import ast

import pytest

from tests.house._source import PACKAGES, Source, sources
from tests.house.test_imports import _imported as imported

pytestmark = pytest.mark.xdist_group("sources")  # one worker reads them for all tests

LATE = ("companion/cli/", "rules/games/chesney/characters/specials.py")
"""Where imports come late on purpose: help must answer at once. In
Chesney damage and what answers it need each other."""


def _only_for_types(source: Source) -> list[str]:
    """Imports of our own packages that are there for the types alone: so a circle of modules goes unseen."""
    found = []
    for node in ast.walk(source.tree) if "TYPE_CHECKING" in source.text else ():
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=body):
                hidden = set(imported(Source(source.path, "\n".join(map(ast.unparse, body))))) & set(PACKAGES)
                found += [f"{source.path} imports {name}" for name in sorted(hidden)]
    return found


def test_no_circle_of_modules_is_hidden_from_the_program() -> None:
    hidden = [found for source in sources(*PACKAGES) for found in _only_for_types(source)]
    assert not [found for found in hidden if not found.startswith(LATE)]


def test_an_import_for_types_alone_is_seen() -> None:
    planted = Source("web/x.py", "if TYPE_CHECKING:\n    import gpiozero\n    from web.pages import seat\n")
    assert _only_for_types(planted) == ["web/x.py imports web"]
