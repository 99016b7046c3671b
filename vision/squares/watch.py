"""Reads a board whose pieces carry no stickers whenever it has come to rest after something moved on it."""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping

import numpy as np

from vision.calibration.board import AS_DRAWN, BoardFit
from vision.calibration.mat import Calibration
from vision.spots import outline_of
from vision.squares._flat import FlatBoard, Grid, flatten, grid_of
from vision.squares.checker import find_checker, follow_checker
from vision.squares.reader import SquaresReader
from vision.table.gate import GateView, Place
from vision.types import BoardSeen, Frame, MatBoard, MatLayout

_AGAIN_S = 15.0  # a board on which nothing moves is looked at so often, to follow the light
_SEARCH_AGAIN_S = 4.0  # after a search for the board that found nothing
_MOST_WRONG = 0.2  # of the fields: a picture that contradicts the position so much is not a picture of it


class SquaresWatch:
    """Watches the board of the layout, whose pieces carry no stickers. `set_position` may be called from any thread,
    `step` from the one that looks."""

    def __init__(self, layout: MatLayout) -> None:
        board = layout.board
        if board is None or not board.untagged:
            raise ValueError("the pieces of this board carry stickers")
        self._board: MatBoard = board
        self._grid: Grid = grid_of(layout)
        self._reader = SquaresReader(self._grid, board.sides)
        self._lock = threading.Lock()
        self._position: Mapping[str, str] | None = None
        self._is_new = self._is_afresh = False
        self._fit: BoardFit | None = None  # found by the pattern
        self._is_due = True
        self._looked_s = self._searched_s = -math.inf
        self._told: Mapping[str, str] | None = None

    @property
    def fit(self) -> BoardFit | None:
        """Where the board was found by its pattern; None while it was not."""
        return self._fit

    def set_position(self, position: Mapping[str, str], is_afresh: bool = False) -> None:
        """This is what stands on the board now, as the rules have it (field to side). The first one, and every one
        `is_afresh`, is learned from the next still picture."""
        with self._lock:
            self._position, self._is_new = dict(position), True
            self._is_afresh = self._is_afresh or is_afresh

    def step(
        self, frame: Frame, view: GateView, calibration: Calibration | None, fit: BoardFit | None = None
    ) -> BoardSeen | None:
        """Looks at one frame. A reading when something had moved on the board and it is at rest now, when a position
        was learned, and when the board turns out to be otherwise than told last; else None. `fit`: where the board lies
        by its own markers."""
        if calibration is None or view.is_blind or view.moving[self._around(view, calibration, fit)].any():
            self._is_due = True
            return None
        if frame.taken_s - self._looked_s < _AGAIN_S and not self._is_due and not self._is_new:
            return None
        flat = self._flat(frame, calibration, fit)
        if flat is None:
            return None
        was_due, self._is_due, self._looked_s = self._is_due, False, frame.taken_s
        learned = self._learned(flat, frame.taken_s)
        if learned is not None or not self._reader.has_learned:
            return learned
        seen = self._reader.read(flat, frame.taken_s)
        if not was_due and seen.position == self._told:
            return None
        self._told = seen.position
        return seen

    def _learned(self, flat: FlatBoard, taken_s: float) -> BoardSeen | None:
        """Takes over a new position; the reading if it was learned from this picture."""
        with self._lock:
            position, is_new, is_afresh = self._position, self._is_new, self._is_afresh
            self._is_new = self._is_afresh = False
        if position is None:
            return None
        if self._reader.has_learned and not is_afresh:
            if is_new:
                self._reader.accept(position)
            return None
        seen = self._reader.learn(flat, position, taken_s)
        wrong = sum(side != position.get(name, "") for name, side in seen.position.items())
        if wrong > _MOST_WRONG * len(seen.cells):
            self._reader.forget()  # once more when something has moved
        self._told = seen.position
        return seen

    def _flat(self, frame: Frame, calibration: Calibration, fit: BoardFit | None) -> FlatBoard | None:
        if fit is None and self._board.dark:
            fit = self._found(frame, calibration)
            if fit is None:
                return None
        return flatten(frame.image, self._grid, calibration, AS_DRAWN if fit is None else fit)

    def _found(self, frame: Frame, calibration: Calibration) -> BoardFit | None:
        """Where the board lies by its pattern. As drawn, or as it was, while it cannot be seen."""
        known = None if self._fit is None else follow_checker(frame.image, self._grid, calibration, self._fit)
        if known is None and frame.taken_s - self._searched_s >= _SEARCH_AGAIN_S:
            self._searched_s = frame.taken_s
            known = find_checker(frame.image, self._grid, calibration, self._fit or AS_DRAWN)
            if known is not None:  # as it will be followed from now on, so that both pictures of a move agree
                known = follow_checker(frame.image, self._grid, calibration, known.fit) or known
        if known is not None and not known.is_quarter_turned:
            self._fit = known.fit
        return self._fit

    def _around(self, view: GateView, calibration: Calibration, fit: BoardFit | None) -> Place:
        """The gate's cells that show the board."""
        outline = (fit or self._fit or AS_DRAWN).spot(self._board.outline)
        corners = np.array([(at.x_mm, at.y_mm) for at in outline_of(outline)], np.float64)
        pixels = calibration.pixels(corners) / view.cell_px
        rows, columns = view.moving.shape
        (left, above), (right, below) = pixels.min(axis=0), pixels.max(axis=0)

        def span(first: float, last: float, count: int) -> slice:
            return slice(min(count, max(0, math.floor(first))), min(count, max(0, math.ceil(last))))

        return span(above, below, rows), span(left, right, columns)
