"""A Wi-Fi of the box's own, and the way into the home's: against a NetworkManager that is made up."""

from __future__ import annotations

import configparser
import json
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from deploy.installer.own_wifi import AGAIN_S, ALONE_S, HOME, OWN, TRIED, Network, OwnWifi, connection
from deploy.installer.places import InstallError, Places

PASSWORD = "correct horse"


class Radio:
    """A machine with one radio, as nmcli and iw show it. It reads the files of connections as NetworkManager does."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.air = {"Home:1": PASSWORD, "Café": ""}  # the networks that can be heard, with their passwords
        self.known: dict[str, tuple[str, str]] = {}  # name and password by connection
        self.up = ""
        self.cable = False
        self.guests = 0
        self.now_s = 0.0
        self.tried: list[str] = []
        self.is_blocked = False
        self.more = ""  # what else nmcli lists

    def run(self, words: Sequence[str]) -> tuple[int, str]:
        if words[0] == "iw":
            return 0, "Station 00:11\n" * self.guests
        match words[1:]:
            case ["unblock", "wifi"]:
                self.is_blocked = False
                return 0, ""
            case ["radio", "wifi", *on]:
                assert not (on and self.is_blocked)
                return 0, "disabled" if self.is_blocked else "enabled"
            case ["-t", "-f", "DEVICE,TYPE,STATE,CONNECTION", "device"]:
                cable = "connected:Wired" if self.cable else "unavailable:"
                wifi = f"connected:{self.up}" if self.up else "disconnected:"
                return 0, f"lo:loopback:unmanaged:\neth0:ethernet:{cable}\nwlan0:wifi:{wifi}"
            case ["-t", "-f", "SSID,SIGNAL,SECURITY", *_]:
                assert self.up != OWN, "an access point cannot look"
                assert not self.is_blocked
                air = self.air.items()
                escaped = {name.replace("\\", "\\\\").replace(":", "\\:"): secret for name, secret in air}
                return 0, self.more + "\n".join(
                    f"{name}:{70 if secret else 30}:{'WPA2' if secret else ''}" for name, secret in escaped.items()
                )
            case ["-t", "-f", "TYPE,NAME", "connection"]:
                return 0, "\n".join(["802-3-ethernet:Wired", *(f"802-11-wireless:{key}" for key in self.known)])
            case ["connection", "load", path]:
                self.load(Path(path))
                return 0, ""
            case ["connection", "delete", key]:
                del self.known[key]
                return 0, ""
            case ["connection", "down", key]:
                assert self.up == key
                self.up = ""
                return 0, ""
            case ["--wait", _, "connection", "up", key]:
                return self.bring_up(key)
        raise AssertionError(words)

    def load(self, path: Path) -> None:
        assert path.stat().st_mode & 0o777 == 0o600
        file = configparser.RawConfigParser()
        file.read(path)
        name = bytes(int(part) for part in file["wifi"]["ssid"].split(";") if part).decode()
        secret = file["wifi-security"]["psk"] if "wifi-security" in file else ""
        assert file["connection"]["autoconnect"] == str(path.stem == HOME).lower()
        self.known[path.stem] = (name, secret.replace("\\s", " ").replace("\\\\", "\\"))

    def bring_up(self, key: str) -> tuple[int, str]:
        self.tried.append(key)
        name, secret = self.known[key]
        if key != OWN and name not in self.air:
            return 10, "Error: Connection activation failed: The Wi-Fi network could not be found"
        if key != OWN and secret != self.air[name]:
            return 4, "Error: Connection activation failed: Secrets were required, but not provided"
        self.up = key
        return 0, ""

    def wait(self, seconds: float) -> None:
        """NetworkManager joins meanwhile what it knows."""
        self.now_s += seconds
        for key, (name, secret) in self.known.items():
            if key != OWN and not self.up and self.air.get(name) == secret:
                self.up = key


@pytest.fixture
def radio(tmp_path: Path) -> Radio:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/machine-id").write_text("0123456789abcdef0123456789abc4f2\n")
    return Radio(tmp_path)


@pytest.fixture
def wifi(radio: Radio) -> OwnWifi:
    return OwnWifi(Places(radio.root), radio.run, lambda: radio.now_s, radio.wait)


def told(radio: Radio) -> dict[str, Any]:
    found = json.loads((radio.root / "run/companion-wifi/told.json").read_text())
    assert isinstance(found, dict)
    return found


def wish(radio: Radio, **what: object) -> Path:
    path = radio.root / "var/lib/companion/wifi/wish"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(what))
    return path


def opened(radio: Radio, wifi: OwnWifi) -> None:
    wifi.look()
    radio.now_s += ALONE_S
    wifi.look()
    assert radio.up == OWN


def test_a_box_without_a_network_opens_its_own_after_two_minutes(radio: Radio, wifi: OwnWifi) -> None:
    wifi.look()
    radio.now_s = ALONE_S - 1
    wifi.look()
    assert radio.up == ""
    radio.now_s = ALONE_S
    wifi.look()
    assert radio.up == OWN
    assert radio.known[OWN] == ("Tabletop 4F2", "")
    portal = radio.root / "etc/NetworkManager/dnsmasq-shared.d/companion-portal.conf"
    assert portal.read_text() == "address=/#/10.42.0.1\n"
    assert told(radio)["own"]
    assert [(one["name"], one["secured"]) for one in told(radio)["networks"]] == [("Home:1", True), ("Café", False)]


@pytest.mark.parametrize("cable", [True, False])
def test_a_box_that_has_a_network_leaves_everything_as_it_is(radio: Radio, wifi: OwnWifi, cable: bool) -> None:
    radio.cable, radio.up = cable, "" if cable else "preconfigured"
    for _ in range(3):
        radio.now_s += ALONE_S
        wifi.look()
    assert radio.tried == []
    assert not told(radio)["own"]


def test_the_home_s_wi_fi_is_joined_and_its_password_is_not_left_lying_about(radio: Radio, wifi: OwnWifi) -> None:
    opened(radio, wifi)
    path = wish(radio, name="Home:1", password=PASSWORD)
    wifi.look()
    assert radio.up == HOME
    assert not path.exists()
    assert PASSWORD not in json.dumps(told(radio))
    wifi.look()
    assert not told(radio)["own"]


@pytest.mark.parametrize(
    ("name", "password", "said"),
    [("Home:1", "wrong horse", "wrong_password"), ("Gone", PASSWORD, "not_joined"), ("Home:1", "short", "8 to 63")],
)
def test_what_cannot_be_joined_leads_back_to_the_own_one(
    radio: Radio, wifi: OwnWifi, name: str, password: str, said: str
) -> None:
    opened(radio, wifi)
    wish(radio, name=name, password=password)
    wifi.look()
    assert radio.up == OWN
    assert said in told(radio)["said"]
    assert HOME not in radio.known


def test_a_mistyped_password_does_not_cost_the_home_s_that_worked(radio: Radio, wifi: OwnWifi) -> None:
    radio.known[HOME] = ("Home:1", PASSWORD)
    opened(radio, wifi)
    wish(radio, name="Home:1", password="wrong horse")
    wifi.look()
    assert (radio.up, told(radio)["said"]) == (OWN, "wrong_password")
    assert (radio.known[HOME], TRIED in radio.known) == (("Home:1", PASSWORD), False)


def test_names_may_hold_any_sign_and_lines_that_do_not_fit_are_left_out(radio: Radio, wifi: OwnWifi) -> None:
    radio.air, radio.more = {"back\\": PASSWORD, "\\:x": PASSWORD}, "rubbish\n:a:b\n"
    opened(radio, wifi)
    assert [one["name"] for one in told(radio)["networks"]] == ["back\\", "\\:x"]


def test_a_radio_that_is_blocked_is_switched_on_first(radio: Radio, wifi: OwnWifi) -> None:
    radio.is_blocked = True
    opened(radio, wifi)
    assert told(radio)["networks"]


@pytest.mark.parametrize("text", ['name = "Blue', 'password = "short"'])
def test_a_file_that_cannot_be_used_is_said(radio: Radio, wifi: OwnWifi, text: str) -> None:
    (radio.root / "etc/companion").mkdir()
    (radio.root / "etc/companion/own_wifi.toml").write_text(text)
    with pytest.raises(InstallError):
        opened(radio, wifi)


def test_whether_it_is_open_is_told(radio: Radio, wifi: OwnWifi) -> None:
    opened(radio, wifi)
    assert told(radio)["open"]
    (radio.root / "etc/companion").mkdir()
    (radio.root / "etc/companion/own_wifi.toml").write_text(f'password = "{PASSWORD}"')
    wifi.look()
    assert not told(radio)["open"]


def test_a_wish_that_nobody_carried_out_at_once_is_carried_out_never(radio: Radio, wifi: OwnWifi) -> None:
    radio.up = "preconfigured"
    path = wish(radio, name="Home:1", password=PASSWORD)
    wifi.look()
    assert not path.exists(), "it is in a network"
    radio.up = ""
    opened(radio, wifi)
    old = time.time() - 130
    os.utime(wish(radio, name="Home:1", password=PASSWORD), (old, old))
    wifi.look()
    assert (radio.up, path.exists()) == (OWN, False)


def test_it_comes_back_when_the_home_s_is_gone_and_changes_over_when_that_is_there_again(
    radio: Radio, wifi: OwnWifi
) -> None:
    opened(radio, wifi)
    wish(radio, name="Home:1", password=PASSWORD)
    wifi.look()
    wifi.look()
    home, radio.up = radio.air.pop("Home:1"), ""
    opened(radio, wifi)
    radio.air["Home:1"], radio.guests = home, 1
    radio.now_s += AGAIN_S
    wifi.look()
    assert radio.up == OWN, "somebody plays in it"
    radio.guests = 0
    wifi.look()
    assert radio.up == HOME


def test_where_the_home_s_is_still_gone_the_own_one_opens_again_at_once(radio: Radio, wifi: OwnWifi) -> None:
    radio.known["preconfigured"] = ("Elsewhere", PASSWORD)
    opened(radio, wifi)
    radio.now_s += AGAIN_S
    wifi.look()
    assert (radio.up, radio.tried) == (OWN, [OWN, OWN])


def test_playing_here_without_internet_is_for_good_until_there_is_a_network(radio: Radio, wifi: OwnWifi) -> None:
    radio.known["preconfigured"] = ("Elsewhere", PASSWORD)
    opened(radio, wifi)
    wish(radio, here=True)
    wifi.look()
    assert told(radio)["here"]
    radio.now_s += 10 * AGAIN_S
    wifi.look()
    assert radio.tried == [OWN]
    radio.cable = True
    wish(radio)  # nothing that anybody meant
    wifi.look()
    wifi.look()
    assert radio.up == ""
    assert not Places(radio.root).portal.exists(), "it would lead the names of other shared networks astray"
    wifi.look()
    assert not told(radio)["own"]


def test_a_wish_that_is_no_file_of_ours_is_taken_for_none(radio: Radio, wifi: OwnWifi, tmp_path: Path) -> None:
    opened(radio, wifi)
    path = wish(radio)
    path.unlink()
    path.symlink_to(tmp_path / "etc/machine-id")
    wifi.look()
    assert radio.up == OWN
    assert not path.is_symlink()


def test_each_kind_of_network_stands_in_its_file_as_it_should() -> None:
    def lines(network: Network, *, is_own: bool) -> list[str]:
        return connection(OWN if is_own else HOME, "wlan0", network).splitlines()

    assert "[wifi-security]" not in lines(Network("a"), is_own=True)
    wpa2, wpa3 = (lines(Network("a", "correct \\horse", is_wpa3=is_3), is_own=True) for is_3 in (False, True))
    assert {"key-mgmt=wpa-psk", "pmf=1", "psk=correct\\s\\\\horse", "mode=ap", "proto=rsn;"} <= set(wpa2)
    assert {"key-mgmt=sae", "pmf=3"} <= set(wpa3)
    assert {"mode=infrastructure", "autoconnect=true", "method=auto"} <= set(lines(Network("a"), is_own=False))
    for name in ("", "x" * 33, "a\nb"):
        with pytest.raises(InstallError):
            Network(name)
