"""Machines for the doctor: a tree of files, commands that answer, people and packages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from companion.doctor.doctor import all_looks, examine
from companion.doctor.finding import NO_WISHES, Examination, Finding, Grade, Live, Wishes
from companion.doctor.world import Ran, World
from companion.settings.config import Config, DataConfig, VoiceConfig, WebConfig
from hardware.types import SpeechSink

VERSIONS = {
    **dict.fromkeys(
        ("babel", "click", "flask", "msgspec", "pyzbar", "reportlab", "segno", "waitress", "zxing-cpp"), "3.0"
    ),
    "gpiozero": "2.0.1.post3",
    "numpy": "2.4.6",
    "opencv-python": "5.0.0.93",
    "pyttsx3": "2.99",
}
PI_5 = "Raspberry Pi 5 Model B Rev 1.0\0"


def table(tmp_path: Path) -> Config:
    """A quiet table whose data would lie in a folder of the test."""
    return Config(
        data=DataConfig(str(tmp_path / "data")),
        web=WebConfig(host="127.0.0.1", port=0),
        voice=VoiceConfig(sink=SpeechSink.OFF),
    )


def world(
    root: Path,
    files: Mapping[str, str] | None = None,
    commands: Mapping[str, str | None] | None = None,
    versions: Mapping[str, str | None] | None = None,
    **more: object,
) -> World:
    """A machine with these files, whose commands answer by their first words; an answer of None: exit code 1."""
    for path, text in (files or {}).items():
        file = root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

    def run(command: Sequence[str]) -> Ran | None:
        line = " ".join(command)
        found = [answer for start, answer in (commands or {}).items() if line.startswith(start)]
        if not found:
            return None
        return Ran(1, "") if found[0] is None else Ran(0, found[0])

    known = {**VERSIONS, **(versions or {})}
    plain = World(
        root=root,
        run=run,
        environ={},
        version=known.get,
        providers=lambda module: ("opencv-python",),
        user="pi",
        own_groups=lambda: frozenset({"pi"}),
        groups=lambda user: frozenset({"pi"}),
        local_address=lambda name: None,
        hostname=lambda: "table",
        system="Linux",
    )
    return replace(plain, **more)  # type: ignore[arg-type]


def findings(
    name: str, config: Config, machine: World, live: Live | None = None, wishes: Wishes = NO_WISHES
) -> list[Finding]:
    """Everything of that name that the check of that name, or its neighbours of one section, find."""
    return [finding for finding in examine(config, machine, live, wishes, looks_for(name)) if finding.name == name]


def finding(name: str, config: Config, machine: World, live: Live | None = None, wishes: Wishes = NO_WISHES) -> Finding:
    """The one finding of that name."""
    (found,) = findings(name, config, machine, live, wishes)
    return found


_FOUND_BY = {
    "zbar": "zbar",
    "safe mode": "companion",
    "throttled": "supply voltage",
    "version": "service",
    "groups of the service": "groups",
    "local name": "addresses",
    "second reader": "tags",
    "stickers": "camera",
    "test tag": "camera",
    "volume": "voice",
    "sound": "phrase",
}


def looks_for(name: str) -> tuple[Examination, ...]:
    """The check that finds things of that name."""
    check = "packages" if name.startswith("package ") else _FOUND_BY.get(name, name)
    found = tuple(look for look in all_looks() if look.name == check)
    assert found, f"no check is called {check}"
    return found


def graded(found: Sequence[Finding]) -> list[Grade]:
    """How well each thing is."""
    return [one.grade for one in found]
