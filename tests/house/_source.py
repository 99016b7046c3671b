"""The project's own source files, read once for the tests on the house."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("companion", "vision", "hardware", "rules", "web", "words")
MEASURED = (*PACKAGES, "bench", "studies")

_NO_CODE = frozenset(
    {
        tokenize.COMMENT,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENCODING,
        tokenize.ENDMARKER,
    }
)

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Source:
    """One Python file: where it is (relative to the checkout, with slashes) and what stands in it."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    @cached_property
    def code_lines(self) -> frozenset[int]:
        """Numbers of the lines that hold code: no blank lines, no comments, no docstrings."""
        tokens = tokenize.generate_tokens(io.StringIO(self.text).readline)
        lines = {
            line for token in tokens if token.type not in _NO_CODE for line in range(token.start[0], token.end[0] + 1)
        }
        return frozenset(lines - self._docstring_lines())

    def _docstring_lines(self) -> set[int]:
        lines: set[int] = set()
        for node in ast.walk(self.tree):
            match node:
                case ast.Expr(value=ast.Constant(value=str())):
                    lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        return lines

    def definitions(self) -> Iterator[Definition]:
        for node in ast.walk(self.tree):
            if isinstance(node, Definition):
                yield node


@cache
def sources(*folders: str) -> tuple[Source, ...]:
    """Every Python file below the given folders of the checkout, in order of path."""
    return tuple(map(_read, sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))))


@cache
def _read(path: Path) -> Source:
    """One file, read and parsed once, whichever folders are asked for."""
    return Source(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"))
