"""Gathering views of the lens board, one by one, until the lens can be measured."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

import cv2
import numpy as np

from vision.calibration.lens import LENS_BOARD, BoardView, LensBoard, find_board
from vision.types import Frame

COLUMNS, ROWS = 4, 3
"""The parts of the picture into which the board should have been."""
WANTED_VIEWS = 12
WANTED_PARTS = 9
_OTHER = 0.05  # of the picture's width: a view that differs less from one that we have tells nothing new
_HELD = 0.006  # of the picture's width: what the board may move between two looks
_PART_CORNERS = 3


class BoardSight(Enum):
    """What came of looking for the board."""

    NONE = "none"  # no board in the picture
    MOVING = "moving"
    KNOWN = "known"  # like a view that was taken before
    TAKEN = "taken"


@dataclass(frozen=True)
class Capture:
    """The views so far, and where the board was at the latest look. Immutable: each look gives a new one."""

    views: tuple[BoardView, ...] = ()
    outlines: tuple[np.ndarray, ...] = ()
    last: np.ndarray | None = None
    sight: BoardSight = BoardSight.NONE

    @property
    def parts(self) -> tuple[bool, ...]:
        """In which parts of the picture, row by row, corners of the board were seen."""
        counts = np.zeros((ROWS, COLUMNS), np.int32)
        for view in self.views:
            shares = view.pixels / np.array(view.size_px)
            cells = np.clip((shares * (COLUMNS, ROWS)).astype(int), 0, (COLUMNS - 1, ROWS - 1))
            np.add.at(counts, (cells[:, 1], cells[:, 0]), 1)
        return tuple(bool(count >= _PART_CORNERS) for count in counts.flatten())

    @property
    def is_enough(self) -> bool:
        """Whether there are views from enough sides."""
        return len(self.views) >= WANTED_VIEWS and sum(self.parts) >= WANTED_PARTS

    def outline_shares(self, size_px: tuple[int, int]) -> tuple[tuple[float, float], ...]:
        """The board's own four corners at the latest look, in shares of a picture of `size_px`; () when not seen."""
        if self.last is None:
            return ()
        return tuple((round(float(x) / size_px[0], 4), round(float(y) / size_px[1], 4)) for x, y in self.last)

    def look(self, frame: Frame, board: LensBoard = LENS_BOARD) -> Capture:
        """After this frame: one view more when the board is held still and differently than before."""
        view = find_board(frame.image, board)
        outline = None if view is None else _outline(view, board)
        if view is None or outline is None:
            return Capture(self.views, self.outlines, None, BoardSight.NONE)
        if self.views and self.views[0].size_px != view.size_px:
            return Capture((), (), outline, BoardSight.MOVING)
        width = view.size_px[0]
        if self.last is None or _apart(self.last, outline) > _HELD * width:
            return Capture(self.views, self.outlines, outline, BoardSight.MOVING)
        if any(_apart(other, outline) < _OTHER * width for other in self.outlines):
            return Capture(self.views, self.outlines, outline, BoardSight.KNOWN)
        return Capture((*self.views, view), (*self.outlines, outline), outline, BoardSight.TAKEN)


def _outline(view: BoardView, board: LensBoard) -> np.ndarray | None:
    """About where the board's own four corners are seen (4 x 2)."""
    found: Any = cv2.findHomography(board.corners[list(view.corners)], view.pixels, 0)[0]
    if found is None:
        return None
    w, h = board.width_mm, board.height_mm
    square = np.array([[[0, 0], [w, 0], [w, h], [0, h]]], np.float64)
    outline: np.ndarray = np.asarray(cv2.perspectiveTransform(square, np.asarray(found)), np.float64)
    return np.asarray(outline[0])


def _apart(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.linalg.norm(one - other, axis=1).mean())
