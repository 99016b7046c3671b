"""The own Wi-Fi as the host sees it, and what is wished for of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.doors.host_office import OfficeError
from companion.doors.office_door import OfficeDoor
from companion.journal.backups import Backups
from companion.journal.journal import Journal
from companion.machine.own_wifi import OwnWifi
from companion.sticks.keeper import Sticks
from companion.sticks.plugged import Plugged
from deploy.installer.own_wifi import OwnWifi as Helper
from deploy.installer.places import Places
from tests.companion.host_office import quiet_office, words
from tests.deploy.test_own_wifi import PASSWORD, Radio, opened


def test_the_box_goes_where_the_host_sends_it(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/machine-id").write_text("0123456789abcdef0123456789abc4f2\n")
    radio, clock = Radio(tmp_path), [0.0]
    helper = Helper(Places(tmp_path), radio.run, lambda: radio.now_s, radio.wait)
    state, told = tmp_path / "var/lib/companion", tmp_path / "run/companion-wifi/told.json"

    def later() -> float:
        clock[0] += 10.0
        return clock[0]

    with Journal.open(state / "companion.db") as journal:
        wifi = OwnWifi(state, told, later)
        sticks = Sticks(journal, Backups(journal.path), Plugged(tmp_path / "none"))
        door = OfficeDoor(None, quiet_office(journal), sticks, wifi)  # type: ignore[arg-type]
        assert door._wifi_view(words()) is None
        assert wifi.portal() == ""
        with pytest.raises(OfficeError, match="in a network already"):
            door._on_wifi("", "")
        opened(radio, helper)
        assert wifi.portal() == "ask"
        view = door._wifi_view(words())
        assert view is not None
        assert [one.name for one in view.networks] == ["Home:1", "Café"]
        assert view.is_open
        refused = {
            ("Elsewhere", PASSWORD): "not hear",
            ("Home:1", "short"): "8 to 63",
            ("Home:1", "Gemüse 1"): "A to Z",
        }
        for (name, password), why in refused.items():
            with pytest.raises(OfficeError, match=why):
                door._on_wifi(name, password)
        assert "own Wi-Fi" in door._on_wifi("", "")
        helper.look()
        assert wifi.portal() == "here"
        door._on_wifi("Home:1", "wrong horse")
        helper.look()
        view = door._wifi_view(words("de"))
        assert view is not None
        assert "Passwort" in view.said
        door._on_wifi("Home:1", PASSWORD)
        assert (state / "wifi/wish").stat().st_mode & 0o777 == 0o600
        assert json.loads((state / "wifi/wish").read_text())["password"] == PASSWORD
        helper.look()
        helper.look()
        assert (wifi.portal(), door._wifi_view(words())) == ("", None)
