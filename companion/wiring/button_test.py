"""The test of the buttons: while it is open, what the pins tell is counted and shown instead of played.

It ends by itself: after some minutes, when the page that it was opened on is not heard of any more, and with the
service.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.values.notices import OPENED, Notice
from hardware import ButtonRole, HardwareError, Press, Release, Rig, Signal, Turn, key_of
from words import Sentence

LIMIT_S: Final = 300.0
"""So long a test may last: a forgotten one must not keep the table's buttons from playing."""
UNHEARD_S: Final = 20.0
"""After so long without a word from the host's page it ends."""
LIT_AGAIN_S: Final = 20.0
"""A light that is tried out goes back to the game by itself after some minutes, unless it is lit again."""

ENDED: Final = Notice("buttons_play")

log = logging.getLogger("companion.button_test")

Call = Callable[[], None]
Later = Callable[[float, Call], Call]
"""Makes a call after so many seconds, from any thread; gives what takes it back."""


def on_a_timer(delay_s: float, call: Call) -> Call:
    """`Later` on a thread of its own, which ends with the program."""
    timer = threading.Timer(delay_s, call)
    timer.daemon = True
    timer.start()
    return timer.cancel


@dataclass(frozen=True)
class Heard:
    """What a part has told since the test was opened: how often, when last, how far it was turned in all (clockwise if
    positive), and whether it is held now, as far as it tells that."""

    count: int = 0
    last_s: float = 0.0
    turned: int = 0
    held: bool = False


@dataclass(frozen=True)
class TrialNow:
    """A test as it is now. `left_s`: until it ends by itself; `lit` is the light that is tried out."""

    is_open: bool
    left_s: float
    heard: dict[str, Heard]
    lit: str


class ButtonTest:
    """Safe from any thread. `tell` gets a notice for everybody when it begins and when it is over."""

    def __init__(
        self,
        rig: Callable[[], Rig],
        clock: Callable[[], float],
        tell: Callable[[Notice], None],
        later: Later = on_a_timer,
    ):
        self._rig = rig
        self._clock = clock
        self._tell = tell
        self._later = later
        self._lock = threading.RLock()
        self._until_s: float | None = None  # None: there is no test
        self._asked_s = 0.0
        self._heard: dict[str, Heard] = {}
        self._down: set[ButtonRole] = set()  # pressed in a test: letting go is no move either, even after its end
        self._lit, self._lit_s = "", 0.0
        self._cancel: Call = lambda: None

    @property
    def is_open(self) -> bool:
        """Whether the buttons are being tested."""
        return self._until_s is not None

    def takes(self, signal: Signal) -> bool:
        """Keeps for the test what the pins tell; False when it is for the match."""
        with self._lock:
            if isinstance(signal, Release) and signal.role in self._down:
                self._down.discard(signal.role)
                self._let_go(signal)
                return True
            end_s = self._end_s()
            if end_s is None or self._clock() >= end_s or isinstance(signal, Release):
                return False  # a letting go here is of a button that was pressed before the test
            self._note(signal)
            return True

    def open(self) -> None:
        """Begins the test, or lets it go on. Raises HardwareError when there is nothing to test."""
        rig = self._rig()
        if not rig.parts() or rig.factory is None:
            raise HardwareError(Sentence("There is nothing to test: no parts are wired, or hardware.pins is none."))
        with self._lock:
            was_open = self.is_open
            now_s = self._clock()
            self._asked_s = now_s
            self._until_s = now_s + LIMIT_S
            if was_open:
                return
            self._heard = {}
            self._watch()
        log.info("the test of the buttons begins")
        self._tell(OPENED)

    def close(self) -> None:
        """Ends the test; without one nothing happens."""
        with self._lock:
            if not self.is_open:
                return
            self._until_s = None
            self._lit = ""
            self._cancel()
            self._rig().lights_back()
        log.info("the test of the buttons is over")
        self._tell(ENDED)

    def light(self, key: str, on: bool) -> None:
        """Lights this light alone, or none. Raises HardwareError for a key that is no light, or without a test."""
        with self._lock:
            if not self.is_open:
                raise HardwareError(Sentence("The test is over. Begin it again to light something."))
            self._rig().light(key, on)  # still with the lock: after the end nothing is lit
            self._lit, self._lit_s = key if on else "", self._clock()

    def asked(self) -> TrialNow:
        """The test as it is now, for the host's page: while it asks, the test goes on."""
        self.follow()
        with self._lock:
            now_s = self._clock()
            if self._lit and now_s - self._lit_s >= LIT_AGAIN_S:
                self.light(self._lit, True)
            self._asked_s = now_s
            left_s = 0.0 if self._until_s is None else self._until_s - now_s
            return TrialNow(self.is_open, left_s, dict(self._heard), self._lit)

    def follow(self) -> None:
        """Ends a test whose time is over."""
        with self._lock:
            end_s = self._end_s()
            is_over = end_s is not None and self._clock() >= end_s
        if is_over:
            self.close()

    # -- inside ------------------------------------------------------------------------------------------------------

    def _end_s(self) -> float | None:
        return None if self._until_s is None else min(self._until_s, self._asked_s + UNHEARD_S)

    def _watch(self) -> None:
        """Looks again when the test could be over."""
        end_s = self._end_s()
        if end_s is not None:
            self._cancel = self._later(max(0.1, end_s - self._clock()), self._woken)

    def _woken(self) -> None:
        self.follow()
        with self._lock:
            self._watch()

    def _note(self, signal: Signal) -> None:
        key = key_of(signal)
        old = self._heard.get(key, Heard())
        steps = signal.steps if isinstance(signal, Turn) else 0
        is_held = isinstance(signal, Press) and signal.role is ButtonRole.DIE  # the only one that tells when it is free
        if is_held:
            self._down.add(ButtonRole.DIE)
        self._heard[key] = Heard(old.count + 1, self._clock(), old.turned + steps, is_held)

    def _let_go(self, signal: Release) -> None:
        old = self._heard.get(key_of(signal))
        if old is not None:
            self._heard[key_of(signal)] = Heard(old.count, old.last_s, old.turned)
