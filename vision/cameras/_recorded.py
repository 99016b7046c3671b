"""What a recording looks like on disk, and reading one.

A recording is a folder with pictures and `frames.jsonl`: a first line about the whole, then one line a picture. A
picture was kept when it differed from the one kept before, and now and then without that.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import msgspec

from vision.types import VisionError

INDEX = "frames.jsonl"
FORM = 1
KEEP_FREE = 300_000_000
"""Bytes of a disk that the journal may need: pictures leave them free."""


class Head(msgspec.Struct, frozen=True):
    """The first line. `source`: what was recorded; `started`: date and time, for people."""

    recording: int
    source: str = ""
    started: str = ""


class Kept(msgspec.Struct, frozen=True):
    """One picture: its file, when it was taken (seconds since the first), its number at the camera, its size."""

    file: str
    at_s: float
    number: int
    width: int
    height: int


class RecordingFolder:
    """A recording that is being written: a new folder below `root`, which only this account may read. OSError when the
    disk does not take it."""

    def __init__(self, root: Path, source: str, first_s: float) -> None:
        """`first_s`: when its first picture was taken."""
        now = datetime.now()
        folder = base = root / now.strftime("%Y%m%d-%H%M%S")
        number = 1
        while folder.exists():
            number += 1
            folder = base.with_name(f"{base.name}-{number}")
        folder.mkdir(mode=0o700)
        self.path = folder
        self._first_s = first_s
        self._count = 0
        self._index = os.open(folder / INDEX, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._line(Head(FORM, source, now.isoformat(timespec="seconds")))

    def add(self, packed: bytes, suffix: str, taken_s: float, number: int, size: tuple[int, int]) -> Path:
        """Writes a picture of `size` (width, height), and the line about it; its file."""
        self._count += 1
        kept = Kept(f"{self._count:06d}{suffix}", round(taken_s - self._first_s, 4), number, *size)
        _write_private(self.path / kept.file, packed)
        self._line(kept)
        return self.path / kept.file

    def close(self) -> None:
        """Closes the list."""
        os.close(self._index)

    def _line(self, item: Head | Kept) -> None:
        os.write(self._index, msgspec.json.encode(item) + b"\n")


def _write_private(file: Path, data: bytes) -> None:
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with memoryview(data) as view:
            written = 0
            while written < len(view):
                written += os.write(handle, view[written:])
    finally:
        os.close(handle)


def recordings_in(folder: Path) -> list[Path]:
    """The recordings that a folder is or holds, oldest first."""
    if (folder / INDEX).is_file():
        return [folder]
    return sorted(path.parent for path in folder.glob(f"*/{INDEX}"))


def read_index(folder: Path) -> tuple[Head, tuple[Kept, ...], int]:
    """What a recording holds, in order, and how many lines of its index could not be read (the last line of one that
    was cut off, as a rule). VisionError with one sentence when it is none."""
    try:
        lines = (folder / INDEX).read_bytes().splitlines()
    except OSError as error:
        raise VisionError("The recording {folder} cannot be read: {why}.", folder=folder, why=error.strerror) from error
    try:
        head = msgspec.json.decode(lines[0] if lines else b"", type=Head)
    except msgspec.MsgspecError as error:
        raise VisionError(
            "The file {index} is not the list of a recording; its first line is odd.", index=folder / INDEX
        ) from error
    if head.recording != FORM:
        raise VisionError(
            "The recording {folder} was made by another version of the companion; it is not understood.", folder=folder
        )
    kept: list[Kept] = []
    garbled = 0
    for item in _pictures(lines[1:]):
        if item is None or (kept and item.at_s < kept[-1].at_s):
            garbled += 1
        else:
            kept.append(item)
    return head, tuple(kept), garbled


def _pictures(lines: list[bytes]) -> Iterator[Kept | None]:
    for line in lines:
        try:
            item = msgspec.json.decode(line, type=Kept)
        except msgspec.MsgspecError:
            yield None
            continue
        yield item if Path(item.file).name == item.file and item.at_s >= 0 else None
