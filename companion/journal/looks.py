"""The looks of the copies that people own: one file a copy, beside the journal and never in it, so that neither a
backup nor a report holds any.

A file goes with its copy: it bears the copy's number and when it was first kept, so that a new copy of the same number
does not inherit it.
"""

from __future__ import annotations

import io
import json
import logging
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from companion.journal.copies import Copy, CopyError
from companion.values.durable import write_whole
from vision.faces.looks import Look
from vision.types import Side

log = logging.getLogger("companion.looks")

FOLDER: Final = "looks"
MOST_BYTES: Final = 20_000_000
"""Of the looks of one copy: some 450 cards of the usual size."""


Place = tuple[float, float, float, float]
"""A part of a card: left, top, width and height, each as a share of the card, from its top left corner."""


@dataclass(frozen=True)
class AlikeCards:
    """Two keys (side/piece) that can hardly be told apart. `place`: where alone they differ; None: nowhere."""

    one: str
    other: str
    place: Place | None = None


@dataclass(frozen=True)
class CopyLooks:
    """What is known of a copy's cards. `plain`: keys of those that were shown and have too little print for a look."""

    looks: tuple[Look, ...] = ()
    alike: tuple[AlikeCards, ...] = ()
    plain: tuple[str, ...] = ()


def key_of(look: Look) -> str:
    """The name of what a look shows: the side, and the piece or for a back the deck."""
    return f"{look.side.value}/{look.piece}"


class KeptLooks:
    """The looks of all copies on this machine. Safe from any thread."""

    def __init__(self, folder: Path, copies: Iterable[Copy] | None = None) -> None:
        """`copies`: all that there are; what was kept of others is deleted."""
        self._folder = folder / FOLDER
        self._lock = threading.Lock()
        self._read: dict[Path, CopyLooks] = {}
        if copies is not None:
            self.keep_only(copies)

    def of(self, copy: Copy) -> CopyLooks:
        """What is known of a copy; nothing where its file is damaged."""
        path = self._path(copy)
        with self._lock:
            if path not in self._read:
                self._read[path] = _read(path)
            return self._read[path]

    def in_play(self, copies: Iterable[Copy]) -> tuple[Look, ...]:
        """The looks of these copies together."""
        return tuple(look for copy in copies for look in self.of(copy).looks)

    def put(self, copy: Copy, known: CopyLooks) -> None:
        """This is known of a copy now. CopyError when it is too much, OSError when it cannot be written."""
        if sum(look.nbytes for look in known.looks) > MOST_BYTES:
            raise CopyError("That is more than the looks of one copy may take; give the other cards stickers.")
        path = self._path(copy)
        with self._lock:
            if known.looks or known.plain:
                self._folder.mkdir(parents=True, exist_ok=True)
                write_whole(path, _written(known))
            else:
                path.unlink(missing_ok=True)
            self._read[path] = known

    def keep_only(self, copies: Iterable[Copy]) -> None:
        """Deletes the looks of every copy that is not among these."""
        kept = {self._path(copy) for copy in copies}
        with self._lock:
            for path in set(self._folder.glob("*.npz")) - kept:
                path.unlink(missing_ok=True)
                self._read.pop(path, None)

    def _path(self, copy: Copy) -> Path:
        since = 0 if copy.created is None else round(copy.created.timestamp() * 1000)
        return self._folder / f"{copy.ident}-{since}.npz"


# -- inside ------------------------------------------------------------------------------------------------------------


def _written(known: CopyLooks) -> bytes:
    head = {
        "looks": [[look.piece, look.side.value] for look in known.looks],
        "alike": [[pair.one, pair.other, pair.place] for pair in known.alike],
        "plain": known.plain,
    }
    planes = {f"{kind}{n}": plane for n, look in enumerate(known.looks) for kind, plane in _planes(look)}
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, head=np.frombuffer(json.dumps(head).encode(), np.uint8), **planes)
    return file.getvalue()


def _planes(look: Look) -> tuple[tuple[str, np.ndarray], ...]:
    return ("grey", look.grey), ("hue", look.hue)


def _read(path: Path) -> CopyLooks:
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            head = json.loads(bytes(file["head"]))
            looks = tuple(
                Look(str(piece), Side(side), _checked(file[f"grey{n}"], 2), _checked(file[f"hue{n}"], 3))
                for n, (piece, side) in enumerate(head["looks"])
            )
            alike = tuple(AlikeCards(str(one), str(other), _place(place)) for one, other, place in head["alike"])
            return CopyLooks(looks, alike, tuple(map(str, head["plain"])))
    except FileNotFoundError:
        return CopyLooks()
    except Exception as error:  # a damaged file says so in many ways: of the archive, of the array, of the list
        log.warning("the looks in %s cannot be read: %s", path.name, error)
        return CopyLooks()


def _place(shares: list[float] | None) -> Place | None:
    if shares is None:
        return None
    left, top, wide, high = map(float, shares)
    return left, top, wide, high


def _checked(plane: np.ndarray, dimensions: int) -> np.ndarray:
    if plane.dtype != np.uint8 or plane.ndim != dimensions or plane.size == 0:
        raise ValueError(f"no picture: {plane.dtype}, {plane.shape}")
    return plane
