"""A start that cannot be: one sentence on standard error, exit code 2, nothing locked, and the open match untouched."""

from __future__ import annotations

import logging
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.cli.commands import main
from companion.journal.journal import Journal, is_running
from companion.journal.keeping import MatchKeeper
from rules.engine.questions import Answer
from rules.engine.types import PieceId
from rules.games import game
from tests.evenings.process import Ended, Running, ended, environment

HISTORY = PieceId("H03")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A directory with the journal of a match that was cut off after its first answer, and with things to point at."""
    with Journal.open(tmp_path / "data" / "companion.db") as journal:
        chronicle = game("chronicle")
        keeper = MatchKeeper.start(journal, chronicle, 4, {})
        answer = Answer(None, HISTORY)
        keeper.match.submit(answer)
        keeper.append(1, answer, "phone 0", "request-1", None)
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("no video\n")
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "1.png").write_bytes(b"")
    (tmp_path / "broken.toml").write_text("[table\nplayers = 4\n")
    (tmp_path / "unknown.toml").write_text("[table]\nplayrs = 4\n")
    (tmp_path / "wrong.toml").write_text('[web]\nport = "front door"\n')
    (tmp_path / "pack.toml").write_text("nothing = true\n")
    return tmp_path


def contents(home: Path) -> tuple[Any, ...]:
    """Everything that the journal says about matches."""
    with Journal.look(home / "data" / "companion.db") as journal:
        return (
            journal.last_open_match("chronicle"),
            journal.matches(),
            [journal.load(m.match) for m in journal.matches()],
        )


def started(home: Path, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a start at `home` that makes no sound."""
    silent = () if "--voice" in words else ("--voice", "off")
    return ("play", *words, "--host", "127.0.0.1", *silent, "--data", str(home / "data"))


def fails(home: Path, *words: str) -> str:
    """Starts the service with these words; gives the one sentence that it ends with."""
    return sentence_of(ended(home, *started(home, words)))


def sentence_of(done: Ended) -> str:
    """The one sentence that a start ended with."""
    assert done.code == 2, done
    assert done.out == ""
    assert "Traceback" not in done.err
    lines = done.err.splitlines()
    assert len(lines) == 1, lines
    said = lines[0]
    assert said.startswith("companion: ")
    assert said.endswith((".", "?"))
    assert "fault of the companion" not in said
    return said.removeprefix("companion: ")


def still_works(home: Path, before: tuple[Any, ...]) -> None:
    """The match is as it was, and the next service may have the journal."""
    assert contents(home) == before
    assert not is_running(home / "data" / "companion.db")


@pytest.fixture
def here(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Callable[..., Ended]]:
    """Runs a command in this process, since most of a start is the loading of the program; the tests further below
    start processes of their own."""
    signals = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    monkeypatch.chdir(home)
    for name in set(os.environ) - set(environment(home)):
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))

    def run(*words: str) -> Ended:
        with pytest.raises(SystemExit) as end:
            main(list(words))
        said = capsys.readouterr()
        return Ended(int(end.value.code or 0), said.out, said.err)

    yield run
    root.handlers[:], root.level = handlers, level
    for number, before in signals.items():
        signal.signal(number, before)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("chess",), ("There is no game 'chess'", "chronicle")),
        (("chronicle", "--players", "9"), ("3 to 6 players, not 9",)),
        (("chronicle", "--players", "2"), ("3 to 6 players, not 2",)),
        (("chronicle", "--players", "many"), ("table.players", "whole number")),
        (("chronicle", "--option", "colour=red"), ("no option 'colour'",)),
        (("chronicle", "--config", "nowhere.toml"), ("nowhere.toml", "does not exist")),
        (("chronicle", "--config", "broken.toml"), ("broken.toml", "not valid TOML", "line 1")),
        (("chronicle", "--config", "unknown.toml"), ("table.playrs", "table.players")),
        (("chronicle", "--config", "wrong.toml"), ("web.port", "front door")),
        (("chronicle", "--pack", "nowhere.toml"), ("play.pack", "nowhere.toml")),
        (("chronicle", "--pack", "pack.toml"), ("pack.toml",)),
        (("chronicle", "--camera", "webcam"), ("camera.source", "webcam", "virtual")),
        (("chronicle", "--camera", "device:63"), ("/dev/video63", "plug it in")),
        (("chronicle", "--camera", "folder:nowhere"), ("nowhere", "does not exist")),
        (("chronicle", "--camera", "folder:empty"), ("empty", "holds no picture")),
        (("chronicle", "--camera", "video:notes.txt"), ("notes.txt", "cannot be played")),
        (("chronicle", "--camera", "recording:empty"), ("no recording", "empty")),
        (("chronicle", "--camera", "csi:9"), ("csi:9",)),
        (("chronicle", "--camera", "/dev/null"), ("/dev/null", "no camera")),
        (("chronicle", "--set", "camera.box_source=device:63", "--camera", "none"), ("/dev/video63", "plug it in")),
        (
            ("chronicle", "--set", "camera.record=notes.txt", "--camera", "folder:pictures"),
            ("camera.record", "notes.txt"),
        ),
        (("chronicle", "--camera", "none", "--set", "web.certificate=nowhere.pem"), ("nowhere.pem", "web.certificate")),
        (("chronicle", "--camera", "none", "--set", "web.certificate=notes.txt"), ("notes.txt", "no certificate")),
        (("chronicle", "--camera", "none", "--set", "web.certificate_key=notes.txt"), ("web.certificate is not",)),
        (("chronicle", "--set", "voice.wav_path=/nowhere/voice.wav", "--voice", "wav"), ("/nowhere/voice.wav",)),
    ],
    ids=lambda value: " ".join(value[1:]) if isinstance(value, tuple) and value[0] == "chronicle" else None,
)
def test_a_start_that_cannot_be_is_one_sentence(
    here: Callable[..., Ended], home: Path, words: tuple[str, ...], told: tuple[str, ...]
) -> None:
    before = contents(home)
    more = () if "web.port" in told else ("--port", "0")
    sentence = sentence_of(here(*started(home, (*words, *more))))
    for part in told:
        assert part in sentence
    assert len(sentence) < 320
    still_works(home, before)


