"""The machine as the doctor sees it: files, commands, packages, people. Tests hand it another one."""

from __future__ import annotations

import getpass
import grp
import os
import platform
import pwd
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Final

_WITHIN_S: Final = 4.0
_AVAHI: Final = "/run/avahi-daemon/socket"


@dataclass(frozen=True)
class Ran:
    """What a command gave."""

    code: int
    out: str


def run_command(command: Sequence[str]) -> Ran | None:
    """Runs a command; None when there is no such program or it hangs."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "SYSTEMD_PAGER": "", "SYSTEMD_COLORS": "0"}
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_WITHIN_S,
            check=False,
            env=environment,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return Ran(done.returncode, done.stdout)


def version_of(package: str) -> str | None:
    """The version of an installed package, None when it is not there."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def providers_of(module: str) -> tuple[str, ...]:
    """The packages that bring a module of this name along."""
    return tuple(sorted(set(metadata.packages_distributions().get(module, ()))))


def own_groups() -> frozenset[str]:
    """The groups that this process has, by name."""
    return frozenset(_group_name(number) for number in {*os.getgroups(), os.getegid()})


def groups_of(user: str) -> frozenset[str] | None:
    """The groups that the system's list gives a user; None when there is no such user."""
    try:
        entry = pwd.getpwnam(user)
    except KeyError:
        return None
    return frozenset(_group_name(number) for number in os.getgrouplist(user, entry.pw_gid))


def _group_name(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def own_name() -> str:
    """Who runs this."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())


def asked_of_avahi(name: str) -> str | None:
    """The address that the machine's own mDNS service gives for a .local name; None when it does not answer, "" when it
    knows none. One line there and one back, as the system's resolver asks it too."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(_WITHIN_S)
            line.connect(_AVAHI)
            line.sendall(f"RESOLVE-HOSTNAME-IPV4 {name}\n".encode())
            words = line.makefile(encoding="utf-8", errors="replace").readline().split()
    except (OSError, UnicodeEncodeError):
        return None
    return words[-1] if words[:1] == ["+"] else ""


@dataclass(frozen=True)
class World:
    """Everything outside of the program that a check looks at. Paths are as on the machine; `root` is where they
    begin."""

    root: Path = Path("/")
    run: Callable[[Sequence[str]], Ran | None] = run_command
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    version: Callable[[str], str | None] = version_of
    providers: Callable[[str], tuple[str, ...]] = providers_of
    user: str = field(default_factory=own_name)
    own_groups: Callable[[], frozenset[str]] = own_groups
    groups: Callable[[str], frozenset[str] | None] = groups_of
    local_address: Callable[[str], str | None] = asked_of_avahi
    hostname: Callable[[], str] = socket.gethostname
    system: str = field(default_factory=platform.system)
    is_64_bit: bool = sys.maxsize > 2**32

    def read(self, path: str) -> str | None:
        """A file's text without what is around it; None when it cannot be read."""
        try:
            return self._at(path).read_text("utf-8", "replace").strip("\0 \n")
        except OSError:
            return None

    def exists(self, path: str) -> bool:
        """Whether there is such a file or device."""
        return self._at(path).exists()

    def listed(self, pattern: str) -> tuple[str, ...]:
        """The paths that a pattern names, in order."""
        return tuple(
            sorted(f"/{path.relative_to(self.root).as_posix()}" for path in self.root.glob(pattern.lstrip("/")))
        )

    def points_to(self, path: str) -> str | None:
        """What a link points to; None when it is none."""
        try:
            return str(self._at(path).readlink())
        except OSError:
            return None

    def may_use(self, path: str) -> bool:
        """Whether this process may read and write that device."""
        return os.access(self._at(path), os.R_OK | os.W_OK)

    def may_write(self, path: str) -> bool:
        """Whether this process may make files in that directory."""
        return self._at(path).is_dir() and os.access(self._at(path), os.W_OK | os.X_OK)

    @property
    def model(self) -> str:
        """What a Raspberry Pi calls itself; empty elsewhere."""
        return self.read("/proc/device-tree/model") or ""

    def _at(self, path: str) -> Path:
        return self.root / path.lstrip("/")
