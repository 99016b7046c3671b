"""Trying out every part on the pins from the command line, one after the other."""

from __future__ import annotations

import json
import queue
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum
from typing import Final, TextIO

import click

from companion.settings.config import HardwareConfig
from companion.wiring.wiring import Symbol, WiredPart, wiring_of
from hardware import HardwareError, PinFactory, Release, Rig, Turn, key_of, open_rig


class PartResult(Enum):
    """What came of a part."""

    WORKS = "works"
    SEEN = "seen"  # a light, by somebody who looked
    NOT_SEEN = "not_seen"
    SILENT = "silent"
    OTHER = "other"  # another part answered: their wires are swapped
    REVERSED = "reversed"  # a dial that counts the other way
    SKIPPED = "skipped"


_WELL: Final = frozenset({PartResult.WORKS, PartResult.SEEN, PartResult.SKIPPED})
_NO: Final = frozenset({"n", "no"})
_SKIP: Final = frozenset({"s", "skip"})


@dataclass(frozen=True)
class Tried:
    """A part that was tried out; `other` is the key of the part that answered in its place."""

    part: WiredPart
    outcome: PartResult
    other: str = ""


@dataclass(frozen=True)
class Line:
    """What somebody typed; None when nobody is there to type."""

    text: str | None


class Typist:
    """Reads a line at a time, and only when one is wanted, so that nothing typed early skips a part unseen."""

    def __init__(self, source: TextIO, put: Callable[[object], None]):
        self._source = source
        self._put = put
        self._wanted = threading.Semaphore(0)
        self._is_asked = False
        self._is_over = False
        threading.Thread(target=self._read, name="companion-typist", daemon=True).start()

    def ask(self) -> None:
        """Lets one line be read, if none is waited for."""
        if not self._is_asked:
            self._is_asked = True
            self._wanted.release()

    def answered(self) -> None:
        """A line has come."""
        self._is_asked = False

    def stop(self) -> None:
        """No further line is read."""
        self._is_over = True
        self._wanted.release()

    def _read(self) -> None:
        while True:
            self._wanted.acquire()
            if self._is_over:
                return
            line = self._source.readline()
            self._put(Line(line.strip().lower() if line else None))
            if not line:
                return


class Round:
    """One round over all parts. `heard` gets what the pins tell and what is typed."""

    def __init__(
        self,
        rig: Rig,
        heard: queue.SimpleQueue[object],
        ask: Callable[[], None],
        answered: Callable[[], None],
        say: Callable[[str], None],
        wait_s: float,
    ):
        self._rig = rig
        self._heard = heard
        self._ask = ask
        self._answered = answered
        self._say = say
        self._wait_s = wait_s
        self._parts = wiring_of(rig.pins).parts
        self._is_alone = False

    def run(self) -> tuple[Tried, ...]:
        """Tries every part out, lights first."""
        lights = [part for part in self._parts if part.lights]
        others = [part for part in self._parts if not part.lights]
        try:
            tried = [self._light(part) for part in lights]
        finally:
            self._rig.lights_back()
        return (*tried, *(self._sensed(part) for part in others))

    def _light(self, part: WiredPart) -> Tried:
        if self._is_alone:
            return Tried(part, PartResult.SKIPPED)
        self._rig.light(part.key, True)
        self._say(f"{_where(part)} is lit. Do you see it? Enter: yes, n: no, s: skip")
        self._ask()
        while not isinstance(found := self._heard.get(), Line):
            pass  # a button that is touched meanwhile
        self._typed(found)
        if found.text is None or found.text in _SKIP:
            return Tried(part, PartResult.SKIPPED)
        return Tried(part, PartResult.NOT_SEEN if found.text in _NO else PartResult.SEEN)

    def _sensed(self, part: WiredPart) -> Tried:
        """Waits for one part. Another one that answers in its place is told, and the right one may still come."""
        self._drain()
        self._say(f"{part.to_try or _TO_DO[part.symbol]}: {_where(part)}. Enter skips it.")
        if not self._is_alone:
            self._ask()
        end_s, found = time.monotonic() + self._wait_s, Tried(part, PartResult.SILENT)
        while (left_s := end_s - time.monotonic()) > 0:
            try:
                heard = self._heard.get(timeout=left_s)
            except queue.Empty:
                break
            if isinstance(heard, Line):
                self._typed(heard)
                if heard.text is not None:
                    return Tried(part, PartResult.SKIPPED) if found.outcome is PartResult.SILENT else found
            elif not isinstance(heard, Release) and (found := self._judged(part, heard, found)).outcome in _WELL:
                break
        self._say(f"  {self._told(found)}")
        return found

    def _judged(self, part: WiredPart, heard: object, so_far: Tried) -> Tried:
        key = key_of(heard)  # type: ignore[arg-type]  # everything else that is put there is a signal
        found = Tried(part, PartResult.OTHER, key)
        if key == part.key:
            is_back = isinstance(heard, Turn) and heard.steps < 0
            found = Tried(part, PartResult.REVERSED if is_back else PartResult.WORKS)
        if found.outcome not in _WELL and found != so_far:
            self._say(f"  {self._told(found)} Try once more, or Enter.")
        return found

    def _told(self, tried: Tried) -> str:
        match tried.outcome:
            case PartResult.WORKS:
                return "It answers."
            case PartResult.REVERSED:
                return "It was turned the other way, or its wires A and B are swapped."
            case PartResult.OTHER:
                other = next((str(part.label) for part in self._parts if part.key == tried.other), tried.other)
                return f"{other} answered in its place: the wires of the two may be swapped."
        return f"Nothing came in {self._wait_s:g} s: look at its wires, and at the ground."

    def _typed(self, line: Line) -> None:
        self._answered()
        self._is_alone = line.text is None

    def _drain(self) -> None:
        """What came too early belongs to no part; a line that was typed is kept away too."""
        try:
            while True:
                found = self._heard.get_nowait()
                if isinstance(found, Line):
                    self._typed(found)
        except queue.Empty:
            return


