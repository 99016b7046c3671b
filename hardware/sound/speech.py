"""Speech that never holds up the game: a thread of its own, a bounded queue, and a way down when devices fail."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from hardware.sound.ladder import Ladder
from hardware.sound.lines import LineQueue, clean
from hardware.sound.sinks import Heard, Sink, Speaker, WavFile
from hardware.sound.voices import Patience
from hardware.types import Fault, HardwareError, SpeechSettings, SpeechSink, Urgency, Utterance
from words import Sentence

_log = logging.getLogger(__name__)
_LISTEN_AGAIN_S = 30.0
_CLOSE_S = 0.8
_SPEAKER = "speaker"


class Speech:
    """Speaks public sentences one after the other. Texts are never logged, nor passed on except to the voice.

    Voices are tried in this order: pyttsx3 in a child process, the espeak-ng program, silence. Each step down, and a
    missing sound device, is told once as a `Fault`; then the lines are dropped silently. A missing sound device is
    looked for again from time to time, and at once for an urgent line.
    """

    def __init__(
        self,
        settings: SpeechSettings,
        clock: Callable[[], float],
        on_fault: Callable[[Fault], None],
        *,
        patience: Patience | None = None,
        on_audible: Callable[[bool], None] = lambda is_audible: None,
        is_quiet: Callable[[], bool] = lambda: False,
    ) -> None:
        """`clock` (s) dates the lines. `on_fault` is called on the speech thread; it must not block. So is `on_audible`
        when it is first known whether there is a voice and somewhere to speak, and whenever that changes. While
        `is_quiet` says so, lines are dropped when their turn comes.

        Raises HardwareError if the settings cannot work: a WAV file that cannot be written, a queue without room.
        """
        if settings.queue_size < 1:
            raise HardwareError(Sentence("The speech queue needs room for at least one line; raise its size."))
        self._settings = settings
        self._patience = patience or Patience()
        self._clock = clock
        self._on_fault = on_fault
        self._on_audible = on_audible
        self._is_quiet = is_quiet
        self._audible: bool | None = None  # not known yet
        self._told: set[str] = set()
        self._sink = _open_sink(settings, self._patience)
        self._ladder = Ladder(settings, self._patience, self._tell)
        self._deaf = True  # until the first probe
        self._next_probe_s = -math.inf
        self._changed = threading.Condition()
        # guarded by _changed:
        stale_s = {Urgency.NORMAL: settings.stale_s, Urgency.IMPORTANT: settings.important_stale_s}
        self._lines = LineQueue(clock, settings.queue_size, stale_s)
        self._busy = self._sink is not None
        self._hushes = 0
        self._closed = False
        self._spoken = 0
        self._thread = threading.Thread(target=self._run, name="companion-speech", daemon=True)
        if self._sink is not None:
            self._thread.start()

    @property
    def spoken(self) -> int:
        """How many utterances were spoken to their end."""
        with self._changed:
            return self._spoken

    @property
    def dropped(self) -> int:
        """How many lines were never begun because they were replaced, stale, hushed, too many, or came when all was to
        be quiet."""
        with self._changed:
            return self._lines.dropped

    @property
    def voice_pid(self) -> int | None:
        """Process number of the voice child, for the self-check; None while there is none."""
        return self._ladder.pid

    def say(self, line: Utterance) -> None:
        """Queue one line. Never blocks and never raises; silently dropped without a sink or after `close`."""
        with self._changed:
            if self._sink is None or self._closed:
                return
            self._lines.put(line)
            self._changed.notify_all()

    def hush(self) -> None:
        """Be silent at once: cuts the sentence being spoken and drops all waiting lines. Later lines are spoken."""
        with self._changed:
            self._hushes += 1
            self._lines.clear()
        self._ladder.hush()
        if self._sink is not None:
            self._sink.hush()

    def wait_idle(self, timeout_s: float) -> bool:
        """Wait until nothing is being spoken and nothing waits. False if that takes longer than `timeout_s`."""
        with self._changed:
            return self._changed.wait_for(lambda: self._closed or not (self._busy or len(self._lines)), timeout_s)

    def close(self) -> None:
        """End in less than a second, also in the middle of a sentence. Never raises; again does nothing."""
        with self._changed:
            self._closed = True
            self._hushes += 1
            self._lines.clear()
            self._changed.notify_all()
        if self._sink is None:
            return
        until_s = time.monotonic() + _CLOSE_S
        self._sink.hush()
        self._ladder.stop()
        self._thread.join(max(0.0, until_s - time.monotonic()))

    def _run(self) -> None:
        sink = self._sink
        assert sink is not None
        try:
            self._attempt(partial(self._look, sink))
            while not self._closed:
                work = self._next()
                self._attempt(partial(self._look, sink) if work is None else partial(self._speak, sink, *work))
        finally:
            self._ladder.close()
            sink.close()

    def _attempt(self, step: Callable[[], None]) -> None:
        try:
            step()
        except Exception as fault:  # a surprise must not end speech for the evening; its message could quote a text
            _log.error("Speech stumbled: %s", type(fault).__name__)

    def _next(self) -> tuple[Utterance, int] | None:
        """The next line; None when it is time to look for a lost device, and at the end."""
        with self._changed:
            self._busy = False
            self._changed.notify_all()
            while not self._closed:
                line = self._lines.take()
                if line is not None:
                    self._busy = True
                    return line, self._hushes
                self._changed.notify_all()  # stale lines may have gone
                if not self._changed.wait(_LISTEN_AGAIN_S if self._deaf else None):
                    return None
            return None

    def _look(self, sink: Sink) -> None:
        """Find out early what does not work, so that it is told before the first sentence."""
        if not self._closed and self._listen(sink):
            self._hear(self._ladder.prepare())

    def _speak(self, sink: Sink, line: Utterance, hushes: int) -> None:
        text = clean(line.text)
        if not text:
            return
        if self._is_quiet():
            with self._changed:
                self._lines.dropped += 1
            return
        if line.urgency is Urgency.URGENT:
            self._next_probe_s = -math.inf
        if not self._listen(sink):
            return

        def is_cut() -> bool:
            return self._hushes != hushes

        samples = self._ladder.samples(text, is_cut)
        if samples is None:
            self._hear(self._ladder.has_voice)
            return
        outcome = sink.take(samples, is_cut)
        match outcome.heard:
            case Heard.YES:
                with self._changed:
                    self._spoken += 1
                self._hear(True)
            case Heard.NO:
                self._lose(sink, outcome.why_not)
            case Heard.CUT:
                return

    def _listen(self, sink: Sink) -> bool:
        """Whether there is somewhere to speak; a lost device is looked for again after a while."""
        if self._deaf and self._clock() >= self._next_probe_s:
            why_not = sink.probe()
            if why_not:
                self._lose(sink, why_not)
            else:
                self._deaf = False
                self._told.discard(_SPEAKER)  # lost another time, it is told another time
        return not self._deaf

    def _lose(self, sink: Sink, reason: str) -> None:
        self._deaf = True
        self._next_probe_s = self._clock() + _LISTEN_AGAIN_S
        self._hear(False)
        self._tell(Fault(_SPEAKER, sink.lost, (reason,)))

    def _hear(self, is_audible: bool) -> None:
        if self._closed or is_audible is self._audible:
            return
        self._audible = is_audible
        try:
            self._on_audible(is_audible)
        except Exception:  # whoever listens must not end speech
            _log.exception("Nobody could be told whether the voice can be heard")

    def _tell(self, fault: Fault) -> None:
        if fault.device in self._told or self._closed:
            return
        self._told.add(fault.device)
        _log.warning("%s (%s)", fault.sentence, ", ".join(fault.facts))
        try:
            self._on_fault(fault)
        except Exception:  # whoever listens must not end speech
            _log.exception("A fault of %s could not be told", fault.device)


def _open_sink(settings: SpeechSettings, patience: Patience) -> Sink | None:
    match settings.sink:
        case SpeechSink.OFF:
            return None
        case SpeechSink.WAV:
            if not settings.wav_path:
                raise HardwareError(Sentence("Speech into a WAV file needs the path of that file; set wav_path."))
            return WavFile(Path(settings.wav_path))
        case SpeechSink.SPEAKER:
            try:
                return Speaker(patience)
            except OSError as fault:
                raise HardwareError(
                    Sentence(
                        "Speech needs room for temporary files ({why}); check the disk, or switch speech off.",
                        why=fault.strerror,
                    )
                ) from fault
