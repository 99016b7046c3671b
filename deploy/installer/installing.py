"""Installing, repairing and taking away."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deploy.installer import versions
from deploy.installer.machine import BUSY, Machine, out_of, say
from deploy.installer.places import GROUPS, SERVICE, USER, InstallError
from deploy.installer.system_files import USUAL_PORT, remove_system_files, write_settings, write_system_files

_WISHES: Final = ("avahi-daemon", "polkitd", "openssh-client")
_OF_A_PI: Final = ("python3-picamera2",)
_PACKAGES: Final = (
    *(
        "libzbar0t64",
        "libzbar0",
        "espeak-ng",
        "libespeak-ng1",
        "alsa-utils",
        "openssl",
        "libgl1",
        "libxcb1",
        "libglib2.0-0t64",
    ),
    *("libglib2.0-0", "python3-venv", "python3-lgpio"),
)
"""What the script `run` wants of the system."""


@dataclass(frozen=True)
class Wanted:
    """What the call asks for."""

    start: bool = True
    pins: str | None = None  # nothing was said: those that the machine shows, if its system has what they need
    port: int = USUAL_PORT
    name: str = ""  # what the table is called; empty: as delivered
    is_offline: bool = False


def install(machine: Machine, tree: Path, wanted: Wanted) -> None:
    """Installs the program in `tree`, or repairs what is there. A second call changes nothing. InstallError when it
    cannot be; then the version that was started before still is."""
    places = machine.places
    before = versions.current(places)
    if before is not None and not versions.is_same(before, tree):
        raise InstallError(_why_other(before, tree))
    if before is None and not wanted.is_offline:
        machine.refresh_packages()
    if wanted.pins == "lgpio":
        _refuse_without_pins(tree)
    machine.wish(*_WISHES, *(_OF_A_PI if is_raspberry_pi() else ()))
    machine.ensure_user()
    version = versions.add(machine, tree, wanted.pins)
    machine.own_state()
    write_settings(machine, version, wanted.pins or "none", wanted.port, wanted.name)
    is_outdated = write_system_files(machine, version)
    if version != before:
        versions.point(places.current, version)
        is_outdated = True
    if not wanted.start or not places.is_real:
        say(f"version {version.name} is installed and not started")
        return
    machine.systemctl("enable", SERVICE)
    start(machine, is_outdated=is_outdated)
    print(welcome(machine))


def _refuse_without_pins(tree: Path) -> None:
    """InstallError when pins are asked for on a system that has no library for them."""
    code, text = out_of((str(tree / "run"), "setup", "--ask-pins"))
    if code != 0:
        raise InstallError(f"{text.removeprefix('run: ')} Everything else can be installed: leave out --pins lgpio.")


def _why_other(before: Path, tree: Path) -> str:
    if before == tree.resolve():
        return (
            f"Files of the installed version {before.name} are not as they were installed, so it cannot repair itself: "
            "'sudo companion update FILE' with its release brings them back."
        )
    return (
        f"Another version is installed already, {before.name}: 'sudo deploy/install.sh --update' brings it to this "
        "one, and can also go back."
    )


def start(machine: Machine, *, is_outdated: bool) -> None:
    """Starts the service, if it does not run or is outdated. Repairing is no reason to disturb a game. InstallError
    when no page comes."""
    if machine.state() == "active":
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
    """Takes the program away, and keeps matches and settings unless they are to go too. Says what stays."""
    places = machine.places
    if purge and not is_sure:
        raise InstallError("Nothing was removed.")
    machine.systemctl("disable", "--now", SERVICE)
    remove_system_files(machine)
    shutil.rmtree(places.program, ignore_errors=True)
    if purge:
        shutil.rmtree(places.state, ignore_errors=True)
        shutil.rmtree(places.settings.parent, ignore_errors=True)
        machine.remove_user()
    say("the companion is removed" + (", with all matches and settings" if purge else ""))
    for text in _what_stays(machine, purge):
        say(f"what stays: {text}")
    if not purge:
        say("a later installation goes on with matches and settings; --purge removes them too")


def _what_stays(machine: Machine, purge: bool) -> list[str]:
    places = machine.places
    stays = [] if purge else [f"matches in {places.state}", f"settings in {places.settings.parent}", f"the user {USER}"]
    stays.append(f"the groups {', '.join(GROUPS)}, which are the system's")
    if places.own_unit.is_dir():
        stays.append(f"changes of your own to the service, in {places.own_unit}")
    if packages := machine.installed(*_PACKAGES, *_WISHES, *_OF_A_PI):
        stays.append(f"system packages, which other programs may use as well: {', '.join(packages)}")
    return stays


def confirmed(question: str) -> bool:
    """Whether somebody at the terminal types yes. Without a terminal nobody does."""
    if not sys.stdin.isatty():
        return False
    return input(f"{question} Type yes: ").strip().lower() == "yes"


def is_raspberry_pi() -> bool:
    """Whether the machine calls itself one."""
    model = Path("/proc/device-tree/model")
    return model.is_file() and "Raspberry Pi" in model.read_text("utf-8", "replace")
