"""The box's own Wi-Fi, where it is in no other: how it is, and what the host wishes for.

The service may change nothing of its machine. The system's own helper opens the Wi-Fi and tells in a file how it is;
the host's wish is laid into the data directory, and the helper carries it out (deploy/installer/own_wifi.py).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from companion.values.durable import write_whole

ADDRESS: Final = "10.42.0.1"
_OLD_S: Final = 2.0  # every request of a strange name asks


class Heard(msgspec.Struct, frozen=True):
    """A Wi-Fi that the box can hear: `signal` in percent; `secured`: it wants a password; `wpa3`: it takes WPA3
    alone."""

    name: str
    signal: int
    secured: bool
    wpa3: bool


class Told(msgspec.Struct, frozen=True):
    """How it is. `own`: the box has opened its own; `here`: and stays in it, as the host wished; `open`: whoever
    is near can join it; `said`: why it is not in the one that the host chose: "wrong_password", "not_joined", or a
    sentence."""

    own: bool = False
    here: bool = False
    open: bool = False
    said: str = ""
    networks: tuple[Heard, ...] = ()


class OwnWifi:
    """See above. `told` is another file only in tests."""

    def __init__(
        self,
        data: Path,
        told: Path = Path("/run/companion-wifi/told.json"),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wish = data / "wifi/wish"
        self._file = told
        self._clock = clock
        self._told, self._until_s = Told(), 0.0

    def told(self) -> Told:
        """How it is; as if there were none, where the helper does not run."""
        if self._clock() >= self._until_s:
            try:
                self._told = msgspec.json.decode(self._file.read_bytes(), type=Told)
            except (OSError, msgspec.MsgspecError):
                self._told = Told()
            self._until_s = self._clock() + _OLD_S
        return self._told

    def portal(self) -> str:
        """What a phone in the own Wi-Fi hears that asks for internet: "ask": the pages instead; "here": all is well,
        since the host wants to play without; empty: there is no such Wi-Fi."""
        told = self.told()
        return "" if not told.own else "here" if told.here else "ask"

    def join(self, name: str, password: str, *, is_wpa3: bool) -> None:
        """Wishes to be in that Wi-Fi. OSError when the wish cannot be laid."""
        self._lay({"name": name, "password": password, "wpa3": is_wpa3})

    def stay(self) -> None:
        """Wishes to stay in the own one. OSError when the wish cannot be laid."""
        self._lay({"here": True})

    def _lay(self, wish: dict[str, object]) -> None:
        self._wish.parent.mkdir(mode=0o700, exist_ok=True)
        write_whole(self._wish, json.dumps(wish))
