"""The machine: what it must be, and what only root does on it. Below another root nothing of that is done."""

from __future__ import annotations

import os
import platform
import shutil
import struct
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from deploy.installer.places import GROUPS, SCREEN_USER, SERVICE, USER, InstallError, Places

OLDEST_PYTHON: Final = (3, 11)
NEWEST_PYTHON: Final = (3, 14)
LEAST_FREE_MB: Final = 1200
BUSY: Final = 1
"""What `companion status --idle` ends with while somebody plays."""
CANNOT_RUN: Final = "run: "
"""How the script `run` begins when it cannot start the companion; it ends with the same number then."""
_ANSWER_TRIES: Final = 10
_BETWEEN_S: Final = 2.0


def say(text: str) -> None:
    """A line for whoever watches."""
    print(f"install: {text}", flush=True)


def out_of(words: Sequence[str], cwd: Path | None = None, told: str = "") -> tuple[int, str]:
    """Runs a command without a shell; its exit code (127: there is no such program) and what it printed; its complaints
    only when it failed. `told`: what it reads."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, input=told, cwd=cwd)
    except OSError as error:
        return 127, error.strerror or "?"
    return done.returncode, (done.stdout if done.returncode == 0 else done.stdout + done.stderr).strip()


def refusal(os_release: str, architecture: str, python: tuple[int, int], bits: int) -> str:
    """Why the companion cannot be installed on such a system, in one sentence; empty when it can. `architecture` as
    dpkg names it: a 32-bit Raspberry Pi OS runs on a 64-bit kernel."""
    facts = dict(line.split("=", 1) for line in os_release.splitlines() if "=" in line)
    family = f"{facts.get('ID', '')} {facts.get('ID_LIKE', '')}".replace('"', "").split()
    name = facts.get("PRETTY_NAME", "an unknown system").strip('"')
    if "debian" not in family:
        return f"This needs Raspberry Pi OS, Debian or a system made from it, and this is {name}."
    if architecture not in ("amd64", "arm64") or bits != 64:
        return f"This needs a 64-bit system, and this one is {architecture}: install the 64-bit Raspberry Pi OS."
    if not OLDEST_PYTHON <= python <= NEWEST_PYTHON:
        has = ".".join(map(str, python))
        return f"This needs Python 3.11 to 3.14, and {name} has {has}: take Raspberry Pi OS or Debian 12 or newer."
    return ""


class Machine:
    """What the installer does to a machine besides writing files."""

    def __init__(self, places: Places):
        self.places = places

    # -- looking -----------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Raises InstallError unless the companion can be installed here."""
        release = Path("/etc/os-release")
        code, architecture = out_of(("dpkg", "--print-architecture"))
        text = release.read_text("utf-8") if release.is_file() else ""
        named = architecture if code == 0 else platform.machine()
        if why := refusal(text, named, sys.version_info[:2], struct.calcsize("P") * 8):
            raise InstallError(why)
        if not self.places.is_real:
            return
        if os.geteuid() != 0:
            raise InstallError("This changes the system, so it needs root: start it with sudo.")
        if not Path("/run/systemd/system").is_dir():
            raise InstallError("This system was not started by systemd, so no service can be set up on it.")

    def check_room(self) -> None:
        """Raises InstallError unless one more version fits on the disk."""
        place = next(p for p in (self.places.versions, *self.places.versions.parents) if p.exists())
        free_mb = shutil.disk_usage(place).free // 1_000_000
        if free_mb < LEAST_FREE_MB:
            raise InstallError(
                f"Only {free_mb} MB are free on the disk, and a version takes up to {LEAST_FREE_MB}: make room."
            )

    def has_pins(self) -> bool:
        """Whether this machine shows pins."""
        return self.places.is_real and any(Path("/dev").glob("gpiochip*"))

    # -- packages, users, devices ------------------------------------------------------------------------------------

    def refresh_packages(self) -> None:
        """Fetches the list of system packages, on which some questions depend. Without a network the old one counts."""
        if self.places.is_real:
            say("refreshing the list of system packages")
            out_of(("apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300", "update"))

    def wish(self, *packages: str) -> None:
        """Installs system packages that are good to have; without one the rest goes on."""
        if not self.places.is_real or "DPKG_MAINTSCRIPT_PACKAGE" in os.environ:  # it is dpkg that installs us, alone
            return
        for package in packages:
            if self.installed(package):
                continue
            if out_of(("apt-cache", "show", "--no-all-versions", package))[0] != 0:
                continue
            say(f"installing the system package {package}")
            install = ("apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300", "install", "-y", "--no-install-recommends")
            code, text = out_of(("env", "DEBIAN_FRONTEND=noninteractive", *install, package))
            if code != 0:
                say(f"going on without {package}: {text.splitlines()[-1] if text else 'apt failed'}")

    def installed(self, *packages: str) -> list[str]:
        """Those of these system packages that are installed."""
        query = ("dpkg-query", "-W", "-f", "${db:Status-Status}")
        return [name for name in packages if self.places.is_real and out_of((*query, name))[1] == "installed"]

    def ensure_user(self) -> None:
        """The service's own account: nobody can sign in as it. It is in the groups of the devices."""
        if not self.places.is_real:
            return
        for group in GROUPS:
            if out_of(("getent", "group", group))[0] != 0:
                self._must("groupadd", "--system", group)
        if out_of(("getent", "passwd", USER))[0] != 0:
            say(f"adding the user {USER}, who runs the service")
            home = ("--home-dir", "/var/lib/companion", "--no-create-home", "--shell", "/usr/sbin/nologin")
            self._must("useradd", "--system", "--user-group", *home, "--comment", "Tabletop Companion", USER)
        has = out_of(("id", "-nG", USER))[1].split()
        if missing := [group for group in GROUPS if group not in has]:
            self._must("usermod", "-a", "-G", ",".join(missing), USER)

    def remove_user(self) -> None:
        """Takes the account away, and that of the screen."""
        for user in (USER, SCREEN_USER):
            if self.places.is_real and out_of(("getent", "passwd", user))[0] == 0:
                self._must("userdel", user)

    def own_state(self) -> None:
        """The data directory, for the service's user alone."""
        self.places.state.mkdir(parents=True, exist_ok=True)
        self.places.state.chmod(0o700)
        if self.places.is_real:
            self._must("chown", f"{USER}:{USER}", str(self.places.state))

    def own_settings(self) -> None:
        """The settings may hold a PIN: root writes them, the service reads them, nobody else does."""
        self.places.settings.chmod(0o640)
        if self.places.is_real:
            self._must("chown", f"root:{USER}", str(self.places.settings))

    def reload_devices(self) -> None:
        """Lets udev look at the rules anew. A machine without it has other ways to its devices."""
        if self.places.is_real and shutil.which("udevadm"):
            out_of(("udevadm", "control", "--reload"))
            for kind in ("gpio", "dma_heap", "block"):
                out_of(("udevadm", "trigger", f"--subsystem-match={kind}"))

    # -- the service -------------------------------------------------------------------------------------------------

    def systemctl(self, *words: str) -> bool:
        """Whether that worked; always, below another root."""
        return not self.places.is_real or out_of(("systemctl", *words))[0] == 0

    def state(self) -> str:
        """What systemd says of the service, such as active, inactive, activating or failed."""
        return self._property("ActiveState") if self.places.is_real else "inactive"

    def running_from(self) -> Path | None:
        """The version that the running service began with; None when none runs."""
        if not self.places.is_real:
            return None
        program = Path("/proc", self._property("MainPID") or "0", "cmdline")
        if not program.is_file():
            return None
        python = Path(os.fsdecode(program.read_bytes().split(b"\0")[0]))
        return next((path for path in python.parents if path.parent == self.places.versions), None)

    def _property(self, name: str) -> str:
        return out_of(("systemctl", "show", "--value", "-p", name, SERVICE))[1].strip()

    def stop(self) -> None:
        """Ends the service, if it runs."""
        self.systemctl("stop", SERVICE)

    def start(self) -> bool:
        """Starts the service and waits until it says that its pages are served; whether it did."""
        self.systemctl("reset-failed", SERVICE)
        return self.systemctl("restart", SERVICE)

    def answers(self) -> bool:
        """Whether a page comes, after some seconds at the latest."""
        if not self.places.is_real:
            return True
        for _ in range(_ANSWER_TRIES):
            if self.companion("status")[0] == 0:
                return True
            threading.Event().wait(_BETWEEN_S)
        return False

    def last_words(self) -> str:
        """The end of the service's log."""
        if not self.places.is_real:
            return ""
        return out_of(("journalctl", "-u", SERVICE, "-n", "15", "--no-pager", "-o", "cat"))[1]

    def companion(self, *words: str, version: Path | None = None) -> tuple[int, str]:
        """A command of a version (None: the current one) as the service's user; its exit code and what it printed."""
        run = str((version or self.places.current.resolve()) / "run")
        state, settings = f"STATE_DIRECTORY={self.places.state}", f"COMPANION_CONFIG={self.places.settings}"
        path = f"PATH={os.environ.get('PATH', '/usr/bin:/bin')}"
        words = ("env", "-i", state, settings, f"HOME={self.places.state}", path, "LANG=C.UTF-8", run, *words)
        return out_of(self.as_user(words), Path("/"))

    def as_user(self, words: Sequence[str]) -> tuple[str, ...]:
        """A command made to run as the service's user."""
        return ("runuser", "-u", USER, "--", *words) if self.places.is_real else tuple(words)

    def _must(self, *words: str) -> None:
        code, text = out_of(words)
        if code != 0:
            raise InstallError(f"The command {' '.join(words)} failed: {text or code}.")
