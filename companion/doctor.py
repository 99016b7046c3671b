"""The doctor: looks at everything that an evening needs, and says of each thing whether it is well and what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from companion.config import Config


class Grade(Enum):
    """How well something is. WARN: an evening works without it."""

    OK = "ok"
    WARN = "warn"
    BAD = "bad"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: what was found, and what to do if it is not well."""

    name: str
    grade: Grade
    text: str
    cure: str = ""


Check = Callable[[Config], Iterator[Finding]]


def examine(config: Config) -> Iterator[Finding]:
    """Every check in turn; one that fails itself is a finding too. Nothing is changed on this machine."""
    from companion._doctor_devices import DEVICE_CHECKS
    from companion._doctor_system import SYSTEM_CHECKS

    for name, check in (*SYSTEM_CHECKS, *DEVICE_CHECKS):
        yield from _guarded(name, check, config)


def exit_code(findings: list[Finding]) -> int:
    """0: all well, 1: something to look at, 2: something is broken."""
    grades = {finding.grade for finding in findings}
    return 2 if Grade.BAD in grades else 1 if Grade.WARN in grades else 0


def _guarded(name: str, check: Check, config: Config) -> Iterator[Finding]:
    try:
        yield from check(config)
    except Exception as error:  # a doctor who faints helps nobody
        what = f"could not be looked at ({type(error).__name__}: {error})"
        yield Finding(name, Grade.BAD, what, "Report this with the output of `companion doctor --json`.")
