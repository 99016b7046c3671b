"""Voices that turn a text into samples: pyttsx3 in a child process, and the espeak-ng program."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import wave
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import ClassVar, Protocol

from hardware.sound.lines import expected_s
from hardware.sound.process import ChildProcess
from hardware.sound.wavfile import read_samples
from hardware.types import SpeechSettings


@dataclass(frozen=True)
class Patience:
    """How long a voice or the sound device may take before it counts as hung: `factor` x expected + `extra_s`."""

    factor: float = 2.0
    extra_s: float = 5.0
    start_s: float = 20.0  # a small board that is still booting

    def limit_s(self, expected: float) -> float:
        """The limit in s for work that is expected to take so many seconds."""
        return expected * self.factor + self.extra_s


class Failure(Enum):
    """Why there are no samples."""

    UNUSABLE = "unusable"  # this voice cannot work on this machine
    BROKE = "broke"  # this time; a new try may succeed


class VoiceError(Exception):
    """A voice gave no samples. `reason` never quotes what was to be spoken."""

    def __init__(self, failure: Failure, reason: str) -> None:
        super().__init__(reason)
        self.failure = failure


class Voice(Protocol):
    """One way to turn text into samples. One thread uses it; any thread may `stop`."""

    @property
    def pid(self) -> int | None:
        """Its process number, None while it has no process."""

    def prepare(self) -> bool:
        """Be ready to speak; cheap if it is already. False: no voice for the language, the default one speaks.

        Raises VoiceError.
        """

    def samples(self, text: str) -> bytes:
        """Samples of the text as `read_samples` gives them. Raises VoiceError."""

    def hush(self) -> None:
        """Break off what it does now; the next text finds it ready again. From any thread; never raises."""

    def stop(self) -> None:
        """Break off what it does now; it must not be used again. From any thread; never raises."""

    def close(self) -> None:
        """End its processes and remove its files. Never raises."""


def child_environment(directory: Path) -> dict[str, str]:
    """For our children: temporary files in our own directory, messages in English."""
    return {**os.environ, "TMPDIR": str(directory), "LC_ALL": "C.UTF-8"}


class _VoiceInChild:
    """What both voices share: one child at a time, and a directory for what it writes."""

    def __init__(self, settings: SpeechSettings, patience: Patience) -> None:
        """Raises VoiceError if there is no room for temporary files."""
        self._settings = settings
        self._patience = patience
        self._child: ChildProcess | None = None
        self._stopped = False
        try:
            self._directory = Path(tempfile.mkdtemp(prefix="companion-voice-"))
        except OSError as fault:
            raise VoiceError(Failure.UNUSABLE, f"there is no room for temporary files ({fault.strerror})") from fault

    @property
    def pid(self) -> int | None:
        """The child's process number, None while there is none."""
        child = self._child
        return None if child is None else child.pid

    def hush(self) -> None:
        child = self._child
        if child is not None:
            child.kill()

    def stop(self) -> None:
        self._stopped = True
        self.hush()

    def close(self) -> None:
        self._stopped = True
        self._drop()
        shutil.rmtree(self._directory, ignore_errors=True)

    def _start(self, command: Sequence[str], environment: dict[str, str]) -> ChildProcess:
        try:
            self._child = child = ChildProcess(command, environment)
        except OSError as fault:
            raise VoiceError(Failure.UNUSABLE, f"{command[0]} could not be started ({fault.strerror})") from fault
        if self._stopped:  # `stop` may have come before there was anything to kill
            child.kill()
        return child

    def _drop(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.bury()

    def _limit_s(self, text: str) -> float:
        return self._patience.limit_s(expected_s(text, self._settings.rate_wpm))


def _read(path: Path, text: str) -> bytes:
    """The samples in a file, which is removed. A word without any sound was lost: pyttsx3 may cancel an order
    that comes while espeak has not quite ended the one before."""
    try:
        samples = read_samples(path)
    except (OSError, EOFError, wave.Error) as fault:
        raise VoiceError(Failure.BROKE, f"no usable sound came back ({type(fault).__name__})") from None
    finally:
        path.unlink(missing_ok=True)
    if not samples and any(c.isalnum() for c in text):
        raise VoiceError(Failure.BROKE, "an empty sound came back")
    return samples


class ChildVoice(_VoiceInChild):
    """pyttsx3 in a child process, restarted when it dies or hangs."""

    name: ClassVar[str] = "pyttsx3"
    _language_known = True
    _orders = 0

    def prepare(self) -> bool:
        if self._child is None:
            # -P: the working directory must not decide which modules the child loads
            child = self._start([sys.executable, "-P", "-m", "hardware.sound.speech_child"], self._child_environment())
            hello = {
                "language": self._settings.language,
                "rate_wpm": self._settings.rate_wpm,
                "volume": self._settings.volume,
            }
            child.write(json.dumps(hello).encode() + b"\n")
            answer = child.read_line(self._patience.start_s)
            if answer is None or not answer.startswith("ready"):
                self._drop()
                raise VoiceError(Failure.UNUSABLE, answer or "its process ended or never became ready")
            self._language_known = answer == "ready"
        return self._language_known

    def _child_environment(self) -> dict[str, str]:
        environment = child_environment(self._directory)
        paths = [str(Path(__file__).resolve().parents[2]), environment.get("PYTHONPATH", "")]
        return {**environment, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}

    def samples(self, text: str) -> bytes:
        self.prepare()
        child = self._child
        assert child is not None
        self._orders += 1
        path = self._directory / f"{self._orders}.wav"
        order = json.dumps({"n": self._orders, "text": text, "path": str(path)}).encode() + b"\n"
        if not child.write(order) or child.read_line(self._limit_s(text)) != f"done {self._orders}":
            self._drop()
            path.unlink(missing_ok=True)
            raise VoiceError(Failure.BROKE, "its process died or hung")
        return _read(path, text)


class EspeakVoice(_VoiceInChild):
    """The espeak-ng program, started anew for each text."""

    name: ClassVar[str] = "espeak-ng"
    _voice_options: tuple[str, ...] | None = None

    def prepare(self) -> bool:
        wanted = ("-v", self._settings.language)
        if self._voice_options is None:
            if self._run(["-q", *wanted], ".", self._patience.start_s) == 0:
                self._voice_options = wanted
            elif self._run(["-q"], ".", self._patience.start_s) == 0:
                self._voice_options = ()
            else:
                raise VoiceError(Failure.UNUSABLE, "the program does not work")
        return self._voice_options == wanted

    def samples(self, text: str) -> bytes:
        self.prepare()
        path = self._directory / "line.wav"
        loudness = str(round(100 * self._settings.volume))
        options = ["-s", str(self._settings.rate_wpm), "-a", loudness, "-w", str(path), *(self._voice_options or ())]
        # [[...]] would be read as phonemes
        if self._run(options, text.replace("[[", "[ ["), self._limit_s(text)) != 0:
            path.unlink(missing_ok=True)
            raise VoiceError(Failure.BROKE, "the program failed or hung")
        return _read(path, text)

    def _run(self, options: list[str], text: str, limit_s: float) -> int | None:
        child = self._start(["espeak-ng", "--stdin", *options], child_environment(self._directory))
        try:
            child.write(text.encode())
            child.end_input()
            return child.wait(limit_s)
        finally:
            self._drop()


@dataclass(frozen=True)
class VoiceMaker:
    """A voice that can be tried. `make` may raise VoiceError."""

    name: str
    make: Callable[[], Voice]


def usual_voices(settings: SpeechSettings, patience: Patience) -> tuple[VoiceMaker, ...]:
    """The voices in the order in which they are tried."""
    return (
        VoiceMaker(ChildVoice.name, lambda: ChildVoice(settings, patience)),
        VoiceMaker(EspeakVoice.name, lambda: EspeakVoice(settings, patience)),
    )
