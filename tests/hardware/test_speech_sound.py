"""The loudspeaker: silence at once, a clean end, and what happens when there is none."""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hardware import Patience, Speech, SpeechSettings, Urgency
from tests.hardware._sound import LONG_S, PATIENT, Told, alive, eventually, line, plant_player, played

SHORT = "Yes."
SENTENCE = "Anna plays the seven of hearts and takes the trick."


@pytest.fixture
def told():
    return Told()


@pytest.fixture
def player(tmp_path, monkeypatch):
    """A folder with an aplay that lasts as long as its sound."""
    plant_player(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


@pytest.fixture
def speech(player, told, clock):
    speech = Speech(SpeechSettings(queue_size=4), clock, told.append, patience=PATIENT)
    yield speech
    speech.close()


def start_endless(speech: Speech, player) -> int:
    """Begin a sentence that does not end by itself; the number of the process that plays it."""
    (player / "endless").touch()
    before = len(played(player))
    speech.say(line(SENTENCE))
    assert eventually(lambda: len(played(player)) > before)
    (player / "endless").unlink()
    return played(player)[-1][0]


def test_lines_are_played_one_after_the_other_and_waited_for(speech, player, told) -> None:
    speech.say(line(SHORT))
    speech.say(line(SENTENCE))
    assert speech.wait_idle(LONG_S)
    first, second = played(player)
    assert not alive(first[0])
    assert not alive(second[0])
    assert second[1] > 2 * first[1]
    assert (speech.spoken, told) == (2, [])


def test_hush_is_silence_at_once_and_later_lines_are_spoken(speech, player, told) -> None:
    playing = start_endless(speech, player)
    speech.say(line("this waits"))
    speech.hush()
    assert eventually(lambda: not alive(playing))
    assert speech.wait_idle(LONG_S)
    assert speech.spoken == 0
    speech.say(line(SHORT))
    assert speech.wait_idle(LONG_S)
    assert (speech.spoken, len(played(player)), told) == (1, 2, [])


def test_hush_in_silence_does_nothing(speech, told) -> None:
    for _ in range(3):
        speech.hush()
    speech.say(line(SHORT))
    assert speech.wait_idle(LONG_S)
    assert (speech.spoken, told) == (1, [])


def test_the_end_does_not_wait_for_the_sentence(speech, player, told) -> None:
    playing = start_endless(speech, player)
    voice = speech.voice_pid
    speech.say(line("this waits"))
    speech.close()
    assert eventually(lambda: not alive(playing) and not alive(voice))
    assert speech.wait_idle(0.0)
    assert (speech.spoken, told) == (0, [])


def test_an_important_line_overtakes_and_a_topic_replaces_while_a_sentence_is_spoken(speech, player) -> None:
    start_endless(speech, player)
    speech.say(line(" ".join([SENTENCE] * 2), topic="turn"))
    speech.say(line(SENTENCE))
    speech.say(line("Stop.", Urgency.IMPORTANT))
    speech.say(line("Bob.", topic="turn"))
    os.kill(played(player)[0][0], signal.SIGKILL)
    assert speech.wait_idle(LONG_S)
    important, plain, replaced = (size for _pid, size in played(player)[1:])
    assert important < plain / 2
    assert replaced < plain / 2
    assert (speech.spoken, speech.dropped) == (3, 1)


def test_stale_lines_are_dropped_when_their_turn_comes(speech, player, clock) -> None:
    playing = start_endless(speech, player)
    speech.say(line("old news"))
    speech.say(line("stop, that is not your card", Urgency.URGENT))
    clock.advance(60)
    speech.say(line(SHORT))
    os.kill(playing, signal.SIGKILL)
    assert speech.wait_idle(LONG_S)
    assert (speech.spoken, speech.dropped) == (2, 1)


def test_a_voice_killed_in_mid_sentence_is_back_for_the_next(speech, player, told) -> None:
    playing = start_endless(speech, player)
    os.kill(speech.voice_pid, signal.SIGKILL)
    os.kill(playing, signal.SIGKILL)
    speech.say(line(SHORT))
    assert speech.wait_idle(LONG_S)
    assert (speech.spoken, told) == (1, [])


def test_without_aplay_it_is_told_once_and_the_game_goes_on(tmp_path, told, clock, monkeypatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    speech = Speech(SpeechSettings(), clock, told.append)
    for _ in range(5):
        speech.say(line(SENTENCE))
        assert speech.wait_idle(LONG_S)
        clock.advance(31)
    speech.close()
    assert told.devices == ["speaker"]
    assert told[0].sentence.startswith("No sound device was found, so the table stays silent; ")
    assert speech.spoken == 0


def test_without_a_card_it_is_told_once_even_before_the_first_line(player, told, clock) -> None:
    (player / "unplugged").touch()
    speech = Speech(SpeechSettings(), clock, told.append)
    assert speech.wait_idle(LONG_S)
    assert told.devices == ["speaker"]
    speech.say(line(SENTENCE))
    assert speech.wait_idle(LONG_S)
    speech.close()
    assert told.devices == ["speaker"]


def test_a_sound_device_that_is_busy_for_a_moment_costs_no_line(speech, player, told) -> None:
    assert speech.wait_idle(LONG_S)
    (player / "busy").touch()
    speech.say(line(SHORT))
    assert speech.wait_idle(LONG_S)
    assert not (player / "busy").exists()
    assert (speech.spoken, len(played(player)), told) == (1, 1, [])


def test_a_loudspeaker_unplugged_in_play_is_told_once_and_found_again(speech, player, told, clock) -> None:
    assert speech.wait_idle(LONG_S)
    (player / "unplugged").touch()
    for _ in range(3):
        speech.say(line(SHORT))
        assert speech.wait_idle(LONG_S)
    assert told.devices == ["speaker"]
    (player / "unplugged").unlink()
    speech.say(line(SHORT))
    assert speech.wait_idle(LONG_S)
    assert speech.spoken == 0  # it is not looked for with every line
    clock.advance(31)
    speech.say(line(SHORT))
    assert speech.wait_idle(LONG_S)
    assert (speech.spoken, told.devices) == (1, ["speaker"])


@dataclass(frozen=True)
class PatientUntilItPlays(Patience):
    """Waits long for the probe and for the voice, and no longer for the player of the sentence once that plays."""

    folder: Path = Path()
    asked: list[float] = field(default_factory=list)

    def limit_s(self, expected: float) -> float:
        self.asked.append(expected)
        if len(self.asked) == 3:
            assert eventually(lambda: len(played(self.folder)) == 1)
            return 0.2
        return LONG_S


def test_a_hung_sound_device_is_given_up(player, told, clock) -> None:
    speech = Speech(SpeechSettings(), clock, told.append, patience=PatientUntilItPlays(folder=player))
    assert speech.wait_idle(LONG_S)
    playing = start_endless(speech, player)
    assert speech.wait_idle(LONG_S)
    assert not alive(playing)
    assert [(fault.device, fault.facts) for fault in told] == [("speaker", ("the sound device hung",))]
    speech.close()


def test_a_new_line_never_waits_for_the_sentence_before(speech, player) -> None:
    playing = start_endless(speech, player)
    for number in range(500):
        speech.say(line(f"line {number}"))
    assert alive(playing)
    assert not speech.wait_idle(0.0)
    assert speech.dropped == 496


def test_in_quiet_hours_nothing_is_spoken_not_even_what_is_urgent(player, told, clock) -> None:
    quiet = threading.Event()
    speech = Speech(SpeechSettings(), clock, told.append, patience=PATIENT, is_quiet=quiet.is_set)
    playing = start_endless(speech, player)
    speech.say(line("this waits"))
    quiet.set()
    os.kill(playing, signal.SIGKILL)
    speech.say(line("Stop.", Urgency.URGENT))
    assert speech.wait_idle(LONG_S)
    assert (len(played(player)), speech.spoken, speech.dropped) == (1, 0, 2)
    quiet.clear()
    speech.say(line(SHORT))
    assert speech.wait_idle(LONG_S)
    assert (speech.spoken, told) == (1, [])
    speech.close()


def test_it_is_told_whether_anything_can_be_heard(player, told, clock) -> None:
    heard: list[bool] = []
    speech = Speech(SpeechSettings(), clock, told.append, patience=PATIENT, on_audible=heard.append)
    assert speech.wait_idle(LONG_S)
    assert heard == [True]
    (player / "unplugged").touch()
    for _ in range(2):
        speech.say(line(SHORT))
        assert speech.wait_idle(LONG_S)
    assert heard == [True, False]
    (player / "unplugged").unlink()
    speech.say(line(SHORT))
    assert speech.wait_idle(LONG_S)
    assert (heard, speech.spoken) == ([True, False], 0)
    speech.say(line("Is it loud enough?", Urgency.URGENT))  # worth a new look at once
    assert speech.wait_idle(LONG_S)
    assert (heard, speech.spoken) == ([True, False, True], 1)
    (player / "unplugged").touch()
    speech.say(line(SHORT))
    assert speech.wait_idle(LONG_S)
    assert (heard[3:], told.devices) == ([False], ["speaker", "speaker"])  # lost anew, told anew
    speech.close()


def test_a_loudspeaker_that_comes_back_is_found_without_a_line(player, told, monkeypatch) -> None:
    monkeypatch.setattr("hardware.sound.speech._LISTEN_AGAIN_S", 0.05)
    heard: list[bool] = []
    (player / "unplugged").touch()
    speech = Speech(SpeechSettings(), time.monotonic, told.append, patience=PATIENT, on_audible=heard.append)
    assert eventually(lambda: heard == [False])
    (player / "unplugged").unlink()
    assert eventually(lambda: heard == [False, True])
    assert told.devices == ["speaker"]
    speech.close()


def test_whoever_listens_and_raises_does_not_end_speech(player, told, clock) -> None:
    def deaf(_is_audible: bool) -> None:
        raise RuntimeError("deaf")

    speech = Speech(SpeechSettings(), clock, told.append, patience=PATIENT, on_audible=deaf)
    speech.say(line(SHORT))
    assert speech.wait_idle(LONG_S)
    assert speech.spoken == 1
    speech.close()
