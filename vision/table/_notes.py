"""What is wrong with the picture as a whole, told once when it begins."""

from __future__ import annotations

import numpy as np

from vision.table._memory import Memory
from vision.table.gate import GateView
from vision.types import CameraNote

_BLIND_FRAMES = 3  # in a row: a single lost frame is nothing to talk about


class Notes:
    """Black and white pictures, and tables full of codes that nobody registered."""

    def __init__(self, strangers: int) -> None:
        self._strangers = strangers
        self._blind_frames = 0
        self._is_foreign = False

    def step(self, view: GateView, memory: Memory) -> tuple[CameraNote, ...]:
        """The notes that begin with this frame."""
        notes = []
        self._blind_frames = self._blind_frames + 1 if view.is_blind else 0
        if self._blind_frames == (1 if view.frame.alone else _BLIND_FRAMES):
            notes.append(CameraNote.DARK if float(np.mean(view.compared)) < 128 else CameraNote.BRIGHT)
        strangers = sum(item.tag.piece == "" for item in memory.extra)
        if strangers > self._strangers and not self._is_foreign:
            notes.append(CameraNote.FOREIGN)
        if strangers > self._strangers or strangers < self._strangers / 2:
            self._is_foreign = strangers > self._strangers
        return tuple(notes)
