"""What the hub puts together from facts comes out whole in another language."""

from __future__ import annotations

import sys
import time
import wave
from pathlib import Path

import pytest

from companion.journal.copies import Copy, CopyTag, KnownTag
from companion.past.past_words import hub_sentence
from companion.referee.hosting import _typed
from companion.settings.values import settings
from companion.telling.voices import build_tongues, seat_names
from companion.values.game_titles import game_title
from hardware import PinMap, Speech, check_pins, open_rig
from hardware.types import HardwareError, PinFactory, SpeechSettings, SpeechSink
from tests.companion.high_card import HIGH_CARD
from vision.types import Side
from words.catalogue import translated


@pytest.mark.parametrize(
    ("key", "english", "german"),
    [
        ("camera.lens", "a number from 0 to 32, or be left out", "eine Zahl von 0 bis 32, oder leer"),
        ("camera.mains_hz", "50 or 60", "50 oder 60"),
        (
            "hardware.seat_buttons",
            "a list, each item a whole number from 0 to 27",
            "eine Liste, jeder Eintrag eine ganze Zahl von 0 bis 27",
        ),
    ],
)
def test_what_a_setting_may_be(key: str, english: str, german: str) -> None:
    allowed = settings()[key].allowed
    assert allowed == english
    assert translated("de", allowed) == german


def test_a_tag_that_is_taken() -> None:
    known = KnownTag(Copy(1, "war_chest", "mine"), CopyTag("ABCD1234", "coins", Side.BACK, shared=True))
    assert "the back of coins in the copy 'mine' of War Chest" in known.sentence
    assert "die Rückseite von coins im Exemplar „mine“ von War Chest" in translated("de", known.sentence)


def test_a_game_that_is_not_here_keeps_its_short_name() -> None:
    assert (game_title("war_chest"), game_title("go")) == ("War Chest", "go")


def test_seats_without_a_name() -> None:
    assert seat_names(("Ada",), 2, "en") == ("Ada", "Player 2")
    assert seat_names(("Ada",), 2, "de") == ("Ada", "Spieler 2")


def test_seats_without_a_name_are_called_by_their_number_in_each_language() -> None:
    settings = HIGH_CARD.check_settings({})
    tongues = build_tongues(HIGH_CARD, 3, settings, seat_names((), 3, "en"), "en", "en")
    now = tongues.named(("Ada", "Player 2", "Ben"))
    assert now.of("en").names.seats == ("Ada", "Player 2", "Ben")
    assert now.of("de").names.seats == ("Ada", "Spieler 2", "Ben")
    assert now.named(("Ada", "Player 2", "Ben")) is now


def test_why_a_wiring_cannot_be() -> None:
    with pytest.raises(HardwareError) as found:
        check_pins(PinMap(seat_buttons=(5, 5)))
    assert translated("de", str(found.value)).startswith(
        "Anschluss 5 ist doppelt belegt (Knopf von Sitz 1; Knopf von Sitz 2)"
    )
    told = hub_sentence("de", "history_not_saved", why=str(found.value))
    assert "doppelt belegt" in told


def test_why_real_pins_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A service that starts without them says it on its pages."""
    monkeypatch.setenv("LG_WD", str(tmp_path))
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(HardwareError, match="lgpio is not installed") as missing:
        open_rig(PinFactory.LGPIO, PinMap(), time.monotonic, print)
    assert "lgpio ist nicht installiert" in translated("de", str(missing.value))
    with pytest.raises(HardwareError, match="cannot be written") as shut:
        open_rig(PinFactory.LGPIO, PinMap(), time.monotonic, print, runtime_dir=tmp_path / "none")
    assert "lgpio braucht es" in translated("de", str(shut.value))


def test_why_a_voice_cannot_be_had(tmp_path: Path) -> None:
    """A host who chooses where the voice goes reads it on the page."""
    stereo = tmp_path / "music.wav"
    with wave.open(str(stereo), "wb") as music:
        music.setnchannels(2)
        music.setsampwidth(2)
        music.setframerate(44100)
    for path, words in (("", "braucht den Pfad"), (str(stereo), f"{stereo} kann nicht benutzt werden (nicht 16 Bit")):
        with pytest.raises(HardwareError) as found:
            Speech(SpeechSettings(SpeechSink.WAV, wav_path=path), time.monotonic, print)
        assert words in translated("de", str(found.value))


def test_what_a_wiring_is_warned_of() -> None:
    (warning,) = check_pins(PinMap(undo_button=2))
    assert warning == "Pin 2 of the undo button is also I2C data, with a fixed pull-up; another pin is safer."
    assert "I2C-Daten" in translated("de", warning)
    assert "sicherer" in translated("de", warning)


@pytest.mark.parametrize(("text", "value"), [("Yes", True), ("ja", True), ("no", False), ("Nein", False), ("3", None)])
def test_yes_and_no_in_both_languages(text: str, value: bool | None) -> None:
    assert _typed(text, True) is value
