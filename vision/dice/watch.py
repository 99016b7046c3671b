"""The dice tray of the mat, watched: each throw is told once, when it has come to rest."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum, auto

import cv2
import numpy as np

from vision._pixels import Box
from vision.calibration.mat import Calibration
from vision.dice.reader import DiceReader
from vision.table.gate import GateView
from vision.types import DieReading, Frame, MatLayout, Point, Spot


@dataclass(frozen=True)
class WatchSettings:
    """What lies in the tray. A die that is smaller than `least_px` in the picture is never sure."""

    die_mm: float = 16.0
    least_px: float = 28.0
    same_mm: float = 5.0  # a die that moved less lies where it lay


class _State(Enum):
    NEW = auto()  # what lay there from the start is no throw
    CALM = auto()  # what lies there has been told
    STIRRED = auto()  # something moves, or has moved and nobody has looked yet
    SEEN_ONCE = auto()  # read in one frame; a second one has to confirm


class DiceWatch:
    """Looks at the mat's tray in the frames of one camera. The layout must have a tray (ValueError without)."""

    def __init__(self, reader: DiceReader, layout: MatLayout, settings: WatchSettings = WatchSettings()) -> None:
        if layout.tray is None:
            raise ValueError("This mat has no dice tray: give the layout one, or make no watch for it.")
        self._reader = reader
        self._tray = layout.tray
        self._settings = settings
        self._state = _State.NEW
        self._first: tuple[DieReading, ...] = ()
        self._first_number = -1
        self._told: tuple[DieReading, ...] = ()

    def step(self, frame: Frame, view: GateView, calibration: Calibration | None) -> tuple[DieReading, ...] | None:
        """One frame. A throw that has come to rest with it, from left to right on the mat; () when the tray has been
        emptied; None when there is nothing new. A reading is sure only if two frames gave the same."""
        if calibration is None or (view.is_quiet and self._state is _State.CALM and not frame.alone):
            return None
        box = _box(self._tray, calibration, frame)
        if box is None:
            return None
        if frame.alone:
            return self._new(tuple(replace(die, is_sure=False) for die in self._read(frame, box, calibration)))
        if view.moving[_cells(box, view)].any():
            # before the first calm look everything that moves may be the camera's own start
            self._state = _State.NEW if self._state is _State.NEW else _State.STIRRED
            return None
        match self._state:
            case _State.NEW:
                self._told, self._state = self._read(frame, box, calibration), _State.CALM
            case _State.STIRRED:
                self._first, self._first_number = self._read(frame, box, calibration), frame.number
                self._state = _State.SEEN_ONCE
            case _State.SEEN_ONCE if frame.number != self._first_number:
                self._state = _State.CALM
                return self._new(self._agreed(self._first, self._read(frame, box, calibration)))
            case _:
                pass
        return None

    def _new(self, dice: tuple[DieReading, ...]) -> tuple[DieReading, ...] | None:
        """The dice, if they are not those that were told last: a hand may pass over a tray and throw nothing. A die
        in its old place that now reads differently, but not surely, is in a shadow rather than thrown again."""
        is_old = all(
            any(self._is_near(die, told) and (die.value == told.value or not die.is_sure) for told in self._told)
            for die in dice
        )
        if is_old and len(dice) == len(self._told):
            return None
        if is_old and dice:  # one was taken out: those that stay were not thrown again
            kept = [told for told in self._told if any(self._is_near(die, told) for die in dice)]
            self._told = tuple(kept)
            return None
        self._told = dice
        return dice

    def _read(self, frame: Frame, box: Box, calibration: Calibration) -> tuple[DieReading, ...]:
        middle = Point(self._tray.x_mm, self._tray.y_mm)
        die_px = calibration.px_per_mm(middle) * self._settings.die_mm
        placed = (
            replace(
                die, at=calibration.point(*die.centre_px), is_sure=die.is_sure and die_px >= self._settings.least_px
            )
            for die in self._reader.read(frame.image, box, die_px)
        )
        inside = [die for die in placed if die.at is not None and _holds(self._tray, die.at)]
        return tuple(sorted(inside, key=lambda die: (die.at.x_mm, die.at.y_mm) if die.at is not None else (0.0, 0.0)))

    def _agreed(self, first: tuple[DieReading, ...], second: tuple[DieReading, ...]) -> tuple[DieReading, ...]:
        """The second reading, in doubt wherever the first was another. A die that only one frame showed puts all in
        doubt: then the number of dice itself is not sure."""
        dice = []
        for die in second:
            before = next((other for other in first if self._is_near(die, other) and other.value == die.value), None)
            is_sure = len(first) == len(second) and before is not None and before.is_sure and die.is_sure
            confidence = min(die.confidence, 0.5 if before is None else before.confidence)
            dice.append(replace(die, is_sure=is_sure, confidence=confidence))
        return tuple(dice)

    def _is_near(self, one: DieReading, other: DieReading) -> bool:
        if one.at is None or other.at is None:
            return False
        return math.hypot(one.at.x_mm - other.at.x_mm, one.at.y_mm - other.at.y_mm) < self._settings.same_mm


def _box(tray: Spot, calibration: Calibration, frame: Frame) -> Box | None:
    """The tray in the picture; None where it lies outside of it."""
    around = cv2.boxPoints(((tray.x_mm, tray.y_mm), (tray.width_mm, tray.height_mm), tray.angle_deg))
    corners = np.asarray([calibration.pixel(Point(float(x), float(y))) for x, y in around])
    width, height = frame.size_px
    x0, y0 = (max(0, math.floor(v)) for v in corners.min(axis=0))
    x1, y1 = (min(limit, math.ceil(v)) for v, limit in zip(corners.max(axis=0), (width, height), strict=True))
    return (x0, y0, x1 - x0, y1 - y0) if x1 > x0 and y1 > y0 else None


def _cells(box: Box, view: GateView) -> tuple[slice, slice]:
    x, y, w, h = (v / view.cell_px for v in box)
    return slice(int(y), max(int(y) + 1, math.ceil(y + h))), slice(int(x), max(int(x) + 1, math.ceil(x + w)))


def _holds(tray: Spot, at: Point) -> bool:
    turn = math.radians(-tray.angle_deg)
    x, y = at.x_mm - tray.x_mm, at.y_mm - tray.y_mm
    along, across = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
    return abs(along) <= tray.width_mm / 2 and abs(across) <= tray.height_mm / 2
