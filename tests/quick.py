"""What `--quick` leaves out. First the files that start a browser, another process or the service, or speak through a
socket: nobody has to mark them, a file that names such a thing is left out, and so is one that imports such a file.
Then
the tests that are marked as dear, and all but a few of the others of each file: it is a look at every part of the
house, and proves less than all of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
OF_A_FILE = 3

_BEYOND = re.compile(
    r"\b(?:chromium|playwright|IN_A_BROWSER|subprocess|multiprocessing|socket|urllib\.request|http\.client)\b|\bService\("
)
_IMPORTS = re.compile(r"^\s*from (tests(?:\.\w+)*) import (\w+)", re.MULTILINE)


@cache
def is_quick(path: Path) -> bool:
    """Whether a file needs nothing but itself and what it imports."""
    text = path.read_text("utf-8")
    return not _BEYOND.search(text) and all(is_quick(one) for one in _imported(text))


def _imported(text: str) -> list[Path]:
    found = [TESTS.parent.joinpath(*module.split("."), name) for module, name in _IMPORTS.findall(text)]
    return [file for one in found for file in (one.with_suffix(".py"), one.parent.with_suffix(".py")) if file.exists()]


def spread(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Some tests of each file, from its first to its last, and none that is dear."""
    found: set[pytest.Item] = set()
    cheap = (item for item in items if item.get_closest_marker("dear") is None)
    for _, group in groupby(cheap, key=lambda item: item.path):
        tests = list(group)
        found.update(tests[round(n * (len(tests) - 1) / (OF_A_FILE - 1))] for n in range(OF_A_FILE))
    return found
