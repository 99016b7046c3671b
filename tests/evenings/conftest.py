"""What the tests of whole evenings share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.evenings.watched import Evenings, Heard


@pytest.fixture
def evenings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evenings]:
    """Tables with one journal, whose voice is listened to; they end with the test."""
    monkeypatch.setattr("companion.service.outward.LiveVoice", Heard)
    opened = Evenings(tmp_path / "data")
    try:
        yield opened
    finally:
        opened.end()
