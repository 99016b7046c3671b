"""One thread for all pictures with letters on them.

OpenCV 5 keeps a font of its own for every thread that ever wrote something: 6 MB of memory for each, until the thread
ends, and the threads that serve pages and play bots never do.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import Final, ParamSpec, TypeVar

_NAME = "picture-letters"
_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")
_WRITER: Final = ThreadPoolExecutor(1, _NAME)  # of the process, not of one service; Python ends it before itself


def lettered(draw: Callable[_Given, _Made]) -> Callable[_Given, _Made]:
    """The same function, carried out by the one thread that writes on pictures, for whichever thread calls it."""

    @wraps(draw)
    def handed_over(*args: _Given.args, **named: _Given.kwargs) -> _Made:
        if threading.current_thread().name.startswith(_NAME):
            return draw(*args, **named)
        return _WRITER.submit(draw, *args, **named).result()

    return handed_over
