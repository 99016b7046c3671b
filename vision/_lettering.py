"""One thread for all pictures with letters on them.

OpenCV 5 keeps a font of its own for every thread that ever wrote something: 6 MB of memory for each, until the thread
ends, and the threads that serve pages and play bots never do.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache, partial, wraps
from queue import SimpleQueue
from typing import ParamSpec, TypeVar

_NAME = "picture-letters"  # of the process, not of one service: it stays
_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")
_Orders = SimpleQueue[Callable[[], None]]


def lettered(draw: Callable[_Given, _Made]) -> Callable[_Given, _Made]:
    """The same function, carried out by the one thread that writes on pictures, for whichever thread calls it."""

    @wraps(draw)
    def handed_over(*args: _Given.args, **named: _Given.kwargs) -> _Made:
        if threading.current_thread().name == _NAME:
            return draw(*args, **named)
        made: Future[_Made] = Future()
        _orders().put(partial(_carry_out, made, partial(draw, *args, **named)))
        return made.result()

    return handed_over


@cache
def _orders() -> _Orders:
    orders: _Orders = SimpleQueue()
    threading.Thread(target=_write, args=(orders,), name=_NAME, daemon=True).start()
    return orders


def _write(orders: _Orders) -> None:
    while True:
        orders.get()()  # nothing of it is kept while the next is waited for


def _carry_out(made: Future[_Made], draw: Callable[[], _Made]) -> None:
    try:
        made.set_result(draw())
    except BaseException as error:  # told to the thread that asked
        made.set_exception(error)
