"""What systemd hears: over a real socket, and only while the table really moves."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.machine.systemd import BETWEEN_S, IN_CONTAINER, Pulse, Systemd, is_service
from tests.house._source import ROOT


class Listener:
    """systemd's end of the socket."""

    def __init__(self, address: str):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.settimeout(5.0)

    def hears(self) -> list[str]:
        """The next message."""
        return self.socket.recv(4096).decode("utf-8").split("\n")

    def heard_nothing(self) -> bool:
        self.socket.setblocking(False)
        try:
            self.socket.recv(4096)
        except BlockingIOError:
            return True
        finally:
            self.socket.settimeout(5.0)
        return False


@pytest.fixture
def place(tmp_path: Path) -> str:
    return str(tmp_path / "notify")


@pytest.fixture
def listener(place: str) -> Iterator[Listener]:
    found = Listener(place)
    yield found
    found.socket.close()


class Clock:
    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def test_it_is_told_when_the_pages_are_there_and_when_they_end(place: str, listener: Listener) -> None:
    systemd = Systemd({"NOTIFY_SOCKET": place})
    systemd.ready("High Card at\nhttp://192.0.2.7:8080/")
    assert listener.hears() == ["READY=1", "STATUS=High Card at http://192.0.2.7:8080/"]
    systemd.status("two phones")
    assert listener.hears() == ["STATUS=two phones"]
    systemd.stopping()
    assert listener.hears() == ["STOPPING=1"]


def test_a_socket_outside_the_file_system_is_found() -> None:
    name = f"companion-test-{os.getpid()}"
    listener = Listener(f"\0{name}")
    try:
        Systemd({"NOTIFY_SOCKET": f"@{name}"}).well()
        assert listener.hears() == ["WATCHDOG=1"]
    finally:
        listener.socket.close()


def test_without_systemd_nothing_is_said_and_nothing_breaks(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    Systemd({}).ready("x")
    assert not caplog.records
    Systemd({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).ready("x")
    assert [record.getMessage() for record in caplog.records] == [
        "systemd was not told ready: No such file or directory"
    ]


def test_the_watchdog_is_that_of_this_process_only() -> None:
    assert Systemd({"WATCHDOG_USEC": "30000000"}).watchdog_s == 30.0
    assert Systemd({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}).watchdog_s == 30.0
    assert Systemd({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}).watchdog_s == 0.0
    assert Systemd({"WATCHDOG_USEC": "soon"}).watchdog_s == 0.0
    assert Systemd({}).watchdog_s == 0.0


class Moving:
    """A table of which the test says whether it moves."""

    def __init__(self) -> None:
        self.turns = 0
        self.serves = True


def test_a_referee_that_hangs_is_no_longer_well(place: str, listener: Listener) -> None:
    pulse, table = Pulse(Systemd({"NOTIFY_SOCKET": place, "WATCHDOG_USEC": "30000000"})), Moving()
    pulse.follow(lambda: table.turns, lambda: table.serves)
    pulse.beat()
    assert listener.hears() == ["WATCHDOG=1"], "a table that has just begun has a first look"
    pulse.beat()
    assert listener.heard_nothing(), "its referee has not moved since"
    table.turns += 1
    pulse.beat()
    assert listener.hears() == ["WATCHDOG=1"]


def test_pages_that_are_no_longer_served_are_not_well(place: str, listener: Listener) -> None:
    pulse, table = Pulse(Systemd({"NOTIFY_SOCKET": place, "WATCHDOG_USEC": "30000000"})), Moving()
    pulse.follow(lambda: table.turns, lambda: table.serves)
    table.serves = False
    pulse.beat()
    assert listener.heard_nothing()


def test_between_two_tables_it_is_patient_and_not_for_ever() -> None:
    clock, table = Clock(), Moving()
    pulse = Pulse(Systemd({}), clock)
    clock.now_s += 10 * BETWEEN_S
    assert pulse.is_well(), "the first start may take its time: systemd itself limits it"
    pulse.follow(lambda: table.turns, lambda: table.serves)
    pulse.between()
    clock.now_s += BETWEEN_S - 1
    assert pulse.is_well()
    clock.now_s += 2
    assert not pulse.is_well()


def test_the_thread_beats_until_it_is_stopped(place: str, listener: Listener) -> None:
    before = threading.active_count()
    pulse = Pulse(Systemd({"NOTIFY_SOCKET": place, "WATCHDOG_USEC": "40000"}))
    pulse.start()
    assert listener.hears() == ["WATCHDOG=1"]
    assert listener.hears() == ["WATCHDOG=1"]
    pulse.stop()
    pulse._thread.join(60.0)
    assert threading.active_count() == before


def test_without_a_watchdog_no_thread_is_started() -> None:
    before = threading.active_count()
    pulse = Pulse(Systemd({"NOTIFY_SOCKET": "/nowhere"}))
    pulse.start()
    pulse.stop()
    assert threading.active_count() == before


def test_a_terminal_that_has_inherited_the_journal_is_no_service() -> None:
    out = os.fstat(1)
    assert is_service({"NOTIFY_SOCKET": "/run/systemd/notify"})
    assert is_service({"JOURNAL_STREAM": f"{out.st_dev}:{out.st_ino}"})
    assert not is_service({"JOURNAL_STREAM": "8:12345", "INVOCATION_ID": "x"})
    assert not is_service({})


def test_our_container_keeps_what_is_printed_and_somebody_elses_is_no_service() -> None:
    image = (ROOT / "deploy/container/Containerfile").read_text("utf-8")
    assert f"\nENV {IN_CONTAINER}=yes " in image
    assert is_service({IN_CONTAINER: "yes"})
    assert not is_service({"container": "podman"})
