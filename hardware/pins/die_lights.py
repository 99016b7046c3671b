"""The lights of the electronic die: the faces 1 to 6 as on any die, and a tumbling while its button is held."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from hardware.pins.lamps import Lamps
from hardware.types import Fault, LightState, Part
from words import Sentence

if TYPE_CHECKING:
    from gpiozero import Factory

_TUMBLE_S = 0.08  # a face for so long: too fast to read, slow enough to be seen changing
_TUMBLE_FACES = (3, 6, 1, 4, 2, 5)  # neighbours differ in many lights; the number itself comes from elsewhere


def _lit(*groups: int) -> tuple[LightState, ...]:
    return tuple(LightState.ON if group in groups else LightState.OFF for group in range(4))


_MIDDLE, _DIAGONAL, _OTHER_DIAGONAL, _ROW = range(4)
_DARK = _lit()
FACES: Final = MappingProxyType(
    {
        1: _lit(_MIDDLE),
        2: _lit(_DIAGONAL),
        3: _lit(_MIDDLE, _DIAGONAL),
        4: _lit(_DIAGONAL, _OTHER_DIAGONAL),
        5: _lit(_MIDDLE, _DIAGONAL, _OTHER_DIAGONAL),
        6: _lit(_DIAGONAL, _OTHER_DIAGONAL, _ROW),
    }
)
"""Which of the four groups (middle, one diagonal, the other diagonal, middle row) is lit for each number."""


class DieLights:
    """Seven lights on four pins, each pin to ground through the resistors of its lights.

    They show 1 to 6 and nothing else. For any other number they stay dark: seven lights cannot show it in a way that
    nobody misreads, and the screens and the voice tell it anyway.
    """

    def __init__(self, parts: Sequence[Part], factory: Factory | None, on_fault: Callable[[Fault], None]) -> None:
        """Open the pins of the four `parts` on the given gpiozero factory, all dark. `on_fault` is told once if lights
        die later.

        Raises HardwareError when a pin cannot be opened; pins opened before that are closed again.
        """
        fault = Fault("die_lights", Sentence("The lights of the die do not answer; its number is on the screens."))
        self.lamps = Lamps(parts, factory, fault, on_fault)
        """The four lights, for trying them out."""
        self._changing = threading.Lock()
        self._end = threading.Event()
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def show(self, number: int | None) -> None:
        """Show this number, 1 to 6; dark for None and for other numbers. Ends the tumbling. Never raises."""
        with self._changing:
            self._stop()
            self.lamps.show(_DARK if number is None else FACES.get(number, _DARK))

    def tumble(self) -> None:
        """Show changing faces until `show` or `close`, in the background. Never raises."""
        with self._changing:
            if self._thread is not None or self._is_closed or not self.lamps.shown:
                return
            self._end.clear()
            self._thread = threading.Thread(target=self._tumble, name="companion-die", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Darken the lights and let go of the pins. Never raises; a second call does nothing."""
        with self._changing:
            self._is_closed = True
            self._stop()
        self.lamps.close()

    def _stop(self) -> None:
        if self._thread is not None:
            self._end.set()
            self._thread.join()
            self._thread = None

    def _tumble(self) -> None:
        for face in itertools.cycle(_TUMBLE_FACES):
            self.lamps.show(FACES[face])
            if self._end.wait(_TUMBLE_S):
                return
