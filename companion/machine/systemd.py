"""What systemd is told about a service that it started: ready, what goes on, ending, and that it is well.

`sd_notify` in a few lines: messages go to the socket that NOTIFY_SOCKET names. Where there is none, nothing happens.
Well means that the referee works its inbox off and the pages' thread lives; a program in which one of them hangs says
nothing, and systemd starts it again.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Mapping
from typing import Final

log = logging.getLogger("companion.systemd")

BETWEEN_S: Final = 120.0
"""How long there may be no table at all, while one ends and the next begins. Before the first one systemd has a limit
of its own."""
_OFTEN: Final = 4
"""How often in the time that systemd allows it is told that all is well."""
IN_CONTAINER: Final = "TABLETOP_CONTAINER"
"""Set in the image of a container: deploy/container/Containerfile."""


class Systemd:
    """The one who started this program; or nobody, and then every call is harmless. Safe from any thread."""

    def __init__(self, environ: Mapping[str, str] | None = None):
        env = os.environ if environ is None else environ
        self._address = env.get("NOTIFY_SOCKET", "")
        self.watchdog_s = _watchdog_s(env)

    def ready(self, status: str) -> None:
        """The pages are served."""
        self._tell("READY=1", f"STATUS={_line(status)}")

    def status(self, text: str) -> None:
        """What goes on, for `systemctl status`. Never a secret: every account of the machine may read it."""
        self._tell(f"STATUS={_line(text)}")

    def stopping(self) -> None:
        """The program ends because it was asked to."""
        self._tell("STOPPING=1")

    def well(self) -> None:
        """The program does its work."""
        self._tell("WATCHDOG=1")

    def _tell(self, *lines: str) -> None:
        if not self._address:
            return
        # a name that begins with @ is one outside the file system, which the kernel writes with a NUL
        address = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
                out.connect(address)
                out.sendall("\n".join(lines).encode("utf-8"))
        except OSError as error:  # an evening is worth more than what systemd knows of it
            log.warning("systemd was not told %s: %s", lines[0].partition("=")[0].lower(), error.strerror)


class Pulse:
    """Says that all is well as long as there is evidence for it. One thread, from `start` to `stop`."""

    def __init__(self, systemd: Systemd, clock: Callable[[], float] = time.monotonic):
        self._systemd = systemd
        self._clock = clock
        self._lock = threading.Lock()
        self._turns: Callable[[], int] | None = None
        self._is_serving: Callable[[], bool] = lambda: True
        self._last = -1
        self._since_s: float | None = None  # when the last table began to end
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="companion-pulse", daemon=True)

    def start(self) -> None:
        """Begins, if systemd wants to hear it."""
        if self._systemd.watchdog_s > 0:
            self._thread.start()

    def stop(self) -> None:
        """Ends; harmless when it never began."""
        self._ended.set()

    def follow(self, turns: Callable[[], int], is_serving: Callable[[], bool]) -> None:
        """A table runs: `turns` counts how often its referee has looked into the inbox and done what was there."""
        with self._lock:
            self._turns, self._is_serving, self._last = turns, is_serving, -1

    def between(self) -> None:
        """No table runs for a while: one ends, another begins."""
        with self._lock:
            self._turns, self._since_s = None, self._clock()

    def is_well(self) -> bool:
        """Whether the referee has moved since the last time that this was asked, and the pages are served."""
        with self._lock:
            if self._turns is None:
                return self._since_s is None or self._clock() - self._since_s < BETWEEN_S
            before, self._last = self._last, self._turns()
            return self._last != before and self._is_serving()

    def beat(self) -> None:
        """Says it once, if it is so."""
        if self.is_well():
            self._systemd.well()
        else:
            log.error("the table does not move; systemd will start the companion again")

    def _run(self) -> None:
        while not self._ended.wait(self._systemd.watchdog_s / _OFTEN):
            self.beat()


def is_service(environ: Mapping[str, str] | None = None) -> bool:
    """Whether systemd, or what runs a container, keeps what this program prints: then nothing secret may be printed,
    and nobody reads along. That JOURNAL_STREAM is set is not enough: terminals inherit it. IN_CONTAINER is enough: the
    log of a container keeps what its terminal shows, too."""
    env = os.environ if environ is None else environ
    if env.get("NOTIFY_SOCKET") or env.get(IN_CONTAINER):
        return True
    try:
        out = os.fstat(1)
    except OSError:
        return False
    return env.get("JOURNAL_STREAM") == f"{out.st_dev}:{out.st_ino}"


def _watchdog_s(env: Mapping[str, str]) -> float:
    """How long systemd waits for the next sign; 0 where it does not watch this process."""
    if env.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return 0.0
    try:
        return max(0, int(env.get("WATCHDOG_USEC", "0"))) / 1_000_000
    except ValueError:
        return 0.0


def _line(text: str) -> str:
    return " ".join(text.split())
