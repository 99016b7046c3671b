"""What the doctor looks at of the program: system, Python, packages and the libraries behind them."""

from __future__ import annotations

import ctypes.util
import platform
import re
import sys
from collections.abc import Callable, Iterator
from typing import Final

from companion.doctor.finding import Examination, Finding, Grade, Patient, Section
from companion.values.own_version import own_version
from rules import games
from words import N_, Sentence

_PACKAGES: Final = (
    *("babel", "click", "flask", "gpiozero", "msgspec", "numpy", "opencv-python", "pyttsx3", "pyzbar", "reportlab"),
    *("segno", "waitress", "zxing-cpp"),
)
_OLDEST_PYTHON: Final = (3, 11)
_TESTED_PYTHON: Final = (3, 14)
_SET_UP: Final = N_("Run ./run setup in the checkout; an installed box is put right by its installer.")


def _system(patient: Patient) -> Iterator[Finding]:
    world = patient.world
    text = Sentence("{machine}, {system}", machine=world.model or platform.machine(), system=_kernel(world.system))
    if world.system != "Linux":
        yield Finding("system", Grade.BAD, text, Sentence("Run this on Raspberry Pi OS or Debian."))
    elif not world.is_64_bit:
        text = Sentence("{machine}, 32 bits", machine=world.model or platform.machine())
        yield Finding("system", Grade.BAD, text, Sentence("Install the 64-bit Raspberry Pi OS."))
    else:
        yield Finding("system", Grade.OK, text)


def _kernel(system: str) -> str:
    return f"{system} {platform.release()}"


def _python(_: Patient) -> Iterator[Finding]:
    text = Sentence("{version} at {path}", version=platform.python_version(), path=sys.executable)
    if sys.version_info[:2] < _OLDEST_PYTHON:
        yield Finding("python", Grade.BAD, text, Sentence("This needs Python 3.11 or newer: use Debian 12 or newer."))
    elif sys.version_info[:2] > _TESTED_PYTHON:
        cure = Sentence("Newer than what this was tested with; expect surprises.")
        yield Finding("python", Grade.WARN, text, cure)
    else:
        yield Finding("python", Grade.OK, text)


def _companion(patient: Patient) -> Iterator[Finding]:
    yield Finding("companion", Grade.OK, Sentence("version {version}", version=own_version()))
    if patient.live is not None and patient.live.is_safe:
        text = Sentence(
            "started without pins, camera and voice; below they are tried as they are set for the next start"
        )
        cure = Sentence("When they work, start without --safe and COMPANION_SAFE.")
        yield Finding("safe mode", Grade.WARN, text, cure)


def _games(patient: Patient) -> Iterator[Finding]:
    """Games of the owner's own."""
    games.look_in(patient.config.data.games_path)
    own = ", ".join(f"{one.about.title} {one.about.version}" for one in games.outside())
    if own:
        yield Finding("own games", Grade.OK, Sentence("{names}", names=own))
    for one in games.broken():
        text = Sentence("{name} cannot be played. {why}", name=one.name, why=one.why)
        cure = Sentence("Mend it, or take it away: {place}", place=one.place)
        yield Finding("own games", Grade.WARN, text, cure)


def _packages(patient: Patient) -> Iterator[Finding]:
    found = {package: patient.world.version(package) for package in _PACKAGES}
    missing = [package for package, version in found.items() if version is None]
    if missing:
        text = Sentence("not installed: {names}", names=", ".join(missing))
        yield Finding("packages", Grade.BAD, text, Sentence(_SET_UP))
    else:
        names = ", ".join(f"{package} {version}" for package, version in found.items())
        yield Finding("packages", Grade.OK, Sentence("{names}", names=names))
    known = {package: version for package, version in found.items() if version is not None}
    lgpio = patient.world.version("lgpio")
    for package, version, why, cure in _known_bad(known if lgpio is None else {**known, "lgpio": lgpio}):
        yield Finding(
            f"package {package}", Grade.BAD, Sentence("{version}: {why}", version=version, why=Sentence(why)), cure
        )


def _known_bad(versions: dict[str, str]) -> Iterator[tuple[str, str, str, Sentence]]:
    """Package, version, what is wrong with it, and what to do."""
    for package, is_bad, why in _BAD:
        version = versions.get(package)
        if version is not None and is_bad(version):
            yield package, version, why, Sentence(_SET_UP)
    if versions.get("lgpio") == "0.0.0.2":
        why = N_("this is an empty package without any pins")
        cure = Sentence("Run pip uninstall lgpio in the environment, and sudo apt install python3-lgpio.")
        yield "lgpio", "0.0.0.2", why, cure
    numpy, opencv = versions.get("numpy"), versions.get("opencv-python")
    if numpy and opencv and _numbers(numpy) >= (2,) and _numbers(opencv) < (4, 10):
        why = N_("this OpenCV was built for NumPy 1 and fails with NumPy 2")
        yield "opencv-python", opencv, why, Sentence(_SET_UP)


_BAD: Final[tuple[tuple[str, Callable[[str], bool], str], ...]] = (
    (
        "gpiozero",
        lambda version: version in ("2.0.1", "2.0.1.post1", "2.0.1.post2"),
        N_("this version cannot use the pins of a Raspberry Pi 5"),
    ),
    (
        "pyttsx3",
        lambda version: _numbers(version) < (2, 99),
        N_("this version loses sentences and can hang with the present espeak-ng"),
    ),
)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version.partition("+")[0])[:3])


def _one_opencv(patient: Patient) -> Iterator[Finding]:
    """Two packages that both bring `cv2` overwrite each other's files."""
    names = patient.world.providers("cv2")
    if len(names) > 1:
        text = Sentence("several packages bring cv2 and spoil each other: {names}", names=", ".join(names))
        cure = Sentence("Run pip uninstall {names}, then ./run setup.", names=" ".join(names))
        yield Finding("opencv", Grade.BAD, text, cure)


def _zbar(patient: Patient) -> Iterator[Finding]:
    found = ctypes.util.find_library("zbar")
    if found:
        yield Finding("zbar", Grade.OK, Sentence("{name}", name=found))
    else:
        cure = Sentence("Run sudo apt install libzbar0; until then the second reader of tags is missing.")
        yield Finding("zbar", Grade.WARN, Sentence("the library is not there"), cure)


PROGRAM_LOOKS: Final = (
    Examination("companion", Section.PROGRAM, _companion),
    Examination("system", Section.MACHINE, _system),
    Examination("python", Section.PROGRAM, _python),
    Examination("own games", Section.PROGRAM, _games, 20.0),
    Examination("packages", Section.PROGRAM, _packages),
    Examination("opencv", Section.PROGRAM, _one_opencv),
    Examination("zbar", Section.PROGRAM, _zbar),
)
