"""Small files outlive a power cut: the bytes and the name are on disk before anybody is told."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from companion.camera.lens_files import LensFiles
from companion.doors.settings_page import write_chosen
from companion.journal.first_pin import FirstPin
from companion.journal.journal import Journal
from companion.values.durable import write_whole
from vision.calibration.lens import Lens


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[str]]]:
    """What the system was asked to put on disk: file or folder, with the names that the folder had by then."""
    seen: list[tuple[str, list[str]]] = []
    real = os.fsync

    def fsync(number: int) -> None:
        path = Path(f"/proc/self/fd/{number}").readlink()
        seen.append((path.name, sorted(p.name for p in path.iterdir()) if path.is_dir() else []))
        real(number)

    monkeypatch.setattr(os, "fsync", fsync)
    return seen


def _pin(folder: Path) -> None:
    with Journal.open(folder / "companion.db") as journal:
        FirstPin(journal.path).keep("471147", journal)


def _lens(folder: Path) -> None:
    LensFiles(folder, "usb:0").keep(Lens(np.eye(3), (0.0, 0.0, 0.0, 0.0, 0.0), 0.2, (640, 480)))


@pytest.mark.parametrize(
    ("write", "name"),
    [
        (lambda folder: write_chosen(folder / "chosen.toml", {}), "chosen.toml"),
        (_pin, "first-pin"),
        (_lens, "lens-usb-0-640x480.json"),
    ],
)
def test_bytes_and_name_are_on_disk(
    tmp_path: Path, synced: list[tuple[str, list[str]]], write: Callable[[Path], None], name: str
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    write(folder)
    assert (folder / name).stat().st_mode & 0o777 == 0o600
    files = [one for one, names in synced if name in one and not names]
    assert files, "the bytes"
    assert any(one == "data" and name in names for one, names in synced), "and that the file has this name"


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept"
    write_whole(path, "old")

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
