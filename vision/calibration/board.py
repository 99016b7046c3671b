"""Where a board that lies on the mat really is: its own corner markers say how it was shifted and turned.

A printed board slides under the pieces that lie on it. Its markers are looked for only where something settled at one
of them, or seldom while some are missing; without them the places stay as they were known last, at first as drawn.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import numpy.typing as npt

from vision._pixels import Box, Halves, cropped, grey, grown
from vision.calibration.markers import Corners, find_markers, follow_markers, middle_px, side_px
from vision.calibration.mat import Calibration, Places
from vision.spots import outline_of
from vision.table.gate import GateView
from vision.types import Frame, MatBoard, MatLayout, Point, Spot

Homography = npt.NDArray[np.float64]

_FEWEST = 2
_OFF_MM = 4.0  # a marker farther than this from where the others put it: it was glued elsewhere, or misread
_SCALE_OFF = 0.1
_SAME_MM = 1.0  # two looks at a board that lies still agree by this
_SEARCH_MM = 90.0  # so far around the board its markers are looked for at once
_AGAIN_S = 5.0
_AGAIN_MOST_S = 80.0  # a board that never had its markers must not cost anything


@dataclass(frozen=True)
class BoardFit:
    """How the board lies against the drawing: everything on it is scaled and turned clockwise about the mat's origin,
    then shifted. `bend`: what a board that is not as flat as the mat, or a mat that was measured roughly, does to its
    places after that: the first eight numbers of a homography of the mat, whose ninth is 1; none: nothing."""

    scale: float = 1.0
    turn_deg: float = 0.0
    right_mm: float = 0.0
    down_mm: float = 0.0
    bend: tuple[float, ...] = ()

    @property
    def matrix(self) -> Homography:
        """From the drawing to the mat, 3 x 3."""
        turn = cmath.rect(self.scale, math.radians(self.turn_deg))
        flat = np.array([(turn.real, -turn.imag, self.right_mm), (turn.imag, turn.real, self.down_mm), (0, 0, 1.0)])
        return flat if not self.bend else np.array([*self.bend, 1.0]).reshape(3, 3) @ flat

    def point(self, at: Point) -> Point:
        """Where a place of the drawn board is on the mat."""
        return _through(self.matrix, at)

    def back(self, at: Point) -> Point:
        """The place of the drawn board that lies there on the mat."""
        return _through(np.asarray(np.linalg.inv(self.matrix), np.float64), at)

    def after(self, inner: BoardFit) -> BoardFit:
        """First the inner one, then this."""
        turn = cmath.rect(self.scale, math.radians(self.turn_deg))
        shift = turn * complex(inner.right_mm, inner.down_mm) + complex(self.right_mm, self.down_mm)
        flat = BoardFit(self.scale * inner.scale, self.turn_deg + inner.turn_deg, shift.real, shift.imag)
        if not (self.bend or inner.bend):
            return flat
        rest = self.matrix @ inner.matrix @ np.linalg.inv(flat.matrix)
        return replace(flat, bend=tuple((rest / rest[2, 2]).ravel()[:8].tolist()))

    def spot(self, spot: Spot) -> Spot:
        """A field of the drawn board as it lies on the mat."""
        at = self.point(Point(spot.x_mm, spot.y_mm))
        wide, tall = spot.width_mm * self.scale, spot.height_mm * self.scale
        turned = spot.angle_deg + self.turn_deg
        return replace(spot, x_mm=at.x_mm, y_mm=at.y_mm, width_mm=wide, height_mm=tall, angle_deg=turned)


AS_DRAWN = BoardFit()


def _through(matrix: Homography, at: Point) -> Point:
    x, y, depth = (matrix @ (at.x_mm, at.y_mm, 1.0)).tolist()
    return Point(x / depth, y / depth)


def laid(layout: MatLayout, fit: BoardFit) -> MatLayout:
    """The mat with its board, and all fields of it, where the fit says."""
    board = layout.board
    if board is None:
        return layout
    spots = tuple(fit.spot(spot) if spot.name in board.fields else spot for spot in layout.spots)
    markers = {number: fit.point(at) for number, at in board.markers.items()}
    moved = replace(board, outline=fit.spot(board.outline), markers=markers)
    return replace(layout, spots=spots, board=moved)


def fit_board(board: MatBoard, seen: Mapping[int, Point], usual_scale: float = 1.0) -> BoardFit | None:
    """How a board lies whose markers' middles are seen at these places (mm on the mat).

    The similarity of least squares (Umeyama, Least-squares estimation of transformation parameters between two point
    patterns, 1991); its scale counts from three markers on, two have the `usual_scale`. One marker of four that
    disagrees with the others is left aside. None for fewer than two, and for what no board can look like: mirrored,
    bent, or larger or smaller by a tenth.
    """
    known = [number for number in seen if number in board.markers]
    groups = [tuple(known), *(combinations(known, len(known) - 1) if len(known) > 3 else ())]
    for group in groups:
        fit = _fitted({n: board.markers[n] for n in group}, seen, usual_scale)
        if fit is not None:
            return fit
    return None


def _fitted(drawn: Mapping[int, Point], seen: Mapping[int, Point], usual_scale: float) -> BoardFit | None:
    if len(drawn) < _FEWEST:
        return None
    source, target = (np.array([complex(p[n].x_mm, p[n].y_mm) for n in drawn]) for p in (drawn, seen))
    here, there = source - source.mean(), target - target.mean()
    turned = complex((here.conj() * there).sum() / max(1e-9, float((abs(here) ** 2).sum())))
    scale = abs(turned)
    if abs(scale - 1.0) > _SCALE_OFF:
        return None
    if len(drawn) == _FEWEST:
        turned *= usual_scale / scale
    off = abs(turned * here - there)
    if float(off.max()) > _OFF_MM:
        return None
    shift = complex(target.mean() - turned * source.mean())
    return BoardFit(abs(turned), math.degrees(cmath.phase(turned)), shift.real, shift.imag)


class BoardWatch:
    """Knows how the board lies, looked at with one camera. Without a board, or with one without markers, it stays as
    drawn."""

    def __init__(self, board: MatBoard | None) -> None:
        self._board = board if board is not None and board.markers else None
        self._markers: dict[int, Places] = {}  # corners in mm on the mat, as they were last seen
        self._calibration: Calibration | None = None  # by which they were seen
        self._searched_s = -math.inf
        self._pause_s = _AGAIN_S
        self._seen: tuple[float, tuple[Corners, ...]] = (-math.inf, ())
        self.fit: BoardFit | None = None

    def seen_in(self, frame: Frame) -> tuple[Corners, ...]:
        """The board's markers that the latest step saw, if it looked at this frame."""
        return self._seen[1] if self._seen[0] == frame.taken_s else ()

    def step(self, frame: Frame, view: GateView, calibration: Calibration | None) -> bool:
        """Looks for the markers where there is a reason to. Whether `fit` is another one now."""
        board = self._board
        if board is None or calibration is None or not self._has_reason(board, frame, view, calibration):
            return False
        seen = self._look(board, frame, view, calibration)
        self._calibration = calibration
        self._seen = frame.taken_s, tuple(seen.values())
        # a board that is still being pushed lies nowhere yet
        resting = {n: c for n, c in seen.items() if not view.moving[_around(view, c)].any()}
        now = {n: calibration.places(np.array(corners, np.float64)) for n, corners in resting.items()}
        return bool(now) and self._take_over(board, now)

    def _has_reason(self, board: MatBoard, frame: Frame, view: GateView, calibration: Calibration) -> bool:
        if calibration is not self._calibration:
            return True
        settled = [view.settled[_around(view, _pixels(calibration, known))].any() for known in self._markers.values()]
        if any(settled):
            return True
        if len(self._markers) == len(board.markers) and not self._is_some_hidden(frame):
            return False
        return frame.taken_s - self._searched_s > self._pause_s

    def _is_some_hidden(self, frame: Frame) -> bool:
        return len(self._seen[1]) < len(self._markers)

    def _look(self, board: MatBoard, frame: Frame, view: GateView, calibration: Calibration) -> Mapping[int, Corners]:
        """The markers where they were, else around the board, else anywhere."""
        known = {n: _pixels(calibration, places) for n, places in self._markers.items()}
        seen: dict[int, Corners] = follow_markers(frame.image, known)
        if len(seen) == len(board.markers):
            self._pause_s = _AGAIN_S
            return seen
        is_due = frame.taken_s - self._searched_s > self._pause_s
        self._searched_s = frame.taken_s
        box = self._search_box(board, frame, calibration)
        part = Halves(grey(cropped(frame.image, box)))
        if min(box[2:]) > 0:
            found = find_markers(part, list(board.markers))
            away = {n: tuple((x + box[0], y + box[1]) for x, y in corners) for n, corners in found.items()}
            seen = {**away, **seen}
        if len(seen) < _FEWEST and is_due:
            seen = {**find_markers(view.halves, list(board.markers)), **seen}
        if is_due:
            self._pause_s = _AGAIN_S if seen else min(2 * self._pause_s, _AGAIN_MOST_S)
        return seen

    def _search_box(self, board: MatBoard, frame: Frame, calibration: Calibration) -> Box:
        """Where the board lies in the picture as far as is known, and some way around it."""
        corners = outline_of((self.fit or AS_DRAWN).spot(board.outline))
        pixels = calibration.pixels(np.array([(at.x_mm, at.y_mm) for at in corners], np.float64))
        (left, above), (right, below) = pixels.min(axis=0), pixels.max(axis=0)
        reach = math.ceil(_SEARCH_MM * calibration.px_per_mm(Point(board.outline.x_mm, board.outline.y_mm)))
        box = (int(left), int(above), math.ceil(right - left), math.ceil(below - above))
        return grown(box, reach, frame.image.shape[1], frame.image.shape[0])

    def _take_over(self, board: MatBoard, now: Mapping[int, Places]) -> bool:
        """Makes the fit from the markers seen now, and from those that are hidden while the others stayed."""
        is_moved = any(n in self._markers and _gap_mm(self._markers[n], c) > _SAME_MM for n, c in now.items())
        markers = dict(now) if is_moved else {**self._markers, **now}
        middles = {n: _middle(corners) for n, corners in markers.items()}
        new = fit_board(board, middles, self.fit.scale if self.fit is not None else 1.0)
        if new is None:
            if not is_moved:
                self._markers = markers
            return False
        self._markers = markers
        if self.fit is not None and _apart_mm(self.fit, new, board) <= _SAME_MM:
            return False
        self.fit = new
        return True


def _pixels(calibration: Calibration, places: Places) -> Corners:
    return tuple((float(x), float(y)) for x, y in calibration.pixels(places))


def _around(view: GateView, corners: Corners) -> tuple[slice, slice]:
    return view.around(*middle_px(corners), side_px(corners))


def _middle(corners_mm: Places) -> Point:
    return Point(*middle_px(tuple((float(x), float(y)) for x, y in corners_mm)))


def _gap_mm(one: Places, other: Places) -> float:
    return float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0)))


def _apart_mm(one: BoardFit, other: BoardFit, board: MatBoard) -> float:
    """How far apart two fits put the board's corners at most."""
    return max(
        math.dist((a.x_mm, a.y_mm), (b.x_mm, b.y_mm))
        for a, b in ((one.point(at), other.point(at)) for at in outline_of(board.outline))
    )
