"""The files outside the program's own directory: the unit, the command, and what tells the system about both."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any, Final

from deploy.installer.machine import Machine, say
from deploy.installer.places import OWN_WIFI, SCREEN, WATCHER, InstallError, Places

USUAL_PORT: Final = 8080


def write_system_files(machine: Machine, tree: Path) -> bool:
    """Writes what differs from the files of a version; whether the unit did: then a running service is outdated."""
    places, files = machine.places, tree / "deploy/files"
    port, is_tls = pages_at(places)
    announced = (files / "companion.avahi.in").read_text("utf-8")
    announced = announced.replace("@port@", str(port)).replace("@type@", "_https._tcp" if is_tls else "_http._tcp")
    is_other_unit = write(places.unit, (files / "companion.service").read_text("utf-8"))
    is_other_watcher = False
    for path in (places.fulfiller, places.watcher):
        if (files / path.name).is_file():  # older versions had none
            is_other_watcher |= write(path, (files / path.name).read_text("utf-8"))
    is_other = False
    for path in places.more_units:
        if (files / path.name).is_file():
            is_other |= write(path, (files / path.name).read_text("utf-8"))
    if is_other_unit or is_other_watcher or is_other:
        machine.systemctl("daemon-reload")
    if is_other_watcher:
        machine.systemctl("enable", "--now", WATCHER)
    for module in sorted((tree / "deploy/installer").glob("*.py")):
        write(places.installer / module.name, module.read_text("utf-8"))
    write(places.command, (files / "companion").read_text("utf-8"), 0o755)
    write(places.avahi, announced)
    write(places.polkit, (files / "60-companion-power.rules").read_text("utf-8"))
    is_other_rule = write(places.udev, (files / "60-companion-gpio.rules").read_text("utf-8"))
    if (files / places.sticks.name).is_file():  # older versions had none
        is_other_rule |= write(places.sticks, (files / places.sticks.name).read_text("utf-8"))
    if is_other_rule:
        machine.reload_devices()
    if places.pipewire.exists() and not places.sound.exists():
        write(places.sound, (files / "asoundrc").read_text("utf-8"))
    return is_other_unit


def write_settings(machine: Machine, tree: Path, pins: str, port: int, name: str = "") -> None:
    """The file of settings, if there is none yet. It is never written again."""
    places = machine.places
    if not places.settings.exists():
        text = (tree / "deploy/files/companion.toml.in").read_text("utf-8")
        places.settings.parent.mkdir(parents=True, exist_ok=True)
        text = text.replace("@pins@", pins).replace("@port@", str(port))
        if name:  # what JSON writes of a text without line breaks TOML reads
            text = text.replace("[table]\n", f"[table]\nname = {json.dumps(name, ensure_ascii=False)}\n", 1)
        write(places.settings, text, 0o640)
        say(f"the settings are in {places.settings}")
    machine.own_settings()


def remove_system_files(machine: Machine) -> None:
    """Takes all of them away; what is not there is no harm."""
    places = machine.places
    machine.systemctl("disable", "--now", WATCHER)
    machine.systemctl("disable", "--now", OWN_WIFI, *SCREEN)
    for path in (
        places.unit,
        places.watcher,
        places.fulfiller,
        *places.more_units,
        places.command,
        places.avahi,
        places.udev,
        places.sticks,
        places.polkit,
        places.portal,
        *(places.connections / f"companion-{name}.nmconnection" for name in ("own", "try")),  # not the home's
    ):
        path.unlink(missing_ok=True)
    machine.systemctl("daemon-reload")
    machine.reload_devices()


def pages_at(places: Places) -> tuple[int, bool]:
    """The port of the pages, and whether they are served over https: as the file says, or the host's page over it."""
    web: dict[str, Any] = {}
    for path in (places.settings, places.chosen):
        try:
            web |= tomllib.loads(path.read_text("utf-8")).get("web", {})
        except FileNotFoundError:
            continue
        except (OSError, ValueError) as error:
            raise InstallError(f"The file of settings {path} cannot be read: {error}.") from error
    port = web.get("port", USUAL_PORT)
    return (port if isinstance(port, int) else USUAL_PORT), bool(web.get("certificate"))


def write(path: Path, text: str, mode: int = 0o644) -> bool:
    """Writes a file whole or not at all, if that changes it; whether it did."""
    if path.is_file() and path.read_text("utf-8") == text and path.stat().st_mode & 0o777 == mode:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.chmod(mode)
    beside.replace(path)
    return True
