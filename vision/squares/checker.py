"""A board of dark and light fields without markers, found by the corners at which its fields meet.

Where four fields meet the brightness has a saddle: dark, light, dark, light around the point. Its sign says which of
them are dark, so a board that is one field off, or turned by a quarter, answers with the wrong sign. Pieces stand in
the middles of fields and leave most corners free; what leans over some of them is outvoted.
"""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import grey
from vision.calibration.board import AS_DRAWN, BoardFit, Homography
from vision.calibration.mat import Calibration, Places
from vision.squares._flat import Grid, straightened
from vision.types import Image

Floats = npt.NDArray[np.float32]

_PX_MM = 2.0
_MOST_TURN_DEG = 20
_MOST_SHIFT_SHARE = 0.8  # of a field: farther off, a neighbouring corner of the same kind would be nearer
_STEP_DEG = 2  # a corner of the board is 5 mm off after half a step
_SOFT_PX = 1.6  # sigma: as wide as the line between two fields may be blurred
_NEAR_PX = 5  # a corner is looked for so far around where it should be,
_FAR_PX = 9  # and at first, where the mat was measured roughly
_CLEAR = 0.25  # of a good corner's response, from which one counts as seen
_LEAST_SEEN = 0.4  # of all corners
_AGREES_MM = 3.0
_FAR_COST = 0.15  # of the score, for the farthest place: of two that look alike the nearer one is meant
_TURNED_COST = 0.05  # and of two the one that lies as people lay it
_TRIED = 6  # so many of the likeliest places are looked at closely
_APART_PX, _APART_DEG = 8, 8
_MOST_SCALE = 0.08
_BESIDE_PX = 3  # of a corner: there its four fields are looked at
_SHARP, _LEAST_SHARP = 0.3, 0.05  # of the usual contrast, and in logarithms: so much lighter its light fields are
_BENT_MM, _LESS_BENT = 0.8, 0.75  # corners are off by more than this, and by less than this share of it with a bend
_FEWEST_TO_BEND = 20
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
    light, -1 where it is dark; `beyond`: where the next ones would be if the board went on."""

    places: Places
    signs: Floats
    beyond: Places
    beyond_signs: Floats


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
    # from the drawing as it lies in `near` to pixels of this picture
    drawn = BoardFit(1 / _PX_MM, 0.0, -float(low[0]) / _PX_MM - 0.5, -float(low[1]) / _PX_MM - 0.5)
    back = BoardFit(_PX_MM, 0.0, float(low[0]) + 0.5 * _PX_MM, float(low[1]) + 0.5 * _PX_MM)
    pixels, beyond = (_moved(places, drawn.matrix) for places in (corners.places, corners.beyond))
    seen_corners = _Corners(pixels, corners.signs, beyond, corners.beyond_signs)
    search = _Search(saddles, seen_corners, grid.pitch_mm / _PX_MM, not is_followed)
    tries = [_Guess(1.0, 0.0, 0j)]
    if not is_followed:
        tries = search.voted(math.floor(min(_MOST_SHIFT_SHARE * grid.pitch_mm, margin_mm) / _PX_MM))
    close = [search.refined(guess, _NEAR_PX if is_followed else _FAR_PX) for guess in tries]
    found = max((one for one in close if one is not None), key=lambda one: one.score, default=None)
    if found is None:
        return None
    return CheckerFound(near.after(back.after(found.place.after(drawn))), found.seen, found.way < 0)


def follow_checker(image: Image, grid: Grid, calibration: Calibration, known: BoardFit) -> CheckerFound | None:
    """The board where it was, or a few millimetres from there: exact, and much cheaper than looking for it. None when
    it does not lie there."""
    return find_checker(image, grid, calibration, known, _FOLLOWED_MM, is_followed=True)


def _corners_of(grid: Grid) -> _Corners:
    step = grid.pitch_mm
    origin = grid.middles.min(axis=0)
    known = {(round((x - origin[0]) / step), round((y - origin[1]) / step)): n for n, (x, y) in enumerate(grid.middles)}
    inner: list[tuple[tuple[int, int], float]] = []
    beyond: list[tuple[tuple[int, int], float]] = []
    for column, row in known:
        for at in ((column - 1, row - 1), (column, row - 1), (column - 1, row), (column, row)):
            around = [(at[0] + right, at[1] + down) for right in (0, 1) for down in (0, 1)]
            # the colour of the field at the upper left follows from that of any field around
            is_dark = bool(grid.dark[known[column, row]]) != bool((column - at[0] + row - at[1]) % 2)
            (inner if all(one in known for one in around) else beyond).append((at, -1.0 if is_dark else 1.0))

    def places(corners: list[tuple[tuple[int, int], float]]) -> tuple[Places, Floats]:
        signs = dict(corners)
        at = np.array(list(signs), np.float64).reshape(-1, 2)
        return origin + (at + 0.5) * step, np.array(list(signs.values()), np.float32)

    return _Corners(*places(inner), *places(beyond))


class _Saddles:
    """How much of a saddle there is at every pixel, for a board turned by any angle."""

    def __init__(self, picture: Image) -> None:
        light = np.log(picture.astype(np.float32) + 8.0)
        self._soft = soft = np.asarray(cv2.GaussianBlur(light, (0, 0), _SOFT_PX), np.float32)
        self._cross = np.asarray(cv2.Sobel(soft, cv2.CV_32F, 1, 1, ksize=3), np.float32)
        across, down = (np.asarray(cv2.Sobel(soft, cv2.CV_32F, *way, ksize=3), np.float32) for way in ((2, 0), (0, 2)))
        self._unlike = 0.5 * (down - across)

    def at_turn(self, turn_deg: float) -> Floats:
        """Above 0 where upper left and lower right are light, seen along axes turned clockwise by so much."""
        turn = math.radians(2 * turn_deg)
        raw = math.cos(turn) * self._cross + math.sin(turn) * self._unlike
        strong = max(1e-6, float(np.percentile(np.abs(raw[::3, ::3]), 99.0)))
        return np.clip(raw / np.float32(strong), -1.0, 1.0).astype(np.float32)  # no highlight outvotes a corner

    def between(self, place: BoardFit, corners: Places, signs: Floats) -> Floats:
        """By how much (in logarithms) even the darker one of the light fields at each corner is lighter than both of
        the dark ones. The edge of the board is no such corner: beyond it there is but one colour."""
        around = [corners + np.array((x, y)) for y in (-_BESIDE_PX, _BESIDE_PX) for x in (-_BESIDE_PX, _BESIDE_PX)]
        at = _moved(np.concatenate(around), place.matrix).astype(np.float32)
        shown = cv2.remap(self._soft, at[:, 0], at[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        upper_left, upper_right, lower_left, lower_right = shown.reshape(4, -1) * signs
        return np.asarray(np.minimum(upper_left, lower_right) - np.maximum(upper_right, lower_left), np.float32)


def _moved(pixels: Places, matrix: Homography) -> Places:
    there = pixels @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(there[:, :2] / there[:, 2:], np.float64)


def _turned_about(pixels: Places, turn_deg: float, shift: complex) -> BoardFit:
    """Turned about the middle of these places, then shifted."""
    middle = complex(*pixels.mean(axis=0))
    left = middle + shift - cmath.rect(1.0, math.radians(turn_deg)) * middle
    return BoardFit(1.0, turn_deg, left.real, left.imag)


@dataclass(frozen=True)
class _Guess:
    """Where the board may lie: whether its corners answer as printed (1) or all the other way round (-1), its turn, and
    its shift in pixels."""

    way: float
    turn_deg: float
    shift: complex

    def is_like(self, other: _Guess) -> bool:
        is_near = abs(self.shift - other.shift) <= _APART_PX and abs(self.turn_deg - other.turn_deg) <= _APART_DEG
        return is_near and self.way == other.way


@dataclass(frozen=True)
class _Close:
    """A guess looked at closely: how its corners lie (in pixels), the share of them that were seen, and its score."""

    way: float
    place: BoardFit
    seen: float
    score: float


@dataclass(frozen=True, eq=False)
class _Search:
    """Looks for the corners (in pixels) of a board whose fields are so large. A board that was found before is bent no
    more than it was."""

    saddles: _Saddles
    corners: _Corners
    pitch_px: float
    may_bend: bool

    def voted(self, reach: int) -> list[_Guess]:
        """The likeliest places up to so many pixels away, the likeliest first."""
        side = np.arange(-reach, reach + 1)
        far = np.sqrt(side[:, None] ** 2 + side[None, :] ** 2) / (1.5 * reach)
        found: list[tuple[float, _Guess]] = []
        for turn_deg in range(-_MOST_TURN_DEG, _MOST_TURN_DEG + 1, _STEP_DEG):
            votes = self._votes(float(turn_deg), reach)
            cost = _FAR_COST * (far + abs(turn_deg) / (2 * _MOST_TURN_DEG)) / 2
            for way in (1.0, -1.0):
                scores = way * votes / len(self.corners.signs) - cost - _TURNED_COST * (way < 0)
                for _ in range(2):
                    row, column = (int(n) for n in np.unravel_index(int(scores.argmax()), scores.shape))
                    guess = _Guess(way, float(turn_deg), complex(side[column], side[row]))
                    found.append((float(scores[row, column]), guess))
                    around = (slice(max(0, at - _APART_PX), at + _APART_PX) for at in (row, column))
                    scores[tuple(around)] = -math.inf
        chosen: list[_Guess] = []
        for _, guess in sorted(found, key=lambda one: -one[0]):
            if not any(guess.is_like(other) for other in chosen):
                chosen.append(guess)
        return chosen[:_TRIED]

    def _votes(self, turn_deg: float, reach: int) -> Floats:
        answers = np.pad(self.saddles.at_turn(turn_deg), reach + _NEAR_PX)
        votes = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
        places = _moved(self.corners.places, _turned_about(self.corners.places, turn_deg, 0j).matrix)
        for (x, y), sign in zip(places, self.corners.signs, strict=True):
            column, row = round(x) + _NEAR_PX, round(y) + _NEAR_PX
            part = answers[max(0, row) : row + 2 * reach + 1, max(0, column) : column + 2 * reach + 1]
            if part.shape == votes.shape:
                votes += sign * part
        return votes

    def refined(self, guess: _Guess, near: int) -> _Close | None:
        """By least squares over the corners that are seen so many pixels from where they should be, or nearer."""
        pixels, signs = self.corners.places, self.corners.signs * guess.way
        place, share = _turned_about(pixels, guess.turn_deg, guess.shift), 0.0
        for reach in (near, near, _NEAR_PX, 3):
            wanted = _moved(pixels, place.matrix)
            peaks, clear = _peaks(self.saddles.at_turn(place.turn_deg), wanted, signs, reach)
            off = np.linalg.norm(peaks - wanted, axis=1)
            use = clear & (off <= np.median(off[clear]) + _AGREES_MM / _PX_MM if clear.any() else clear)
            if use.sum() < max(9, _LEAST_SEEN * len(signs)):
                return None
            place = _through_all(pixels[use], peaks[use], self.may_bend)
            left = np.linalg.norm(_moved(pixels, place.matrix) - peaks, axis=1)
            share = float((clear & (left * _PX_MM <= _AGREES_MM)).mean())
        if share < _LEAST_SEEN or abs(place.scale - 1.0) > _MOST_SCALE:
            return None
        return _Close(guess.way, place, share, self._score(guess.way, place))

    def _score(self, way: float, place: BoardFit) -> float:
        """The share of corners that are sharp, without those where the board should have ended, and without what it
        costs to believe that it lies far away or turned."""
        corners = self.corners
        fields = self.saddles.between(place, corners.places, corners.signs * way)
        past = self.saddles.between(place, corners.beyond, corners.beyond_signs * way)
        least = max(_SHARP * float(np.percentile(fields, 75.0)), _LEAST_SHARP)
        share = float((fields > least).sum() - (past > least).sum()) / len(fields)
        far = np.linalg.norm(_moved(corners.places, place.matrix).mean(axis=0) - corners.places.mean(axis=0))
        cost = _FAR_COST * (float(far) / (2 * self.pitch_px) + abs(place.turn_deg) / (4 * _MOST_TURN_DEG))
        return share - cost - _TURNED_COST * (way < 0)


def _through_all(pixels: Places, peaks: Places, may_bend: bool) -> BoardFit:
    """The similarity of least squares, and a bend where there may be one and it brings the corners much nearer."""
    source, target = (p[:, 0] + 1j * p[:, 1] for p in (pixels, peaks))
    here, there = source - source.mean(), target - target.mean()
    factor = complex((here.conj() * there).sum() / (np.abs(here) ** 2).sum())
    shift = complex(target.mean()) - factor * complex(source.mean())
    flat = BoardFit(abs(factor), math.degrees(cmath.phase(factor)), shift.real, shift.imag)
    straight = _moved(pixels, flat.matrix)
    off = float(np.median(np.linalg.norm(straight - peaks, axis=1)))
    if not may_bend or off * _PX_MM < _BENT_MM or len(pixels) < _FEWEST_TO_BEND:
        return flat
    use = np.ones(len(peaks), np.bool_)
    for _ in range(2):
        found: Any = cv2.findHomography(straight[use], peaks[use], 0)[0]
        if found is None:
            return flat
        rest = np.asarray(found, np.float64)
        left = np.linalg.norm(_moved(straight, rest) - peaks, axis=1)
        use = left <= 2.5 * np.median(left)
    if np.median(left) > _LESS_BENT * off:
        return flat
    return replace(flat, bend=tuple((rest / rest[2, 2]).ravel()[:8].tolist()))


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
