"""Trying out one light after the other, while the game goes on."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import partial

from hardware.pins.lamps import Lamps
from hardware.pins.later import Later

_FORGOTTEN_S = 600.0


class LightTrial:
    """Lights one light of several rows alone. A trial that nobody ends ends by itself, so that a page that was closed
    leaves no table in the dark. May be used from several threads."""

    def __init__(self, rows: Sequence[Lamps], later: Later) -> None:
        self._rows = rows
        self._later = later
        self._calls = 0
        self._changing = threading.Lock()

    def light(self, key: str, on: bool) -> None:
        """Only this light is on, or none. Never raises."""
        with self._changing:
            self._calls += 1
            for row in self._rows:
                row.try_out(key, on)
            self._later(_FORGOTTEN_S, partial(self._forgotten, self._calls))

    def back(self) -> None:
        """All rows show again what they were last told. Never raises."""
        with self._changing:
            for row in self._rows:
                row.back()

    def _forgotten(self, calls: int) -> None:
        if calls == self._calls:
            self.back()
