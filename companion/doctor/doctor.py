"""The doctor: looks at everything that an evening needs, and says of each thing whether it is well and what to do.

Each check reads the machine through a `World` and runs in a thread of its own for a limited time: a driver that hangs
is a finding and not the end of the examination.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from companion.doctor.card import CARD_LOOKS
from companion.doctor.clock import CLOCK_LOOKS
from companion.doctor.finding import NO_WISHES, Examination, Finding, Grade, Live, Patient, Section, Wishes
from companion.doctor.network import NETWORK_LOOKS
from companion.doctor.pins import PIN_LOOKS
from companion.doctor.power import POWER_LOOKS
from companion.doctor.program import PROGRAM_LOOKS
from companion.doctor.service import SERVICE_LOOKS
from companion.doctor.storage import STORAGE_LOOKS
from companion.doctor.table import TABLE_LOOKS
from companion.doctor.user import USER_LOOKS
from companion.doctor.voice import VOICE_LOOKS
from companion.doctor.world import World
from companion.settings.config import Config
from words import Sentence


def all_looks() -> tuple[Examination, ...]:
    """Every check in the order of the examination."""
    looks = (
        *(*PROGRAM_LOOKS, *SERVICE_LOOKS, *POWER_LOOKS, *CLOCK_LOOKS, *USER_LOOKS, *STORAGE_LOOKS, *CARD_LOOKS),
        *(*NETWORK_LOOKS, *TABLE_LOOKS, *VOICE_LOOKS, *PIN_LOOKS),
    )
    order = {section: number for number, section in enumerate(Section)}
    return tuple(sorted(looks, key=lambda look: order[look.section]))


def examine(
    config: Config,
    world: World | None = None,
    live: Live | None = None,
    wishes: Wishes = NO_WISHES,
    looks: Sequence[Examination] | None = None,
    begin: Callable[[Examination], None] = lambda look: None,
) -> Iterator[Finding]:
    """Every check in turn, each finding as it comes; `begin` hears which check comes next. A check that fails itself or
    takes too long is a finding too. Nothing is changed on this machine."""
    patient = Patient(config, world or World(), live, wishes)
    for look in all_looks() if looks is None else looks:
        begin(look)
        yield from _watched(look, patient)


def exit_code(findings: Iterable[Finding]) -> int:
    """0: all well, 1: something to look at, 2: something is broken."""
    grades = {finding.grade for finding in findings}
    return 2 if Grade.BAD in grades else 1 if Grade.WARN in grades else 0


def _watched(look: Examination, patient: Patient) -> Iterator[Finding]:
    told: queue.SimpleQueue[Finding | None] = queue.SimpleQueue()
    threading.Thread(
        target=_run, args=(look, patient, told.put), name=f"companion-doctor-{look.name}", daemon=True
    ).start()
    until_s = time.monotonic() + look.limit_s
    while True:
        try:
            finding = told.get(timeout=max(0.0, until_s - time.monotonic()))
        except queue.Empty:
            text = Sentence("gave no answer within {seconds} s", seconds=f"{look.limit_s:g}")
            cure = Sentence("Unplug that device and plug it in again, or restart the machine; then check again.")
            yield Finding(look.name, Grade.BAD, text, cure, look.section)
            return
        if finding is None:
            return
        yield replace(finding, section=look.section)


def _run(look: Examination, patient: Patient, tell: Callable[[Finding | None], None]) -> None:
    try:
        for finding in look.check(patient):
            tell(finding)
    except Exception as error:  # a doctor who faints helps nobody
        text = Sentence("could not be looked at ({why})", why=f"{type(error).__name__}: {error}")
        tell(Finding(look.name, Grade.BAD, text, Sentence("Report this with the output of `companion doctor --json`.")))
    tell(None)
