"""The voices, real and planted, heard through the WAV file."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hardware import HardwareError, Patience, Speech, SpeechSettings, SpeechSink
from hardware.sound.wavfile import seconds_of
from tests.hardware._sound import LONG_S, PATIENT, Told, alive, eventually, line, loudness, plant_voice, to_wav, wav
from words import Sentence

ROOT = Path(__file__).resolve().parents[2]
SENTENCE = "Anna plays the seven of hearts and takes the trick."
SECRET = "zebra quagga okapi"


@pytest.fixture
def told():
    return Told()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "speech.wav"


@pytest.fixture
def speaking(path, told):
    speech = to_wav(path, told)
    yield speech
    speech.close()


@pytest.fixture
def planted(tmp_path, monkeypatch):
    """A folder with a voice package that crashes and hangs on demand."""
    plant_voice(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path


def pid_of(speech: Speech) -> int:
    assert speech.voice_pid is not None
    return speech.voice_pid


def heard(speech: Speech, path: Path, text: str) -> bytes:
    """What this text added to the file."""
    before = len(wav(path))
    speech.say(line(text))
    assert speech.wait_idle(LONG_S)
    return wav(path)[before:]


def test_speech_is_to_be_heard_and_as_long_as_its_text(speaking, path, told) -> None:
    short, long = heard(speaking, path, SENTENCE), heard(speaking, path, " ".join([SENTENCE] * 5))
    assert loudness(short) > 300
    assert 1.5 < seconds_of(short) < 8
    assert 4 < len(long) / len(short) < 6
    assert (speaking.spoken, told) == (2, [])


def test_both_of_two_lines_told_at_once_are_there(speaking, path) -> None:
    short, long = (len(heard(speaking, path, text)) for text in ("Hearts.", SENTENCE))
    before = len(wav(path))
    speaking.say(line("Hearts."))
    speaking.say(line(SENTENCE))
    assert speaking.wait_idle(LONG_S)
    both = wav(path)[before:]
    assert 0.9 < len(both) / (short + long) < 1.1  # no two utterances of the voice are quite the same
    assert loudness(both[:short]) > 300
    assert loudness(both[short:]) > 300
    assert speaking.spoken == 4


def test_rate_and_volume_are_heeded(tmp_path, told) -> None:
    found = []
    for number, (rate, volume) in enumerate([(165, 1.0), (330, 1.0), (165, 0.2)]):
        path = tmp_path / f"{number}.wav"
        speech = to_wav(path, told, rate_wpm=rate, volume=volume)
        found.append(heard(speech, path, SENTENCE))
        speech.close()
    plain, fast, quiet = found
    assert len(fast) < 0.7 * len(plain)
    assert loudness(quiet) < 0.5 * loudness(plain)


@pytest.mark.parametrize("text", ["", "   ", "\n\x01\x00", "\ud800"])
def test_nothing_to_say_is_nothing_and_the_next_line_is_spoken(speaking, path, text) -> None:
    assert heard(speaking, path, text) == b""
    assert heard(speaking, path, SENTENCE)
    assert speaking.spoken == 1


@pytest.mark.parametrize(
    "text",
    [
        "🎲🎉",
        "...",
        "<speak>hi <break time='3s'/></speak>",
        "[[h@l'oU]]",
        "日本語",
        "-",
        '"; rm -rf ~; "',
        "go on " * 500,
    ],
    ids=["emoji", "dots", "ssml", "phonemes", "japanese", "dash", "shell", "3000 characters"],
)
def test_odd_texts_do_no_harm(speaking, path, told, text) -> None:
    heard(speaking, path, text)
    assert loudness(heard(speaking, path, SENTENCE)) > 300
    assert (speaking.spoken, told) == (2, [])


def test_another_language_sounds_different(tmp_path, told) -> None:
    found = []
    for language in ("en", "de"):
        path = tmp_path / f"{language}.wav"
        speech = to_wav(path, told, language=language)
        found.append(heard(speech, path, SENTENCE))
        speech.close()
    assert found[0] != found[1]
    assert told == []


def test_an_unknown_language_is_told_once_and_the_default_voice_speaks(path, told) -> None:
    speech = to_wav(path, told, language="xx")
    assert heard(speech, path, SENTENCE)
    assert heard(speech, path, SENTENCE)
    speech.close()
    assert told.devices == ["voice-language"]
    assert '"xx"' in told[0].sentence


def test_a_killed_voice_is_replaced_and_the_next_line_is_spoken(speaking, path, told) -> None:
    heard(speaking, path, SENTENCE)
    first = pid_of(speaking)
    os.kill(first, signal.SIGKILL)
    assert heard(speaking, path, SENTENCE)
    assert speaking.voice_pid != first
    assert (speaking.spoken, told) == (2, [])


def test_a_voice_that_dies_in_mid_sentence_gets_a_second_try(planted, path, told) -> None:
    speech = to_wav(path, told)
    assert heard(speech, path, "once and again")
    speech.close()
    assert (speech.spoken, told) == (1, [])


def test_a_text_that_kills_the_voice_is_given_up_and_the_next_is_spoken(planted, path, told) -> None:
    speech = to_wav(path, told)
    assert heard(speech, path, "crash please") == b""
    assert heard(speech, path, "fine")
    speech.close()
    assert (speech.spoken, told) == (1, [])


@dataclass(frozen=True)
class PatientUntilItHangs(Patience):
    """Waits long, save once for each voice that was made to hang."""

    hung: list[int] = field(default_factory=list)

    def limit_s(self, expected: float) -> float:
        return 0.2 if self.hung and self.hung.pop() else LONG_S


def test_a_hung_voice_is_found_by_the_watchdog_and_replaced(path, told) -> None:
    patience = PatientUntilItHangs(start_s=LONG_S)
    speech = to_wav(path, told, patience=patience)
    heard(speech, path, SENTENCE)
    first = pid_of(speech)
    os.kill(first, signal.SIGSTOP)
    patience.hung.append(first)
    assert heard(speech, path, SENTENCE)
    assert speech.voice_pid != first
    assert not alive(first)
    speech.close()
    assert (speech.spoken, told) == (2, [])


def test_the_game_is_not_held_up_by_a_hung_voice(planted, path, told) -> None:
    speech = to_wav(path, told, queue_size=4)
    speech.say(line("hang on"))
    assert eventually((planted / "hang").exists)
    for number in range(1000):
        speech.say(line(f"line {number}"))
    assert speech.dropped == 996
    assert not speech.wait_idle(0.0)
    voice = pid_of(speech)
    speech.close()
    assert eventually(lambda: not alive(voice))
    assert (speech.spoken, told) == (0, [])


def test_hush_ends_a_voice_that_hangs_and_the_next_line_is_spoken(planted, path, told) -> None:
    speech = to_wav(path, told, patience=Patience(extra_s=600.0))  # the watchdog would be far too late
    speech.say(line("hang on"))
    assert eventually((planted / "hang").exists)
    hung = pid_of(speech)
    speech.say(line("this waits"))
    speech.hush()
    assert eventually(lambda: not alive(hung))
    assert heard(speech, path, "fine")
    assert pid_of(speech) != hung
    speech.close()
    assert (speech.spoken, speech.dropped, told) == (1, 1, [])


def test_hush_between_sentences_does_not_cost_a_new_voice(speaking, path, told) -> None:
    heard(speaking, path, SENTENCE)
    first = pid_of(speaking)
    speaking.hush()
    assert heard(speaking, path, SENTENCE)
    assert (pid_of(speaking), told) == (first, [])


def test_hush_again_and_again_is_no_fault_of_the_voice(planted, path, told) -> None:
    speech = to_wav(path, told, patience=Patience(extra_s=600.0))
    for _ in range(5):
        (planted / "hang").unlink(missing_ok=True)
        speech.say(line("hang on"))
        assert eventually((planted / "hang").exists)
        speech.hush()
        assert speech.wait_idle(LONG_S)
    assert heard(speech, path, "fine")
    speech.close()
    assert (speech.spoken, told) == (1, [])


def test_a_voice_that_leaves_no_sound_behind_is_no_end(planted, path, told) -> None:
    speech = to_wav(path, told)
    assert heard(speech, path, "nothing came") == b""
    assert heard(speech, path, "fine")
    speech.close()


def test_a_word_that_comes_back_without_sound_is_spoken_again(planted, path, told) -> None:
    with closing(to_wav(path, told)) as speech:
        assert heard(speech, path, "hollow at first")
        assert (planted / "hollow").exists()
        assert (speech.spoken, told) == (1, [])


def test_without_pyttsx3_espeak_ng_speaks_and_it_is_told_once(tmp_path, path, told, monkeypatch) -> None:
    plant_voice(tmp_path, 'raise ModuleNotFoundError("No module named pyttsx3")')
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    speech = to_wav(path, told)
    sounds = [heard(speech, path, text) for text in (SENTENCE, "[[h@l'oU]]", "<b>&", "🎲")]
    speech.close()
    assert loudness(sounds[0]) > 300
    assert all(sounds)
    assert told.devices == ["pyttsx3"]
    assert "espeak-ng speaks instead" in told[0].sentence


def test_a_voice_that_keeps_breaking_is_given_up(planted, path, told) -> None:
    speech = to_wav(path, told)
    for _ in range(2):
        heard(speech, path, "crash again")
    assert loudness(heard(speech, path, SENTENCE)) > 300
    speech.close()
    assert told.devices == ["pyttsx3"]


def test_without_any_voice_each_step_is_told_once_and_the_game_goes_on(tmp_path, path, told, monkeypatch) -> None:
    plant_voice(tmp_path, 'raise ModuleNotFoundError("No module named pyttsx3")')
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    audible: list[bool] = []
    settings = SpeechSettings(sink=SpeechSink.WAV, wav_path=str(path))
    speech = Speech(settings, time.monotonic, told.append, patience=PATIENT, on_audible=audible.append)
    for _ in range(3):
        assert heard(speech, path, SENTENCE) == b""
    speech.close()
    assert audible == [False]
    assert told.devices == ["pyttsx3", "espeak-ng"]
    assert "silent" in told[-1].sentence
    assert speech.spoken == 0


def test_texts_stand_in_no_log_no_fault_and_no_process_list(planted, path, told, caplog) -> None:
    with caplog.at_level(logging.DEBUG):
        speech = to_wav(path, told)
        heard(speech, path, f"fine {SECRET}")
        commands = Path(f"/proc/{speech.voice_pid}/cmdline").read_text() + Path(
            f"/proc/{speech.voice_pid}/environ"
        ).read_text(errors="replace")
        for _ in range(3):
            heard(speech, path, f"crash {SECRET}")
        speech.close()
    assert told.devices == ["pyttsx3"]
    assert "zebra" not in caplog.text + commands + repr(told)


def test_a_listener_that_raises_does_not_end_speech(path, caplog) -> None:
    def listener(_fault: object) -> None:
        raise RuntimeError("deaf")

    settings = SpeechSettings(sink=SpeechSink.WAV, wav_path=str(path), language="xx")
    speech = Speech(settings, lambda: 0.0, listener, patience=PATIENT)
    assert heard(speech, path, SENTENCE)
    speech.close()
    assert "deaf" in caplog.text


def test_a_full_disk_is_told_once_and_the_game_goes_on(path, told, monkeypatch) -> None:
    speech = to_wav(path, told)

    def full(_self: object, _samples: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("hardware.sound.wavfile.GrowingWav.append", full)
    for _ in range(3):
        assert heard(speech, path, SENTENCE) == b""
    speech.close()
    assert len(told) == 1
    assert "file" in told[0].sentence


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (SpeechSettings(sink=SpeechSink.WAV), "wav_path"),
        (SpeechSettings(sink=SpeechSink.WAV, wav_path="/nowhere/at/all.wav"), "/nowhere/at/all.wav"),
        (SpeechSettings(queue_size=0), "queue"),
    ],
)
def test_settings_that_cannot_work_are_refused_at_the_start(settings, words, told) -> None:
    with pytest.raises(HardwareError, match=words) as error:
        Speech(settings, lambda: 0.0, told.append)
    assert isinstance(error.value.args[0], Sentence), "so that a page can say it in its own language"


def test_switched_off_speech_accepts_every_call(told) -> None:
    speech = Speech(SpeechSettings(sink=SpeechSink.OFF), lambda: 0.0, told.append)
    speech.say(line(SENTENCE))
    speech.hush()
    assert speech.wait_idle(0.0)
    speech.close()
    speech.say(line(SENTENCE))
    assert (speech.spoken, speech.voice_pid, told) == (0, None, [])


def test_nothing_is_left_after_the_end(path, told, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    speech = to_wav(path, told)
    heard(speech, path, SENTENCE)
    pid = pid_of(speech)
    speech.close()
    speech.close()
    speech.say(line("too late"))
    assert eventually(lambda: not alive(pid))
    assert eventually(lambda: [entry.name for entry in tmp_path.iterdir()] == ["speech.wav"])


KILLED = """
import sys, threading, time
from hardware import *
settings = SpeechSettings(sink=SpeechSink.WAV, wav_path=sys.argv[1], stale_s=float("inf"))
speech = Speech(settings, time.monotonic, print, patience=Patience(extra_s=60.0, start_s=60.0))
speech.say(Utterance(PublicText("The first line.")))
speech.wait_idle(180)
print(speech.voice_pid, flush=True)
for number in range(100000):
    speech.say(Utterance(PublicText(f"Line number {number}.")))
    speech.wait_idle(180)
"""


def test_after_a_kill_of_the_service_the_file_is_readable_and_the_voice_ends(path, told) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(path.parent)}
    command = [sys.executable, "-c", KILLED, str(path)]
    with subprocess.Popen(command, cwd="/", env=environment, stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout is not None
        voice_pid = int(service.stdout.readline())
        size = path.stat().st_size
        assert eventually(lambda: path.stat().st_size > 2 * size)
        service.kill()
    assert loudness(wav(path)) > 300
    assert eventually(lambda: not alive(voice_pid))
    with closing(to_wav(path, told)) as speech:
        assert heard(speech, path, SENTENCE)
