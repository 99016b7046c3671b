"""When a place that has been read is read once more: one unlucky picture must not stand for ever."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.table.gate import GateView, Mask, MotionGate


@dataclass(frozen=True)
class RereadSettings:
    """Pauses in seconds."""

    again_s: float = 0.3  # after a change its place is read once more
    again_max_s: float = 1.2  # and so much later while a hand is busy: then all that it passed over is read in one go
    all_s: float = 10.0  # so long after a change everything is read again
    all_max_s: float = 300.0  # while nothing changes that pause is doubled each time, up to this


class Rereads:
    """Tells the gate which cells to doubt."""

    def __init__(self, settings: RereadSettings) -> None:
        self._settings = settings
        self._confirm: Mask | None = None
        self._confirm_s = math.inf
        self._all_s = -math.inf
        self._pause_s = settings.all_s
        self._is_all_own = False  # everything that settles with this frame was doubted here: it is confirmed by that
        self._own: Mask | None = None  # the same for some cells

    @property
    def due_s(self) -> float:
        """When something has to be read once more, as things stand."""
        return min(self._all_s, self._confirm_s)

    def step(self, gate: MotionGate, now_s: float, is_registry_new: bool, is_busy: bool = False) -> None:
        """Before a frame is judged: doubts what is due. `is_busy`: something moved in the frame before."""
        if is_registry_new or now_s >= self._all_s:
            gate.doubt_all()
            self._all_s = now_s + self._pause_s
            self._pause_s = min(2 * self._pause_s, self._settings.all_max_s)
            self._is_all_own = not is_registry_new
        if now_s >= self._confirm_s + (self._settings.again_max_s if is_busy else 0.0):
            if self._confirm is not None:
                gate.doubt(self._confirm)
            self._own, self._confirm, self._confirm_s = self._confirm, None, math.inf

    def settled(self, view: GateView, now_s: float) -> None:
        """After a look at what had settled."""
        own, is_all_own = self._own, self._is_all_own
        self._own, self._is_all_own = None, False
        if is_all_own:
            return
        new = view.fresh & ~view.beside
        if own is not None and own.shape == new.shape:
            new = new & ~own
        if not new.any():
            return
        self._pause_s = self._settings.all_s
        self._all_s = min(self._all_s, now_s + self._pause_s)
        if self._confirm is not None and self._confirm.shape == new.shape:
            new = new | self._confirm
        # what waits already does not wait longer: at a busy table it would never come to it
        self._confirm, self._confirm_s = np.asarray(new), min(self._confirm_s, now_s + self._settings.again_s)
