"""Modules and functions stay small enough to be read in one go."""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tests.house._source import MEASURED, PACKAGES, ROOT, Source, sources

pytestmark = pytest.mark.xdist_group("sources")  # one worker reads them for all tests

MODULE_LINES = 300
EXCUSED_MODULE_LINES = 450
FUNCTION_LINES = 60  # aim at 40

FOLDER_FILES = 20

EXCUSES: dict[str, str] = tomllib.loads((ROOT / "tests/house/long_modules.toml").read_text("utf-8"))


def _long_functions(source: Source) -> list[str]:
    found = []
    for node in source.definitions():
        last = node.end_lineno or node.lineno
        if isinstance(node, ast.ClassDef) or last - node.lineno < FUNCTION_LINES:  # not even with its blank lines
            continue
        length = sum(node.lineno <= line <= last for line in source.code_lines)
        if length > FUNCTION_LINES:
            found.append(f"{source.path}:{node.lineno} {node.name} has {length} lines of code")
    return found


def _too_long(source: Source) -> bool:
    limit = EXCUSED_MODULE_LINES if source.path in EXCUSES else MODULE_LINES
    return source.text.count("\n") >= limit and len(source.code_lines) > limit


def test_modules_are_small() -> None:
    found = [f"{source.path}: {len(source.code_lines)}" for source in sources(*MEASURED) if _too_long(source)]
    assert not found, "cut these where their subject divides"


def test_folders_can_be_taken_in_at_a_glance() -> None:
    count = Counter(str(Path(source.path).parent) for source in sources(*PACKAGES))
    assert not {folder: files for folder, files in count.items() if files > FOLDER_FILES}


def test_the_folders_of_pages_are_small_with_their_scripts_and_templates_too() -> None:
    files = (path for path in (ROOT / "web").rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    count = Counter(path.parent for path in files)
    assert not {folder: files for folder, files in count.items() if files > FOLDER_FILES}


def test_functions_are_small() -> None:
    assert not [found for source in sources(*MEASURED) for found in _long_functions(source)]


def test_every_excuse_has_a_reason_and_is_needed() -> None:
    by_path = {source.path: source for source in sources(*MEASURED)}
    for path, reason in EXCUSES.items():
        assert path in by_path, f"{path} is excused but does not exist"
        assert len(reason.split()) >= 4, f"{path}: say why in a sentence"
        assert len(by_path[path].code_lines) > MODULE_LINES, f"{path} needs its excuse no longer"


def test_only_code_counts() -> None:
    source = Source(
        "x.py", '"""Doc.\n\nLong.\n"""\n\n# why\ndef f(\n    a,\n):\n    """Doc."""\n\n    return """\n\n"""\n'
    )
    assert source.code_lines == {7, 8, 9, 12, 13, 14}


def test_a_long_module_is_found() -> None:
    assert _too_long(Source("x.py", "x = 1\n" * (MODULE_LINES + 1)))
    assert not _too_long(Source("x.py", "x = 1\n\n# why\n" * MODULE_LINES))


def test_a_long_function_is_found() -> None:
    body = "".join(f"    x{number} = {number}\n" for number in range(FUNCTION_LINES))
    assert _long_functions(Source("x.py", f"def f():\n{body}"))
    assert not _long_functions(Source("x.py", f"def f():\n{body}".replace("    x0 = 0\n", "    # why\n\n")))
