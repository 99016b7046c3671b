"""What a recording looks like on disk, and reading one.

A recording is a folder with pictures and `frames.jsonl`: a first line about the whole, then one line a picture. A
picture was kept when it differed from the one kept before, and now and then without that.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from vision.types import VisionError

INDEX = "frames.jsonl"
FORM = 1


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
