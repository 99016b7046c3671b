"""Frames from a source that may fail: late ones are dropped, and a lost camera is opened again after a pause."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from vision.types import Clock, Frame, FrameSource, VisionError


@dataclass(frozen=True)
class FeedSettings:
    """Waiting times in seconds."""

    timeout_s: float = 0.5
    late_s: float = 1.0  # a frame older than this is not worth looking at
    retry_s: float = 1.0  # first pause before the camera is opened again; doubled each time
    retry_max_s: float = 30.0


class Feed:
    """Reads one source after another: when one fails, `reopen` gives the next."""

    def __init__(
        self,
        source: FrameSource,
        reopen: Callable[[], FrameSource] | None,
        report_fault: Callable[[str | None], None],
        clock: Clock,
        settings: FeedSettings,
    ) -> None:
        self._source: FrameSource | None = source
        self._reopen = reopen
        self._report_fault = report_fault
        self._clock = clock
        self._settings = settings
        self._pause_s = settings.retry_s
        self._fault: str | None = None
        self.has_ended = False
        self.grab_s = 0.0  # how long the latest frame took to come, waiting included

    def next(self, stop: threading.Event) -> Frame | None:
        """The next frame worth looking at; None when there is none yet, when `stop` is set, or `has_ended`."""
        try:
            if self._source is None:
                assert self._reopen is not None
                self._source = self._reopen()
            started = time.perf_counter()
            frame = self._source.read(self._settings.timeout_s)
            self.grab_s = time.perf_counter() - started
        except VisionError as error:
            self._fail(str(error), stop)
            return None
        if frame is None:
            self.has_ended = self._source.ended
            return None
        if self._fault is not None:
            self._fault, self._pause_s = None, self._settings.retry_s
            self._report_fault(None)
        is_late = not frame.alone and self._clock() - frame.taken_s > self._settings.late_s
        return None if is_late or stop.is_set() else frame

    def _fail(self, sentence: str, stop: threading.Event) -> None:
        self.close()
        if self._fault is None:
            self._fault = sentence  # once per failure, however often opening fails again
            self._report_fault(sentence)
        if self._reopen is None:
            self.has_ended = True
            return
        stop.wait(self._pause_s)
        self._pause_s = min(2 * self._pause_s, self._settings.retry_max_s)

    def close(self) -> None:
        """Closes the source, if one is open."""
        source, self._source = self._source, None
        if source is not None:
            source.close()
