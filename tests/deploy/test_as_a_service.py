"""The real program as systemd starts it: with its socket, its directories, and nobody who reads what it prints."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.machine.systemd import Pulse, Systemd
from companion.service.building import build
from rules.games import game
from tests.evenings.process import PROJECT, command, ended, free_port
from tests.evenings.table import evening_config

DEADLINE_S = 60.0


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.settimeout(DEADLINE_S)
        yield listener


def until(listener: socket.socket, word: str) -> str:
    """The next message in which that word stands."""
    while word not in (text := listener.recv(4096).decode()):
        pass
    return text


def test_systemd_hears_of_its_life_and_the_log_of_no_secret(tmp_path: Path, systemd: socket.socket) -> None:
    state, port = tmp_path / "state", free_port()
    state.mkdir(mode=0o700)
    variables = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(PROJECT),
        "HOME": str(tmp_path),
        "NOTIFY_SOCKET": str(tmp_path / "notify"),
        "WATCHDOG_USEC": "2000000",
        "STATE_DIRECTORY": str(state),
        "JOURNAL_STREAM": "1:2",
    }
    words = ("play", "chronicle", "--host", "127.0.0.1", "--port", str(port))
    log = tmp_path / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            command(*words, "--voice", "off", "--set", "play.autoplay=off"),
            cwd="/",
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
        )
    try:
        assert f"STATUS=Chronicle at http://127.0.0.1:{port}/" in until(systemd, "READY=1")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=DEADLINE_S) as page:
            assert page.status == 200
        until(systemd, "WATCHDOG=1")
        until(systemd, "WATCHDOG=1")
        process.send_signal(signal.SIGTERM)
        until(systemd, "STOPPING=1")
        assert process.wait(DEADLINE_S) == 0
    finally:
        process.kill()
        process.wait()
    first = state / "first-pin"
    pin, said = first.read_text().strip(), log.read_text()
    assert first.stat().st_mode & 0o777 == 0o600
    assert "is ready" in said
    assert pin not in said
    assert "join code" not in said
    shown = ended(tmp_path, "pin", "--data", str(state))  # tests hash PINs in another way than the program
    assert (shown.code, shown.out.split()) == (0, ["host", "PIN", pin]), "it still opens the host's page"


def test_a_referee_that_hangs_in_a_message_stops_the_pulse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service = build(evening_config(tmp_path / "data", 4, seed=7), game("chronicle"))
    hangs, go_on = threading.Event(), threading.Event()

    def hang(message: object) -> None:
        hangs.set()
        assert go_on.wait(DEADLINE_S)

    service.start()
    try:
        pulse = Pulse(Systemd({}))
        pulse.follow(lambda: service.referee.turns, lambda: service.server.is_serving)
        assert pulse.is_well()
        turned = service.referee.turns
        assert service.publisher.wait_for(lambda: service.referee.turns > turned, DEADLINE_S)
        assert pulse.is_well(), "an idle table moves too, by its ticks"
        monkeypatch.setattr(service.referee, "handle", hang)
        assert hangs.wait(DEADLINE_S)
        pulse.is_well()  # what was done before it hung
        assert not pulse.is_well()
        go_on.set()
    finally:
        go_on.set()
        service.stop()
    assert not service.server.is_serving
