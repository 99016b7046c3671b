"""Where the pages can be opened, over http and over https."""

from __future__ import annotations

import socket
from dataclasses import replace
from pathlib import Path

import pytest

from companion.doctor.doctor import examine
from companion.doctor.finding import Grade
from companion.machine.addresses import _address_of, addresses, base_url, certificate, own_address
from companion.service.building import build
from companion.service.running import greeting
from companion.settings.config import Config, ConfigError, HttpsUse, WebConfig
from rules.games import game
from tests.evenings.table import evening_config
from tests.web.stream_client import NEEDS_OPENSSL, Address, make_certificate, trusting
from web import Certificate

PLAIN = WebConfig(host="192.168.1.20")
SECURE = replace(PLAIN, certificate="table.pem")


@pytest.mark.parametrize(
    ("web", "port", "address"),
    [
        (PLAIN, 8080, "http://192.168.1.20:8080"),
        (PLAIN, 80, "http://192.168.1.20"),
        (PLAIN, 443, "http://192.168.1.20:443"),
        (SECURE, 8443, "https://192.168.1.20:8443"),
        (SECURE, 443, "https://192.168.1.20"),
        (SECURE, 80, "https://192.168.1.20:80"),
        (replace(PLAIN, https=HttpsUse.SHOWN), 8080, "https://192.168.1.20:8080"),
        (replace(PLAIN, https=HttpsUse.OFFERED), 8080, "http://192.168.1.20:8080"),
    ],
)
def test_an_address_names_its_scheme_and_an_unusual_port(web: WebConfig, port: int, address: str) -> None:
    assert base_url(web, port) == address
    assert all(one.startswith(f"{address}/") for _, one in addresses(web, port))


def test_a_certificate_may_stand_in_the_own_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/pi")
    web = WebConfig(certificate="~/table.pem", certificate_key="/etc/key.pem")
    assert certificate(web) == Certificate("/home/pi/table.pem", "/etc/key.pem")
    assert certificate(replace(web, certificate_key="")) == Certificate("/home/pi/table.pem")
    assert certificate(WebConfig()) is None


def test_a_key_without_its_certificate_is_a_mistake() -> None:
    with pytest.raises(ConfigError, match=r"web\.certificate_key is set and web\.certificate is not; .*\.$"):
        certificate(WebConfig(certificate_key="key.pem"))


@NEEDS_OPENSSL
def test_a_table_over_https_says_so_everywhere(tmp_path: Path) -> None:
    made = make_certificate(tmp_path)
    config = evening_config(tmp_path / "data", 4, 1)
    web = replace(config.web, certificate=made.path, certificate_key=made.key)
    service = build(replace(config, web=web, camera=replace(config.camera, source="none")), game("chronicle"))
    service.start()
    try:
        base = f"https://127.0.0.1:{service.port_number}"
        assert f"{base}/table" in greeting(service)
        response, page = Address(service.port_number, trusting(made)).get("/table")
        assert response.status == 200
        assert b"http://" not in page
        assert service.outlet.board is not None
        assert service.pages.match.packet(service.seating.open_session().session).join_url.startswith(f"{base}/")
    finally:
        service.stop()


@NEEDS_OPENSSL
def test_the_doctor_looks_at_the_certificate(tmp_path: Path) -> None:
    made = make_certificate(tmp_path)

    def found(web: WebConfig) -> list[tuple[Grade, str]]:
        config = replace(Config(), web=web, data=replace(Config().data, directory=str(tmp_path / "data")))
        return [(one.grade, one.text) for one in examine(config) if one.name == "certificate"]

    assert found(WebConfig(port=0)) == []
    ((grade, _),) = found(WebConfig(port=0, certificate=made.path, certificate_key=made.key))
    assert grade is Grade.OK
    ((grade, text),) = found(WebConfig(port=0, certificate=made.path))
    assert grade is Grade.BAD
    assert "holds no private key" in text


def test_a_network_that_leads_nowhere_has_an_address_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoRoute(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError("Network is unreachable")

    monkeypatch.setattr(socket, "socket", NoRoute)
    monkeypatch.setattr(socket, "if_nameindex", lambda: [(1, "lo"), (2, "none0"), (3, "table0")])
    given = {"none0": "", "table0": "10.42.0.1"}
    monkeypatch.setattr("companion.machine.addresses._address_of", lambda probe, name: given[name])
    assert own_address() == "10.42.0.1"
    given["table0"] = ""
    assert own_address() == "127.0.0.1"


def test_the_address_of_an_interface_is_asked_of_the_system() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        assert _address_of(probe, "lo") == "127.0.0.1"
        assert _address_of(probe, "nothing99") == ""
