"""Files of words that an author has mistyped."""

from __future__ import annotations

from pathlib import Path

import pytest

from words.files import WordsError, sentences


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "spoken"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "text.fr.toml").write_text('[event]\na = "A"\n[event]\nb = "B"\n', "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(WordsError, match=r"spoken/text\.fr\.toml cannot be read: .*line 3"):
        sentences("spoken", "fr")
