"""Versions beside each other, and the links that say which one is started and which one was before."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

from deploy.installer import tree as trees
from deploy.installer.machine import Machine, say
from deploy.installer.places import InstallError, Places
from deploy.installer.tree import WHOLE

UNPACKED: Final = ".unpacked-"
"""How folders begin into which a release is unpacked for a while."""


def add(machine: Machine, tree: Path, pins: str | None = None) -> Path:
    """Makes sure that this version lies beside the others, whole, with an environment for this system's Python, and
    that all its games open; gives its directory. One that lies there is never written to: where it does not do any
    more it is made anew beside it. InstallError when that cannot be; then nothing has changed."""
    places = machine.places
    name = trees.name_of(tree)
    found = _named(places, name)
    for version in found:
        if trees.name_of(version) == name and _run(version, "setup", "--check") and _opens(machine, version):
            say(f"version {version.name} is there already")
            return version
    machine.check_room()
    target = _free(places, name)
    say(f"copying version {name} to {target}")
    try:
        _make(machine, tree, target, pins, None if found else current(places))
    except BaseException:
        shutil.rmtree(target, ignore_errors=True)
        raise
    return target


def _make(machine: Machine, tree: Path, target: Path, pins: str | None, like: Path | None) -> None:
    """`like`: a version of whose environment those packages are taken that it has already."""
    target.mkdir(parents=True)
    trees.copy(tree, target)
    words = ["--pins"] if pins != "none" and machine.has_pins() else []
    if not _run(target, "setup", *words, *([] if like is None else ["--like", str(like)])):
        raise InstallError("The version could not be set up, for the reason above. Nothing else has changed.")
    _compile(target)
    if not _opens(machine, target):
        raise InstallError("The version is not whole, for the reason above. Nothing else has changed.")
    os.sync()  # first all of it, then what says that it is whole
    (target / WHOLE).touch()
    os.sync()


def _opens(machine: Machine, version: Path) -> bool:
    """Whether every game of a version opens, tried as the service's user."""
    say(f"opening every game of {version.name}")
    code, text = machine.companion("selftest", version=version)
    say(text or f"that ended with {code}")
    return code == 0


def is_same(version: Path, tree: Path) -> bool:
    """Whether a version's directory was made from the program in `tree`."""
    name = trees.name_of(tree)
    return version.name == name or version.name.startswith(f"{name}-")


def _named(places: Places, name: str) -> list[Path]:
    """The whole versions of that name, the one that is started first."""
    found = [version for version in (places.versions / name, *places.versions.glob(f"{name}-*")) if is_whole(version)]
    return sorted(found, key=lambda version: (version != current(places), version.name))


def _free(places: Places, name: str) -> Path:
    """A directory for a version of that name in which nothing lies."""
    free = (places.versions / (name if number == 1 else f"{name}-{number}") for number in itertools.count(1))
    return next(path for path in free if not path.exists())


def is_whole(version: Path) -> bool:
    """Whether everything of a version is there."""
    return (version / WHOLE).is_file()


def current(places: Places) -> Path | None:
    """The directory of the version that is started; None where none is installed."""
    return _where(places.current)


def installed(places: Places) -> Path:
    """The same. InstallError where none is installed."""
    if (version := current(places)) is None:
        raise InstallError("No version is installed here yet: run deploy/install.sh without --update.")
    return version


def previous(places: Places) -> Path | None:
    """The one before it, if it is still there."""
    return _where(places.previous)


def point(link: Path, version: Path) -> None:
    """Lets a link lead to a version, in one step: there is no moment without it."""
    beside = link.with_name(f".{link.name}.new")
    beside.unlink(missing_ok=True)
    beside.symlink_to(os.path.relpath(version, link.parent))
    beside.replace(link)


def prune(machine: Machine, *kept: Path) -> None:
    """Removes what a cut installation left, and all versions but the two that the links lead to, the one from which the
    service still runs, and those that are `kept`. While no link leads anywhere, whole versions stay."""
    places = machine.places
    for folder in places.program.glob(f"{UNPACKED}*"):
        shutil.rmtree(folder, ignore_errors=True)
    used = {*kept, current(places), previous(places), machine.running_from()}
    for path in places.versions.iterdir() if places.versions.is_dir() else ():
        if path.resolve() in used or (current(places) is None and is_whole(path)):
            continue
        say(
            f"removing the old version {path.name}"
            if is_whole(path)
            else f"removing {path.name}, which was not finished"
        )
        shutil.rmtree(path, ignore_errors=True)


def _where(link: Path) -> Path | None:
    if not link.is_symlink():
        return None
    version = link.resolve()
    return version if is_whole(version) else None


def _run(version: Path, *words: str) -> bool:
    """Lets a version's own script do something as root, such as make its environment; whether that worked."""
    variables = {name: text for name, text in os.environ.items() if not name.startswith(("COMPANION_", "PYTHON"))}
    done = subprocess.run([str(version / "run"), *words], check=False, cwd=version, env=variables)
    return done.returncode == 0


def _compile(version: Path) -> None:
    """Compiles the program once: the service may not write there, and would do it again at each start."""
    ours = ("companion", "hardware", "rules", "vision", "web", "words")
    packages = [folder for folder in ours if (version / folder).is_dir()]
    words = [str(version / ".venv/bin/python"), "-m", "compileall", "-q", *packages]
    try:
        subprocess.run(words, check=False, cwd=version, stdout=subprocess.DEVNULL)
    except OSError:  # it starts without, only slower
        say("the program could not be compiled beforehand; each start will take a little longer")
