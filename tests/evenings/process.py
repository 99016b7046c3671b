"""The real service as a process of its own, started by its command line: stopped, killed and started again by tests."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

PROJECT = Path(__file__).resolve().parents[2]
READY_S = 600.0  # only a process that hangs comes to it: a busy machine has taken minutes
READY = "Stop with Ctrl+C"


def command(*words: str) -> list[str]:
    """The command line of the companion. The system ends the process with the thread that started it, so that none is
    left behind even when the tests themselves are killed."""
    guard = shutil.which("setpriv")
    return [*([guard, "--pdeathsig", "KILL"] if guard else []), sys.executable, "-m", "companion", *words]


def environment(home: Path) -> dict[str, str]:
    """The environment without anything that would be a setting; `home` holds no file of the user's."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("COMPANION_", "XDG_", "STATE_DIRECTORY"))}
    return {**kept, "PYTHONPATH": str(PROJECT), "HOME": str(home), "PYTHONUNBUFFERED": "1"}


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(frozen=True)
class Ended:
    """What a command that ended by itself left: exit code and texts."""

    code: int
    out: str
    err: str


def ended(home: Path, *words: str, deadline_s: float = 120.0) -> Ended:
    """Runs a command that ends by itself; an error when it does not."""
    done = subprocess.run(
        command(*words),
        cwd=home,
        env=environment(home),
        capture_output=True,
        text=True,
        timeout=deadline_s,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


class Running:
    """One life of the service. In a `with` block, at whose end it is surely dead."""

    def __init__(self, home: Path, words: Sequence[str], log: Path) -> None:
        """Starts it; `log` gets what it writes to standard error, after what is there."""
        self._log = log
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                command("play", "--set", "play.start=at_once", *words),  # nobody presses "start"
                cwd=home,
                env=environment(home),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
            )
        self.greeting = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def wait_until_ready(self) -> None:
        """Returns when the terminal says that the table is ready; an assertion when it ends before."""
        assert self._process.stdout is not None
        overdue = threading.Timer(READY_S, self._process.kill)
        overdue.start()
        try:
            for line in self._process.stdout:
                self.greeting += line
                if READY in line:
                    return
        finally:
            overdue.cancel()
        raise AssertionError(f"the service did not start:\n{self.greeting}\n{self._log.read_text()[-3000:]}")

    @property
    def code(self) -> str:
        """The join code that the terminal shows."""
        return self._said(r"join code\s+(\S+)")

    @property
    def pin(self) -> str:
        """The host PIN that the terminal shows at the first start."""
        return self._said(r"host PIN\s+(\S+)")

    def _said(self, pattern: str) -> str:
        found = re.search(pattern, self.greeting)
        assert found, self.greeting
        return found.group(1)

    @property
    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def kill(self) -> None:
        """SIGKILL: the process gets no chance to do anything more. Harmless when repeated."""
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def last_words(self) -> str:
        """What the terminal said after its greeting; for a process that has ended."""
        assert self._process.stdout is not None
        return self._process.stdout.read()

    def interrupt(self, deadline_s: float = 60.0) -> int:
        """Ctrl+C; gives the exit code."""
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(deadline_s)

    def terminate(self, deadline_s: float = 60.0) -> int:
        """What systemd sends at the end; gives the exit code."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(deadline_s)
