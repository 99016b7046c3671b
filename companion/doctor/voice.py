"""What the doctor looks at of the voice: the programs, a loudspeaker, and a sentence that is really made."""

from __future__ import annotations

import array
import ctypes.util
import shutil
import tempfile
import time
import wave
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from companion.doctor.finding import Examination, Finding, Grade, Patient, Section
from companion.telling.voices import hub_words
from hardware import HardwareError, Speech
from hardware.types import Fault, PublicText, SpeechSettings, SpeechSink, Urgency, Utterance
from rules.engine.types import Say
from rules.engine.words import Names
from words import N_, Sentence

_SPOKEN_WITHIN_S: Final = 25.0
_QUIET: Final = 500  # of 32,767: speech has peaks of many thousands
_SHORT_S: Final = 0.4
_VOICES: Final = ("pyttsx3", "espeak-ng")
_INSTALL: Final = N_("Run sudo apt install espeak-ng libespeak-ng1, then ./run setup; or set voice.sink to off.")


@dataclass(frozen=True)
class Spoken:
    """What became of a sentence: which devices failed on the way, and whether it came to its end."""

    faults: tuple[Fault, ...]
    is_done: bool

    @property
    def voice(self) -> str:
        """Which voice spoke; empty when none did."""
        failed = {fault.device for fault in self.faults}
        return next((voice for voice in _VOICES if voice not in failed), "") if self.is_done else ""


def spoken(settings: SpeechSettings, text: PublicText) -> Spoken:
    """Says a sentence as the table does, and waits for its end. HardwareError when the settings cannot work."""
    faults: list[Fault] = []
    speech = Speech(settings, time.monotonic, faults.append)
    try:
        speech.say(Utterance(text, Urgency.URGENT))
        speech.wait_idle(_SPOKEN_WITHIN_S)
        return Spoken(tuple(faults), speech.spoken > 0)
    finally:
        speech.close()


def loudness(path: Path) -> tuple[float, int]:
    """The length in s and the highest peak (of 32,767) of a WAV file. Raises OSError, EOFError, wave.Error."""
    with wave.open(str(path), "rb") as file:
        samples = array.array("h", file.readframes(file.getnframes()))
        return len(samples) / file.getframerate() / file.getnchannels(), max(map(abs, samples), default=0)


def sentence_to_try(language: str) -> PublicText:
    """What the voice says to be heard, in its language. It has no facts, so everybody may hear it."""
    words = hub_words(language.partition("-")[0])
    return PublicText(words.say("notice", Say("voice_test", {}), Names(), long=False))


def _programs(patient: Patient) -> Iterator[Finding]:
    if patient.config.voice.sink is SpeechSink.OFF:
        yield Finding("voice", Grade.OK, Sentence("off"))
        return
    program = shutil.which("espeak-ng")
    if program or ctypes.util.find_library("espeak-ng"):
        yield Finding("voice", Grade.OK, Sentence("{name}", name=program or "libespeak-ng"))
    else:
        yield Finding("voice", Grade.WARN, Sentence("espeak-ng is not installed"), Sentence(_INSTALL))
    if patient.config.voice.volume == 0:
        cure = Sentence("Set voice.volume, or use the slider on the host's page.")
        yield Finding("volume", Grade.WARN, Sentence("the volume is 0, so nothing is heard"), cure)
    if patient.devices_are_ours and patient.live is not None and (fault := patient.live.fault("voice")):
        cure = Sentence("Check loudspeaker and cable, then let the voice say a sentence.")
        yield Finding("voice", Grade.WARN, fault, cure)


def _speaker(patient: Patient) -> Iterator[Finding]:
    if patient.config.voice.sink is not SpeechSink.SPEAKER:
        return
    if shutil.which("aplay") is None:
        cure = Sentence("Run sudo apt install alsa-utils, or set voice.sink to off.")
        yield Finding("loudspeaker", Grade.WARN, Sentence("aplay is not installed"), cure)
        return
    lines = (patient.world.read("/proc/asound/cards") or "").splitlines()
    names = [line.partition("]:")[2].strip() for line in lines if "]:" in line]
    if names:
        yield Finding("loudspeaker", Grade.OK, Sentence("{names}", names=", ".join(names)))
    else:
        cure = Sentence("Plug in a loudspeaker or sound card, or set voice.sink to off.")
        yield Finding("loudspeaker", Grade.WARN, Sentence("there is no sound device"), cure)


def _phrase(patient: Patient) -> Iterator[Finding]:
    """A sentence that is really made; and heard, where somebody listens."""
    voice = patient.config.voice
    if voice.sink is SpeechSink.OFF:
        return
    text = sentence_to_try(voice.language)
    with tempfile.TemporaryDirectory(prefix="companion-doctor-") as directory:
        path = Path(directory) / "phrase.wav"
        made = spoken(replace(voice.speech_settings, sink=SpeechSink.WAV, wav_path=str(path), volume=1.0), text)
        yield _judged(made, path)
    if patient.wishes.sound:
        yield from _aloud(patient, text)


def _judged(made: Spoken, path: Path) -> Finding:
    """Whether what was made is speech."""
    if not made.voice:
        return Finding("phrase", Grade.WARN, _why(made) or Sentence("no voice made a sound"), Sentence(_INSTALL))
    try:
        length_s, peak = loudness(path)
    except (OSError, EOFError, wave.Error):
        length_s, peak = 0.0, 0
    if peak < _QUIET or length_s < _SHORT_S:
        text = Sentence("{voice} made a sentence that is silent", voice=made.voice)
        return Finding("phrase", Grade.WARN, text, Sentence(_INSTALL))
    text = Sentence("{voice} made a sentence of {seconds} s", voice=made.voice, seconds=f"{length_s:.1f}")
    if made.faults:  # it stepped down on the way: a worse voice, or another language
        cure = Sentence("Run sudo apt install espeak-ng libespeak-ng1, and choose a voice.language that it has.")
        return Finding("phrase", Grade.WARN, Sentence("{what}; {why}", what=text, why=_why(made)), cure)
    return Finding("phrase", Grade.OK, text)


def _why(made: Spoken) -> str:
    return made.faults[0].sentence if made.faults else ""


def _aloud(patient: Patient, text: PublicText) -> Iterator[Finding]:
    settings = patient.config.voice.speech_settings
    try:
        said = spoken(settings, text)
    except HardwareError as error:
        yield Finding("sound", Grade.BAD, str(error), Sentence("Check the section [voice] of the settings."))
        return
    sink = Sentence("the system's sound device") if settings.sink is SpeechSink.SPEAKER else settings.wav_path
    if not said.voice:
        cure = Sentence("Plug in a loudspeaker or sound card and turn it up; `speaker-test -c 2` tries it alone.")
        yield Finding("sound", Grade.BAD, _why(said) or Sentence("the sentence was not spoken to its end"), cure)
    else:
        what = Sentence('{voice} said "{text}" through {sink}', voice=said.voice, text=text, sink=sink)
        yield Finding("sound", Grade.OK, what)


VOICE_LOOKS: Final = (
    Examination("voice", Section.VOICE, _programs),
    Examination("loudspeaker", Section.VOICE, _speaker),
    Examination("phrase", Section.VOICE, _phrase, 2 * _SPOKEN_WITHIN_S + 15.0),
)
