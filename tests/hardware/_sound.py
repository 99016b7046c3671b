"""Fakes at the lowest border of speech: the player, the voice package, and the PATH that finds them."""

from __future__ import annotations

import array
import math
import threading
import time
from collections.abc import Callable
from pathlib import Path

from hardware import Fault, Patience, PublicText, Speech, SpeechSettings, SpeechSink, Urgency, Utterance
from hardware.sound.wavfile import read_samples

LONG_S = 180.0
"""How long tests wait for what surely comes: no machine that works at all is so slow."""

PATIENT = Patience(factor=2.0, extra_s=60.0, start_s=60.0)
"""For tests in which nothing hangs: no false alarm on a busy machine."""

# Lasts as long as the sound it is given, like the real one; notes its number and the length in bytes, when all else is
# decided: whoever reads that note may change the files that say how it behaves.
PLAYER = """#!/bin/sh
if [ -e "{folder}/unplugged" ]; then exit 1; fi
if [ -e "{folder}/busy" ]; then rm "{folder}/busy"; exit 1; fi
size=$(stat -c %s "$2")
seconds=$(awk "BEGIN {{ print ($size - 44) / 44100 }}")
if [ -e "{folder}/endless" ] && [ "$size" -gt 5000 ]; then seconds=600; fi
echo "$$ $size" >>"{folder}/played"
exec sleep "$seconds"
"""

# pyttsx3 as its users see it, with a nuisance for each text that begins with its name.
VOICE = """
import os, threading, wave
class _Engine:
    def connect(self, topic, callback): return topic
    def disconnect(self, token): pass
    def setProperty(self, name, value): pass
    def save_to_file(self, text, path): self.order = (text, path)
    def runAndWait(self):
        text, path = self.__dict__.pop("order", (None, None))
        if text is None: return
        marker = "{folder}/" + text.split()[0]
        if text.startswith("crash") or (text.startswith("once") and not os.path.exists(marker)):
            open(marker, "w").close()
            os.kill(os.getpid(), 9)
        if text.startswith("hang"):
            open(marker, "w").close()
            threading.Event().wait()
        if text.startswith("nothing"): return
        is_hollow = text.startswith("hollow") and not os.path.exists(marker)
        if is_hollow: open(marker, "w").close()
        with wave.open(path, "wb") as file:
            file.setnchannels(1); file.setsampwidth(2); file.setframerate(22050)
            file.writeframes(bytes([1, 2]) * (0 if is_hollow else 1000))
def init(driver): return _Engine()
"""


def plant_player(folder: Path) -> None:
    """A program aplay in `folder`; files named unplugged, busy (once) and endless there change what it does."""
    program = folder / "aplay"
    program.write_text(PLAYER.format(folder=folder))
    program.chmod(0o755)


def played(folder: Path) -> list[tuple[int, int]]:
    """(process number, bytes) of each real sound that the planted player was given; probes do not count."""
    try:
        lines = (folder / "played").read_text().splitlines()
    except FileNotFoundError:
        return []
    return [(pid, size) for pid, size in (map(int, line.split()) for line in lines) if size > 5000]


def plant_voice(folder: Path, text: str = VOICE) -> None:
    """A module pyttsx3 in `folder`."""
    (folder / "pyttsx3.py").write_text(text.replace("{folder}", str(folder)))


def line(text: str, urgency: Urgency = Urgency.NORMAL, topic: str = "", made_s: float = 0.0) -> Utterance:
    """A line to be spoken that everybody may hear."""
    return Utterance(PublicText(text), urgency, topic, made_s)


class Told(list[Fault]):
    """Collects faults."""

    @property
    def devices(self) -> list[str]:
        return [fault.device for fault in self]


def to_wav(path: Path, told: Told, patience: Patience = PATIENT, **settings: object) -> Speech:
    """Speech into a WAV file. No line is too old to be spoken: on a busy machine a voice may need long to start."""
    lasting: dict[str, object] = {"stale_s": math.inf, "important_stale_s": math.inf}
    chosen = SpeechSettings(sink=SpeechSink.WAV, wav_path=str(path), **(lasting | settings))  # type: ignore[arg-type]
    return Speech(chosen, time.monotonic, told.append, patience=patience)


def loudness(samples: bytes) -> float:
    """Root mean square of 16-bit samples."""
    values = array.array("h", samples)
    return math.sqrt(sum(value * value for value in values) / len(values)) if values else 0.0


def wav(path: Path) -> bytes:
    return read_samples(path)


def eventually(condition: Callable[[], bool], within_s: float = 60.0) -> bool:
    """Whether the condition comes true before the deadline."""
    pause = threading.Event()
    until_s = time.monotonic() + within_s
    while not condition():
        if time.monotonic() > until_s:
            return False
        pause.wait(0.01)
    return True


def alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False
