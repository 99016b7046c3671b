"""The machine of deploy/vm.sh, seen from outside: commands, fingers on its pins, its page, its plug."""

from __future__ import annotations

import subprocess
import tarfile
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[2]
COMMAND_S = 120.0
"""How long a command in the machine may take. It computes eight times slower than its host."""

T = TypeVar("T")


class Failed(Exception):
    """A check that did not see what it wanted; the text says what it saw."""


@dataclass(frozen=True)
class Ended:
    """What a command left: exit code and texts."""

    code: int
    out: str
    err: str

    @property
    def last(self) -> str:
        """The last line that says something, for a report."""
        lines = [line.strip() for line in (self.out + "\n" + self.err).splitlines() if line.strip()]
        return lines[-1] if lines else "no output"


class Box:
    """One machine. Every command and what came back goes into the log as well."""

    def __init__(self, log: Path) -> None:
        self._log = log
        log.write_text("")

    # -- power -------------------------------------------------------------------------------------------------------

    def power(self, *words: str, within_s: float = 1200.0) -> Ended:
        """`start`, `stop`, `cut`, `save`, `resume`, `build`: as deploy/vm.sh does them. Failed when that fails."""
        done = self._call([str(ROOT / "deploy/vm.sh"), *words], within_s)
        if done.code:
            raise Failed(f"vm.sh {' '.join(words)}: {done.last}")
        return done

    @property
    def page(self) -> str:
        """The address at which the host reaches the machine's pages."""
        return f"http://127.0.0.1:{self.power('port', 'http').out.strip()}"

    # -- inside ------------------------------------------------------------------------------------------------------

    def run(self, command: str, within_s: float = COMMAND_S) -> Ended:
        """A shell command as root, whatever its exit code."""
        return self._call([str(ROOT / "deploy/vm.sh"), "run", command], within_s)

    def must(self, command: str, within_s: float = COMMAND_S) -> str:
        """The same; Failed when the exit code is not 0. Gives what it printed."""
        done = self.run(command, within_s)
        if done.code:
            raise Failed(f"'{command[:80]}' ended with {done.code}: {done.last}")
        return done.out.strip()

    def write(self, path: str, content: bytes | str) -> None:
        """A file in the machine, complete or not at all."""
        data = content.encode() if isinstance(content, str) else content
        command = f"mkdir -p $(dirname {path}) && cat >{path}.new && mv {path}.new {path}"
        self._call([str(ROOT / "deploy/vm.sh"), "run", command], COMMAND_S, data, must=True)

    def fetch(self, path: str, to: Path) -> Path:
        """A file out of the machine."""
        with to.open("wb") as file:
            subprocess.run(
                [str(ROOT / "deploy/vm.sh"), "run", f"cat {path}"], stdout=file, check=True, timeout=COMMAND_S
            )
        return to

    def send_checkout(self, to: str) -> int:
        """This checkout, without what git ignores, into a folder of the machine; gives the number of files."""
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
        names = sorted(name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file())
        with tempfile.TemporaryFile() as packed:
            with tarfile.open(fileobj=packed, mode="w") as archive:
                for name in names:
                    archive.add(ROOT / name, name)
            packed.seek(0)
            self.run(f"rm -rf {to}")
            subprocess.run(
                [str(ROOT / "deploy/vm.sh"), "send", to], stdin=packed, check=True, timeout=300.0, capture_output=True
            )
        return len(names)

    # -- pins --------------------------------------------------------------------------------------------------------

    def press(self, pin: int, held_s: float = 0.4) -> None:
        """A finger on the button at this pin, and off again."""
        self.must(f"cd /run/pins/{pin} && echo pull-down >pull && sleep {held_s} && echo pull-up >pull")

    def level(self, pin: int) -> int:
        """The level of a line, 1 for a light that is on."""
        return int(self.must(f"cat /run/pins/{pin}/value"))

    # -- logging -----------------------------------------------------------------------------------------------------

    def note(self, text: str) -> None:
        """A line in the log."""
        with self._log.open("a") as log:
            log.write(f"[{time.strftime('%H:%M:%S')}] {text}\n")

    def _call(self, command: list[str], within_s: float, data: bytes | None = None, *, must: bool = False) -> Ended:
        self.note(f"$ {' '.join(command[1:])}")
        # Texts go through files: QEMU, which `start` leaves running, would keep a pipe open for ever.
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            try:
                done = subprocess.run(
                    command,
                    input=data,
                    stdin=None if data is not None else subprocess.DEVNULL,
                    stdout=out,
                    stderr=err,
                    timeout=within_s,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                self.note(f"no end within {within_s:g} s")
                raise Failed(f"'{' '.join(command[1:])[:80]}' did not end within {within_s:g} s") from None
            texts = [_whole(file) for file in (out, err)]
        ended = Ended(done.returncode, *texts)
        self.note(f"exit {ended.code}\n{ended.out}{ended.err}")
        if must and ended.code:
            raise Failed(f"'{command[-1][:80]}' ended with {ended.code}: {ended.last}")
        return ended


def _whole(file: object) -> str:
    file.seek(0)  # type: ignore[attr-defined]
    text: bytes = file.read()  # type: ignore[attr-defined]
    return text.decode("utf-8", "replace")


def wait_for(wanted: Callable[[], T], within_s: float, what: str, instead: Callable[[], object] = str) -> T:
    """The first true value of `wanted`; Failed when it does not come in time, with what is there `instead`."""
    until_s = time.monotonic() + within_s
    while time.monotonic() < until_s:
        found = wanted()
        if found:
            return found
        time.sleep(0.3)
    raise Failed(f"not within {within_s:g} s: {what} {instead()}".rstrip())
