"""The doctor of a running table: looks once in the background when asked, and is read meanwhile.

Whoever else wants to know what it finds, as the report of a problem does, waits for the same examination: two at once
would open the camera and the pins twice, where the table has left them free (safe mode).
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Final

from companion.doctor.finding import Finding, Grade, Section
from companion.machine.fault_places import fault_facts
from companion.telling.voice import Voice
from web.pages.doctor.views import DoctorGroup, DoctorLine, DoctorView, LineGrade
from words import N_, Sentence
from words.catalogue import translated

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
    "evening": N_("Eye, this evening"),
    "unread": N_("Stickers, now"),
    "groups": N_("Rights to devices"),
    "groups of the service": N_("Rights of the service"),
    "journal": N_("Journal"),
    "local name": N_("Name in the network"),
    "loudspeaker": N_("Loudspeaker"),
    "memory": N_("Memory"),
    "opencv": N_("OpenCV"),
    "own games": N_("Games of your own"),
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


@dataclass(eq=False)
class _Examination:
    """One look at everything: when it began, what it has found so far, and whether it goes on."""

    at: datetime | None = None
    found: list[Finding] = field(default_factory=list)
    is_going_on: bool = True


class Checkup:
    """One examination at a time, in a thread of its own. Safe from any thread."""

    def __init__(
        self, examine: Callable[[], Iterable[Finding]], now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ):
        self._examine = examine
        self._now = now
        self._changed = threading.Condition()
        self._latest = _Examination(is_going_on=False)

    def findings(self) -> tuple[Finding, ...]:
        """What an examination finds that goes on now, or else a new one; waits for its end."""
        examination = self.begin()
        with self._changed:
            self._changed.wait_for(lambda: not examination.is_going_on)
            return tuple(examination.found)

    def wait(self, timeout_s: float) -> bool:
        """Waits for the end of the examination; False when that takes longer."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._latest.is_going_on, timeout_s)

    def view(self, voice: Voice) -> DoctorView:
        """What is known now, in the words of `voice`."""
        with self._changed:
            examination = self._latest
            found, is_looking, at = tuple(examination.found), examination.is_going_on, examination.at
        groups = tuple(_groups(found, voice))
        tally = tuple(sum(finding.grade is grade for finding in found) for grade in (Grade.BAD, Grade.WARN))
        looked = "" if at is None else at.isoformat(timespec="seconds")
        return DoctorView(is_looking, looked, tally[0], tally[1], groups)

    def begin(self) -> _Examination:
        """Looks anew; while one examination goes on, no second one begins, and it is that one."""
        with self._changed:
            if not self._latest.is_going_on:
                self._latest = _Examination(self._now())
                threading.Thread(target=self._look, args=(self._latest,), name="companion-checkup", daemon=True).start()
            return self._latest

    def _look(self, examination: _Examination) -> None:
        try:
            for finding in self._examine():
                with self._changed:
                    examination.found.append(finding)
        except Exception as error:  # the page says what there is; the checks have caught their own faults already
            log.error("the examination broke off %s", fault_facts(error))
        finally:
            with self._changed:
                examination.is_going_on = False
                self._changed.notify_all()


def _groups(found: Iterable[Finding], voice: Voice) -> Iterator[DoctorGroup]:
    """By what they are about, and there the worst first."""
    said = partial(translated, voice.words.language)  # with the places of files: this is for whoever owns the machine
    rows = sorted(found, key=lambda finding: _ORDER.index(finding.grade))
    for section in Section:
        lines = tuple(
            DoctorLine(voice.sentence(title(one.name)), _GRADES[one.grade], said(one.text), said(one.cure))
            for one in rows
            if one.section is section
        )
        if lines:
            yield DoctorGroup(section.key, voice.sentence(section.heading), lines)
