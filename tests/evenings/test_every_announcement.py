"""Every kind of announcement through the real voice, recorded and measured: not silent, and as long as its text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import pytest

from companion.kit.laws.playing import played, settings_at
from companion.settings.config import VoiceConfig
from companion.telling.announcer import Announcement, of_events, of_question
from hardware import Speech, SpeechSettings, SpeechSink
from hardware.sound.wavfile import seconds_of
from rules import games
from rules.engine.match import Match
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from tests.evenings.announced import Example, codes_aloud, of_games, of_hub, voice_of
from tests.hardware._sound import LONG_S, PATIENT, Told, loudness, to_wav, wav
from tests.laws.playing import script_of

HEADER_BYTES = 44
QUIET = 300  # of 32,767: a voice has some thousands


@dataclass(frozen=True)
class Rate:
    """How fast it is spoken, and how long the pause after a sentence is then."""

    words_a_minute: int
    pause_s: float

    def expected_s(self, text: str) -> float:
        """How long the voice takes for this text: measured over all announcements. A digit is read as a word."""
        letters = sum(5 if letter.isdigit() else 1 for letter in text)
        return self.pause_s + 9.0 * letters / self.words_a_minute


FAST, USUAL = Rate(400, 0.08), Rate(VoiceConfig().rate_wpm, 0.5)
LEAST, MOST = 0.6, 1.6
"""How far from expected one may be: a sentence of which a half is missing is further."""


class Recorder:
    """The real voice, into a file; gives what each line has added."""

    def __init__(self, path: Path, rate: Rate, language: str) -> None:
        self.told = Told()
        self.speech: Speech = to_wav(path, self.told, rate_wpm=rate.words_a_minute, language=language)
        self._path = path
        self._end = HEADER_BYTES

    def recorded(self, example: Example, *, long: bool) -> bytes:
        """The samples of one announcement."""
        self.speech.say(example.said.utterance(example.voice, long=long))
        assert self.speech.wait_idle(LONG_S)
        with self._path.open("rb") as file:
            file.seek(self._end)
            samples = file.read()
        self._end += len(samples)
        return samples


def measured(recorder: Recorder, rate: Rate, examples: Iterator[Example], *, long: bool) -> Iterator[tuple[str, str]]:
    """Every example with what is wrong with its sound, empty if nothing is."""
    for example in examples:
        text = example.said.text(example.voice, long=long)
        samples = recorder.recorded(example, long=long)
        third = len(samples) // 6 * 2
        ratio = seconds_of(samples) / rate.expected_s(text)
        middle = loudness(samples[third : 2 * third])
        row = f"{seconds_of(samples):6.2f} s  {ratio:5.2f} of expected  {middle:6.0f}  {example.name}: {text}"
        yield row, "" if LEAST < ratio < MOST and middle > QUIET else row


def all_right(path: Path, rate: Rate, language: str, *, long: bool, capsys: pytest.CaptureFixture[str] | None) -> None:
    recorder = Recorder(path, rate, language)
    examples = chain(of_games(language), of_hub(language))
    rows = list(measured(recorder, rate, examples, long=long))
    recorder.speech.close()
    if capsys is not None:
        with capsys.disabled():
            print("", *(row for row, _ in rows), sep="\n")
    assert not [wrong for _, wrong in rows if wrong]
    assert recorder.speech.spoken == len(rows) > 300
    assert recorder.told == []


@pytest.mark.dear
def test_every_announcement_is_to_be_heard_and_as_long_as_its_text(tmp_path: Path) -> None:
    all_right(tmp_path / "all.wav", FAST, "en", long=False, capsys=None)


@pytest.mark.soak
@pytest.mark.parametrize("long", [False, True], ids=["terse", "long"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_announcement_at_the_usual_pace(
    tmp_path: Path, language: str, long: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    all_right(tmp_path / "all.wav", USUAL, language, long=long, capsys=capsys)


def test_a_sentence_that_is_lost_or_cut_short_would_be_noticed(tmp_path: Path) -> None:
    """The measure itself: half of a sentence is too short for it, and silence is too quiet."""
    recorder = Recorder(tmp_path / "one.wav", FAST, "en")
    example = next(one for one in of_games("en") if "chronicle event history_refilled" in one.name)
    whole = recorder.recorded(example, long=True)
    recorder.speech.close()
    expected_s = FAST.expected_s(example.said.text(example.voice, long=True))
    assert LEAST < seconds_of(whole) / expected_s < MOST
    assert seconds_of(whole[: len(whole) // 2]) / expected_s < LEAST
    assert loudness(bytes(len(whole))) < QUIET < loudness(whole)


# ---- that these are all ----------------------------------------------------------------------------------------------


def said_in(slug: str, number: int, length: int) -> Iterator[Announcement]:
    """What is announced in a random match."""
    game = games.game(slug)
    seats = game.seats[number % len(game.seats)]
    match = played(script_of(slug, seats, number, length=length, settings=settings_at(game, seats, number)))
    again = Match(game, match.header)
    for entry in (None, *match.log):
        if entry is not None:
            again.submit(entry)
        told = of_question(again)
        if told is not None:
            yield told
    yield from (one for told in match.told if (one := of_events([told.event])) is not None)


def test_what_matches_announce_is_among_what_was_measured() -> None:
    known = {(one.said.kind, one.said.said[0].code) for one in of_games("en")}
    for slug in games.slugs():
        said = {(one.kind, one.said[0].code) for number in (0, 1) for one in said_in(slug, number, length=60)}
        assert len(said) > 7
        assert said <= known


@pytest.mark.soak
@pytest.mark.parametrize("slug", games.slugs())
def test_what_matches_announced_is_to_be_heard_with_its_own_facts(tmp_path: Path, slug: str) -> None:
    """Of every kind the first three of many matches, with the cards and numbers that they had."""
    recorder = Recorder(tmp_path / "all.wav", FAST, "en")
    voice, count, examples = voice_of(slug, "en"), dict[tuple[object, str], int](), []
    for number in range(20):
        for one in said_in(slug, number, length=400):
            kind = (one.kind, one.said[0].code)
            count[kind] = count.get(kind, 0) + 1
            if count[kind] <= 3:
                examples.append(Example(f"{slug} {kind[1]}", voice, one))
    rows = list(measured(recorder, FAST, iter(examples), long=False))
    recorder.speech.close()
    assert not [wrong for _, wrong in rows if wrong]


def test_every_sentence_of_the_hub_that_is_said_is_known_from_the_source() -> None:
    codes = codes_aloud()
    written_out = {"doubled_back", "unknown_tag", "time_up", "copy_taken", "voice_test", "going_off"}
    by_pattern = {"camera_dark", "box_several", "consent_host"}
    by_name = {"which_card", "which_meant", "seat_wanted", "seat_asked_for", "die_rolled", "paused", "goes_on"}
    assert written_out | by_pattern | by_name <= codes
    assert not {"setting_live", "backup_kept", "bad_number", "voice_off"} & codes


def test_what_the_table_tells_reaches_the_sound(tmp_path: Path) -> None:
    """From a tap on a phone to samples, by the outlet that the service has."""
    told = Told()
    evening = Evening(HIGH_CARD, HANDS)
    settings = SpeechSettings(sink=SpeechSink.WAV, wav_path=str(tmp_path / "evening.wav"))
    speech = Speech(settings, lambda: evening.now_s, told.append, patience=PATIENT)
    evening.speaker = speech.say
    evening.tap(0, "play:RED-1")
    assert speech.wait_idle(LONG_S)
    samples = wav(tmp_path / "evening.wav")
    speech.close()
    assert (speech.spoken, told) == (2, [])  # what happened, and who is asked
    assert loudness(samples) > QUIET
    rate = USUAL.expected_s("P1 plays Red 1.") + USUAL.expected_s("P2.")
    assert LEAST < seconds_of(samples) / rate < MOST
