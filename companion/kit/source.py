"""What can be read off a game's Python without playing it: what no game may use, and a `yield` that is missing."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from inspect import isclass, isgeneratorfunction
from pathlib import Path
from typing import Final

from companion.kit.findings import Finding
from rules.engine.questions import Question
from rules.outside import Found, files_in

_CHANCE: Final = "Chance is asked for: yield a Shuffle, Roll, Deal or Draw, so that an undo gives the same."
_CLOCK: Final = "A game has no clock: a match is told again from its answers, so let nothing depend on the time."
_OUTSIDE: Final = "A game reads and writes nothing while it is played: its own files are read by own_text."
_FORBIDDEN: Final = {
    **dict.fromkeys(("random", "secrets", "uuid"), _CHANCE),
    **dict.fromkeys(("time", "datetime"), _CLOCK),
    **dict.fromkeys(("os", "socket", "subprocess", "threading", "asyncio", "multiprocessing", "shutil"), _OUTSIDE),
}

_ALONE: Final = (
    *(ast.Expr, ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.If, ast.While),
    *(ast.Compare, ast.BoolOp, ast.UnaryOp),
)
"""Where the answer of a question would be used, and a generator is not."""


def read_source(found: Found) -> Iterator[Finding]:
    """What is wrong in the Python files of a game that is loaded."""
    for path in files_in(found.folder):
        if path.suffix == ".py":
            name = path.relative_to(found.folder).as_posix()
            tree = ast.parse(path.read_text("utf-8"))
            yield from _imports(name, tree)
            yield from _yields(name, tree, _globals(path))


def _globals(path: Path) -> dict[str, object]:
    """The names of the module that was loaded from a file."""
    modules = (m for m in list(sys.modules.values()) if getattr(m, "__file__", None) == str(path))
    return dict(vars(next(modules, None) or ast))


def _imports(file: str, tree: ast.Module) -> Iterator[Finding]:
    for node in ast.walk(tree):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module or ""]
        for name in names:
            if cure := _FORBIDDEN.get(name.partition(".")[0]):
                assert isinstance(node, ast.stmt)
                yield Finding(file, node.lineno, f"'{name}' is imported. {cure}")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "open":
            yield Finding(file, node.lineno, f"A file is opened. {_OUTSIDE}")


def _yields(file: str, tree: ast.Module, names: dict[str, object]) -> Iterator[Finding]:
    """Calls whose question is never asked, because nothing yields it."""
    for parent in ast.walk(tree):
        if not isinstance(parent, _ALONE):
            continue
        for node in ast.iter_child_nodes(parent):
            if not isinstance(node, ast.Call):
                continue
            called, said = _called(node.func, names), ast.unparse(node.func)
            if _asks(called) or (isgeneratorfunction(called) and isinstance(parent, ast.Expr)):
                text = f"{said}(...) asks something, but nothing happens without 'yield from' before it: "
                yield Finding(file, node.lineno, f"{text}write (yield from {said}(...)).")
            elif isclass(called) and issubclass(called, Question) and isinstance(parent, ast.Expr):
                yield Finding(file, node.lineno, f"The question {said}(...) is never asked: write 'yield' before it.")


def _asks(called: object) -> bool:
    """Whether a function gives what is asked, not, say, options."""
    return isgeneratorfunction(called) and "Play" in str(called.__annotations__.get("return", ""))


def _called(node: ast.expr, names: dict[str, object]) -> object:
    """What a name stands for, as far as the module says it."""
    if isinstance(node, ast.Name):
        return names.get(node.id)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return getattr(names.get(node.value.id), node.attr, None)
    return None
