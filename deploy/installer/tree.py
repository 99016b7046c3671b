"""The program's files: which belong to it, what a version is called, and how a release is unpacked."""

from __future__ import annotations

import hashlib
import os
import shutil
import tarfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from deploy.installer.machine import out_of
from deploy.installer.places import InstallError

LEFT_OUT: Final = frozenset({"tests", "bench", ".ci"})
"""Folders that nobody needs at a table."""
WHOLE: Final = ".complete"
"""The file in a version's directory that says that all of it is there."""
_LEAVINGS: Final = frozenset(
    {WHOLE, ".git", ".venv", ".venv.lock", "__pycache__", "build", "dist", "data", "htmlcov", ".idea", ".vscode"}
)
_ENDINGS: Final = (".pyc", ".db", ".db-wal", ".db-shm", ".log", ".swp", ".egg-info")
_LARGEST_BYTES: Final = 300_000_000
_LONGEST_NAME: Final = 40


def files_of(tree: Path) -> tuple[Path, ...]:
    """The program's files, relative to `tree`: what git tracks, or where there is no git all but what work leaves.
    InstallError when this is not the program."""
    for needed in ("run", "pyproject.toml", "requirements/run.txt", "companion/__main__.py"):
        if not (tree / needed).is_file():
            raise InstallError(f"{tree} is not the companion: there is no {needed} in it.")
    tracked = _tracked(tree) if (tree / ".git").exists() else None
    found = _walked(tree) if tracked is None else tracked
    return tuple(sorted(path for path in found if path.parts[0] not in LEFT_OUT))


def _tracked(tree: Path) -> list[Path] | None:
    # root looks into somebody else's checkout here, which git refuses unless it is told that this is meant
    code, text = out_of(("git", "-c", "safe.directory=*", "-C", str(tree), "ls-files", "-z"))
    if code != 0:
        return None
    return [Path(name) for name in text.split("\0") if name and (tree / name).is_file()]


def _walked(tree: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(tree):
        folders[:] = [name for name in folders if not _is_left(name)]
        for name in names:
            if not _is_left(name):
                yield (Path(folder) / name).relative_to(tree)


def _is_left(name: str) -> bool:
    return name in _LEAVINGS or name.endswith(_ENDINGS) or (name.startswith(".") and name.endswith("_cache"))


def name_of(tree: Path) -> str:
    """What this version's directory is called: its number, and ten digits that follow from every file of it. So the
    same program has the same name, wherever it came from."""
    project = tomllib.loads((tree / "pyproject.toml").read_text("utf-8"))
    number = "".join(c for c in str(project["project"]["version"]) if c.isalnum() or c in ".-+")[:_LONGEST_NAME]
    digest = hashlib.sha256()
    for path in files_of(tree):
        is_program = os.access(tree / path, os.X_OK)
        digest.update(f"{path}\0{is_program}\0".encode("utf-8", "surrogateescape"))
        digest.update(hashlib.sha256((tree / path).read_bytes()).digest())
    return f"{number}-{digest.hexdigest()[:10]}"


def copy(tree: Path, target: Path) -> None:
    """Copies the program's files, readable for everybody and writable for their owner only."""
    for path in files_of(tree):
        to = target / path
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(tree / path, to)
        to.chmod(0o755 if os.access(tree / path, os.X_OK) else 0o644)


def unpack(archive: Path, folder: Path) -> Path:
    """Unpacks a release into an empty folder and gives the tree in it. InstallError when it is none, or would write
    beside that folder."""
    try:
        with tarfile.open(archive) as opened:
            members = opened.getmembers()
            if sum(member.size for member in members) > _LARGEST_BYTES:
                raise InstallError(f"{archive} is too large for a release of the companion.")
            for member in members:
                _unpack_one(opened, member, folder)
    except (tarfile.TarError, OSError, EOFError) as error:
        raise InstallError(f"{archive} cannot be unpacked: {error}.") from error
    inside = list(folder.iterdir())
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else folder


def _unpack_one(archive: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    """A release holds plain files and folders with plain names. Owners and rights of the archive do not count."""
    is_outside = member.name.startswith("/") or ".." in Path(member.name).parts
    if is_outside or not (member.isreg() or member.isdir()):
        raise InstallError(f"{archive.name!s} is no release of the companion: it holds {member.name}.")
    target = folder / member.name
    if member.isdir():
        target.mkdir(parents=True, exist_ok=True)
    elif (content := archive.extractfile(member)) is not None:
        target.parent.mkdir(parents=True, exist_ok=True)
        with content, target.open("wb") as file:
            shutil.copyfileobj(content, file)
        target.chmod(0o755 if member.mode & 0o100 else 0o644)
