"""SIGTERM at bad moments: in the middle of a sentence, while cameras hang in their drivers, with every phone connected.
The service ends within seconds, with exit code 0, and leaves nothing behind."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.evenings.phone import Phone
from tests.evenings.process import Running, free_port
from tests.evenings.table import wait_until
from tests.hardware._sound import plant_player, played
from tests.web.stream_client import Address, stream
from tests.web.web_client import COOKIE

WORDS = ("chronicle", "--players", "4", "--host", "127.0.0.1")


@contextmanager
def service(home: Path, *words: str, voice: str = "off") -> Iterator[tuple[Running, int]]:
    """A running service and its port."""
    port = free_port()
    given = (*WORDS, "--port", str(port), "--voice", voice, "--data", str(home / "data"), *words)
    with Running(home, given, home / "log.txt") as running:
        running.wait_until_ready()
        yield running, port


def ends_soon(running: Running, home: Path) -> None:
    assert running.terminate(60.0) == 0
    assert "Stopped. The match is kept" in running.last_words()
    assert "Traceback" not in (home / "log.txt").read_text()


def hanging_camera(folder: Path) -> Path:
    """A folder whose second picture never comes: whoever reads it hangs in the system, as in a broken driver."""
    folder.mkdir()
    cv2.imwrite(str(folder / "1.png"), np.full((480, 640, 3), 90, np.uint8))
    os.mkfifo(folder / "2.png")
    return folder / "2.png"


def wait_until_read(pipe: Path, rest: ExitStack) -> None:
    """Returns when somebody hangs in that picture."""

    def opened() -> bool:
        try:
            rest.callback(os.close, os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
        except OSError:  # nobody reads yet
            return False
        return True

    wait_until(opened, 30.0, "the camera thread in the picture that never comes")


def test_in_the_middle_of_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    plant_player(programs)
    (programs / "endless").touch()
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    with service(tmp_path, "--camera", "none", voice="speaker") as (running, port):
        host = Phone(f"http://127.0.0.1:{port}")
        host.open("/host")
        assert host.post("/api/become-host", {"pin": running.pin})["reply"]["ok"]
        host.open("/host")
        host.post("/api/host", {"act": "end_match", "reason": "it is late"})
        ((player, _),) = wait_until(lambda: played(programs), 60.0, "a sentence that is being spoken")
        ends_soon(running, tmp_path)
    with pytest.raises(ProcessLookupError):
        os.kill(player, 0)


def test_while_both_cameras_hang(tmp_path: Path) -> None:
    table, box = hanging_camera(tmp_path / "table"), hanging_camera(tmp_path / "box")
    sources = ("--camera", "folder:table", "--set", "camera.box_source=folder:box", "--set", "camera.fps=5")
    with ExitStack() as rest, service(tmp_path, *sources) as (running, _):
        wait_until_read(table, rest)
        wait_until_read(box, rest)
        ends_soon(running, tmp_path)


def test_with_every_phone_connected(tmp_path: Path) -> None:
    with ExitStack() as rest:
        running, port = rest.enter_context(service(tmp_path, "--camera", "none"))
        address, readers = Address(port), []
        for _ in range(30):
            phone = Phone(f"http://127.0.0.1:{port}")
            phone.open("/table")
            token = next(str(cookie.value) for cookie in phone.jar if cookie.name == f"{COOKIE}_visit")
            readers.append(rest.enter_context(stream(address, token)))
        assert {reader.packet()["version"] for reader in readers} == {0}
        ends_soon(running, tmp_path)
        assert all(reader.event() == {} for reader in readers), "the streams were cut off instead of ended"
