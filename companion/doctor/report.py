"""The report of a problem: one file with what helps to find a fault, and nothing that anybody keeps secret.

It is made of what everybody at the table has heard, and of the machine. The log of answers, which knows every hand, is
no part of it. What might still carry a secret by mistake is struck out as well: a second lock on a closed door.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from importlib import metadata
from pathlib import Path
from typing import Final

from companion.doctor.doctor import examine
from companion.doctor.finding import Finding
from companion.doctor.world import World
from companion.settings.config import Config, Loaded, settings, value_of
from companion.settings.values import as_text
from companion.values.own_version import own_version

MASK: Final = "***"
_TOKEN: Final = re.compile(r"(?<![\w/.-])(?=[\w-]*[0-9])(?=[\w-]*[A-Za-z])[\w-]{20,}(?![\w/.-])")
"""What looks like a token: twenty letters and digits or more in one go, and no path."""
_HOMES: Final = re.compile(r"/(?:home|Users)/[^/\s'\":,;]+|/root(?![\w-])")
_PRIVATE: Final = re.compile(r"(?i)\b(pin|code|token|password|cookie|secret|key)(\s*[=:]\s*)(\S+)")
_PARTS: Final = ("flask", "waitress", "msgspec", "numpy", "opencv-python", "zxing-cpp", "gpiozero", "pyttsx3", "segno")


@dataclass(frozen=True)
class TableFacts:
    """What a running table adds: its game, its public story by entry, and how its devices are. No names in it."""

    game: str = ""
    seats: int = 0
    version: int = 0
    question: str = ""  # the kind of the open question
    is_over: bool = False
    story: tuple[tuple[int, str, bool], ...] = ()
    devices: tuple[str, ...] = ()
    log: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cover:
    """How names become seats and what else is struck out. `names` by what stands in their place."""

    names: Mapping[str, str]
    secrets: frozenset[str] = frozenset()

    def __call__(self, text: str) -> str:
        """The text without them."""
        for secret in sorted(self.secrets, key=len, reverse=True):
            if len(secret) >= 4:
                text = text.replace(secret, MASK)
            elif secret:  # as a word of its own: it may be a part of any other
                text = re.sub(rf"(?<!\w){re.escape(secret)}(?!\w)", lambda _: MASK, text)
        for name, seat in sorted(self.names.items(), key=lambda pair: -len(pair[0])):
            if name:
                text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", seat, text)
        text = _PRIVATE.sub(rf"\1\2{MASK}", text)
        home = str(Path.home())
        return _TOKEN.sub(MASK, _HOMES.sub("~", text.replace(home, "~") if len(home) > 1 else text))


def private_values(config: Config) -> frozenset[str]:
    """What is chosen and stands in no report, wherever it comes up."""
    values = (value_of(config, key) for key, setting in settings().items() if setting.is_private)
    return frozenset(str(value) for value in values if value)


def no_names(names: Iterable[str]) -> dict[str, str]:
    """Every name by its seat's number."""
    return {name: f"Seat {number}" for number, name in enumerate(names, start=1)}


def problem_report(loaded: Loaded, told: TableFacts, cover: Cover, at: datetime, findings: Sequence[Finding]) -> bytes:
    """The report as a zip: report.json, the log and the public story as text."""
    config = loaded.config
    facts = {
        "made_utc": at.isoformat(timespec="seconds"),
        "versions": versions(),
        "doctor": [
            {
                "name": f.name,
                "section": f.section.key,
                "grade": f.grade.value,
                "text": cover(f.text),
                "cure": cover(f.cure),
            }
            for f in findings
        ],
        "settings": {key: _setting(loaded, key, cover) for key in settings()},
        "table": {
            "game": told.game,
            "seats": told.seats,
            "version": told.version,
            "question": told.question,
            "is_over": told.is_over,
            "camera": config.camera.kind.value,
        },
        "devices": [cover(line) for line in told.devices],
    }
    story = [f"{number:>4} {'(taken back) ' if undone else ''}{cover(text)}" for number, text, undone in told.story]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("report.json", json.dumps(facts, indent=2, ensure_ascii=False) + "\n")
        file.writestr("log.txt", "".join(f"{cover(line)}\n" for line in told.log))
        file.writestr("story.txt", "".join(f"{line}\n" for line in story))
        file.writestr("READ_ME.txt", _READ_ME)
    return out.getvalue()


def doctor_of(config: Config) -> tuple[Finding, ...]:
    """What the doctor finds now where no table runs; takes a few seconds on a small machine."""
    return tuple(examine(config))


def service_log(world: World) -> tuple[str, ...]:
    """The latest lines that the service wrote, for a report without a running table; none where there is no service, or
    this user may not read them."""
    command = ("journalctl", "--unit=companion.service", "--lines=400", "--output=short-iso", "--no-pager", "--quiet")
    ran = world.run(command)
    return () if ran is None or ran.code else tuple(ran.out.splitlines())


def versions() -> dict[str, str]:
    """What is installed, of the companion and of what it stands on."""
    found = {"tabletop-companion": own_version()}
    for part in _PARTS:
        try:
            found[part] = metadata.version(part)
        except metadata.PackageNotFoundError:
            found[part] = "not installed"
    return found


def _setting(loaded: Loaded, key: str, cover: Cover) -> dict[str, str]:
    setting, value = settings()[key], value_of(loaded.config, key)
    if key == "table.names":
        text = f"{len(loaded.config.table.names)} names"
    elif value == setting.default or setting.is_told or not _is_text(value):
        text = cover(as_text(value))
    else:
        text = MASK  # what people wrote themselves may be anything
    return {"value": text, "from": cover(loaded.origins[key])}


def _is_text(value: object) -> bool:
    """Whether people could write into it what they like, and not only a number or one of a few words."""
    if isinstance(value, tuple):
        return any(_is_text(one) for one in value)
    return not (value is None or isinstance(value, int | float | Enum))


_READ_ME: Final = """\
A report of a problem with the Tabletop Companion.

report.json  versions, what the doctor found, settings (secrets are masked), devices
log.txt      the latest lines of the program's log
story.txt    what everybody at the table has heard; undone lines are marked

It holds no hands, roles, notes, PIN, tokens or codes, no name of a Wi-Fi and no home directory; of texts that somebody
chose it says only that there is one. Players are called by their seats unless the host chose otherwise. Look through
it before you pass it on.
"""
