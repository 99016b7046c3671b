"""What is to be read in which picture: a list in a CSV or TOML file, or a text file beside each picture."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from vision.types import VisionError

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".bmp"})


@dataclass(frozen=True)
class Expected:
    """One tag that lies in a picture, and where its middle is (pixels) if somebody has measured that."""

    payload: str
    at_px: tuple[float, float] | None = None


Truth = Mapping[str, tuple[Expected, ...]]
"""By file name."""


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder. VisionError when it is none or holds none."""
    if not folder.is_dir():
        raise VisionError("The folder of pictures {folder} does not exist.", folder=folder)
    found = sorted(file for file in folder.iterdir() if file.suffix.lower() in PICTURES)
    if not found:
        raise VisionError(
            "The folder {folder} holds no picture; put PNG, JPEG, WebP or BMP files there.", folder=folder
        )
    return found


def find_truth(folder: Path, file: Path | None) -> Truth:
    """The truth about a folder: from `file`, else from its own truth.csv or truth.toml, else from the text file beside
    each picture (a picture without one holds nothing). VisionError with one sentence for one that cannot be read."""
    own = [folder / name for name in ("truth.csv", "truth.toml") if (folder / name).is_file()]
    if file is None and not own:
        return {picture.name: _beside(picture) for picture in pictures_in(folder)}
    return _read(file if file is not None else own[0], folder)


def _beside(picture: Path) -> tuple[Expected, ...]:
    text = picture.with_suffix(".txt")
    if not text.is_file():
        return ()
    return (Expected(text.read_bytes().decode("utf-8", "replace").strip()),)


def _read(file: Path, folder: Path) -> Truth:
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise VisionError(
            "The list of what is to be read, {file}, cannot be read: {why}.", file=file, why=error.strerror
        ) from error
    except UnicodeDecodeError as error:
        raise VisionError("The list of what is to be read, {file}, is not UTF-8 text.", file=file) from error
    try:
        rows = list(_from_toml(text) if file.suffix.lower() == ".toml" else _from_csv(text))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise VisionError(
            "The list of what is to be read, {file}, is not understood ({why}): it needs a line file,payload "
            "with x,y and count as they like, or tables [[picture]] with file and tags.",
            file=file,
            why=error,
        ) from error
    truth: dict[str, list[Expected]] = {}
    for name, expected in rows:
        truth.setdefault(name, []).extend(expected)
    missing = next((name for name in truth if not (folder / name).is_file()), None)
    if missing is not None:
        raise VisionError(
            "The picture {missing}, which {file} names, is not in {folder}.", missing=missing, file=file, folder=folder
        )
    return {name: tuple(expected) for name, expected in truth.items()}


def _from_csv(text: str) -> Iterator[tuple[str, Iterable[Expected]]]:
    rows = csv.DictReader(StringIO(text))
    if not {"file", "payload"} <= set(rows.fieldnames or ()):
        raise ValueError("no columns file and payload")
    for row in rows:
        at = (float(row["x"]), float(row["y"])) if row.get("x") and row.get("y") else None
        count = int(row.get("count") or 1)
        # a line without a payload says that the picture holds nothing
        yield row["file"], [Expected(row["payload"], at)] * (count if row["payload"] else 0)


def _from_toml(text: str) -> Iterator[tuple[str, Iterable[Expected]]]:
    for picture in tomllib.loads(text)["picture"]:
        yield str(picture["file"]), [_tag(tag) for tag in picture.get("tags", ())]


def _tag(tag: Any) -> Expected:
    if isinstance(tag, str):
        return Expected(tag)
    at = (float(tag["x"]), float(tag["y"])) if "x" in tag and "y" in tag else None
    return Expected(str(tag["payload"]), at)
