"""The way in as a screen shows it: addresses, how a seat is taken, and the Wi-Fi while the host wants it shown."""

from __future__ import annotations

import socket
from typing import Final

from companion.machine.addresses import base_url, is_anywhere, is_private
from companion.people.joining import Joining
from companion.settings.config import CodeShown, Config, ConfigError, JoinRule, WebConfig
from hardware.parts import SEAT_BUTTONS
from hardware.types import PinFactory
from web.views import JoinView, JoinWay

_ESCAPED: Final = str.maketrans({sign: f"\\{sign}" for sign in '\\;,:"'})


class WayIn:
    """Safe from any thread."""

    def __init__(self, web: WebConfig, joining: Joining):
        self._web = web
        self._joining = joining
        self.port = web.port
        self._shows_wifi = False
        self._table = ""

    def served_at(self, port: int) -> None:
        """The port that the pages are served at; the settings may have left it to the system."""
        self.port = port

    def call_table(self, name: str) -> None:
        """What the table is called from the next packet on; empty: it has no name."""
        self._table = name

    @property
    def address(self) -> str:
        """Where the pages are, for phones in the same network."""
        return base_url(self._web, self.port)

    @property
    def has_wifi(self) -> bool:
        """Whether the settings name a Wi-Fi."""
        return bool(self._web.wifi_name)

    def show_wifi(self, shown: bool) -> None:
        """Puts the way into the Wi-Fi, with its password, on the screens, or takes it away. A start hides it."""
        self._shows_wifi = shown

    def view(self) -> JoinView:
        """The way in now."""
        port, web = self.port, self._web
        named = f"{base_url(web, port, local_name())}/join" if is_anywhere(web) else ""
        wifi = wifi_payload(web.wifi_name, web.wifi_password) if self._shows_wifi and web.wifi_name else ""
        return JoinView(
            urls=(f"{self.address}/join",),
            local=named,
            way=self._joining.way,
            locked=self._joining.seating.is_locked,
            code=self._joining.code if self._shows_code() else "",
            wifi=wifi,
            table=self._table,
        )

    def _shows_code(self) -> bool:
        """Whether everybody who opens the table screen may read the code: whoever is in the same network, that is."""
        if self._joining.way is not JoinWay.CODE or self._web.show_code is CodeShown.OFF:
            return False
        return self._web.show_code is CodeShown.ON or is_private(self._web)


def local_name() -> str:
    """This machine's name in its own network, as multicast DNS gives it."""
    return f"{socket.gethostname().partition('.')[0].lower()}.local"


def wifi_payload(name: str, password: str) -> str:
    """What a QR code says so that a phone's camera offers to join a Wi-Fi (the de facto form of barcode readers)."""
    safe_name, safe_password = name.translate(_ESCAPED), password.translate(_ESCAPED)
    return f"WIFI:T:WPA;S:{safe_name};P:{safe_password};;" if password else f"WIFI:T:nopass;S:{safe_name};;"


def join_way(config: Config, seats: int) -> JoinWay:
    """How seats are taken at this table. ConfigError when buttons are wanted and not every seat has one."""
    hardware = config.hardware
    wired = len(hardware.pin_map[SEAT_BUTTONS]) >= seats and hardware.pins is not PinFactory.NONE
    match config.web.joining:
        case JoinRule.AUTO:
            return JoinWay.BUTTON if wired else JoinWay.CODE
        case JoinRule.BUTTON if not wired:
            raise ConfigError(
                'web.joining is "button", and not every seat has a button: wire them all (hardware.pins and '
                'hardware.seat_buttons), or set web.joining to "auto" or "code".'
            )
    return JoinWay(config.web.joining.value)