@contextmanager
def somebody_at_a_port() -> Iterator[int]:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield int(other.getsockname()[1])


def test_a_taken_port_is_one_sentence_and_play_goes_on_elsewhere(home: Path) -> None:
    before = contents(home)
    with somebody_at_a_port() as port:
        sentence = fails(home, "chronicle", "--camera", "none", "--port", str(port))
    assert f"Port {port} is taken" in sentence
    assert "web.port" in sentence
    still_works(home, before)
    words = ("chronicle", "--camera", "none", "--port", "0", "--host", "127.0.0.1", "--voice", "off")
    with Running(home, (*words, "--data", str(home / "data")), home / "log.txt") as service:
        service.wait_until_ready()
        assert is_running(home / "data" / "companion.db")
        assert contents(home) == before, "the cut-off match goes on"
        assert service.interrupt() == 0
    still_works(home, before)


def test_a_second_companion_is_told_about_the_first(home: Path) -> None:
    words = ("chronicle", "--camera", "none", "--port", "0", "--host", "127.0.0.1", "--voice", "off")
    with Running(home, (*words, "--data", str(home / "data")), home / "log.txt") as service:
        service.wait_until_ready()
        before = contents(home)
        sentence = fails(home, "chronicle", "--camera", "none", "--port", "0")
        assert "already running" in sentence
        assert "--data" in sentence
        assert service.is_alive
        assert contents(home) == before


def test_a_damaged_journal_is_kept_aside_and_the_table_starts(home: Path) -> None:
    data = home / "data"
    damaged = b"this was a journal once\n" * 200
    (data / "companion.db").write_bytes(damaged)
    words = ("chronicle", "--camera", "none", "--port", "0", "--host", "127.0.0.1", "--voice", "off")
    with Running(home, (*words, "--data", str(data)), home / "log.txt") as service:
        service.wait_until_ready()
        assert service.interrupt() == 0
    kept = [file for file in data.iterdir() if "damaged" in file.name]
    assert [file.read_bytes() for file in kept] == [damaged]
    with Journal.look(data / "companion.db") as journal:
        assert [one.aside for one in journal.damages.unread()] == [kept[0].name]


@pytest.mark.parametrize("camera", ["folder:nowhere", "device:63"])
def test_a_new_match_that_cannot_start_does_not_end_the_open_one(
    here: Callable[..., Ended], home: Path, camera: str
) -> None:
    before = contents(home)
    sentence_of(here(*started(home, ("chronicle", "--new", "--camera", camera, "--port", "0"))))
    still_works(home, before)


def test_the_pin_is_shown_by_the_first_start_that_works(tmp_path: Path) -> None:
    with somebody_at_a_port() as port:
        assert "taken" in fails(tmp_path, "chronicle", "--camera", "none", "--port", str(port))
    words = ("chronicle", "--camera", "none", "--port", "0", "--host", "127.0.0.1", "--voice", "off")
    with Running(tmp_path, (*words, "--data", str(tmp_path / "data")), tmp_path / "log.txt") as service:
        service.wait_until_ready()
        assert service.pin.isdecimal()


def test_the_environment_of_these_tests_holds_no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_WEB_PORT", "1")
    monkeypatch.setenv("STATE_DIRECTORY", "/somewhere")
    assert not {"COMPANION_WEB_PORT", "STATE_DIRECTORY"} & set(environment(tmp_path))
