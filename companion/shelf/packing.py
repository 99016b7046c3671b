"""A game's folder as a zip: the same bytes for the same files, wherever and whenever it is packed."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Final

from rules.outside import Found, files_in

SUFFIX: Final = ".zip"
_NO_TIME: Final = (1980, 1, 1, 0, 0, 0)  # the first that a zip can tell
_READABLE: Final = 0o100644 << 16


def packed(found: Found) -> bytes:
    """The zip of a game, with its folder in it. OSError when a file cannot be read."""
    names = {path.relative_to(found.folder).as_posix(): path for path in files_in(found.folder)}
    return zipped(found.slug, {name: path.read_bytes() for name, path in names.items()})


def zipped(slug: str, files: Mapping[str, bytes]) -> bytes:
    """The same of files that need not lie anywhere, by their names in the folder."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, content in files.items():
            entry = zipfile.ZipInfo(f"{slug}/{name}", _NO_TIME)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, _READABLE, 3
            made.writestr(entry, content, compresslevel=9)
    return out.getvalue()


def file_name(found: Found) -> str:
    """What the file is called if nobody says otherwise."""
    return f"{found.slug}-{found.about.version}{SUFFIX}"
