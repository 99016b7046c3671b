"""A folder anywhere as a package, under a name of its own: `sys.path` stays as it is, modules of two games that are
called alike do not meet, and a folder whose files have changed is another package.

Only `.py` files are loaded, and nothing is written beside them: what runs is what can be read there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final

PREFIX: Final = "owners_game_"


def package_of(folder: Path) -> str:
    """The name by which a folder is imported from now on, "owners_game_0123456789ab.FOLDER"."""
    top = PREFIX + _mark(folder)
    if top not in sys.modules:
        module = ModuleType(top)
        module.__path__ = [str(folder.parent)]
        sys.modules[top] = module
    if not any(isinstance(one, _Finder) for one in sys.meta_path):
        sys.meta_path.insert(0, _Finder())  # before the one that keeps what it compiled
    return f"{top}.{folder.name}"


def files_in(folder: Path) -> Iterator[Path]:
    """The files of a game's folder at any depth, in order; what Python and others keep there for themselves is none."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name == "__pycache__":
            continue
        if path.is_dir() and not path.is_symlink():  # one that leads back would have no end
            yield from files_in(path)
        elif path.is_file():
            yield path


def _mark(folder: Path) -> str:
    """Another one whenever a file comes, goes or changes."""
    seen = sha256(str(folder).encode("utf-8", "surrogateescape"))
    for path in files_in(folder):
        found = path.stat()
        seen.update(f"\n{path.relative_to(folder)}\t{found.st_size}\t{found.st_mtime_ns}".encode("utf-8", "replace"))
    return seen.hexdigest()[:12]


class _Source(SourceFileLoader):
    """Reads the source each time: what is kept compiled is told apart by whole seconds; a save may follow sooner."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


class _Finder(MetaPathFinder):
    """Finds the modules below those packages, and no other."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(PREFIX) or path is None:
            return None
        for folder in path:
            found = FileFinder(folder, (_Source, SOURCE_SUFFIXES)).find_spec(fullname)
            if found is not None:  # one without a loader has no `__init__.py`: Python knows how to handle such
                return found if found.loader is not None else PathFinder.find_spec(fullname, path)
        return None
