"""The voice as the service holds it: its settings can change in the middle of an evening, and it knows the hours."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime

from companion.settings.quiet_hours import QuietHours, room_time
from hardware import Speech
from hardware.types import Fault, SpeechSettings, SpeechSink, Utterance

_FOUND_AGAIN = "speaker"  # the fault that can pass by itself


class LiveVoice:
    """Speaks like `hardware.Speech`, with the settings of now. Safe from any thread."""

    def __init__(
        self,
        settings: SpeechSettings,
        clock: Callable[[], float],
        on_fault: Callable[[Fault], None],
        *,
        on_audible: Callable[[bool], None] = lambda is_audible: None,
        quiet: QuietHours | None = None,
        wall: Callable[[], datetime] = room_time,
    ):
        """`on_fault` hears of each fault once, however often the settings change; `on_audible` hears when nothing can
        be heard any more, and when it can again: both on a thread of the voice. `quiet` are hours of the clock `wall`.
        HardwareError when the settings cannot work."""
        self._lock = threading.Lock()
        self._clock = clock
        self._on_fault = on_fault
        self._on_audible = on_audible
        self._quiet = quiet
        self._wall = wall
        self._told: set[str] = set()
        self._is_audible = True  # until the contrary is known
        self.settings = settings  # how it speaks now
        self._speech = self._made(settings)
        self._closed = False

    @property
    def quiet(self) -> QuietHours | None:
        """The quiet hours that it keeps now, None when it may speak."""
        hours = self._quiet
        return hours if hours is not None and hours.hold_at(self._wall()) else None

    @property
    def wants_phones(self) -> bool:
        """Whether phones are to speak in its place: it should be heard from the loudspeaker, and cannot be."""
        return self.settings.sink is SpeechSink.SPEAKER and not self._is_audible and self.quiet is None

    def say(self, line: Utterance) -> None:
        """Queues one line; never blocks and never raises."""
        self._speech.say(line)

    def hush(self) -> None:
        """Silence at once: what is being said is cut, what waits is dropped. Later lines are said."""
        self._speech.hush()

    def change(self, settings: SpeechSettings) -> None:
        """Speaks in another way from now on; what is being spoken is cut. HardwareError when that cannot work: then it
        goes on as before."""
        with self._lock:
            if settings == self.settings or self._closed:
                return
            new = self._made(settings)
            if settings.sink is not self.settings.sink:
                self._told.clear()  # asked for anew, it is answered anew
            old, self._speech, self.settings = self._speech, new, settings
        old.close()

    def keep_quiet(self, hours: QuietHours | None) -> None:
        """Other quiet hours from now on; if they hold already, there is silence at once."""
        self._quiet = hours
        if self.quiet is not None:
            self.hush()

    def wait_idle(self, timeout_s: float) -> bool:
        """Waits until nothing is being spoken; False when that takes longer."""
        return self._speech.wait_idle(timeout_s)

    def close(self) -> None:
        """Ends in less than a second; harmless when repeated."""
        with self._lock:
            self._closed = True
        self._speech.close()

    # -- inside ------------------------------------------------------------------------------------------------------

    def _made(self, settings: SpeechSettings) -> Speech:
        return Speech(
            settings, self._clock, self._failed, on_audible=self._heard, is_quiet=lambda: self.quiet is not None
        )

    def _failed(self, fault: Fault) -> None:
        with self._lock:
            is_known = fault.device in self._told
            self._told.add(fault.device)
        if not is_known:
            self._on_fault(fault)

    def _heard(self, is_audible: bool) -> None:
        with self._lock:
            is_news, self._is_audible = is_audible is not self._is_audible, is_audible
            if is_audible:
                self._told.discard(_FOUND_AGAIN)
        if is_news:
            self._on_audible(is_audible)
