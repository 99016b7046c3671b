"""One file with everything that a box lacks when it has no internet: the program, its wheels, and system packages.

It is an archive of `program/`, the tree of a version, `wheels/`, and `debs/` with the list that apt wants. What
a wheel has to be stands in the program's own lock, what a system package has to be in Debian's signed lists; the sum of
the whole file goes onto the card.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deploy.card.wanted import CardError
from deploy.installer.tree import copy, name_of

REQUIRED: Final = (
    *("libzbar0", "espeak-ng", "libespeak-ng1", "alsa-utils", "openssl", "python3-venv"),
    *("libgl1", "libglib2.0-0", "libxcb1"),
)
"""What `run` wants of the system."""
RECOMMENDED: Final = ("avahi-daemon", "polkitd", "openssh-client")
"""What the installer wishes for."""
PACKAGES: Final = (*REQUIRED, *RECOMMENDED)
_BASE: Final = ("?priority(required)", "python3", "systemd-sysv", "ca-certificates", "dbus", "kmod", "openssh-server")
"""What every system has that a card can hold: these and all that they need are left out."""
_OF_A_PI: Final = ("avahi-daemon", "polkitd")
"""What every Raspberry Pi OS has besides (pi-gen, stage2/01-sys-tweaks)."""
NO_MESA: Final = "tabletop-no-mesa"
_STAND_IN: Final = f"""\
Package: {NO_MESA}
Version: 1
Architecture: all
Maintainer: The Tabletop Companion's authors <root@localhost>
Provides: libglx-mesa0
Section: libs
Priority: optional
Description: stands in for Mesa on a box without a screen
 OpenCV's wheel links to libGL, and that wants a driver for X, with LLVM some
 40 MB. It is never loaded where no X runs. Mesa may be installed beside this.
"""
_KEYS: Final = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
_MACHINES: Final = {"arm64": "aarch64", "amd64": "x86_64"}


@dataclass(frozen=True)
class System:
    """What differs from one Debian to another."""

    suite: str
    python: str
    glibc: int  # the minor number of its C library: wheels for this one and older ones do
    locks: tuple[str, ...]
    renamed: tuple[tuple[str, str], ...] = ()  # packages that have another name there


SYSTEMS: Final = {
    "13": System("trixie", "3.13", 41, ("run",), (("libzbar0", "libzbar0t64"), ("libglib2.0-0", "libglib2.0-0t64"))),
    "12": System("bookworm", "3.11", 36, ("run", "pins")),
}


def file_name(architecture: str, system: str) -> str:
    """What a bundle is called."""
    return f"tabletop-{architecture}-debian{system}.tar.gz"


def sum_of(path: Path) -> str:
    """The SHA-256 sum of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def build(tree: Path, target: Path, architecture: str, system: str, work: Path) -> None:
    """Makes the bundle `target` of the program in `tree`. `work`: an empty folder for what lies in it. CardError when
    something of it cannot be had."""
    inside = work / "bundle"
    inside.mkdir(parents=True)
    copy(tree, inside / "program")
    add_wheels(tree, inside / "wheels", architecture, SYSTEMS[system])
    add_packages(inside / "debs", architecture, SYSTEMS[system], work / "apt")
    (inside / "version").write_text(f"{name_of(tree)}\n", "utf-8")
    beside = target.with_name(f".{target.name}.new")
    with tarfile.open(beside, "w:gz", compresslevel=6) as packed:
        for path in sorted(inside.rglob("*")):
            if path.is_file():
                packed.add(path, path.relative_to(inside), filter=_of_nobody)
    beside.replace(target)


