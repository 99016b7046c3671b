"""Laying the 21 x 21 grid of a code exactly over its picture, for many candidates at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.codes import CODE_MODULES, fixed_code
from vision.deck._atlas import Floats
from vision.types import Image

HALF = CODE_MODULES / 2
_SOFT_MODULES = 0.5  # blur of the model and about that of the softened picture: edges pull from half a module away
_HELD = 1e-3  # keeps what the picture says nothing about where it is


@dataclass(frozen=True)
class Model:
    """What a code is expected to look like at some places: `at` (m x 2, in modules from its middle) and `light`
    (m, or n x m for n codes; dark -1, light 1)."""

    at: Floats
    light: Floats


@dataclass(frozen=True)
class Slopes:
    """The softened sheet with how it changes to the right and downwards, in eighths of a grey level a pixel: three
    planes of 16 bit numbers."""

    planes: npt.NDArray[np.int16]


def slopes(sheet: Image, sigma_px: float) -> Slopes:
    """What `fitted` climbs on."""
    soft = cv2.GaussianBlur(sheet, (0, 0), sigma_px)
    across, down = cv2.Sobel(soft, cv2.CV_16S, 1, 0, ksize=3), cv2.Sobel(soft, cv2.CV_16S, 0, 1, ksize=3)
    return Slopes(np.asarray(cv2.merge([soft.astype(np.int16), across, down]), np.int16))


def centres(ring: int = 0) -> Floats:
    """The middles of all modules in rows, in modules from the code's middle; `ring`: so many of the quiet zone too."""
    steps = np.arange(-ring, CODE_MODULES + ring) + 0.5 - HALF
    x, y = np.meshgrid(steps, steps)
    return np.stack([x.ravel(), y.ravel()], axis=1).astype(np.float32)


def softened(dark: npt.NDArray[np.bool_], known: npt.NDArray[np.bool_], ring: int = 0) -> Floats:
    """The code as a soft picture has it, one value a module (dark -1, light 1, unknown 0), with `ring` modules of the
    quiet zone."""
    fine, quiet = 6, 4
    light = np.where(known, np.where(dark, -1.0, 1.0), 0.0).astype(np.float32)
    wide = np.pad(light, quiet, constant_values=1.0)
    large = cv2.GaussianBlur(np.kron(wide, np.ones((fine, fine), np.float32)), (0, 0), _SOFT_MODULES * fine)
    side = wide.shape[0]
    whole = large.reshape(side, fine, side, fine)[:, fine // 2 - 1 : fine // 2 + 1, :, fine // 2 - 1 : fine // 2 + 1]
    cut = quiet - ring
    return np.asarray(whole.mean(axis=(1, 3))[cut : side - cut, cut : side - cut], np.float32)


def fixed_model() -> Model:
    """Finder patterns, timing lines and the first ring of the quiet zone."""
    known, dark = fixed_code()
    soft = softened(dark, known, ring=1).ravel()
    used = np.pad(known, 1, constant_values=True).ravel()
    return Model(centres(1)[used], soft[used])


def placed(grids: Floats, at: Floats) -> tuple[Floats, Floats]:
    """Where the places `at` (m x 2) lie on the sheet: x and y, each n x m."""
    across, down = at[:, 0], at[:, 1]
    where = grids[:, :, 0, None] * across + grids[:, :, 1, None] * down + grids[:, :, 2, None]
    return where[:, 0] / where[:, 2], where[:, 1] / where[:, 2]


def sampled(planes: npt.NDArray[Any], x: Floats, y: Floats, way: int = cv2.INTER_LINEAR) -> Floats:
    """The picture at these places (n x m, or n x m x planes)."""
    if not x.size:
        return np.zeros((*x.shape, *planes.shape[2:]), np.float32)
    # OpenCV takes at most 32,767 rows at once
    parts = [
        cv2.remap(planes, x[start : start + 30_000], y[start : start + 30_000], way, borderMode=cv2.BORDER_REPLICATE)
        for start in range(0, len(x), 30_000)
    ]
    return np.asarray(np.concatenate(parts), np.float32)


def fitted(slope: Slopes, grids: Floats, model: Model, rounds: int, perspective: bool) -> Floats:
    """The grids moved so that the picture under them looks like the model, whatever the light (Gauss-Newton; light and
    its slope across the code are solved for along with the grid, B. Lucas and T. Kanade 1981 with gain and bias)."""
    grids = grids.copy()
    freedom = 8 if perspective else 6
    u, v = (model.at / HALF).T
    light = np.broadcast_to(model.light, (len(grids), len(model.at)))
    for _ in range(rounds if len(grids) else 0):
        across, down = placed(grids, model.at)
        seen = sampled(slope.planes, across, down)
        value, gx, gy = seen[..., 0], seen[..., 1], seen[..., 2]
        spread = np.maximum(value.std(axis=1, keepdims=True), 1.0)
        value, gx, gy = value / spread, gx / (8 * spread), gy / (8 * spread)
        table = np.empty((len(grids), freedom + 4, len(u)), np.float32)
        for row, slope_of in ((0, gx), (3, gy)):
            np.multiply(slope_of, u, out=table[:, row])
            np.multiply(slope_of, v, out=table[:, row + 1])
            table[:, row + 2] = slope_of
        if perspective:
            off_x, off_y = across - grids[:, 0, 2, None], down - grids[:, 1, 2, None]
            pull = -(gx * off_x + gy * off_y) / 20.0
            table[:, 6], table[:, 7] = pull * u, pull * v
        table[:, freedom], table[:, freedom + 1], table[:, freedom + 2], table[:, freedom + 3] = -1.0, -u, -v, -light
        normal = table @ table.transpose(0, 2, 1)
        normal[:, range(freedom), range(freedom)] += _HELD * len(u)
        normal[:, range(freedom, freedom + 4), range(freedom, freedom + 4)] += 1e-5 * len(u)
        step = np.linalg.solve(normal, -(table @ value[..., None]))[:, :freedom, 0]
        step = np.clip(step, -2.5, 2.5)
        grids[:, 0, 0] += step[:, 0] / HALF
        grids[:, 0, 1] += step[:, 1] / HALF
        grids[:, 0, 2] += step[:, 2]
        grids[:, 1, 0] += step[:, 3] / HALF
        grids[:, 1, 1] += step[:, 4] / HALF
        grids[:, 1, 2] += step[:, 5]
        if perspective:
            # a change of depth turns about the middle of the code, not of the sheet
            pull = step[:, 6:8] / (20.0 * HALF)
            grids[:, 2, :2] += pull
            grids[:, :2, :2] += grids[:, :2, 2, None] * pull[:, None, :]
    return grids


def agreement(slope: Slopes, grids: Floats, model: Model) -> Floats:
    """How well the picture under each grid looks like the model: correlation, -1..1."""
    seen = sampled(np.ascontiguousarray(slope.planes[..., 0]), *placed(grids, model.at))
    seen = seen - seen.mean(axis=1, keepdims=True)
    light = np.broadcast_to(model.light, seen.shape)
    light = light - light.mean(axis=1, keepdims=True)
    size = np.sqrt((seen**2).sum(axis=1) * (light**2).sum(axis=1))
    return np.asarray((seen * light).sum(axis=1) / np.maximum(size, 1e-6), np.float32)
