"""A service that cannot start says why in one sentence, before anything has started, and leaves nothing behind."""

from __future__ import annotations

import socket
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.journal import Journal, JournalError
from companion.service.building import build
from companion.settings.config import Config, ConfigError
from hardware.types import SpeechSink
from rules.engine.game import SettingError
from rules.engine.mat import LayoutError
from tests.companion.high_card import HIGH_CARD
from tests.toy import changed
from vision.types import Frame, VisionError
from web.door.settings import WebError


def nothing_is_left(config: Config, before: set[threading.Thread]) -> None:
    assert [t.name for t in threading.enumerate() if t not in before and t.is_alive()] == []
    Journal.open(config.data.journal_path).close()  # nobody holds its lock


def one_sentence(error: pytest.ExceptionInfo[Exception]) -> str:
    text = str(error.value)
    assert text
    assert "\n" not in text
    assert text.rstrip().endswith(".")
    return text


def test_a_port_that_is_taken(config: Config, tmp_path: Path) -> None:
    before = set(threading.enumerate())
    voice = replace(config.voice, sink=SpeechSink.WAV, wav_path=str(tmp_path / "voice.wav"))
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(WebError) as error:
            build(replace(config, voice=voice, web=replace(config.web, port=port)), HIGH_CARD)
    assert str(port) in one_sentence(error)
    nothing_is_left(config, before)


def test_a_camera_that_is_missing(config: Config, tmp_path: Path) -> None:
    before = set(threading.enumerate())
    camera = replace(config.camera, source=f"folder:{tmp_path / 'nowhere'}")
    with pytest.raises(VisionError) as error:
        build(replace(config, camera=camera), HIGH_CARD)
    assert "nowhere" in one_sentence(error)
    nothing_is_left(config, before)


class OnlyOpened:
    """A camera that knows whether it was closed."""

    def __init__(self) -> None:
        self.name, self.ended = "camera /dev/video0", False

    def read(self, timeout_s: float) -> Frame | None:
        return None

    def close(self) -> None:
        self.ended = True


def test_a_table_camera_is_closed_again_when_the_reader_box_is_missing(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = OnlyOpened()

    def opened(source: str, *given: object, **more: object) -> OnlyOpened:
        if source == "/dev/video2":
            raise VisionError("The camera /dev/video2 is not there; plug it in.")
        return camera

    monkeypatch.setattr("companion.camera.table_source.open_source", opened)
    both = replace(config.camera, source="/dev/video0", box_source="/dev/video2")
    with pytest.raises(VisionError, match="video2 is not there"):
        build(replace(config, camera=both), HIGH_CARD)
    assert camera.ended


def test_too_many_players(config: Config) -> None:
    before = set(threading.enumerate())
    with pytest.raises(SettingError) as error:
        build(replace(config, table=replace(config.table, players=9)), HIGH_CARD)
    assert "2 to 4 players" in one_sentence(error)
    nothing_is_left(config, before)


def test_a_pile_whose_spot_the_mat_lacks(config: Config) -> None:
    before = set(threading.enumerate())
    narrow = changed(HIGH_CARD, laid_out=lambda seats, settings: replace(HIGH_CARD.mat(seats), spots=()))
    with pytest.raises(LayoutError) as error:
        build(config, narrow)
    assert "The pile 'deck' lies on the spot 'deck', which the mat lacks" in one_sentence(error)
    nothing_is_left(config, before)


def test_an_option_that_the_game_does_not_have(config: Config) -> None:
    before = set(threading.enumerate())
    play = replace(config.play, options={"jokers": True})
    with pytest.raises((SettingError, ConfigError)) as error:
        build(replace(config, play=play), HIGH_CARD)
    assert "jokers" in one_sentence(error)
    nothing_is_left(config, before)


def test_a_table_that_runs_already(config: Config) -> None:
    with closing(build(config, HIGH_CARD).closing), pytest.raises(JournalError) as error:
        build(config, HIGH_CARD)
    one_sentence(error)
