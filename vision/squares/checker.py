"""A board of dark and light fields without markers, found by the corners at which its fields meet.

Where four fields meet the brightness has a saddle: dark, light, dark, light around the point. Its sign says which of
them are dark, so a board that is one field off, or turned by a quarter, answers with the wrong sign. Pieces stand in
the middles of fields and leave most corners free; what leans over some of them is outvoted.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import grey
from vision.calibration.board import AS_DRAWN, BoardFit
from vision.calibration.mat import Calibration, Places
from vision.squares._flat import Grid, straightened
from vision.types import Image, Point

Floats = npt.NDArray[np.float32]

_PX_MM = 2.0
_MOST_TURN_DEG = 20
_MOST_SHIFT_SHARE = 0.8  # of a field: farther off, a neighbouring corner of the same kind would be nearer
_STEP_DEG = 2  # a corner of the board is 5 mm off after half a step
_SOFT_PX = 1.6  # sigma: as wide as the line between two fields may be blurred
_NEAR_PX = 5  # a corner is looked for so far around where it should be
_CLEAR = 0.25  # of a good corner's response, from which one counts as seen
_LEAST_SEEN = 0.4  # of all corners
_AGREES_MM = 3.0
_FAR_COST = 0.15  # of the score, for the farthest place: of two that look alike the nearer one is meant
_MOST_SCALE = 0.08
_FOLLOWED_MM = 20.0


@dataclass(frozen=True)
class CheckerFound:
    """Where the board lies, and the share of its corners (0..1) that were seen there. `is_quarter_turned`: its dark
    fields are where the light ones should be; `fit` then says where it lies, and nothing of what stands on which
    field."""

    fit: BoardFit
    seen: float
    is_quarter_turned: bool = False


@dataclass(frozen=True, eq=False)
class _Corners:
    """The corners where four fields meet in the drawing (n x 2, mm), and for each 1 where the upper left field is
    light, -1 where it is dark."""

    places: Places
    signs: Floats


def find_checker(
    image: Image,
    grid: Grid,
    calibration: Calibration,
    near: BoardFit = AS_DRAWN,
    margin_mm: float = 60.0,
    is_followed: bool = False,
) -> CheckerFound | None:
    """The board within 20 degrees and most of a field of where `near` says it lies; None where it cannot be made out.
    `margin_mm`: how much of the table around that place belongs to the picture, as far as it is in the frame.
    `is_followed`: it is not looked for elsewhere than there."""
    corners = _corners_of(grid)
    if len(corners.places) < 9:
        return None
    low = grid.middles.min(axis=0) - grid.pitch_mm / 2 - margin_mm
    span = grid.middles.max(axis=0) + grid.pitch_mm / 2 + margin_mm - low
    raster = (float(low[0]), float(low[1]), _PX_MM, round(float(span[0]) / _PX_MM), round(float(span[1]) / _PX_MM))
    flat = straightened(image, raster, calibration, near, is_whole=False)
    if flat is None:
        return None
    saddles = _Saddles(grey(flat))
    pixels = (corners.places - low) / _PX_MM - 0.5
    way, turn_deg, shift = 1.0, 0.0, 0j
    if not is_followed:
        reach = math.floor(min(_MOST_SHIFT_SHARE * grid.pitch_mm, margin_mm) / _PX_MM)
        way, turn_deg, shift = _voted(saddles, pixels, corners.signs, reach)
    found = _refined(saddles, pixels, corners.signs * way, turn_deg, shift)
    if found is None:
        return None
    (scale, turn), moved, seen = found
    # pixels of the picture back to the drawing as it lies in `near`, and from there to the mat
    place = _fit_through(complex(*low), scale, turn, moved)
    return CheckerFound(_after(near, place), seen, way < 0)


def follow_checker(image: Image, grid: Grid, calibration: Calibration, known: BoardFit) -> CheckerFound | None:
    """The board where it was, or a few millimetres from there: exact, and much cheaper than looking for it. None when
    it does not lie there."""
    return find_checker(image, grid, calibration, known, _FOLLOWED_MM, is_followed=True)


def _corners_of(grid: Grid) -> _Corners:
    step = grid.pitch_mm
    origin = grid.middles.min(axis=0)
    known = {(round((x - origin[0]) / step), round((y - origin[1]) / step)): n for n, (x, y) in enumerate(grid.middles)}
    places, signs = [], []
    for (column, row), n in known.items():
        around = [(column + 1, row), (column, row + 1), (column + 1, row + 1)]
        if all(at in known for at in around):
            places.append(grid.middles[n] + step / 2)
            signs.append(-1.0 if grid.dark[n] else 1.0)
    return _Corners(np.array(places, np.float64).reshape(-1, 2), np.array(signs, np.float32))


class _Saddles:
    """How much of a saddle there is at every pixel, for a board turned by any angle."""

    def __init__(self, picture: Image) -> None:
        light = np.log(picture.astype(np.float32) + 8.0)
        soft = np.asarray(cv2.GaussianBlur(light, (0, 0), _SOFT_PX), np.float32)
        self._cross = np.asarray(cv2.Sobel(soft, cv2.CV_32F, 1, 1, ksize=3), np.float32)
        across, down = (np.asarray(cv2.Sobel(soft, cv2.CV_32F, *way, ksize=3), np.float32) for way in ((2, 0), (0, 2)))
        self._unlike = 0.5 * (down - across)

    def at_turn(self, turn_deg: float) -> Floats:
        """Above 0 where upper left and lower right are light, seen along axes turned clockwise by so much."""
        turn = math.radians(2 * turn_deg)
        raw = math.cos(turn) * self._cross + math.sin(turn) * self._unlike
        strong = max(1e-6, float(np.percentile(np.abs(raw[::3, ::3]), 99.0)))
        return np.clip(raw / np.float32(strong), -1.0, 1.0).astype(np.float32)  # no highlight outvotes a corner


def _turned(pixels: Places, scale: float, turn: float, shift: complex) -> Places:
    """These places turned about their middle, then shifted."""
    plane = pixels[:, 0] + 1j * pixels[:, 1]
    middle = plane.mean()
    moved = scale * np.exp(1j * turn) * (plane - middle) + middle + shift
    return np.column_stack([moved.real, moved.imag])


def _voted(saddles: _Saddles, pixels: Places, signs: Floats, reach: int) -> tuple[float, float, complex]:
    """Whether the corners answer as printed (1) or all the other way round (-1), and the turn (degrees) and the shift
    (pixels) for which most of them do."""
    best, found = -math.inf, (1.0, 0.0, 0j)
    side = np.arange(-reach, reach + 1)
    far = np.sqrt(side[:, None] ** 2 + side[None, :] ** 2) / (1.5 * reach)
    for turn_deg in range(-_MOST_TURN_DEG, _MOST_TURN_DEG + 1, _STEP_DEG):
        answers = np.pad(saddles.at_turn(turn_deg), reach + _NEAR_PX)
        votes = np.zeros((len(side), len(side)), np.float32)
        for (x, y), sign in zip(_turned(pixels, 1.0, math.radians(turn_deg), 0j), signs, strict=True):
            column, row = round(x) + _NEAR_PX, round(y) + _NEAR_PX
            part = answers[max(0, row) : row + 2 * reach + 1, max(0, column) : column + 2 * reach + 1]
            if part.shape == votes.shape:
                votes += sign * part
        cost = _FAR_COST * (far + abs(turn_deg) / (2 * _MOST_TURN_DEG)) / 2
        for way in (1.0, -1.0):
            scores = way * votes / len(signs) - cost
            row, column = np.unravel_index(int(scores.argmax()), scores.shape)
            if scores[row, column] > best:
                best = float(scores[row, column])
                found = (way, float(turn_deg), complex(side[column], side[row]))
    return found


def _refined(
    saddles: _Saddles, pixels: Places, signs: Floats, turn_deg: float, shift: complex
) -> tuple[tuple[float, float], complex, float] | None:
    """The scale, turn (radians) and shift by least squares over the corners that are seen near where they should be,
    and the share of those that agree."""
    scale, turn = 1.0, math.radians(turn_deg)
    answers = saddles.at_turn(turn_deg)
    share = 0.0
    for near in (_NEAR_PX, _NEAR_PX, 3):
        wanted = _turned(pixels, scale, turn, shift)
        peaks, clear = _peaks(answers, wanted, signs, near)
        off = np.linalg.norm(peaks - wanted, axis=1)
        use = clear & (off <= np.median(off[clear]) + _AGREES_MM / _PX_MM if clear.any() else clear)
        if use.sum() < max(9, _LEAST_SEEN * len(signs)):
            return None
        source, target = (p[:, 0] + 1j * p[:, 1] for p in (pixels[use], peaks[use]))
        middle = complex((pixels[:, 0] + 1j * pixels[:, 1]).mean())
        here, there = source - source.mean(), target - target.mean()
        factor = complex((here.conj() * there).sum() / (np.abs(here) ** 2).sum())
        scale, turn = abs(factor), math.atan2(factor.imag, factor.real)
        shift = complex(target.mean()) - factor * (complex(source.mean()) - middle) - middle
        left = np.linalg.norm(_turned(pixels, scale, turn, shift) - peaks, axis=1)
        share = float((clear & (left * _PX_MM <= _AGREES_MM)).mean())
    if share < _LEAST_SEEN or abs(scale - 1.0) > _MOST_SCALE:
        return None
    middle = complex((pixels[:, 0] + 1j * pixels[:, 1]).mean())
    factor = scale * complex(math.cos(turn), math.sin(turn))
    return (scale, turn), shift + middle - factor * middle, share


def _peaks(answers: Floats, wanted: Places, signs: Floats, near: int) -> tuple[Places, npt.NDArray[np.bool_]]:
    """Where each corner answers best around its place, to a part of a pixel, and whether it answers clearly."""
    rim = near + 2
    padded = np.pad(answers, rim)
    peaks, strengths = wanted.copy(), np.zeros(len(wanted), np.float32)
    for n, ((x, y), sign) in enumerate(zip(wanted, signs, strict=True)):
        column, row = round(x) + rim, round(y) + rim
        part = sign * padded[max(0, row - near - 1) : row + near + 2, max(0, column - near - 1) : column + near + 2]
        if part.shape != (2 * near + 3, 2 * near + 3):
            continue
        down, across = np.unravel_index(int(part[1:-1, 1:-1].argmax()), (2 * near + 1, 2 * near + 1))
        strengths[n] = part[down + 1, across + 1]
        peaks[n, 0] = column - rim - near + across + _top(part[down + 1, across : across + 3])
        peaks[n, 1] = row - rim - near + down + _top(part[down : down + 3, across + 1])
    usual = float(np.percentile(strengths, 75.0))
    return peaks, np.asarray(strengths > max(_CLEAR * usual, 0.05))


def _top(three: Floats) -> float:
    """Where the parabola through three neighbours is highest, from the middle one."""
    before, here, after = (float(value) for value in three)
    bend = before - 2 * here + after
    return 0.0 if bend >= -1e-9 else max(-0.5, min(0.5, 0.5 * (before - after) / bend))


def _fit_through(low: complex, scale: float, turn: float, moved: complex) -> BoardFit:
    """The same similarity in millimetres: pixel p shows the place low + (p + 0.5) * size."""
    factor = scale * complex(math.cos(turn), math.sin(turn))
    half = complex(0.5, 0.5)
    shift = low + _PX_MM * (moved + half - factor * half) - factor * low
    return BoardFit(scale, math.degrees(turn), shift.real, shift.imag)


def _after(outer: BoardFit, inner: BoardFit) -> BoardFit:
    """First the one, then the other: where the inner fit puts a place of the drawing, as the outer one lies."""
    at = outer.point(Point(inner.right_mm, inner.down_mm))
    return BoardFit(outer.scale * inner.scale, outer.turn_deg + inner.turn_deg, at.x_mm, at.y_mm)
