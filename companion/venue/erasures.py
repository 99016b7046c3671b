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
    """A file of salted hashes, each with the time at which it was noted, written anew with each change. Safe from any
    thread."""

    def __init__(self, path: Path | None) -> None:
        """`path` None: they are kept until the end of the process. ConfigError for a file that cannot be read."""
        self._path, self._lock = path, threading.Lock()
        self._salt, self._names = secrets.token_hex(16), dict[str, str]()
        if path is None or not path.exists():
            return
        try:
            kept = json.loads(path.read_bytes())
            names = kept["names"] if isinstance(kept["names"], dict) else dict.fromkeys(kept["names"], "")
            self._salt, self._names = str(kept["salt"]), {str(mark): str(at) for mark, at in names.items()}
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ConfigError(
                f"The file {path} cannot be read ({type(error).__name__}). It says whose names are not to be kept: "
                "bring it back from a copy; without it, delete it and forget those people again."
            ) from error

    def since(self, name: str) -> str | None:
        """From when on a name is not to be kept, in ISO 8601 (empty: from the beginning); None where it may be."""
        return self._names.get(self._mark(name))

    def note(self, name: str, at: str) -> None:
        """From then on it is not. OSError when that cannot be written."""
        with self._lock:
            self._keep(self._names | {self._mark(name): at})

    def drop(self, name: str) -> bool:
        """It may be kept again; False when it might before. OSError."""
        with self._lock:
            mark = self._mark(name)
            is_there = mark in self._names
            if is_there:
                self._keep({one: at for one, at in self._names.items() if one != mark})
        return is_there

    def _mark(self, name: str) -> str:
        return hashlib.sha256(f"{self._salt} {alike(name)}".encode("utf-8", "surrogatepass")).hexdigest()

    def _keep(self, names: dict[str, str]) -> None:
        if self._path is not None and names != self._names:
            beside = self._path.with_suffix(".new")
            with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                json.dump({"salt": self._salt, "names": names}, file)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self._path)
        self._names = names
