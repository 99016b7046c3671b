"""What the doctor looks at of the clock: a sane day, set by the network, kept while there is no power."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from companion.doctor.finding import Examination, Finding, Grade, Patient, Section
from companion.doctor.world import World
from words import Sentence

_BUILT: Final = datetime(2026, 1, 1, tzinfo=UTC)  # no clock that is right shows an earlier day
_SYNCHRONISED: Final = "/run/systemd/timesync/synchronized"


def _clock(patient: Patient) -> Iterator[Finding]:
    world, now = patient.world, datetime.now(UTC)
    time = now.strftime("%Y-%m-%d %H:%M UTC")
    is_set = _is_synchronised(world)
    if now < _BUILT:
        cure = Sentence("Connect to the network until the time is right; the journal's times are wrong until then.")
        yield Finding("clock", Grade.WARN, Sentence("{time}, which cannot be", time=time), cure)
    elif is_set:
        yield Finding("clock", Grade.OK, Sentence("{time}, set by the network", time=time))
    elif world.exists("/sys/class/rtc/rtc0"):
        yield Finding("clock", Grade.OK, Sentence("{time}, kept by the machine's own clock", time=time))
    elif is_set is None:
        yield Finding("clock", Grade.OK, Sentence("{time}", time=time))
    else:
        text = Sentence(
            "{time}, not set by the network, and the board has no clock that goes on without power", time=time
        )
        cure = Sentence("Connect to the network for a minute, or add a clock with a battery; times may be wrong.")
        yield Finding("clock", Grade.WARN, text, cure)


def _is_synchronised(world: World) -> bool | None:
    """Whether the network has set the clock; None where nobody knows."""
    if world.exists(_SYNCHRONISED):
        return True
    ran = world.run(("timedatectl", "show", "--property=NTPSynchronized", "--value"))
    said = "" if ran is None or ran.code else ran.out.strip()
    return {"yes": True, "no": False}.get(said)


CLOCK_LOOKS: Final = (Examination("clock", Section.MACHINE, _clock),)
