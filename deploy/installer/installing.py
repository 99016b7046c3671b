"""Installing, repairing and taking away."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deploy.installer import versions
from deploy.installer.machine import BUSY, Machine, say
from deploy.installer.places import SERVICE, InstallError
from deploy.installer.system_files import USUAL_PORT, remove_system_files, write_settings, write_system_files
from deploy.installer.tree import name_of

_WISHES: Final = ("avahi-daemon", "polkitd")
_OF_A_PI: Final = ("python3-picamera2",)


@dataclass(frozen=True)
class Wanted:
    """What the call asks for."""

    start: bool = True
    pins: str = "none"
    port: int = USUAL_PORT


def install(machine: Machine, tree: Path, wanted: Wanted) -> None:
    """Installs the program in `tree`, or repairs what is there. A second call changes nothing. InstallError when it
    cannot be; then the version that was started before still is."""
    places = machine.places
    before = versions.current(places)
    if before is not None and before.name != name_of(tree):
        raise InstallError(
            f"Another version is installed already, {before.name}: 'sudo deploy/install.sh --update' brings it to this "
            "one, and can also go back."
        )
    if before is None:
        machine.refresh_packages()
    machine.wish(*_WISHES, *(_OF_A_PI if is_raspberry_pi() else ()))
    machine.ensure_user()
    version = versions.add(machine, tree)
    machine.own_state()
    write_settings(machine, version, wanted.pins, wanted.port)
    is_outdated = write_system_files(machine, version)
    if before is None:
        versions.point(places.current, version)
        versions.prune(places)
    if not wanted.start or not places.is_real:
        say(f"version {version.name} is installed and not started")
        return
    machine.systemctl("enable", SERVICE)
    start(machine, is_outdated=is_outdated)
    print(welcome(machine))


def start(machine: Machine, *, is_outdated: bool) -> None:
    """Starts the service, if it does not run or is outdated. Repairing is no reason to disturb a game. InstallError
    when no page comes."""
    if machine.is_active():
        if is_outdated and machine.companion("status", "--idle")[0] == BUSY:
            say("somebody plays, so what was repaired counts from the next start of the service")
            return
        if not is_outdated:
            say("the companion runs")
            return
    say("starting the service")
    if not machine.start() or not machine.answers():
        raise InstallError(f"The service does not start. Its log ends so:\n{machine.last_words()}\n")
    say("the companion runs")


def welcome(machine: Machine) -> str:
    """Where the pages are, and the PIN for whoever has just installed."""
    parts = [text for code, text in (machine.companion("status"), machine.companion("pin")) if code == 0 and text]
    parts.append(
        "Take a phone, open the first address, and follow 'Set it up, step by step': it asks for the host PIN.\n"
        "Later: sudo companion status | pin | doctor | update FILE | rollback; the log: journalctl -u companion"
    )
    return "\n" + "\n\n".join(parts)


def uninstall(machine: Machine, *, purge: bool, is_sure: bool) -> None:
    """Takes the program away, and keeps matches and settings unless they are to go too."""
    places = machine.places
    if purge and not is_sure:
        raise InstallError("Nothing was removed.")
    machine.systemctl("disable", "--now", SERVICE)
    remove_system_files(machine)
    shutil.rmtree(places.program, ignore_errors=True)
    if not purge:
        say(f"the companion is removed; matches stay in {places.state}, settings in {places.settings.parent}")
        say("a later installation goes on with them; --purge removes them too")
        return
    shutil.rmtree(places.state, ignore_errors=True)
    shutil.rmtree(places.settings.parent, ignore_errors=True)
    machine.remove_user()
    say("the companion is removed, with all matches and settings")


def confirmed(question: str) -> bool:
    """Whether somebody at the terminal types yes. Without a terminal nobody does."""
    if not sys.stdin.isatty():
        return False
    return input(f"{question} Type yes: ").strip().lower() == "yes"


def is_raspberry_pi() -> bool:
    """Whether the machine calls itself one."""
    model = Path("/proc/device-tree/model")
    return model.is_file() and "Raspberry Pi" in model.read_text("utf-8", "replace")