_TO_DO: Final = {
    Symbol.BUTTON: "Press",
    Symbol.DIAL: "Turn to the right",
    Symbol.SENSOR: "Make it notice something",
}


def _where(part: WiredPart) -> str:
    return f"{part.label} ({part.gpios}, position {part.positions})"


def try_out(config: HardwareConfig, wait_s: float, *, as_json: bool) -> int:
    """Opens the pins, goes round all parts and prints what came of each. Gives the exit code: 0 when all is well, 1
    when something is not. Raises HardwareError when the pins cannot be opened or there is nothing to try."""
    if config.pins is PinFactory.NONE:
        raise HardwareError('No pins are used: set hardware.pins to "lgpio", or to "mock" to simulate them.')
    heard: queue.SimpleQueue[object] = queue.SimpleQueue()
    with ExitStack() as opened:
        rig = open_rig(config.pins, config.pin_map, time.monotonic, heard.put)
        opened.callback(rig.close)
        if not rig.parts():
            raise HardwareError("Nothing is wired in the settings; see: companion wiring --suggest 4")
        typist = Typist(sys.stdin, heard.put)
        opened.callback(typist.stop)
        say: Callable[[str], None] = _to_stderr if as_json else click.echo
        tried = Round(rig, heard, typist.ask, typist.answered, say, wait_s).run()
    _report(tried, as_json=as_json)
    return int(any(one.outcome not in _WELL for one in tried))


def _to_stderr(text: str) -> None:
    click.echo(text, err=True)


def _report(tried: tuple[Tried, ...], *, as_json: bool) -> None:
    if as_json:
        rows = [
            {
                "key": one.part.key,
                "part": str(one.part.label),
                "pins": [contact.pin for contact in one.part.contacts],
                "positions": [contact.position for contact in one.part.contacts],
                "outcome": one.outcome.value,
                "answered": one.other,
            }
            for one in tried
        ]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    ill = [one for one in tried if one.outcome not in _WELL]
    skipped = sum(one.outcome is PartResult.SKIPPED for one in tried)
    click.echo(f"{len(tried) - len(ill) - skipped} of {len(tried)} parts are well, {skipped} skipped.")
    for one in ill:
        click.secho(f"  {one.part.label}: {one.outcome.value.replace('_', ' ')}", fg="red")
