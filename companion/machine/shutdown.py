"""Ending the program, and switching the machine off: only where that can work, and after the journal is closed.

Whether it can work is asked of the system's own login service, which knows the rules of this machine (docs/host.md says
what has to be allowed). A command of one's own, in the setting box.shutdown, is taken at its word.
"""

from __future__ import annotations

import logging
import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

log = logging.getLogger("companion.shutdown")

AUTO: Final = "auto"
OFF: Final = "off"
_WITHIN_S: Final = 10.0
_LOGIN: Final = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
_MAY_I: Final = ("busctl", "--system", "call", *_LOGIN, "CanPowerOff")
_POWER_OFF: Final = ("systemctl", "poweroff", "--no-ask-password")


class Ending(Enum):
    """How the program ends. The host's page chooses one; the terminal's Ctrl+C is a STOP."""

    STOP = "stop"
    AGAIN = "again"
    ANEW = "anew"  # the same, with a new match
    PICKED = "picked"  # the same, of what was picked in the lobby, whatever the command line says
    POWER_OFF = "power_off"


@dataclass(frozen=True)
class CommandResult:
    """What a command gave: its exit code (-1: it could not be run) and what it printed."""

    code: int
    text: str = ""


Run = Callable[[Sequence[str]], CommandResult]


def run_command(words: Sequence[str]) -> CommandResult:
    """Runs a command without a shell. Never raises."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=_WITHIN_S, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        return CommandResult(-1, type(error).__name__)
    return CommandResult(done.returncode, done.stdout.strip() or done.stderr.strip())


class Power:
    """The machine's switch, as far as this program has a hand on it."""

    def __init__(self, setting: str, run: Run = run_command, environ: Mapping[str, str] | None = None):
        """`setting`: what box.shutdown says."""
        self._setting = setting.strip()
        self._run = run
        self._environ = os.environ if environ is None else environ

    def can_power_off(self) -> bool:
        """Whether it will work. Asks the system where the setting is auto; takes some milliseconds."""
        if self._setting.lower() == OFF:
            return False
        if self._setting.lower() != AUTO:
            words = self._words()
            return bool(words) and shutil.which(words[0]) is not None
        if not self._environ.get("INVOCATION_ID"):  # not started by systemd: somebody works at this machine
            return False
        asked = self._run(_MAY_I)
        return asked.code == 0 and asked.text.split()[-1:] == ['"yes"']

    def power_off(self) -> bool:
        """Switches the machine off; False, and logged, when that did not work. To be called when all is closed."""
        words = _POWER_OFF if self._setting.lower() == AUTO else self._words()
        done = self._run(words) if words else CommandResult(-1, "no command")
        if done.code != 0:
            log.error("the machine could not be switched off: code=%s", done.code)
        return done.code == 0

    def _words(self) -> tuple[str, ...]:
        try:
            return tuple(shlex.split(self._setting))
        except ValueError:  # a quotation mark that does not end
            return ()
