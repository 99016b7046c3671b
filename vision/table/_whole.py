"""What is told of the picture as a whole: that it is black, white or full of strange codes, and that all of it shifted,
so that it was the camera and not the pieces."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from vision.table._memory import Memory
from vision.table._where import centre_px
from vision.table.gate import GateView
from vision.types import CameraNote, Sighting

_BLIND_FRAMES = 3  # in a row: a single lost frame is nothing to talk about
_FEWEST = 3  # tags that shifted: people do move two cards at once
_MOST = 0.7  # share of the known tags in a look that shifted
_SHIFTED_MM = 4.0
_ALIKE_PX = 3.0
_WAIT_S = 1.0  # so long the markers may take to tell where the camera looks now


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


class BumpWatch:
    """Holds a look back while all that it saw has shifted as one, until the calibration follows or time is over."""

    def __init__(self) -> None:
        self._since_s = math.inf

    def is_bumped(self, seen: Sequence[Sighting], memory: Memory, now_s: float) -> bool:
        """Whether this look says more about the camera than about the table."""
        if not _have_all_shifted(seen, memory):
            self._since_s = math.inf
            return False
        self._since_s = min(self._since_s, now_s)
        return now_s - self._since_s < _WAIT_S


def _have_all_shifted(seen: Sequence[Sighting], memory: Memory) -> bool:
    if len(seen) < _FEWEST:
        return False
    before = {item.tag.payload: item.sighting for item in memory.lying if not item.tag.shared}
    pairs = [(before[s.payload], s) for s in seen if s.payload in before]
    shifted = [(old, new) for old, new in pairs if _shift_mm(old, new) > _SHIFTED_MM]
    if len(shifted) < max(_FEWEST, _MOST * len(pairs)):
        return False
    # no tag stayed at its place in the picture: what moved is moved as one stiff plane
    was = np.array([centre_px(old) for old, _ in shifted], np.float64)
    now = np.array([centre_px(new) for _, new in shifted], np.float64)
    found: Any = cv2.estimateAffinePartial2D(was, now, method=cv2.RANSAC, ransacReprojThreshold=_ALIKE_PX)
    if found[0] is None:
        return False
    plane = np.asarray(found[0], np.float64)
    off = np.linalg.norm(was @ plane[:, :2].T + plane[:, 2] - now, axis=1)
    return float((off < _ALIKE_PX).mean()) >= _MOST


def _shift_mm(old: Sighting, new: Sighting) -> float:
    if old.at is None or new.at is None:
        return 0.0
    return math.hypot(new.at.x_mm - old.at.x_mm, new.at.y_mm - old.at.y_mm)
