"""Opening the board's real pins, or one sentence saying why that cannot be."""

from __future__ import annotations

import importlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from .types import HardwareError

if TYPE_CHECKING:
    from gpiozero import Factory

_CURE = 'or set hardware.pins to "mock" (simulated buttons) or "none" (no buttons and lights).'


def open_lgpio(runtime_dir: Path | None) -> Factory:
    """gpiozero's factory for the real pins.

    lgpio makes a FIFO when it is first imported: in the directory LG_WD, to which it also *moves the whole process*.
    So LG_WD is set to `runtime_dir` (if None: kept as it is, or else a new temporary directory) and the process is
    moved back. Call it while no other thread uses relative paths. Raises HardwareError.
    """
    _choose_directory(runtime_dir)
    before = _current_directory()
    try:
        _import("lgpio", 'lgpio is not installed: run "sudo apt install python3-lgpio", ')
        # importlib on purpose: gpiozero finds lgpio only through this module
        back_end = _import("gpiozero.pins.lgpio", "the installed lgpio is not usable: install python3-lgpio by apt, ")
    finally:
        if before is not None:
            os.chdir(before)
    try:
        return back_end.LGPIOFactory()  # type: ignore[attr-defined]
    except Exception as fault:  # lgpio and gpiozero raise types of their own
        raise HardwareError(
            f'The setting hardware.pins is "lgpio", but the pins could not be opened ({_reason(fault)}): run this on a '
            f"Raspberry Pi as a user of the group gpio, {_CURE}"
        ) from fault


def _choose_directory(runtime_dir: Path | None) -> None:
    if runtime_dir is not None:
        if not os.access(runtime_dir, os.W_OK | os.X_OK):
            raise HardwareError(
                f"The runtime directory {runtime_dir} cannot be written, but lgpio needs it; create it for this user."
            )
        os.environ["LG_WD"] = str(runtime_dir.absolute())
    elif not os.environ.get("LG_WD"):
        os.environ["LG_WD"] = tempfile.mkdtemp(prefix="lgpio-")


def _current_directory() -> Path | None:
    try:
        return Path.cwd()
    except OSError:  # the directory was removed meanwhile: nothing to go back to
        return None


def _import(name: str, problem: str) -> object:
    try:
        return importlib.import_module(name)
    except Exception as fault:  # a stub package, a missing library, a FIFO that cannot be made: each raises its own
        raise HardwareError(f'The setting hardware.pins is "lgpio", but {problem}{_CURE} ({_reason(fault)})') from fault


def _reason(fault: Exception) -> str:
    return f"{type(fault).__name__}: {fault}".strip(": ")
