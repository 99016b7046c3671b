"""What the doctor finds out about the network, and what phones type."""

from __future__ import annotations

import socket
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from companion.doctor.finding import Finding, Grade
from companion.journal.journal import Journal
from companion.settings.config import Config, WebConfig
from tests.companion.doctor_world import PI_5, finding, findings, world


def test_a_taken_port(config: Config, root: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = replace(config, web=WebConfig(host="127.0.0.1", port=other.getsockname()[1]))
        found = finding("port", taken, world(root))
        assert found.grade is Grade.BAD
        assert "web.port" in found.cure
        with Journal.open(config.data.journal_path):
            assert finding("port", taken, world(root)).grade is Grade.OK, "it is the running companion's own"
    assert finding("port", replace(config, web=WebConfig(host="nowhere.invalid")), world(root)).grade is Grade.BAD


def addressed(*nets: tuple[str, str]) -> dict[str, str | None]:
    rows = ", ".join(f'{{"ifname": "{name}", "addr_info": [{{"local": "{address}"}}]}}' for name, address in nets)
    return {"ip -json -4 address": f"[{rows}]"}


WLAN, LAN, DOCKER = ("wlan0", "192.168.1.7"), ("eth0", "10.0.0.7"), ("docker0", "172.17.0.1")


def test_what_phones_type(config: Config, root: Path) -> None:
    def said(*nets: tuple[str, str]) -> Finding:
        return finding("addresses", replace(config, web=WebConfig()), world(root, commands=addressed(*nets)))

    assert said(WLAN, DOCKER).text == "phones open http://192.168.1.7:8080"
    assert said().grade is Grade.BAD
    assert said(DOCKER).grade is Grade.BAD, "no phone is in there"
    both = said(WLAN, LAN)
    assert both.grade is Grade.OK
    assert "wlan0: http://192.168.1.7:8080, eth0: http://10.0.0.7:8080" in both.text


def test_pages_that_only_this_machine_sees(config: Config, root: Path) -> None:
    assert finding("addresses", config, world(root)).grade is Grade.WARN
    given = replace(config, web=WebConfig(host="192.168.1.7", port=80))
    assert finding("addresses", given, world(root)).text == "phones open http://192.168.1.7"


@pytest.mark.parametrize(
    ("answer", "model", "grade", "text"),
    [
        ("192.168.1.7", PI_5, Grade.OK, "newer phones may open http://table.local:8080 too"),
        ("192.168.1.99", PI_5, Grade.WARN, "another machine (192.168.1.99) answers to table.local"),
        ("", PI_5, Grade.WARN, "nobody answers to table.local"),
        (None, PI_5, Grade.WARN, "there is none: no avahi answers; phones use the address"),
        (None, "", Grade.OK, "there is none: no avahi answers; phones use the address"),
    ],
)
def test_the_local_name(config: Config, root: Path, answer: str | None, model: str, grade: Grade, text: str) -> None:
    files = {"/proc/device-tree/model": model}
    machine = world(root, files, addressed(WLAN), local_address={"table.local": answer}.__getitem__)
    found = finding("local name", replace(config, web=WebConfig()), machine)
    assert (found.grade, found.text) == (grade, text)


def test_avahi_is_asked_in_its_own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.doctor import world as _doctor_world

    path = tmp_path / "socket"
    asked: list[bytes] = []
    answers = iter((b"+ 2 0 table.local 192.168.1.7\n", b"-15 Timeout reached\n"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(str(path))
        server.listen()

        def answer() -> None:
            for line in answers:
                with server.accept()[0] as caller:
                    asked.append(caller.recv(200))
                    caller.sendall(line)

        thread = threading.Thread(target=answer)
        thread.start()
        monkeypatch.setattr(_doctor_world, "_AVAHI", str(path))
        assert _doctor_world.asked_of_avahi("table.local") == "192.168.1.7"
        assert _doctor_world.asked_of_avahi("table.local") == ""
        thread.join()
    assert asked == [b"RESOLVE-HOSTNAME-IPV4 table.local\n"] * 2
    monkeypatch.setattr(_doctor_world, "_AVAHI", str(tmp_path / "none"))
    assert _doctor_world.asked_of_avahi("table.local") is None


def test_a_certificate_that_is_not_there(config: Config, root: Path) -> None:
    assert findings("certificate", config, world(root)) == []
    missing = replace(config, web=replace(config.web, certificate=str(root / "none.pem")))
    assert finding("certificate", missing, world(root)).grade is Grade.BAD
