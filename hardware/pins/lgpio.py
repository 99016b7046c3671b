"""Opening the board's real pins, or one sentence saying why that cannot be."""

from __future__ import annotations

import atexit
import importlib
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.types import HardwareError
from words import Sentence

if TYPE_CHECKING:
    from gpiozero import Factory


def open_lgpio(runtime_dir: Path | None) -> Factory:
    """gpiozero's factory for the real pins.

    lgpio makes a FIFO when it is first imported: in the directory LG_WD, to which it also *moves the whole process*.
    So LG_WD is set to `runtime_dir` (if None: the service's runtime directory, else as it is, else a temporary
    directory that lives as long as the process) and the process is moved back. Call it while no other thread uses
    relative paths. Raises HardwareError.
    """
    _choose_directory(runtime_dir)
    before = _current_directory()
    try:
        _import("lgpio", _not_installed)
        # importlib on purpose: gpiozero finds lgpio only through this module
        back_end = _import("gpiozero.pins.lgpio", _not_usable)
    finally:
        if before is not None:
            os.chdir(before)
    try:
        return back_end.LGPIOFactory()  # type: ignore[attr-defined]
    except Exception as fault:  # lgpio and gpiozero raise types of their own
        raise HardwareError(
            Sentence(
                'The setting hardware.pins is "lgpio", but the pins could not be opened ({why}): run this on a '
                'Raspberry Pi as a user of the group gpio, or set hardware.pins to "mock" (simulated buttons) or '
                '"none" (no buttons and lights).',
                why=_reason(fault),
            )
        ) from fault


def callbacks_alive() -> bool:
    """Whether the thread from which lgpio makes all its calls still runs. An exception in one call would end it, and
    then every button is silent and nothing says so. True as long as lgpio is not loaded, or hides its thread."""
    thread = getattr(sys.modules.get("lgpio"), "_notify_thread", None)
    return not isinstance(thread, threading.Thread) or thread.is_alive()


def _of_the_service() -> Path | None:
    """The first of the runtime directories that systemd made for this service, if it did."""
    first = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    # one that cannot be written was made for another service, which started this process
    return Path(first) if first and os.access(first, os.W_OK | os.X_OK) else None


def _choose_directory(runtime_dir: Path | None) -> None:
    runtime_dir = runtime_dir or _of_the_service()
    if runtime_dir is not None:
        if not os.access(runtime_dir, os.W_OK | os.X_OK):
            raise HardwareError(
                Sentence(
                    "The runtime directory {path} cannot be written, but lgpio needs it; create it for this user.",
                    path=runtime_dir,
                )
            )
        os.environ["LG_WD"] = str(runtime_dir.absolute())
    elif not os.environ.get("LG_WD"):
        own = tempfile.mkdtemp(prefix="lgpio-")
        atexit.register(shutil.rmtree, own, ignore_errors=True)
        os.environ["LG_WD"] = own


def _current_directory() -> Path | None:
    try:
        return Path.cwd()
    except OSError:  # the directory was removed meanwhile: nothing to go back to
        return None


def _not_installed(why: str) -> Sentence:
    return Sentence(
        'The setting hardware.pins is "lgpio", but lgpio is not installed: run "sudo apt install python3-lgpio", or '
        'set hardware.pins to "mock" (simulated buttons) or "none" (no buttons and lights) ({why}).',
        why=why,
    )


def _not_usable(why: str) -> Sentence:
    return Sentence(
        'The setting hardware.pins is "lgpio", but the installed lgpio is not usable: install python3-lgpio by apt, or '
        'set hardware.pins to "mock" (simulated buttons) or "none" (no buttons and lights) ({why}).',
        why=why,
    )


def _import(name: str, problem: Callable[[str], Sentence]) -> object:
    try:
        return importlib.import_module(name)
    except Exception as fault:  # a stub package, a missing library, a FIFO that cannot be made: each raises its own
        raise HardwareError(problem(_reason(fault))) from fault


def _reason(fault: Exception) -> str:
    return f"{type(fault).__name__}: {fault}".strip(": ")
