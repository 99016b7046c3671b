"""What the doctor looks at on the machine: system, Python, packages, clock, disk, journal, port."""

from __future__ import annotations

import ctypes.util
import errno
import os
import platform
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Final

from companion.config import Config
from companion.doctor import Check, Finding, Grade
from companion.journal import Journal, JournalError, is_running

_PACKAGES: Final = (
    *("click", "flask", "gpiozero", "msgspec", "numpy", "opencv-python", "pyttsx3", "pyzbar", "segno", "waitress"),
    "zxing-cpp",
)
_BAD_VERSIONS: Final = {"gpiozero": ("2.0.1", "2.0.1.post1", "2.0.1.post2")}
_OLDEST_PYTHON: Final = (3, 11)
_TESTED_PYTHON: Final = (3, 14)
_LOW_MB: Final = 500
_TOO_LOW_MB: Final = 50
_BUILT: Final = datetime(2025, 1, 1, tzinfo=UTC)  # no clock that is right shows an earlier day
_MODEL: Final = Path("/proc/device-tree/model")


def _system(_: Config) -> Iterator[Finding]:
    model = _MODEL.read_text("utf-8", "replace").strip("\0\n ") if _MODEL.is_file() else platform.machine()
    text = f"{model}, {platform.system()} {platform.release()}"
    if platform.system() != "Linux":
        yield Finding("system", Grade.BAD, text, "Run this on Raspberry Pi OS or Debian.")
    elif sys.maxsize < 2**32:
        yield Finding("system", Grade.BAD, f"{text}, 32 bits", "Install the 64-bit Raspberry Pi OS.")
    else:
        yield Finding("system", Grade.OK, text)


def _python(_: Config) -> Iterator[Finding]:
    text = f"{platform.python_version()} at {sys.executable}"
    if sys.version_info[:2] < _OLDEST_PYTHON:
        yield Finding("python", Grade.BAD, text, "This needs Python 3.11 or newer: use Debian 12 or newer.")
    elif sys.version_info[:2] > _TESTED_PYTHON:
        yield Finding("python", Grade.WARN, text, "Newer than what this was tested with; expect surprises.")
    else:
        yield Finding("python", Grade.OK, text)


def _packages(_: Config) -> Iterator[Finding]:
    for package in _PACKAGES:
        name = f"package {package}"
        try:
            version = metadata.version(package)
        except metadata.PackageNotFoundError:
            yield Finding(name, Grade.BAD, "not installed", "Run ./run setup in the checkout.")
            continue
        if version in _BAD_VERSIONS.get(package, ()):
            cure = "This version cannot use the pins of a Raspberry Pi 5: run ./run setup."
            yield Finding(name, Grade.BAD, version, cure)
        else:
            yield Finding(name, Grade.OK, version)


def _libraries(_: Config) -> Iterator[Finding]:
    found = ctypes.util.find_library("zbar")
    if found:
        yield Finding("zbar", Grade.OK, found)
    else:
        cure = "Run sudo apt install libzbar0; until then the second reader of tags is missing."
        yield Finding("zbar", Grade.WARN, "the library is not there", cure)


def _clock(_: Config) -> Iterator[Finding]:
    now = datetime.now(UTC)
    text = now.strftime("%Y-%m-%d %H:%M UTC")
    if now < _BUILT:
        cure = "Connect to the network until the time is right; the journal's times are wrong until then."
        yield Finding("clock", Grade.WARN, text, cure)
    else:
        yield Finding("clock", Grade.OK, text)


def _data(config: Config) -> Iterator[Finding]:
    directory = config.data.path
    existing = next(place for place in (directory, *directory.parents) if place.exists())
    cure = "Choose another one with data.directory, or let this user write there."
    if not existing.is_dir():
        yield Finding("data directory", Grade.BAD, f"{existing} is no directory", cure)
        return
    try:
        if existing == directory:
            tempfile.TemporaryFile(dir=directory).close()
    except OSError as error:
        yield Finding("data directory", Grade.BAD, f"{directory} cannot be written: {error.strerror}", cure)
        return
    if not os.access(existing, os.W_OK | os.X_OK):
        yield Finding("data directory", Grade.BAD, f"{directory} cannot be made in {existing}", cure)
    elif existing != directory:
        yield Finding("data directory", Grade.OK, f"{directory}, made at the first start")
    elif directory.stat().st_mode & 0o077:
        cure = f"Run chmod 700 {directory}: it holds what players keep secret."
        yield Finding("data directory", Grade.WARN, f"{directory} is open to other users", cure)
    else:
        yield Finding("data directory", Grade.OK, str(directory))
    yield from _space(existing)


def _space(existing: Path) -> Iterator[Finding]:
    free_mb = shutil.disk_usage(existing).free // 1_000_000
    grade = Grade.BAD if free_mb < _TOO_LOW_MB else Grade.WARN if free_mb < _LOW_MB else Grade.OK
    yield Finding("disk", grade, f"{free_mb} MB free", "" if grade is Grade.OK else "Delete something to make room.")


def _journal(config: Config) -> Iterator[Finding]:
    path = config.data.journal_path
    if not path.is_file():
        yield Finding("journal", Grade.OK, f"none yet; the first match makes {path}")
        return
    try:
        with Journal.look(path) as journal:
            count = len(journal.matches())
    except JournalError as error:
        cure = "Keep the file and put a copy made by `companion backup` in its place, or move it away to begin anew."
        yield Finding("journal", Grade.BAD, str(error), cure)
        return
    used = ", in use by a running companion" if is_running(path) else ""
    yield Finding("journal", Grade.OK, f"{count} {'match' if count == 1 else 'matches'}, whole{used}")


def _port(config: Config) -> Iterator[Finding]:
    host, port = config.web.host, config.web.port
    where = f"{host}:{port}"
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except socket.gaierror:
        yield Finding("port", Grade.BAD, f"{host} is no address of this machine", "Set web.host to 0.0.0.0.")
    except OSError as error:
        if error.errno == errno.EADDRINUSE and is_running(config.data.journal_path):
            yield Finding("port", Grade.OK, f"{where}, in use by the running companion")
        elif error.errno == errno.EACCES:
            yield Finding("port", Grade.BAD, f"{where} needs more rights", "Choose a web.port above 1023.")
        else:
            cure = "Stop the other program, or set another web.port."
            yield Finding("port", Grade.BAD, f"{where} cannot be used: {error.strerror}", cure)
    else:
        yield Finding("port", Grade.OK, f"{where} is free")


SYSTEM_CHECKS: Final[tuple[tuple[str, Check], ...]] = (
    ("system", _system),
    ("python", _python),
    ("packages", _packages),
    ("zbar", _libraries),
    ("clock", _clock),
    ("data directory", _data),
    ("journal", _journal),
    ("port", _port),
)
