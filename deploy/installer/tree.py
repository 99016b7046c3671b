"""The program's files: which belong to it, what a version is called, and how a release is unpacked."""

from __future__ import annotations

import hashlib
import os
import shutil
import tarfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from deploy.installer.places import InstallError

WHOLE: Final = ".complete"
"""The file in a version's directory that says that all of it is there."""
_LARGEST_BYTES: Final = 300_000_000
_LONGEST_NAME: Final = 40


def files_of(tree: Path) -> tuple[Path, ...]:
    """The program's files, relative to `tree`, as its project file says: the packages and the data in them that a wheel
    would hold, and what `tool.companion.release` names besides. No folder counts by its name and git is not asked, so
    that a checkout, a release and an installed version hold the same. InstallError when this is not the program."""
    for needed in ("run", "pyproject.toml", "requirements/run.txt", "companion/__main__.py"):
        if not (tree / needed).is_file():
            raise InstallError(f"{tree} is not the companion: there is no {needed} in it.")
    try:
        tools = tomllib.loads((tree / "pyproject.toml").read_text("utf-8"))["tool"]
        besides, setuptools = tools["companion"]["release"]["files"], tools["setuptools"]
        wheel = tuple(_of_a_wheel(tree, setuptools["packages"]["find"]["include"], setuptools["package-data"]))
    except (KeyError, ValueError) as error:
        raise InstallError(f"{tree} does not say in its pyproject.toml which files belong to it.") from error
    found = {*wheel, *(path for pattern in besides for path in tree.glob(pattern))}
    return tuple(sorted(path.relative_to(tree) for path in found if path.is_file() and not path.is_symlink()))


def _of_a_wheel(tree: Path, include: Sequence[str], data: Mapping[str, Sequence[str]]) -> Iterator[Path]:
    for package in _packages(tree):
        name = ".".join(package.relative_to(tree).parts)
        if any(fnmatchcase(name, pattern) for pattern in include):
            yield from package.glob("*.py")
            for pattern in (*data.get("*", ()), *data.get(name, ())):
                yield from package.glob(pattern)


def _packages(folder: Path) -> Iterator[Path]:
    for inside in folder.iterdir():
        if (inside / "__init__.py").is_file() and not inside.is_symlink():
            yield inside
            yield from _packages(inside)


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
    """Copies the program's files, readable for everybody and writable for their owner only, and reads the copy again.
    InstallError when it is not the same."""
    for path in files_of(tree):
        to = target / path
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(tree / path, to)
        to.chmod(0o755 if os.access(tree / path, os.X_OK) else 0o644)
    if name_of(target) != name_of(tree):
        raise InstallError(f"The copy in {target} is not what was copied: look at the disk with 'dmesg'.")


def copied(archive: Path, target: Path) -> Path:
    """A copy of a release's archive. InstallError when that is too large for one, or cannot be read."""
    try:
        if archive.stat().st_size > _LARGEST_BYTES:
            raise InstallError(f"{archive} is too large for a release of the companion.")
        return Path(shutil.copyfile(archive, target))
    except OSError as error:
        raise InstallError(f"{archive} cannot be read: {error}.") from error


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
