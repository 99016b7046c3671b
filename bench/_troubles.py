"""Pictures of everything that makes a code look like another: covered, overlapping, cut, strange and hardly visible.

Each code stands at a known place, so that an answer can be checked by text and place. Nothing here is shared with the
virtual table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from bench._tables import FINE, GOOD, HARD, SIDE, Conditions, Placed, Table, code_image, through_the_camera
from vision.calibration.mat import Calibration
from vision.calibration.scale import Scale

Matrix = npt.NDArray[np.float64]
Numbers = np.random.Generator
_Told = tuple[str, Matrix]

PER_SCENE = 20
_COLUMNS = 5
_CLOSE_MM = (1.0, 5.0)
_STICKER_MM = 20.0
_MODULE_MM = _STICKER_MM / SIDE


class Trouble(Enum):
    """What makes it hard. The value is the name in the printed table."""

    COVERED = "partly covered by hands and cards"
    STACKED = "one sticker over another"
    PIECED = "part of one code in another's grid"
    CLOSE = "1 to 5 mm apart"
    CUT = "cut by the picture or the box"
    GLARE = "glare and tears"
    BLUR = "blur of 1.5 to 2.5 px"
    MOTION = "motion of 2 to 5 px"
    FAINT = "a quarter of the contrast"
    HARD = "hard conditions"


@dataclass(frozen=True)
class Scene:
    """A table in trouble; `boxes` (x, y, width, height) are parts of the picture that cut through codes."""

    table: Table
    boxes: tuple[tuple[int, int, int, int], ...]


@dataclass(frozen=True)
class _Sheet:
    """Something flat that is laid down: its picture, one pixel a module, and where its modules come to lie in px."""

    modules: npt.NDArray[np.uint8]
    to_px: Matrix


def trouble(kind: Trouble, payloads: Sequence[str], module_px: float, seed: int) -> Scene:
    """A picture of these codes (at most PER_SCENE) in this kind of trouble, at so many pixels a module."""
    rng = np.random.default_rng(seed)
    pitch = _pitch_modules(kind, rng)
    width = round((_COLUMNS + 0.6) * pitch * module_px)
    height = round((-(-len(payloads) // _COLUMNS) + 0.6) * pitch * module_px)
    turn = rng.uniform(0, 360)
    sheets: list[_Sheet] = []
    tags: list[Placed] = []
    for number, payload in enumerate(payloads):
        column, row = number % _COLUMNS, number // _COLUMNS
        at = (np.array([column, row]) + 0.8) * pitch * module_px
        angle = turn if kind is Trouble.CLOSE else rng.uniform(0, 360)
        if kind is Trouble.CLOSE:
            middle = np.array([width, height]) / 2
            at = middle + _turned(angle) @ (at - middle)
        partner = payloads[(number + 1) % len(payloads)]
        laid, told = _laid(kind, payload, partner, _placing(at, angle, module_px), rng)
        sheets += laid
        tags += [Placed(text, float(there[0, 2]) - 0.5, float(there[1, 2]) - 0.5) for text, there in told]
    image = through_the_camera(_drawn(sheets, width, height, rng), _conditions(kind, rng), rng)
    if kind is Trouble.FAINT:
        image = np.asarray(110 + (image.astype(np.float32) - 110) * 0.25, np.uint8)
    scale = _scale(module_px * (1 + rng.uniform(-0.03, 0.03)))
    boxes: tuple[tuple[int, int, int, int], ...] = ()
    if kind is Trouble.CUT:
        boxes = _cuts(width, height, pitch * module_px, rng)
        left, top = (round(rng.uniform(0.3, 0.9) * pitch * module_px) for _ in range(2))
        if rng.random() < 0.5:
            image, tags = np.ascontiguousarray(image[top:, left:]), [_moved(tag, left, top) for tag in tags]
            boxes = ()
    return Scene(Table(image, tuple(tags), scale), boxes)


def _pitch_modules(kind: Trouble, rng: Numbers) -> float:
    if kind is Trouble.CLOSE:
        return SIDE + rng.uniform(*_CLOSE_MM) / _MODULE_MM - 4  # from black to black: the quiet zones may touch
    return 60.0 if kind is Trouble.STACKED else 46.0


def _conditions(kind: Trouble, rng: Numbers) -> Conditions:
    base = GOOD if rng.random() < 0.7 else HARD
    match kind:
        case Trouble.BLUR:
            return replace(base, blur_px=rng.uniform(1.5, 2.5))
        case Trouble.MOTION:
            return replace(base, motion_px=rng.uniform(2.0, 5.0))
        case Trouble.GLARE:
            return replace(base, glare=3)
        case Trouble.HARD:
            return HARD
        case _:
            return base


def _laid(kind: Trouble, payload: str, partner: str, place: Matrix, rng: Numbers) -> tuple[list[_Sheet], list[_Told]]:
    """The sheets at one place, the lowest first, and which codes have their middle where."""
    code, other = _code(payload), _code(partner)
    below = _Sheet(_on_paper(code, rng), place)
    match kind:
        case Trouble.COVERED | Trouble.GLARE:
            size = (int(rng.integers(6, 40)), int(rng.integers(6, 40)))
            plain = np.full(size, int(rng.choice([15, 60, 130, 205, 240])), np.uint8)
            if rng.random() < 0.3:
                plain = np.asarray(rng.integers(20, 235, size), np.uint8)
            away = _moved_by(rng.uniform(-24, 24, 2), rng.uniform(0, 360))
            return [below, _Sheet(plain, place @ away)], [(payload, place)]
        case Trouble.STACKED:
            turn = float(rng.choice([0.0, 90.0, 180.0, rng.uniform(0, 360)]))
            above = place @ _moved_by(rng.uniform(-25, 25, 2), turn)
            return [below, _Sheet(_on_paper(other, rng), above)], [(payload, place), (partner, above)]
        case Trouble.PIECED:
            cut = int(rng.integers(6, 19))
            shift = cut * int(rng.random() < 0.5)  # the other code stands in the same grid, or so many columns away
            mixed = np.concatenate([code[:, :cut], other[:, cut - shift : SIDE - shift]], axis=1)
            sheet = _Sheet(np.pad(mixed, 4, constant_values=205), place)
            return [sheet], [(payload, place), (partner, place @ _moved_by(np.array([shift, 0.0]), 0.0))]
        case _:
            return [below], [(payload, place)]


@lru_cache(maxsize=4096)
def _code(payload: str) -> npt.NDArray[np.uint8]:
    return code_image(payload)


def _on_paper(code: npt.NDArray[np.uint8], rng: Numbers) -> npt.NDArray[np.uint8]:
    """The sticker alone or on a light card."""
    return np.asarray(np.pad(code, int(rng.choice([0, 4])), constant_values=205), np.uint8)


def _placing(at: npt.NDArray[np.float64], angle_deg: float, module_px: float) -> Matrix:
    place = np.eye(3)
    place[:2, :2] = _turned(angle_deg) * module_px
    place[:2, 2] = at
    return place


def _moved_by(modules: npt.NDArray[np.float64], angle_deg: float) -> Matrix:
    move = np.eye(3)
    move[:2, :2] = _turned(angle_deg)
    move[:2, 2] = modules
    return move


def _turned(angle_deg: float) -> Matrix:
    c, s = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    return np.array([[c, -s], [s, c]])


def _moved(tag: Placed, left: int, top: int) -> Placed:
    return replace(tag, x_px=tag.x_px - left, y_px=tag.y_px - top)


def _drawn(sheets: Sequence[_Sheet], width: int, height: int, rng: Numbers) -> npt.NDArray[np.uint8]:
    """All sheets on a table with a slow grain, drawn finer and averaged."""
    grain = cv2.resize(rng.uniform(60, 130, (6, 8)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    canvas = np.asarray(cv2.resize(grain, None, fx=FINE, fy=FINE), np.uint8)
    for sheet in sheets:
        _draw(canvas, sheet)
    return np.asarray(cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _draw(canvas: npt.NDArray[np.uint8], sheet: _Sheet, big: int = 8) -> None:
    """Lays the sheet, `big` pixels a module, onto the part of the fine canvas that it covers."""
    rows, columns = sheet.modules.shape
    source = np.kron(sheet.modules, np.ones((big, big), np.uint8))
    own = np.array([[1 / big, 0, 0.5 / big - columns / 2], [0, 1 / big, 0.5 / big - rows / 2], [0, 0, 1.0]])
    whole = np.array([[FINE, 0, -0.5], [0, FINE, -0.5], [0, 0, 1.0]]) @ sheet.to_px @ own
    outer = np.array([(0, 0, 1), (columns, 0, 1), (columns, rows, 1), (0, rows, 1)]) * (big, big, 1)
    corners = (whole @ outer.T)[:2]
    x0, y0 = np.maximum(np.floor(corners.min(axis=1)).astype(int) - 2, 0)
    x1, y1 = np.ceil(corners.max(axis=1)).astype(int) + 2
    part = np.ascontiguousarray(canvas[y0 : max(y0, y1), x0 : max(x0, x1)])
    if not part.size:
        return
    there = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ whole
    size = (part.shape[1], part.shape[0])
    cv2.warpPerspective(source, there, size, part, cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
    canvas[y0 : y0 + size[1], x0 : x0 + size[0]] = part


def _cuts(width: int, height: int, pitch_px: float, rng: Numbers) -> tuple[tuple[int, int, int, int], ...]:
    """Boxes of about a code's size, anywhere."""
    boxes = []
    for _ in range(2 * PER_SCENE):
        w, h = (int(rng.uniform(0.3, 0.9) * pitch_px) for _ in range(2))
        boxes.append((int(rng.integers(0, max(1, width - w))), int(rng.integers(0, max(1, height - h))), w, h))
    return tuple(boxes)


def _scale(module_px: float) -> Scale:
    to_px = np.diag([module_px / _MODULE_MM, module_px / _MODULE_MM, 1.0])
    return Scale(Calibration(np.asarray(np.linalg.inv(to_px), np.float64), to_px), (_STICKER_MM,))
