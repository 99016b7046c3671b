"""The doctor behind the host's page: looks once in the background when asked, and is read meanwhile."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Final

from companion.doctor import Finding, Grade, Section
from companion.view import Voice
from web.doctor_ports import DoctorGroup, DoctorLine, DoctorView, LineGrade
from web.wording import N_, Sentence

log = logging.getLogger("companion.checkup")

_GRADES: Final = {Grade.OK: LineGrade.WELL, Grade.WARN: LineGrade.LOOK, Grade.BAD: LineGrade.BROKEN}
_ORDER: Final = (Grade.BAD, Grade.WARN, Grade.OK)
TITLES: Final = {
    "addresses": N_("Addresses"),
    "camera": N_("Camera"),
    "cameras": N_("USB cameras"),
    "certificate": N_("Certificate"),
    "clock": N_("Clock"),
    "companion": N_("Companion"),
    "copies": N_("Copies of the journal"),
    "data directory": N_("Data directory"),
    "disk": N_("Disk"),
    "groups": N_("Rights to devices"),
    "groups of the service": N_("Rights of the service"),
    "journal": N_("Journal"),
    "local name": N_("Name in the network"),
    "loudspeaker": N_("Loudspeaker"),
    "memory": N_("Memory"),
    "opencv": N_("OpenCV"),
    "packages": N_("Packages"),
    "phrase": N_("A sentence, made in silence"),
    "pin directory": N_("Directory of the pins"),
    "pin factory": N_("Kind of pins"),
    "pins": N_("Pins"),
    "port": N_("Port"),
    "python": N_("Python"),
    "reader box": N_("Reader box"),
    "recording": N_("Recording"),
    "safe mode": N_("Safe mode"),
    "second reader": N_("Second reader of stickers"),
    "service": N_("Service"),
    "sound": N_("A sentence, spoken"),
    "stickers": N_("Size of stickers"),
    "supply voltage": N_("Supply voltage"),
    "system": N_("System"),
    "tags": N_("First reader of stickers"),
    "temperature": N_("Temperature"),
    "test tag": N_("Test sticker"),
    "throttled": N_("Speed"),
    "version": N_("Version"),
    "voice": N_("Voice"),
    "volume": N_("Volume"),
    "wiring": N_("Wiring"),
    "zbar": N_("Library zbar"),
}
"""What each finding is called on the page, by its name for programs."""


def title(name: str) -> str:
    """A finding's name for people, in English. A single package's has its name in it."""
    head, _, package = name.partition(" ")
    if head == "package" and package:
        return Sentence("Package {name}", name=package)
    return TITLES.get(name, name)


class Checkup:
    """One examination at a time, in a thread of its own. Safe from any thread."""

    def __init__(
        self, examine: Callable[[], Iterable[Finding]], now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ):
        self._examine = examine
        self._now = now
        self._changed = threading.Condition()
        self._is_looking = False
        self._found: list[Finding] = []
        self._at: datetime | None = None

    def begin(self) -> None:
        """Looks anew; while one examination goes on, no second one begins."""
        with self._changed:
            if self._is_looking:
                return
            self._is_looking = True
            self._found, self._at = [], self._now()
        threading.Thread(target=self._look, name="companion-checkup", daemon=True).start()

    def wait(self, timeout_s: float) -> bool:
        """Waits for the end of the examination; False when that takes longer."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._is_looking, timeout_s)

    def view(self, voice: Voice) -> DoctorView:
        """What is known now, in the words of `voice`."""
        with self._changed:
            found, is_looking, at = tuple(self._found), self._is_looking, self._at
        groups = tuple(_groups(found, voice))
        tally = tuple(sum(finding.grade is grade for finding in found) for grade in (Grade.BAD, Grade.WARN))
        looked = "" if at is None else at.isoformat(timespec="seconds")
        return DoctorView(is_looking, looked, tally[0], tally[1], groups)

    def _look(self) -> None:
        try:
            for finding in self._examine():
                with self._changed:
                    self._found.append(finding)
        except Exception as error:  # the page says what there is; the checks have caught their own faults already
            log.error("the examination broke off error=%s", type(error).__name__)
        finally:
            with self._changed:
                self._is_looking = False
                self._changed.notify_all()


def _groups(found: Iterable[Finding], voice: Voice) -> Iterator[DoctorGroup]:
    """By what they are about, and there the worst first."""
    rows = sorted(found, key=lambda finding: _ORDER.index(finding.grade))
    for section in Section:
        lines = tuple(
            DoctorLine(
                voice.sentence(title(one.name)), _GRADES[one.grade], voice.sentence(one.text), voice.sentence(one.cure)
            )
            for one in rows
            if one.section is section
        )
        if lines:
            yield DoctorGroup(section.key, voice.sentence(section.heading), lines)
