"""The page that lists all ready parts of games with what each can do, from their own docstrings."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any, Final

import rules.engine as face
from rules.engine import parts
from rules.engine.table import Table

_HEAD: Final = """# All parts

What every ready part can do, made from the parts themselves. `from rules.engine import Deck, Score, choose_player ...`
brings them. Before a call that asks somebody something stands `yield from`: write it, or nothing happens. `t` is the
table, `seen` or `state` what somebody knows of it, and a kind is the name of a card in `cards.toml`.
[Recipes](recipes.md) show them at work.
"""
_TABLE_FIRST: Final = "The table `t`, with everything that the game changes."


def parts_page() -> str:
    """The whole page."""
    classes = [one for one in _public() if inspect.isclass(one) and not issubclass(one, Exception)]
    functions = [one for one in _public() if inspect.isfunction(one)]
    sections = [_HEAD]
    sections += [_section(one.__name__, _said(one), _methods(one)) for one in classes]
    sections.append(
        _section("Without a part", "Functions that stand alone.", ((one.__name__, one) for one in functions))
    )
    sections.append(_section("Table", _TABLE_FIRST, _methods(Table, "t.")))
    return "\n".join(sections)


# -- inside ------------------------------------------------------------------------------------------------------------


def _public() -> Iterator[Any]:
    """What the face of the engine re-exports of the parts, in the order of the file."""
    for name in vars(parts):
        one = getattr(parts, name)
        if not name.startswith("_") and hasattr(face, name) and (inspect.isclass(one) or inspect.isfunction(one)):
            yield one


def _methods(of: type, before: str = "") -> Iterator[tuple[str, Any]]:
    for name, one in vars(of).items():
        called = one.fget if isinstance(one, property) else one
        if not name.startswith("_") and name != "setup" and inspect.isfunction(called):
            yield f"{before}{name}", one if isinstance(one, property) else called


def _section(title: str, said: str, calls: Iterator[tuple[str, Any]]) -> str:
    rows = [f"| `{_call(name, one)}` | {_said(one)} |" for name, one in calls if _said(one)]
    table = ["", "| call | what it does |", "|---|---|", *rows] if rows else []
    return "\n".join([f"## {title}", "", said, *table, ""])


def _call(name: str, one: Any) -> str:
    if isinstance(one, property):
        return name
    signature = inspect.signature(one)
    names = [_argument(given) for given in signature.parameters.values() if given.name != "self"]
    asks = "yield from " if "Play" in str(signature.return_annotation).split("|", maxsplit=1)[0] else ""
    return f"{asks}{name}({', '.join(filter(None, names))})"


def _argument(given: inspect.Parameter) -> str:
    stars = "*" if given.kind is given.VAR_POSITIONAL else "**" if given.kind is given.VAR_KEYWORD else ""
    if given.default is inspect.Parameter.empty:
        return stars + given.name
    plain = isinstance(given.default, str | int | None | tuple)
    return f"{given.name}={given.default!r}" if plain and given.default != "" else f"{given.name}=..."


def _said(one: Any) -> str:
    """The first paragraph of its docstring, on one line."""
    first = (inspect.getdoc(one) or "").partition("\n\n")[0]
    return " ".join(first.split()).replace("|", "\\|")
