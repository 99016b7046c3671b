"""How the program's process ends."""

from __future__ import annotations

import atexit
import os
import sys
import threading
from collections.abc import Callable


def run(command_line: Callable[[], object]) -> None:
    """Runs a command line that ends by SystemExit, and ends the process with its exit code.

    A thread that could not be ended in time (a camera that hangs in its driver, a long look at a picture) must not come
    back from OpenCV while Python takes itself apart: that aborts the process, which systemd takes for a crash. Where
    one is left, all is done that belongs to an end but this.
    """
    codes: list[int] = []
    atexit.register(_leave, codes)  # before anything else is, so that it comes last
    try:
        command_line()
    except SystemExit as ended:
        if isinstance(ended.code, int):
            codes.append(ended.code)
        raise


def _leave(codes: list[int]) -> None:
    if codes and any(thread.daemon for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(codes[0])
