"""A small file beside the journal that knows how far it went: what tells a journal that lost its end from a whole one.

SQLite takes a write-ahead file that ends early, or a file of no bytes, for all there ever was. The witness is written
after each entry, in place and without waiting for the disk: it may lag behind the journal, which means nothing, and is
never ahead of it unless something was lost. It also holds the host's PIN as the journal does, hashed, so that a host
can sign on to the page that says what happened.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

log = logging.getLogger("companion.journal")

_BLOCK: Final = 512
"""One sector: a cut of the power leaves the old one or the new one."""


@dataclass(frozen=True)
class Seen:
    """What the journal held: the format of the file, its latest match and how many entries that had."""

    schema: int
    match: int
    entries: int


class Witness:
    """The file of one journal. What cannot be written or read is as good as none: the journal itself is what counts."""

    def __init__(self, journal: Path) -> None:
        self.path = journal.with_name(f"{journal.name}.witness")
        self._file = -1
        self._lock = threading.Lock()

    def note(self, seen: Seen) -> None:
        """The journal holds this now. The file is made if need be."""
        self._write(0, [seen.schema, seen.match, seen.entries])

    def note_pin(self, kept: str) -> None:
        """The host's PIN, as the journal keeps it."""
        self._write(1, kept)

    def seen(self) -> Seen | None:
        """What was noted last; None when that is not known."""
        match self._read(0):
            case [int(schema), int(match), int(entries)]:
                return Seen(schema, match, entries)
        return None

    def pin(self) -> str:
        """The host's PIN, as the journal kept it; empty when that is not known."""
        kept = self._read(1)
        return kept if isinstance(kept, str) else ""

    def sync(self) -> None:
        """What was noted survives a cut of the power from now on."""
        with self._lock:
            file = os.dup(self._file) if self._file >= 0 else -1
        if file < 0:
            return
        try:
            os.fdatasync(file)  # without the lock: an answer must not wait for it
        except OSError as error:
            log.debug("the witness is not synced: %s", error)
        finally:
            os.close(file)

    def close(self) -> None:
        """Lets the file go; harmless when repeated."""
        with self._lock:
            if self._file >= 0:
                os.close(self._file)
            self._file = -1

    def drop(self) -> None:
        """Another journal takes this one's place: what was noted is of no use any more."""
        self.close()
        self.path.unlink(missing_ok=True)

    def _write(self, block: int, value: Any) -> None:
        text = json.dumps(value).encode()
        content = (_checksum(text) + text).ljust(_BLOCK, b"\n")
        try:
            with self._lock:
                if self._file < 0:
                    self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
                os.pwrite(self._file, content, block * _BLOCK)
        except OSError as error:
            log.debug("the witness is not written: %s", error)

    def _read(self, block: int) -> Any:
        try:
            with self.path.open("rb") as file:
                file.seek(block * _BLOCK)
                content = file.read(_BLOCK).rstrip(b"\n")
        except OSError:
            return None
        kept, text = content[:16], content[16:]
        return json.loads(text) if text and kept == _checksum(text) else None


def _checksum(text: bytes) -> bytes:
    return hashlib.blake2b(text, digest_size=8).hexdigest().encode()
