"""The last half minute of table pictures, kept by the host when something went wrong: folders in the data directory.

They show what the camera saw, also hands that lay open before it. So they are for the host alone, and nothing else of
the program reads this folder: no copy of the journal and no report has them.
"""

from __future__ import annotations

import io
import re
import shutil
import threading
import zipfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from vision import Held, LookBack, VisionError

FOLDER: Final = "kept-pictures"
MOST: Final = 10
_NAME: Final = re.compile(r"(\d{8}-\d{6})(-\d+)?")


@dataclass(frozen=True)
class Kept:
    """One time that the pictures were kept. `at`: when, in this machine's time."""

    name: str
    at: datetime
    pictures: int
    size_bytes: int


class KeptPictures:
    """Safe from any thread. VisionError with one sentence when something cannot be done."""

    def __init__(self, data: Path, look_back: LookBack | None):
        """`look_back`: None where no pictures are held."""
        self._root = data / FOLDER
        self._look_back = look_back
        self._lock = threading.Lock()

    @property
    def held(self) -> Held | None:
        """What could be kept now; None where no pictures are held."""
        return None if self._look_back is None else self._look_back.held

    def all(self) -> tuple[Kept, ...]:
        """What was kept, the latest first."""
        if not self._root.is_dir():
            return ()
        found = (_kept(folder) for folder in self._root.iterdir() if folder.is_dir())
        return tuple(sorted((one for one in found if one is not None), key=lambda one: one.name, reverse=True))

    def keep(self) -> Held:
        """Writes what is held; what that was."""
        with self._lock:
            if self._look_back is None:
                raise VisionError("No pictures are held: camera.look_back is off, or there is no camera.")
            if len(self.all()) >= MOST:
                raise VisionError("There are {count} already. Delete one first.", count=MOST)
            held = self._look_back.held
            self._look_back.keep(self._root)
            return held

    def delete(self, name: str) -> None:
        """Deletes one for good."""
        with self._lock:
            try:
                shutil.rmtree(self._folder(name))
            except OSError as error:
                raise VisionError("The pictures could not be deleted: {why}.", why=error.strerror) from error

    def zipped(self, name: str) -> bytes:
        """One as a file; unpacked it is a folder that can be replayed."""
        out = io.BytesIO()
        try:
            with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as file:
                for one in sorted(self._folder(name).iterdir()):
                    file.write(one, f"{name}/{one.name}")
        except OSError as error:
            raise VisionError("The pictures could not be read: {why}.", why=error.strerror) from error
        return out.getvalue()

    def _folder(self, name: str) -> Path:
        if all(one.name != name for one in self.all()):
            raise VisionError("These pictures are there no longer.")
        return self._root / name


def _kept(folder: Path) -> Kept | None:
    found = _NAME.fullmatch(folder.name)
    if found is None:
        return None
    try:
        pictures = [file.stat().st_size for file in folder.glob("*.jpg")]
        return Kept(folder.name, datetime.strptime(found[1], "%Y%m%d-%H%M%S"), len(pictures), sum(pictures))
    except (OSError, ValueError):  # deleted meanwhile, or no time at all
        return None
