"""Names that were forgotten, beside the database: one that is restored from an older copy would know them again."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import threading
from pathlib import Path

from companion.settings.config import ConfigError
from companion.venue.spelling import alike


class Erasures:
    """A file of salted hashes, written anew with each change. Safe from any thread."""

    def __init__(self, path: Path | None) -> None:
        """`path` None: they are kept until the end of the process. ConfigError for a file that cannot be read."""
        self._path, self._lock = path, threading.Lock()
        self._salt, self._names = secrets.token_hex(16), set[str]()
        if path is None or not path.exists():
            return
        try:
            kept = json.loads(path.read_bytes())
            self._salt, self._names = str(kept["salt"]), set(map(str, kept["names"]))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ConfigError(
                f"The file {path} cannot be read ({type(error).__name__}). It says whose names are not to be kept: "
                "bring it back from a copy; without it, delete it and forget those people again."
            ) from error

    def has(self, name: str) -> bool:
        """Whether a name is not to be kept."""
        return self._mark(name) in self._names

    def note(self, name: str) -> None:
        """From now on it is not. OSError when that cannot be written."""
        with self._lock:
            self._keep(self._names | {self._mark(name)})

    def drop(self, name: str) -> bool:
        """It may be kept again; False when it might before. OSError."""
        with self._lock:
            is_there = self.has(name)
            if is_there:
                self._keep(self._names - {self._mark(name)})
        return is_there

    def _mark(self, name: str) -> str:
        return hashlib.sha256(f"{self._salt} {alike(name)}".encode("utf-8", "surrogatepass")).hexdigest()

    def _keep(self, names: set[str]) -> None:
        if self._path is not None and names != self._names:
            beside = self._path.with_suffix(".new")
            with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                json.dump({"salt": self._salt, "names": sorted(names)}, file)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self._path)
        self._names = names
