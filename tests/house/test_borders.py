"""What crosses a border is made by the names of its fields: nobody can count to the ninth argument."""

from __future__ import annotations

import ast
from pathlib import PurePosixPath

import pytest

from tests.house._source import Source, sources

pytestmark = pytest.mark.xdist_group("sources")  # one worker reads them for all tests

MOST_FIELDS = 5
FIRST = 2
"""What names the whole may stand first, without its name: who asks, what is done."""

BORDERS = ("web", "companion/doors", "companion/service", "companion/telling", "companion/values")
"""The pages with their views, and those rooms of the hub that make what pages are given."""


def _fields(value: ast.ClassDef) -> list[str]:
    return [n.target.id for n in value.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)]


def _made_by_position(source: Source) -> list[str]:
    found = []
    for value in source.definitions():
        made = [ast.unparse(one) for one in value.decorator_list if "dataclass" in ast.unparse(one)]
        if not isinstance(value, ast.ClassDef) or not made or "kw_only=True" in made[0]:
            continue
        fields = _fields(value)
        first = fields.index("_") if "_" in fields else len(fields)
        if len(fields) > MOST_FIELDS and first > FIRST:
            found.append(f"{source.path}: {value.name} has {len(fields)} fields")
    return found


def _is_at_a_border(source: Source) -> bool:
    return any(PurePosixPath(source.path).is_relative_to(border) for border in BORDERS)


def test_large_values_at_a_border_are_made_by_name() -> None:
    read = [source for source in sources("web", "companion") if _is_at_a_border(source)]
    assert {border for border in BORDERS if any(source.path.startswith(border) for source in read)} == set(BORDERS)
    assert not [one for source in read for one in _made_by_position(source)]


def test_a_large_value_that_is_made_by_position_is_found() -> None:
    fields = [f"    f{number}: int\n" for number in range(MOST_FIELDS + 1)]
    code = f"@dataclass(frozen=True)\nclass Seen:\n{''.join(fields)}"
    assert _made_by_position(Source("web/x.py", code)) == ["web/x.py: Seen has 6 fields"]
    assert not _made_by_position(Source("web/x.py", code.replace("frozen=True", "frozen=True, kw_only=True")))
    assert not _made_by_position(Source("web/x.py", code.removesuffix(fields[-1])))
    assert not _made_by_position(Source("web/x.py", code.replace(fields[1], f"    _: KW_ONLY\n{fields[1]}")))
    assert _made_by_position(Source("web/x.py", code.replace(fields[4], f"    _: KW_ONLY\n{fields[4]}")))
