"""What a board that was moved does to the memory of the table: the pieces that lie on it have moved with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.calibration.board import AS_DRAWN, BoardFit
from vision.calibration.mat import Calibration, Corners
from vision.spots import is_inside
from vision.table._memory import Lying, Memory
from vision.table._where import spot_of, spot_point
from vision.types import ChangeKind, MatBoard, Point, Sighting, Spot, TableChange


def carried(memory: Memory, board: MatBoard, old: BoardFit, new: BoardFit, calibration: Calibration) -> Memory:
    """The memory after the board was moved from where `old` says to where `new` says: what lies on it kept its field,
    and has another place on the mat and in the picture."""

    def moved(item: Lying) -> Lying:
        if not is_on_board(item, board, old):
            return item
        return replace(
            item,
            sighting=_moved(item.sighting, old, new, calibration),
            anchor=_moved(item.anchor, old, new, calibration),
        )

    lying, extra = tuple(map(moved, memory.lying)), tuple(map(moved, memory.extra))
    return replace(memory, lying=lying, extra=extra)


def is_on_board(item: Lying, board: MatBoard, fit: BoardFit) -> bool:
    """Whether a piece lies on a field, or beside all spots within the outline of the board."""
    if item.spot is not None:
        return item.spot in board.fields
    at = spot_point(item.body)
    return at is not None and is_inside(at, fit.spot(board.outline))


def _moved(sighting: Sighting, old: BoardFit, new: BoardFit, calibration: Calibration) -> Sighting:
    if sighting.at is None:
        return sighting
    corners = calibration.places(np.array(sighting.corners_px, np.float64))
    places = [new.point(old.back(Point(float(x), float(y)))) for x, y in corners]
    pixels = calibration.pixels(np.array([(at.x_mm, at.y_mm) for at in places], np.float64))
    return replace(
        sighting,
        at=new.point(old.back(sighting.at)),
        angle_deg=(sighting.angle_deg + new.turn_deg - old.turn_deg) % 360.0,
        corners_px=_as_corners(pixels.tolist()),
    )


def respotted(
    memory: Memory, board: MatBoard, spots: Sequence[Spot], now_s: float
) -> tuple[Memory, tuple[TableChange, ...]]:
    """The memory once it is known for the first time where the board lies. The pieces on it have not moved, but the
    fields under them are others than was thought; a piece of which that is true is told as moved."""
    lying: list[Lying] = []
    changes: list[TableChange] = []
    told = memory.told
    for item in memory.lying:
        spot = spot_of(item.body, spots) if is_on_board(item, board, AS_DRAWN) else item.spot
        if spot != item.spot:
            at = item.sighting.at
            told += 1
            moved = TableChange(ChangeKind.MOVED, item.tag.payload, item.tag, spot, item.spot, at, now_s, told, told)
            changes.append(moved)
            item = replace(item, spot=spot, since_s=now_s)
        lying.append(item)
    return replace(memory, lying=tuple(lying), told=told), tuple(changes)


def _as_corners(pixels: list[list[float]]) -> Corners:
    return tuple((x, y) for x, y in pixels)
