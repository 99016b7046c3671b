"""Small files beside the journal: written whole or not at all, and on disk before anybody is told."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Writes a file that only its owner reads, in place of the one that is there. It outlives a power cut when this
    returns: its bytes, and that it has this name. OSError when it cannot be written; then the old one stays."""
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as f:
        beside = Path(f.name)
        try:
            f.write(text)
            f.flush()
            os.fsync(f.fileno())
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
