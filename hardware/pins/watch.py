"""Looks from time to time whether the pins can still tell anything."""

from __future__ import annotations

import logging
from collections.abc import Callable

from hardware.pins.later import Later
from hardware.types import Fault
from words import Sentence

_log = logging.getLogger(__name__)
_EVERY_S = 5.0


class Watch:
    """Tells once when the pin library's callback thread has died, which nothing else would notice."""

    def __init__(self, is_alive: Callable[[], bool], later: Later, on_fault: Callable[[Fault], None]) -> None:
        """Looks with `is_alive` every 5 s from now on."""
        self._is_alive = is_alive
        self._later = later
        self._on_fault = on_fault
        self._is_closed = False
        later(_EVERY_S, self._look)

    def close(self) -> None:
        """Look no more. Never raises; a second call does nothing."""
        self._is_closed = True

    def _look(self) -> None:
        if self._is_closed:
            return
        if self._is_alive():
            self._later(_EVERY_S, self._look)
            return
        _log.error("The callback thread of the pins has ended")
        sentence = Sentence("The buttons no longer answer; the phones go on. Restart the companion to bring them back.")
        self._on_fault(Fault("buttons", sentence))
