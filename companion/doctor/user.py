"""What the doctor looks at of the account: whether it may use the devices that the settings name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.doctor.finding import Examination, Finding, Grade, Patient, Section
from companion.doctor.service import unit_state
from companion.doctor.world import World
from companion.settings.config import Config
from hardware.types import PinFactory, SpeechSink
from words import Sentence

_DEVICES: Final = {"gpio": "/dev/gpiochip*", "video": "/dev/video*", "audio": "/dev/snd/control*"}


def _wanted(config: Config, world: World) -> dict[str, tuple[str, ...]]:
    """The devices by group that the settings name and that are there."""
    camera = config.camera
    uses = {
        "gpio": config.hardware.pins is PinFactory.LGPIO,
        "video": camera.kind.is_device or camera.box_source.startswith(("/dev/", "device:", "csi:")),
        "audio": config.voice.sink is SpeechSink.SPEAKER,
    }
    found = {group: world.listed(_DEVICES[group]) for group, is_used in uses.items() if is_used}
    return {group: devices for group, devices in found.items() if devices}


def _groups(patient: Patient) -> Iterator[Finding]:
    """Of whoever runs this, and of the service's account where that is another one."""
    world, wanted = patient.world, _wanted(patient.config, patient.world)
    if not wanted:
        return
    shut = [group for group, devices in wanted.items() if not any(world.may_use(device) for device in devices)]
    yield from _own(world, shut, tuple(wanted))
    service = unit_state(world).get("User", "")
    if service and service != world.user:
        yield from _of_service(world, service, tuple(wanted))


def _own(world: World, shut: list[str], wanted: tuple[str, ...]) -> Iterator[Finding]:
    if not shut:
        text = Sentence("{user} may use what the settings name ({groups})", user=world.user, groups=", ".join(wanted))
        yield Finding("groups", Grade.OK, text)
        return
    listed = world.groups(world.user) or frozenset()
    for group in shut:
        text = Sentence("{user} may not use the devices of the group {group}", user=world.user, group=group)
        if group in listed - world.own_groups():
            cure = Sentence("You joined it after you signed on: sign off and on again, or restart the machine.")
        elif group in listed:
            cure = Sentence(
                "The device belongs to another group: run sudo chgrp {group} on it, or restart.", group=group
            )
        else:
            cure = _join(group, world.user)
        yield Finding("groups", Grade.BAD, text, cure)


def _of_service(world: World, service: str, wanted: tuple[str, ...]) -> Iterator[Finding]:
    listed = world.groups(service)
    if listed is None:
        text = Sentence("the service runs as {user}, and there is no such user", user=service)
        yield Finding("groups of the service", Grade.BAD, text, Sentence("Run the installer again; it keeps all data."))
        return
    missing = [group for group in wanted if group not in listed]
    for group in missing:
        text = Sentence("{user} is not in the group {group}", user=service, group=group)
        yield Finding("groups of the service", Grade.BAD, text, _join(group, service))
    if not missing:
        text = Sentence("{user} is in {groups}", user=service, groups=", ".join(wanted))
        yield Finding("groups of the service", Grade.OK, text)


def _join(group: str, user: str) -> Sentence:
    return Sentence("Run sudo usermod -aG {group} {user}, then sign on again.", group=group, user=user)


USER_LOOKS: Final = (Examination("groups", Section.MACHINE, _groups),)
