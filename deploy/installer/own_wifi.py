"""A Wi-Fi of the box's own when it is in no network, and the way from there into the home's: by NetworkManager.

`nmcli device wifi hotspot` always makes WPA2, so connections are written as files, as NetworkManager keeps them. What a
phone asks for in the own Wi-Fi is led to the box (dnsmasq-shared.d), whose pages then say that it has to choose. The
service may change nothing of this machine: it lays a wish into its data directory, as for another version.
"""

from __future__ import annotations

import json
import os
import re
import time
import tomllib
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from deploy.installer.machine import out_of, say
from deploy.installer.places import InstallError, Places
from deploy.installer.system_files import write

OWN: Final = "companion-own"
HOME: Final = "companion-home"
TRIED: Final = "companion-try"
"""What the connections are called that are made here; the last one until it is known that it works."""
ADDRESS: Final = "10.42.0.1"
ALONE_S: Final = 120.0
"""So long the box looks for a network before it opens its own."""
AGAIN_S: Final = 600.0
"""So often it looks for the home's again, while nobody is in its own: most radios cannot do both."""
_LOOK_S: Final = 5.0
_JOIN_S: Final = 45
_SETTLE_S: Final = 25.0
_LARGEST_WISH: Final = 2000
_OLD_WISH_S: Final = 120.0


@dataclass(frozen=True)
class Network:
    """A Wi-Fi: its name, the password (empty: it is open), and whether it takes WPA3 alone. Raises InstallError when
    there can be none such."""

    name: str
    password: str = ""
    is_wpa3: bool = False

    def __post_init__(self) -> None:
        if not 1 <= len(self.name.encode()) <= 32 or not self.name.isprintable():
            raise InstallError("A Wi-Fi's name has 1 to 32 letters: choose one of the list.")
        if self.password and not (
            8 <= len(self.password) <= 63 and self.password.isascii() and self.password.isprintable()
        ):
            raise InstallError("A Wi-Fi's password has 8 to 63 plain letters, digits and signs: type it again.")


def connection(key: str, device: str, network: Network) -> str:
    """A Wi-Fi as NetworkManager keeps it in a file (nm-settings-keyfile(5)); only `HOME` is joined by itself. The name
    stands there as numbers: no letter of it can be taken for anything else."""
    is_own, name = key == OWN, "".join(f"{byte};" for byte in network.name.encode())
    lines = ["[connection]", f"id={key}", f"uuid={uuid.uuid5(uuid.NAMESPACE_DNS, key)}", "type=wifi"]
    lines += [f"interface-name={device}", f"autoconnect={str(key == HOME).lower()}"]
    lines += ["[wifi]", f"ssid={name}", *(("mode=ap", "band=bg") if is_own else ("mode=infrastructure",))]
    if network.password:
        management, frames = ("sae", 3) if network.is_wpa3 else ("wpa-psk", 1)
        lines += ["[wifi-security]", f"key-mgmt={management}", f"pmf={frames}", f"psk={_escaped(network.password)}"]
        lines += ["proto=rsn;", "pairwise=ccmp;", "group=ccmp;"] if is_own else []
    shared = ("method=shared", f"address1={ADDRESS}/24") if is_own else ("method=auto",)
    lines += ["[ipv4]", *shared, "[ipv6]", f"method={'disabled' if is_own else 'auto'}"]
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(" ", "\\s")


def _heard(listed: str) -> list[dict[str, Any]]:
    """The networks of nmcli's terse list, the strongest first; names may hold any sign. What does not fit is left
    out."""
    found: dict[str, dict[str, Any]] = {}
    for line in listed.splitlines():
        parts = line.rsplit(":", 2)
        if len(parts) < 3 or not parts[1].isdecimal():
            continue
        name, signal, security = re.sub(r"\\(.)", r"\1", parts[0]), int(parts[1]), parts[2]
        if name and name not in found:
            is_wpa3 = "WPA3" in security and "WPA2" not in security
            found[name] = {"name": name, "signal": signal, "secured": bool(security), "wpa3": is_wpa3}
    return sorted(found.values(), key=lambda one: -one["signal"])


