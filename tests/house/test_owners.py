"""What belongs to one part of the referee is changed by that part alone; others ask it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.house._source import Source, sources

pytestmark = pytest.mark.xdist_group("sources")  # one worker reads them for all tests


def _written(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            for target in targets:
                yield from ast.walk(target)  # type: ignore[misc]  # what stands in a target is an expression
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            yield target


def foreign_writes(source: Source) -> list[str]:
    """Every field of another object that is assigned or deleted."""
    found = []
    for node in ast.walk(source.tree):
        for target in _written(node):
            match target:
                case ast.Attribute(value=ast.Name(id="self")):
                    pass
                case ast.Attribute(ctx=ast.Store() | ast.Del()):
                    found.append(f"{source.path}:{target.lineno} {ast.unparse(target)}")
    return found


def test_no_part_of_the_referee_writes_what_is_another_ones() -> None:
    assert not [found for source in sources("companion/referee") for found in foreign_writes(source)]


@pytest.mark.parametrize(
    "line", ["self.table.notice = 1", "table.paused = True", "self.dial = self.table.dice = 0", "a, table.b = 1, 2"]
)
def test_a_foreign_write_is_found(line: str) -> None:
    assert len(foreign_writes(Source("x.py", line))) == 1


def test_writing_what_is_ones_own_is_none() -> None:
    assert not foreign_writes(
        Source("x.py", "self.dial = table.dial\nself.a += 1\nlater = table.b\nself.a[table.b] = 2\n")
    )
