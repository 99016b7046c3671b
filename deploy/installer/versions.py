"""Versions beside each other, and the links that say which one is started and which one was before."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from deploy.installer import tree as trees
from deploy.installer.machine import Machine, say
from deploy.installer.places import InstallError, Places
from deploy.installer.tree import WHOLE


def add(machine: Machine, tree: Path) -> Path:
    """Makes sure that this version lies beside the others, with its environment; gives its directory. What was begun
    and not ended is made again."""
    places = machine.places
    name = trees.name_of(tree)
    target = places.versions / name
    if is_whole(target) and _sets_up(machine, target):
        say(f"version {name} is there already")
        return target
    machine.check_room()
    say(f"copying version {name} to {target}")
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    trees.copy(tree, target)
    if not _sets_up(machine, target):
        shutil.rmtree(target, ignore_errors=True)
        raise InstallError("The new version could not be set up; look above for the reason, mostly the network.")
    _compile(target)
    (target / WHOLE).touch()
    os.sync()
    return target


def is_whole(version: Path) -> bool:
    """Whether everything of a version is there."""
    return (version / WHOLE).is_file()


def current(places: Places) -> Path | None:
    """The directory of the version that is started; None where none is installed."""
    return _where(places.current)


def previous(places: Places) -> Path | None:
    """The one before it, if it is still there."""
    return _where(places.previous)


def point(link: Path, version: Path) -> None:
    """Lets a link lead to a version, in one step: there is no moment without it."""
    beside = link.with_name(f".{link.name}.new")
    beside.unlink(missing_ok=True)
    beside.symlink_to(os.path.relpath(version, link.parent))
    beside.replace(link)


def prune(places: Places) -> None:
    """Removes all versions but the two that the links lead to."""
    kept = {current(places), previous(places)}
    for version in places.versions.iterdir() if places.versions.is_dir() else ():
        if version.resolve() not in kept:
            say(f"removing the old version {version.name}")
            shutil.rmtree(version, ignore_errors=True)


def _where(link: Path) -> Path | None:
    if not link.is_symlink():
        return None
    version = link.resolve()
    return version if is_whole(version) else None


def _sets_up(machine: Machine, version: Path) -> bool:
    """Lets the version make its environment, or look whether it still fits this system's Python."""
    words = [str(version / "run"), "setup"]
    if machine.has_pins():
        words.append("--pins")
    variables = {name: text for name, text in os.environ.items() if not name.startswith(("COMPANION_", "PYTHON"))}
    return subprocess.run(words, check=False, cwd=version, env=variables).returncode == 0


def _compile(version: Path) -> None:
    """Compiles the program once: the service may not write there, and would do it again at each start."""
    packages = [folder for folder in ("companion", "hardware", "rules", "vision", "web") if (version / folder).is_dir()]
    words = [str(version / ".venv/bin/python"), "-m", "compileall", "-q", *packages]
    try:
        subprocess.run(words, check=False, cwd=version, stdout=subprocess.DEVNULL)
    except OSError:  # it starts without, only slower
        say("the program could not be compiled beforehand; each start will take a little longer")
