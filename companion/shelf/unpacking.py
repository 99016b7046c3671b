"""Unpacking a stranger's zip. Nothing of it is believed: neither its names nor how much it says that it holds."""

from __future__ import annotations

import io
import lzma
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Final

from words import Sentence

LIMIT_BYTES: Final = 8_000_000
"""The largest zip that is looked at."""
UNPACKED_BYTES: Final = 40_000_000
MOST_FILES: Final = 500
_LONGEST_NAME: Final = 180
_DEEPEST: Final = 8
_ENTRY: Final = b"PK\x01\x02"  # each file has it in the list at the end
_PIECE_BYTES: Final = 65_536
_DAMAGES: Final = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    OSError,  # bzip2's word for damaged data
    EOFError,
    ValueError,  # a place before the beginning, or a name that is no text
    OverflowError,  # a place beyond what can be counted
    RuntimeError,  # locked by a password, or packed in a way that nobody here knows
)
"""What reading a zip in memory raises when the zip is damaged or cannot be read by us."""


class Unpackable(Exception):
    """A zip that is not unpacked: one `Sentence` that says why."""


def unpack(content: bytes, into: Path) -> None:
    """Unpacks the files of a game into a folder that is not there yet, whatever the zip calls its own. Unpackable says
    why not, OSError that it could not be written; what was unpacked by then stays, to be thrown away."""
    if len(content) > LIMIT_BYTES:
        most = LIMIT_BYTES // 10**6
        raise Unpackable(Sentence("The file is too large: a game has at most {count} MB.", count=most))
    if not zipfile.is_zipfile(io.BytesIO(content)):
        raise Unpackable(Sentence("This is no zip. Take the file that companion game pack has written."))
    if content.count(_ENTRY) > MOST_FILES:  # before the list is read, which may be as large as the file
        raise Unpackable(Sentence("The zip holds too many files: a game has at most {count}.", count=MOST_FILES))
    with _reading():
        source = zipfile.ZipFile(io.BytesIO(content))
    with source:
        entries = list(_sound(source.infolist()))
        _write(source, entries, into, _top([path for _, path in entries]))


# -- inside ------------------------------------------------------------------------------------------------------------


@contextmanager
def _reading() -> Iterator[None]:
    """Only the zip is read in it, so that no fault of ours or of the disk passes for a damaged zip."""
    try:
        yield
    except _DAMAGES as error:
        raise Unpackable(Sentence("The zip is damaged. Have it packed once more.")) from error


def _pieces(source: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    with _reading(), source.open(entry) as packed:
        while piece := packed.read(_PIECE_BYTES):
            yield piece


def _sound(entries: list[zipfile.ZipInfo]) -> Iterator[tuple[zipfile.ZipInfo, PurePosixPath]]:
    """The files among the entries with their paths. What systems leave beside files is passed over."""
    spellings: dict[str, str] = {}
    for entry in entries:
        path = _path(entry)
        for above in (path, *path.parents[:-1]):
            known = spellings.setdefault(unicodedata.normalize("NFC", str(above)).casefold(), str(above))
            if known != str(above):
                raise Unpackable(
                    Sentence(
                        "Two names in the zip differ only in how they are written: {one} and {other}.",
                        one=_shown(known),
                        other=_shown(str(above)),
                    )
                )
        if not entry.is_dir() and not any(part.startswith((".", "__MACOSX", "__pycache__")) for part in path.parts):
            yield entry, path


def _path(entry: zipfile.ZipInfo) -> PurePosixPath:
    name = entry.orig_filename
    path = PurePosixPath(name)
    is_plain = name.isprintable() and "\\" not in name and ":" not in name and len(name) <= _LONGEST_NAME
    if not name or path.is_absolute() or ".." in path.parts or not path.parts or not is_plain:
        raise Unpackable(Sentence("The zip wants to write outside of its folder: {name}", name=_shown(name)))
    if len(path.parts) > _DEEPEST:
        raise Unpackable(Sentence("The folders in the zip lie too deep: {name}", name=_shown(name)))
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise Unpackable(
            Sentence("The zip holds something that is neither a file nor a folder: {name}", name=_shown(name))
        )
    return path


def _top(paths: list[PurePosixPath]) -> PurePosixPath:
    """The folder in the zip in which the game lies: `.` where it lies in none."""
    tops = {path.parent for path in paths if path.name == "game.toml" and len(path.parts) <= 2}
    if len(tops) != 1:
        raise Unpackable(Sentence("There has to be one game in the zip, with its file game.toml."))
    (top,) = tops
    if not all(path.is_relative_to(top) for path in paths):
        raise Unpackable(Sentence("There has to be one game in the zip, with its file game.toml."))
    return top


def _write(
    source: zipfile.ZipFile, entries: list[tuple[zipfile.ZipInfo, PurePosixPath]], into: Path, top: PurePosixPath
) -> None:
    left = UNPACKED_BYTES
    into.mkdir()
    for entry, path in entries:
        target = into / path.relative_to(top)
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as file:
            for piece in _pieces(source, entry):
                left -= len(piece)
                if left < 0:
                    raise Unpackable(
                        Sentence(
                            "The zip holds more than a game needs: unpacked it has more than {count} MB.",
                            count=UNPACKED_BYTES // 10**6,
                        )
                    )
                file.write(piece)


def _shown(name: str) -> str:
    """A stranger's name as it can be shown: on one line, and not all of a long one."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)[:60]
