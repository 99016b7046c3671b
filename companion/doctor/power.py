"""What the doctor looks at of the board: supply voltage, temperature, memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from companion.doctor.finding import Examination, Finding, Grade, Patient, Section
from companion.doctor.world import World
from words import N_, Sentence

_UNDER_VOLTAGE: Final = 0
_STATES: Final = (  # the lowest four bits are now, the same from bit 16 since the board was switched on
    N_("the supply voltage is too low"),
    N_("the processor is held back"),
    N_("the processor is slowed down"),
    N_("the board is at its limit of temperature"),
)
_SINCE: Final = 16
_HOT_C: Final = 80.0  # from here on a Raspberry Pi slows itself down
_TOO_HOT_C: Final = 85.0
_LOW_MB: Final = 200
_TOO_LOW_MB: Final = 60
_SUPPLY: Final = N_(
    "Use the power supply made for this board (a Pi 5 needs 5 V and 5 A) and a short cable, "
    "and give USB devices a supply of their own."
)


def _voltage(patient: Patient) -> Iterator[Finding]:
    world = patient.world
    bits = _throttled(world)
    if bits is None:
        alarm = _voltage_alarm(world)
        if alarm is None:
            if world.model:
                cure = Sentence("Look at it as a user of the group video: vcgencmd get_throttled.")
                text = Sentence("this board's supply voltage could not be asked for")
                yield Finding("supply voltage", Grade.WARN, text, cure)
            return
        bits = int(alarm)
    yield from _power(bits)


def _power(bits: int) -> Iterator[Finding]:
    """What the board's bits say of its supply, and of what has held it back."""
    if bits & 1:
        text, grade = Sentence(_STATES[0]), Grade.BAD
    elif bits & 1 << _SINCE:
        text, grade = Sentence("it was too low since the board was switched on"), Grade.WARN
    else:
        text, grade = Sentence("as it should be"), Grade.OK
    yield Finding("supply voltage", grade, text, "" if grade is Grade.OK else Sentence(_SUPPLY))
    cure = Sentence("Give the board air, a heat sink or a fan, and the right power supply.")
    for number, state in enumerate(_STATES[1:], start=1):
        if bits & 1 << number:
            yield Finding("throttled", Grade.WARN, Sentence(state), cure)
        elif bits & 1 << (_SINCE + number):
            text = Sentence("it was so since the board was switched on: {state}", state=Sentence(state))
            yield Finding("throttled", Grade.WARN, text, cure)


def _throttled(world: World) -> int | None:
    """What `vcgencmd get_throttled` says; None elsewhere than on a Raspberry Pi, or where it may not be asked."""
    ran = world.run(("vcgencmd", "get_throttled"))
    found = None if ran is None or ran.code else re.search(r"throttled=0x([0-9a-fA-F]+)", ran.out)
    return None if found is None else int(found[1], 16)


def _voltage_alarm(world: World) -> bool | None:
    """The kernel's own alarm, which every user may read."""
    for name in world.listed("/sys/class/hwmon/hwmon*/name"):
        if world.read(name) == "rpi_volt":
            return world.read(f"{name.rpartition('/')[0]}/in0_lcrit_alarm") == "1"
    return None


def _temperature(patient: Patient) -> Iterator[Finding]:
    text = patient.world.read("/sys/class/thermal/thermal_zone0/temp") or ""
    if not text.lstrip("-").isdigit():
        return
    degrees = int(text) / 1000
    grade = Grade.BAD if degrees >= _TOO_HOT_C else Grade.WARN if degrees >= _HOT_C else Grade.OK
    cure = "" if grade is Grade.OK else Sentence("Give the board air, a heat sink or a fan.")
    yield Finding("temperature", grade, Sentence("{degrees} °C", degrees=f"{degrees:.0f}"), cure)


def _memory(patient: Patient) -> Iterator[Finding]:
    found = re.search(r"^MemAvailable:\s+(\d+) kB", patient.world.read("/proc/meminfo") or "", re.MULTILINE)
    if found is None:
        return
    free_mb = int(found[1]) // 1000
    grade = Grade.BAD if free_mb < _TOO_LOW_MB else Grade.WARN if free_mb < _LOW_MB else Grade.OK
    cure = "" if grade is Grade.OK else Sentence("End other programs, or ask for smaller pictures (camera.width).")
    yield Finding("memory", grade, Sentence("{count} MB free", count=free_mb), cure)


POWER_LOOKS: Final = (
    Examination("supply voltage", Section.MACHINE, _voltage),
    Examination("temperature", Section.MACHINE, _temperature),
    Examination("memory", Section.MACHINE, _memory),
)
