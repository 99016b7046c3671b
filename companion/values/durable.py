"""Small files beside the journal: written whole or not at all, and on disk before anybody is told."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, content: str | bytes, mode: int = 0o600) -> None:
    """Writes a file in place of the one that is there; only its owner reads it unless `mode` says otherwise. It
    outlives a power cut when this returns: its bytes, and that it has this name. OSError when it cannot be written;
    then the old one stays."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        beside = Path(file.name)
        try:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            beside.chmod(mode)
            os.fsync(file.fileno())
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    keep_name(path)


def keep_name(path: Path) -> None:
    """That the file has this name outlives a power cut from now on."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
