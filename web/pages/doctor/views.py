"""What the doctor's page draws: what was found, how well each thing is, and what to do. Nothing of it is a secret."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from web.views import Session


class LineGrade(Enum):
    """How well something is. LOOK: an evening works without it."""

    WELL = "well"
    LOOK = "look"
    BROKEN = "broken"


@dataclass(frozen=True)
class DoctorLine:
    """One thing that was looked at. `cure` is empty where nothing has to be done."""

    name: str
    grade: LineGrade
    text: str
    cure: str


@dataclass(frozen=True)
class DoctorGroup:
    """Things that belong together, the worst first."""

    key: str
    heading: str
    lines: tuple[DoctorLine, ...]


@dataclass(frozen=True)
class DoctorView:
    """What the page draws. `looking`: the examination goes on, and more lines come. `begun`: when it began, in UTC as
    ISO 8601; empty before the first."""

    looking: bool
    begun: str
    broken: int
    to_look_at: int
    groups: tuple[DoctorGroup, ...]


class DoctorPort(Protocol):
    """What the page may ask. Every call is safe from any thread and returns at once."""

    def doctor_view(self, session: Session) -> DoctorView: ...
    def doctor_look(self, session: Session) -> DoctorView: ...  # begins an examination, unless one goes on
