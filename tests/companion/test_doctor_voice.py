"""What the doctor finds out about voices and loudspeakers."""

from __future__ import annotations

import wave
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.doctor import voice as _doctor_voice
from companion.doctor.finding import NO_WISHES, Finding, Grade, Wishes
from companion.doctor.voice import Spoken, loudness, sentence_to_try, spoken
from companion.settings.config import Config, VoiceConfig
from hardware.types import Fault, PublicText, SpeechSettings, SpeechSink
from tests.companion.doctor_world import finding, findings, world
from tests.companion.test_doctor_devices import live

# ---- the voice -------------------------------------------------------------------------------------------------------


def speaking(config: Config, **voice: object) -> Config:
    return replace(config, voice=replace(VoiceConfig(), **voice))  # type: ignore[arg-type]


def test_programs_that_are_missing(config: Config, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.util.find_library", lambda name: None)
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert "apt install espeak-ng" in finding("voice", speaking(config), world(root)).cure
    assert "alsa-utils" in finding("loudspeaker", speaking(config), world(root)).cure
    assert finding("voice", config, world(root)).text == "off"


def test_sound_devices(config: Config, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    assert finding("loudspeaker", speaking(config), world(root)).grade is Grade.WARN
    none = world(root, {"/proc/asound/cards": "--- no soundcards ---\n"})
    assert finding("loudspeaker", speaking(config), none).grade is Grade.WARN
    cards = " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n                      bcm2835 Headphones\n"
    one = finding("loudspeaker", speaking(config), world(root, {"/proc/asound/cards": cards}))
    assert (one.grade, one.text) == (Grade.OK, "bcm2835_headpho - bcm2835 Headphones")


def test_a_voice_without_volume_and_one_with_a_fault(config: Config, root: Path) -> None:
    assert finding("volume", speaking(config, volume=0.0), world(root)).grade is Grade.WARN
    found = findings("voice", speaking(config), world(root), live(voice="No sound device was found."))
    assert "No sound device was found." in [one.text for one in found]


def test_a_sentence_is_really_made(config: Config, root: Path) -> None:
    """By whichever voice there is: what it made is longer than nothing and not silent."""
    found = finding("phrase", speaking(config), world(root))
    assert found.grade is Grade.OK
    assert "made a sentence of " in found.text
    assert findings("phrase", config, world(root)) == [], "the voice is off"


FAULTS = {
    "pyttsx3": Fault("pyttsx3", "The voice pyttsx3 does not work."),
    "espeak-ng": Fault("espeak-ng", "The voice espeak-ng does not work."),
    "speaker": Fault("speaker", "No sound device was found."),
}


def voices(monkeypatch: pytest.MonkeyPatch, *failing: str, peak: int = 9000, is_done: bool = True) -> None:
    """Voices of which these fail, and which make a tone of one second."""

    def say(settings: SpeechSettings, text: PublicText) -> Spoken:
        if settings.sink is SpeechSink.WAV and is_done:
            samples = np.full(22050, peak, np.int16).tobytes()
            with wave.open(settings.wav_path, "wb") as file:
                file.setnchannels(1)
                file.setsampwidth(2)
                file.setframerate(22050)
                file.writeframes(samples)
        return Spoken(tuple(FAULTS[name] for name in failing), is_done)

    monkeypatch.setattr(_doctor_voice, "spoken", say)


def test_what_the_voices_made(config: Config, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def found() -> Finding:
        return finding("phrase", speaking(config), world(root))

    voices(monkeypatch)
    assert (found().grade, found().text) == (Grade.OK, "pyttsx3 made a sentence of 1.0 s")
    voices(monkeypatch, "pyttsx3")
    assert (found().grade, found().text.startswith("espeak-ng made")) == (Grade.WARN, True)
    voices(monkeypatch, peak=3)
    assert found().text == "pyttsx3 made a sentence that is silent"
    voices(monkeypatch, "pyttsx3", "espeak-ng", is_done=False)
    assert (found().grade, found().text) == (Grade.WARN, "The voice pyttsx3 does not work.")


def test_a_sentence_aloud_tells_which_voice_spoke_through_what(
    config: Config, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(**voice: object) -> Finding:
        return finding("sound", speaking(config, **voice), world(root), wishes=Wishes(sound=True))

    voices(monkeypatch, "pyttsx3")
    assert found().text == f'espeak-ng said "{sentence_to_try("en")}" through the system\'s sound device'
    kept = root.parent / "kept.wav"
    assert found(sink=SpeechSink.WAV, wav_path=str(kept)).text.endswith(f"through {kept}")
    assert findings("sound", speaking(config), world(root), wishes=NO_WISHES) == []


def test_a_sentence_that_nobody_hears(config: Config, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(settings: SpeechSettings, text: PublicText) -> Spoken:
        if settings.sink is SpeechSink.SPEAKER:
            return Spoken((FAULTS["speaker"],), False)
        return Spoken((), True)

    monkeypatch.setattr(_doctor_voice, "spoken", refuses)
    found = finding("sound", speaking(config), world(root), wishes=Wishes(sound=True))
    assert (found.grade, found.text) == (Grade.BAD, "No sound device was found.")


def test_the_real_way_of_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "said.wav"
    said = spoken(SpeechSettings(SpeechSink.WAV, wav_path=str(path)), sentence_to_try("en"))
    assert said.voice in ("pyttsx3", "espeak-ng")
    length_s, peak = loudness(path)
    assert length_s > 0.5
    assert peak > 1000
