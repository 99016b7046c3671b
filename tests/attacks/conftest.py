"""The table under attack."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attacks.ring import Ring, ring


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ring]:
    """One table for all attacks of a file: none of them may change anything."""
    with ring(tmp_path_factory.mktemp("attacked")) as made:
        yield made


@pytest.fixture
def own_table(tmp_path: Path) -> Iterator[Ring]:
    """A table of its own, for a test in which something rightly happens."""
    with ring(tmp_path) as made:
        yield made
