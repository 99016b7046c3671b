"""What the doctor looks at of the service: whether systemd has it, starts it, and how it has fared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Final

from companion.doctor.finding import Examination, Finding, Grade, Patient, Section
from companion.doctor.world import World
from words import Sentence

UNIT: Final = "companion.service"
_ASKED: Final = "LoadState,UnitFileState,ActiveState,SubState,Result,NRestarts,User"
_NOW: Final = "/opt/companion/current"


def unit_state(world: World) -> Mapping[str, str]:
    """What systemd says of the service; empty where there is no systemd or no such service."""
    ran = world.run(("systemctl", "show", UNIT, f"--property={_ASKED}"))
    if ran is None or ran.code:
        return {}
    pairs = (line.partition("=") for line in ran.out.splitlines())
    state = {key: value for key, _, value in pairs}
    return state if state.get("LoadState") == "loaded" else {}


def _service(patient: Patient) -> Iterator[Finding]:
    state = unit_state(patient.world)
    if not state:
        return  # it runs from a terminal, as it does for whoever tries it
    if state.get("UnitFileState") == "disabled":
        text = Sentence("it does not start when the machine is switched on")
        yield Finding("service", Grade.WARN, text, Sentence("Run sudo systemctl enable {unit}.", unit=UNIT))
    active = f"{state.get('ActiveState', '')} ({state.get('SubState', '')})"
    again = int(state.get("NRestarts", "0") or 0) if state.get("NRestarts", "0").isdigit() else 0
    look = Sentence("Run journalctl -u {unit} -n 50; its last lines say why.", unit=UNIT)
    if state.get("ActiveState") == "failed":
        text = Sentence("it has failed ({result})", result=state.get("Result") or "?")
        yield Finding("service", Grade.BAD, text, look)
    elif again:
        text = Sentence(
            "{state}; it was restarted {count|once|{count} times} after it had failed", state=active, count=again
        )
        yield Finding("service", Grade.WARN, text, look)
    else:
        yield Finding("service", Grade.OK, Sentence("{state}", state=active))
    yield from _version(patient.world)


def _version(world: World) -> Iterator[Finding]:
    """The link to the version that is used: an update that was cut off may have left it pointing nowhere."""
    target = world.points_to(_NOW)
    if target is None:
        return
    if world.exists(_NOW):
        yield Finding("version", Grade.OK, Sentence("{name} is used", name=PurePosixPath(target).name))
    else:
        text = Sentence("{path} points to {target}, which is not there", path=_NOW, target=target)
        yield Finding("version", Grade.BAD, text, Sentence("Run the installer again; it keeps all data."))


SERVICE_LOOKS: Final = (Examination("service", Section.PROGRAM, _service),)