def _of_nobody(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Neither whose file it was nor when matters to the box."""
    member.uid = member.gid = 0
    member.uname = member.gname = "root"
    member.mtime = 0
    return member


def add_wheels(tree: Path, folder: Path, architecture: str, system: System) -> None:
    """Fetches the locked wheels for another machine than this one, each with its hash looked at."""
    machine = _MACHINES[architecture]
    platforms = (
        f"manylinux2014_{machine}",
        *(f"manylinux_2_{minor}_{machine}" for minor in range(17, system.glibc + 1)),
    )
    words = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--disable-pip-version-check",
        "--no-input",
        "--no-deps",
    ]
    words += ["--only-binary=:all:", "--require-hashes", "--implementation", "cp", "--python-version", system.python]
    words += [f"--abi={abi}" for abi in (f"cp{system.python.replace('.', '')}", "abi3", "none")]
    words += [f"--platform={platform}" for platform in platforms]
    for lock in system.locks:
        _must(
            (*words, "--dest", str(folder), "-r", str(tree / f"requirements/{lock}.txt")),
            "The wheels cannot be fetched",
        )


def add_packages(folder: Path, architecture: str, system: System, work: Path) -> None:
    """Fetches the system packages, and those that they need, with a list of them for apt."""
    if shutil.which("apt-get") is None or not _KEYS.is_file():
        raise CardError("The bundle's system packages come from Debian: make it on Raspberry Pi OS or Debian.")
    apt = _apt(work, architecture, system)
    _must((*apt("apt-get"), "-qq", "update"), "Debian's lists cannot be fetched")
    names = tuple(dict(system.renamed).get(name, name) for name in PACKAGES)
    base = (*_BASE, *(_OF_A_PI if architecture == "arm64" else ()))
    folder.mkdir()
    stand_in = _made_stand_in(folder, work)
    has = _needed(apt("apt-get"), base)
    wanted = sorted(_needed(apt("apt-get"), (*base, *names, str(stand_in))) - has - {NO_MESA})
    _must((*apt("apt-get"), "-qq", "download", *wanted), "The system packages cannot be fetched", folder)
    stanzas = _must((*apt("apt-cache"), "show", "--no-all-versions", *wanted), "Debian's lists cannot be read")
    found = (*re.split(r"\n{2,}", stanzas.strip()), _stanza_of(stand_in))
    listed = "\n\n".join(_local(stanza, folder) for stanza in found) + "\n"
    (folder / "Packages.gz").write_bytes(gzip.compress(listed.encode(), mtime=0))
    (folder / "names").write_text("\n".join(names) + "\n", "utf-8")


def _made_stand_in(folder: Path, work: Path) -> Path:
    """The package that stands in for Mesa, which has nothing in it but its name."""
    control = work / "stand-in/DEBIAN/control"
    control.parent.mkdir(parents=True)
    control.write_text(_STAND_IN, "utf-8")
    made = folder / f"{NO_MESA}_1_all.deb"
    words = ("dpkg-deb", "--root-owner-group", "--build", str(control.parents[1]), str(made))
    _must(words, "The package that stands in for Mesa cannot be made")
    return made


def _stanza_of(package: Path) -> str:
    """What apt's lists say of a package of our own."""
    more = f"Filename: {package.name}\nSize: {package.stat().st_size}\nSHA256: {sum_of(package)}\n"
    return _STAND_IN.replace("Description:", f"{more}Description:").strip()


def _apt(work: Path, architecture: str, system: System):  # type: ignore[no-untyped-def]
    """apt's programs for a system that is not this one: nothing is installed there, and its lists are its own."""
    for place in ("lists/partial", "cache/archives/partial"):
        (work / place).mkdir(parents=True)
    (work / "status").touch()
    mirror, security = (_mirror(label) for label in ("Debian", "Debian-Security"))
    lines = (
        f"deb [signed-by={_KEYS}] {uri} {suite} main"
        for uri, suite in (
            (mirror, system.suite),
            (mirror, f"{system.suite}-updates"),
            (security, f"{system.suite}-security"),
        )
    )
    (work / "sources.list").write_text("\n".join(lines) + "\n", "utf-8")
    options = (
        *(f"Dir::State={work}", f"Dir::State::status={work}/status", f"Dir::Cache={work}/cache"),
        *(f"Dir::Etc::sourcelist={work}/sources.list", "Dir::Etc::sourceparts=-", "Dir::Etc::preferencesparts=-"),
        *(f"APT::Architecture={architecture}", f"APT::Architectures={architecture}"),
        *("APT::Install-Recommends=false", "Acquire::Languages=none", "APT::Sandbox::User=root"),
    )
    return lambda program: (program, *(word for option in options for word in ("-o", option)))


def _mirror(label: str) -> str:
    """Where this machine itself has Debian's packages from: its own sources name a mirror that it reaches."""
    words = ("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", f"Label: {label}")
    told = _must(words, "This machine's list of sources cannot be read").split()
    if not told:
        raise CardError("The lists of Debian's packages are missing here: run sudo apt-get update, and start again.")
    return told[0]


def _needed(apt: Sequence[str], names: Sequence[str]) -> set[str]:
    """All packages that a system with these has, of those that an empty one lacks."""
    told = _must((*apt, "-s", "install", *names), "Debian's packages do not fit together")
    return set(re.findall(r"^Inst (\S+)", told, re.MULTILINE))


def _local(stanza: str, folder: Path) -> str:
    """A package as apt lists it, at the place where its file lies now."""
    facts = dict(re.findall(r"^(Package|Version|Architecture): (.*)$", stanza, re.MULTILINE))
    start = f"{facts['Package']}_{facts['Version'].replace(':', '%3a')}_"
    found = next((path.name for path in folder.glob("*.deb") if path.name.startswith(start)), None)
    if found is None:
        raise CardError(f"The system package {facts['Package']} was not fetched: start it again.")
    return re.sub(r"^Filename: .*$", f"Filename: ./{found}", stanza, flags=re.MULTILINE)


def _must(words: Sequence[str], what: str, cwd: Path | None = None) -> str:
    """What a program printed. CardError when it failed, with its last line."""
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, cwd=cwd, env={**os.environ, "LC_ALL": "C.UTF-8"}
    )
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if line.strip()]
        raise CardError(f"{what}: {said[-1].strip() if said else words[0]}")
    return done.stdout
