"""Child processes that can be silenced at once, with everything that they started."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence

_BURIAL_S = 0.5
_CHUNK = 4096


class ChildProcess:
    """A program in a process group of its own, talking in lines. One thread uses it; any thread may `kill` it."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start it. Its errors go nowhere, since they could quote what is spoken. Raises OSError."""
        self._unread = b""
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(environment),
            start_new_session=True,
            bufsize=0,
        )

    @property
    def pid(self) -> int:
        """The child's number, also that of its process group."""
        return self._process.pid

    def write(self, data: bytes) -> bool:
        """Send bytes; False if the child is gone. Waits while the child does not read: keep them below 64 kB."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(data)
        except (OSError, ValueError):
            return False
        return True

    def end_input(self) -> None:
        """Tell the child that nothing more follows."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def read_line(self, timeout_s: float) -> str | None:
        """The next line of its output without the line end. None: it ended, or the time is over."""
        assert self._process.stdout is not None
        until_s = time.monotonic() + timeout_s
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._unread:
                if not selector.select(max(0.0, until_s - time.monotonic())):
                    return None
                chunk = os.read(self._process.stdout.fileno(), _CHUNK)
                if not chunk:
                    return None
                self._unread += chunk
        line, self._unread = self._unread.split(b"\n", 1)
        return line.decode("utf-8", "replace")

    def wait(self, timeout_s: float) -> int | None:
        """Read to its end; then its exit code. None if the time is over first."""
        until_s = time.monotonic() + timeout_s
        while self.read_line(until_s - time.monotonic()) is not None:
            continue
        try:
            return self._process.wait(max(0.05, until_s - time.monotonic()))
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        """End the whole group now. Never raises; from any thread."""
        if self._process.returncode is None:  # once reaped, the number may belong to somebody else
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def bury(self) -> None:
        """Kill the group and let go of all that is held for it. Never raises; again does nothing."""
        self.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):  # stuck inside a sound driver: left to the system
            self._process.wait(_BURIAL_S)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