class OwnWifi:
    """The box's network, looked after from the start of the system on."""

    def __init__(
        self,
        places: Places,
        run: Callable[[Sequence[str]], tuple[int, str]] = out_of,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], object] = time.sleep,
    ) -> None:
        self._places, self._run, self._clock, self._wait = places, run, clock, wait
        self._since_s = clock()
        self._is_for_good = False  # "play here without internet": nobody looks for the home's any more
        self._said = ""
        self._networks: list[dict[str, Any]] = []
        self._told = ""

    def forever(self) -> None:
        """Looks every few seconds. InstallError where there is no NetworkManager."""
        while True:
            self.look()
            self._wait(_LOOK_S)

    def look(self) -> None:
        """Once: opens the own Wi-Fi, leaves it, or carries a wish out."""
        device, state, by_cable = self._devices()
        if state != OWN:
            self._wish()  # nobody carries it out later
            self._places.portal.unlink(missing_ok=True)
        if not device:
            return
        if state == OWN:
            self._look_in_own(device, by_cable)
        elif state or by_cable:
            self._since_s, self._said, self._is_for_good = self._clock(), "", False
        elif self._clock() - self._since_s >= ALONE_S:
            self._open(device)
            state = OWN
        self._tell(state == OWN)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _look_in_own(self, device: str, by_cable: bool) -> None:
        wish = self._wish()
        if wish is not None and wish.get("here") is True:
            self._is_for_good, self._said = True, ""
        elif wish is not None:
            self._join(device, wish)
        elif by_cable:
            self._close()
        elif not self._is_for_good and self._clock() - self._since_s >= AGAIN_S and not self._has_guests(device):
            self._since_s = self._clock()
            if self._knows_others():
                self._close()
                self._wait(_SETTLE_S)  # NetworkManager joins by itself what it knows
                if not self._devices()[1]:
                    self._open(device)

    def _open(self, device: str) -> None:
        """Opens the own Wi-Fi, once it is known which others there are: an access point cannot look."""
        own = self._own()
        if self._nmcli("radio", "wifi")[1] != "enabled":  # a Raspberry Pi's is off until somebody has set a country
            self._run(("rfkill", "unblock", "wifi"))
            self._nmcli("radio", "wifi", "on")
            self._wait(_LOOK_S)
        code, listed = self._nmcli("-t", "-f", "SSID,SIGNAL,SECURITY", "device", "wifi", "list", "--rescan", "yes")
        self._networks = _heard(listed) if code == 0 else []
        write(self._places.portal, f"address=/#/{ADDRESS}\n")
        self._keep(OWN, connection(OWN, device, own))
        code, why = self._nmcli("--wait", str(_JOIN_S), "connection", "up", OWN)
        self._since_s = self._clock()
        say(f"this box opens its own Wi-Fi, {own.name}" if code == 0 else f"no Wi-Fi of its own: {why}")

    def _close(self) -> None:
        """Leaves the own Wi-Fi. What leads every name to the box goes with it: it is for every shared network."""
        self._nmcli("connection", "down", OWN)
        self._places.portal.unlink(missing_ok=True)

    def _join(self, device: str, wish: dict[str, Any]) -> None:
        """Changes over to the home's Wi-Fi; where that does not work, back to the own one, which says why. What worked
        before stays known."""
        try:
            network = Network(str(wish.get("name", "")), str(wish.get("password", "")), wish.get("wpa3") is True)
        except InstallError as error:
            self._said = str(error)
            return
        self._keep(TRIED, connection(TRIED, device, network))
        self._close()
        code, why = self._nmcli("--wait", str(_JOIN_S), "connection", "up", TRIED)
        if code == 0:  # only now: what was typed wrongly must not cost the one that works
            self._keep(HOME, connection(HOME, device, network))
            self._nmcli("--wait", str(_JOIN_S), "connection", "up", HOME)
        self._nmcli("connection", "delete", TRIED)
        if code == 0:
            self._said = ""
            return
        is_wrong = "secrets" in why.lower() or "password" in why.lower()
        self._said = "wrong_password" if is_wrong else "not_joined"
        self._open(device)

    def _own(self) -> Network:
        """What the own Wi-Fi is called: by the board's number, so that two boxes differ. InstallError for a file that
        cannot be read."""
        digits = (self._places.root / "etc/machine-id").read_text("utf-8").strip()
        file = self._places.settings.with_name("own_wifi.toml")
        try:
            wanted = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
        except (OSError, ValueError) as error:
            raise InstallError(f"{file} cannot be read: {error}.") from error
        name, password = wanted.get("name", f"Tabletop {digits[-3:].upper()}"), wanted.get("password", "")
        return Network(str(name), str(password), wanted.get("wpa3") is True)

    def _keep(self, key: str, text: str) -> None:
        path = self._places.connections / f"{key}.nmconnection"
        write(path, text, 0o600)
        self._nmcli("connection", "load", str(path))

    def _devices(self) -> tuple[str, str, bool]:
        """The Wi-Fi device, empty where there is none; the connection that it has; and whether a cable is in."""
        code, text = self._nmcli("-t", "-f", "DEVICE,TYPE,STATE,CONNECTION", "device")
        if code != 0:
            raise InstallError(f"NetworkManager does not answer: {text}.")
        device = has = ""
        by_cable = False
        for line in text.splitlines():
            name, kind, state, connected = line.split(":", 3)
            is_up = state.startswith("connected")
            by_cable |= kind == "ethernet" and is_up
            if kind == "wifi" and not device:
                device, has = name, (connected if is_up else "")
        return device, has, by_cable

    def _has_guests(self, device: str) -> bool:
        code, text = self._run(("iw", "dev", device, "station", "dump"))
        return code != 0 or "Station" in text  # who cannot ask disturbs nobody

    def _knows_others(self) -> bool:
        _, text = self._nmcli("-t", "-f", "TYPE,NAME", "connection")
        known = {line.removeprefix("802-11-wireless:") for line in text.splitlines() if line.startswith("802-11-")}
        return bool(known - {OWN, TRIED})

    def _nmcli(self, *words: str) -> tuple[int, str]:
        return self._run(("nmcli", *words))

    def _wish(self) -> dict[str, Any] | None:
        """What the host wished for on the page just now; it is gone then, since a password may stand in it."""
        path = self._places.state / "wifi/wish"
        try:
            with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
                is_old = abs(time.time() - os.fstat(file.fileno()).st_mtime) > _OLD_WISH_S
                wish = None if is_old else json.loads(file.read(_LARGEST_WISH))
        except FileNotFoundError:
            return None
        except (OSError, ValueError):
            wish, is_old = {}, False
        path.unlink(missing_ok=True)
        return None if is_old else wish if isinstance(wish, dict) else {}

    def _tell(self, is_own: bool) -> None:
        """How it is, for the pages; in memory, so that a memory card has no part in it."""
        told = {"own": is_own, "here": self._is_for_good, "said": self._said, "networks": self._networks[:30]}
        told["open"] = is_own and not self._own().password
        text = json.dumps(told)
        if text != self._told:
            write(self._places.root / "run/companion-wifi/told.json", text)
            self._told = text
