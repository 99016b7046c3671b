"""Where samples go: the loudspeaker, or one growing WAV file."""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final, Protocol

from hardware.sound.process import ChildProcess
from hardware.sound.voices import Patience, child_environment
from hardware.sound.wavfile import GrowingWav, seconds_of, silence, write_samples
from words import Sentence

_PROBE_S = 0.05
_BUSY_S = 0.3


class Heard(Enum):
    """What became of samples."""

    YES = "yes"
    CUT = "cut"  # hushed, or its player was killed
    NO = "no"  # there is no place for them now


@dataclass(frozen=True)
class SinkResult:
    """What became of samples, and the reason in a few words if there is no place for them. `soon`: another try at once
    may succeed."""

    heard: Heard
    why_not: str = ""
    soon: bool = False


class Sink(Protocol):
    """A place for samples. One thread uses it; any thread may `hush`."""

    @property
    def lost(self) -> str:
        """The sentence for people when it does not work."""

    def probe(self) -> str:
        """Empty if it works, else why not, in a few words."""

    def take(self, samples: bytes, cut: Callable[[], bool]) -> SinkResult:
        """Take one utterance, waiting until it is over. `cut` turns true before `hush` is called."""

    def hush(self) -> None:
        """Break off now. Never raises; from any thread."""

    def close(self) -> None:
        """Let go of everything. Never raises."""


class Speaker:
    """The system's default sound device, by the program aplay."""

    lost: Final = Sentence("No sound device was found, so the table stays silent; everything is on the screens.")

    def __init__(self, patience: Patience) -> None:
        """Raises OSError if there is no room for temporary files."""
        self._patience = patience
        self._player: ChildProcess | None = None
        self._closed = threading.Event()
        self._directory = Path(tempfile.mkdtemp(prefix="companion-sound-"))

    def probe(self) -> str:
        # Playing is the only true test: aplay lists no cards with exit code 0, and lists cards that cannot be opened.
        return self.take(silence(_PROBE_S), lambda: False).why_not  # hushed meanwhile: no reason to doubt the device

    def take(self, samples: bytes, cut: Callable[[], bool]) -> SinkResult:
        outcome = self._play(samples, cut)
        if outcome.heard is Heard.NO and outcome.soon:  # another program may just be opening or leaving the device
            self._closed.wait(_BUSY_S)
            outcome = self._play(samples, cut)
        return outcome

    def _play(self, samples: bytes, cut: Callable[[], bool]) -> SinkResult:
        path = self._directory / "line.wav"
        try:
            write_samples(path, samples)
            self._player = player = ChildProcess(["aplay", "-q", str(path)], child_environment(self._directory))
        except OSError as fault:
            return SinkResult(Heard.NO, f"aplay could not be started ({fault.strerror})")
        try:
            if cut():  # `hush` may have come before there was anything to kill
                return SinkResult(Heard.CUT)
            player.end_input()
            code = player.wait(self._patience.limit_s(seconds_of(samples)))
        finally:
            self._player = None
            player.bury()
        if code == 0:
            return SinkResult(Heard.YES)
        if cut() or (code is not None and code < 0):
            return SinkResult(Heard.CUT)
        if code is None:
            return SinkResult(Heard.NO, "the sound device hung")
        return SinkResult(Heard.NO, f"aplay ended with code {code}", soon=True)

    def hush(self) -> None:
        player = self._player
        if player is not None:
            player.kill()

    def close(self) -> None:
        self._closed.set()
        self.hush()
        shutil.rmtree(self._directory, ignore_errors=True)


class WavFile:
    """One file that holds all utterances one after the other."""

    lost: Final = Sentence("The speech file cannot be written any more, so speech is not kept; make room on the disk.")

    def __init__(self, path: Path) -> None:
        """Raises HardwareError if the file cannot be used."""
        self._file = GrowingWav(path)

    def probe(self) -> str:
        return ""

    def take(self, samples: bytes, cut: Callable[[], bool]) -> SinkResult:
        if cut():
            return SinkResult(Heard.CUT)
        try:
            self._file.append(samples)
        except OSError as fault:
            return SinkResult(Heard.NO, str(fault))
        return SinkResult(Heard.YES)

    def hush(self) -> None:
        return

    def close(self) -> None:
        return
