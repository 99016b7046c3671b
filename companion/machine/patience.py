"""A game's code that comes to no end is ended, in whatever thread of this process it runs."""

from __future__ import annotations

import ctypes
import logging
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from types import CodeType, FrameType
from typing import Final

from rules.outside import NoEnd

log = logging.getLogger("companion.patience")
LOOK_S: Final = 0.5
LOOKS: Final = 20
AGAIN: Final = 2


class Patience:
    """Looks now and then where every thread is, and raises NoEnd in one that has been in the same call into a game at
    many looks on end. Looks are counted and no time is taken: a machine that stood still meanwhile harms no game. One
    thread, from `start` to `stop`; until something has no end it costs a game nothing."""

    def __init__(
        self, folders: Callable[[], Iterable[Path]], look_s: float = LOOK_S, looks: int = LOOKS, again: int = AGAIN
    ):
        """`folders`: where the code of games lies; `looks`: at how many a call may last, and `again` the next one into
        code that had no end before, which pages ask for over and over."""
        self._folders = folders
        self._look_s = look_s
        self._looks, self._again = looks, again
        self._lasting: dict[int, tuple[FrameType, int]] = {}  # by thread: who called the game, and at how many looks
        self._endless: set[CodeType] = set()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="companion-patience", daemon=True)

    def start(self) -> None:
        """Begins to look."""
        self._thread.start()

    def stop(self) -> None:
        """Ends, and waits for it."""
        self._ended.set()
        self._thread.join()

    def look(self) -> None:
        """One look."""
        folders = tuple(f"{folder}/" for folder in self._folders())
        lasting: dict[int, tuple[FrameType, int]] = {}
        for thread, frame in sys._current_frames().items():
            caller, code = _call_into(folders, frame)
            if caller is None or code is None:
                continue
            before, count = self._lasting.get(thread, (None, 0))
            count = count + 1 if caller is before else 1
            lasting[thread] = caller, count
            if count > (self._again if code in self._endless else self._looks):
                self._endless.add(code)
                self._end(folders, thread, caller)
        self._lasting = lasting

    def _end(self, folders: tuple[str, ...], thread: int, caller: FrameType) -> None:
        """Raises it there, if the game still runs: the exception comes before that thread goes on."""
        frame = sys._current_frames().get(thread)
        if _call_into(folders, frame)[0] is caller:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(NoEnd))

    def _run(self) -> None:
        while not self._ended.wait(self._look_s):
            try:
                self.look()
            except Exception as error:  # the next look is another chance
                log.error("no look at the threads error=%s", type(error).__name__)


def _call_into(folders: tuple[str, ...], frame: FrameType | None) -> tuple[FrameType | None, CodeType | None]:
    """Who called the outermost code of a game that runs in a thread, and that code. A game's coroutine is the same for
    a whole match; whoever drives it is another at each answer."""
    caller = code = None
    while frame is not None:
        if frame.f_code.co_filename.startswith(folders):
            caller, code = frame.f_back, frame.f_code
        frame = frame.f_back
    return caller, code
