"""No test judges by the clock: on a busy machine a time says nothing about us. Work is counted instead."""

from __future__ import annotations

import ast

from tests.house._source import ROOT

CLOCKS = frozenset(
    {"monotonic", "perf_counter", "process_time", "thread_time", "time", "monotonic_ns", "perf_counter_ns"}
)
TOLD_ONLY = {
    "tests/alike/__main__.py": "a command says how long it took; nothing is judged by it",
    **dict.fromkeys(
        ("tests/booted/__main__.py", "tests/booted/breaking.py", "tests/booted/playing.py"),
        "the check on a booted machine says how long each thing took; it waits, and judges by nothing of it",
    ),
    "tests/soak.py": "it says how long each part took; nothing is judged by it",
    "tests/attacks/test_random_requests.py": "its report says how long a long run took; nothing is judged by it",
}


def measured(text: str) -> list[int]:
    """The lines on which a time that was noted is taken from the time of now."""
    if not any(f"{name}(" in text for name in CLOCKS):
        return []
    every = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub))
    return [node.lineno for node in every if _is_now(node.left) and not isinstance(node.right, ast.Constant)]


def _is_now(node: ast.expr) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
    return name in CLOCKS


def test_no_test_judges_by_the_clock() -> None:
    files = sorted((ROOT / "tests").rglob("*.py"))
    found = {f"{file.relative_to(ROOT)}": lines for file in files if (lines := measured(file.read_text()))}
    assert found.keys() == TOLD_ONLY.keys(), found


def test_the_look_sees_a_time_that_was_measured() -> None:
    assert measured("import time\nbegan = time.monotonic()\nassert time.monotonic() - began < 2") == [3]
    assert measured("shown = Frame(image, time.monotonic() - 60, 1)\nleft = end - time.monotonic()") == []
