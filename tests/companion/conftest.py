"""What tests of the doctor begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.settings.config import Config
from tests.companion.doctor_world import table


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """A quiet table."""
    return table(tmp_path)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The folder in which a machine has its files."""
    return tmp_path / "root"
