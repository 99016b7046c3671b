"""What the pieces look like, learned while playing: to recognise what is uncovered when the piece above is taken."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.table._where import Body, grids_px, reaches
from vision.table.gate import GateView, Mask
from vision.types import Image, PieceShape

Points = npt.NDArray[np.float32]
"""... x 2: x and y, in picture pixels or in a piece's own millimetres (right, down)."""
Colours = npt.NDArray[np.float32]

_STEP_MM = 2.0  # of the grid on which a piece is remembered
_CODE_REACH = 0.42  # of a sticker's side: the code around its middle
_MARGIN_MM = 2.0  # around other pieces: their edges are soft
_AT_ONCE = 128  # pieces that are sampled together
_DARKEST = 4.0  # grey levels of a code, below which nothing can be told by its light


@dataclass(frozen=True)
class Guess:
    """What a piece should look like at some points: between which colours (the place where a code was read tells where
    the piece's other end lies within a few millimetres only), and whether they are known."""

    lowest: Colours
    highest: Colours
    is_known: Mask
    is_on: Mask  # which of the points lie on the piece at all


@dataclass(frozen=True)
class _FacePicture:
    """Colours on the piece's own grid, as shares of the brightness of its code; what was never uncovered is unknown."""

    colours: Colours
    is_known: Mask


class Faces:
    """One side of a piece by its payload, as far as it has been seen uncovered."""

    def __init__(self) -> None:
        self._faces: dict[str, _FacePicture] = {}

    def learn(self, view: GateView, over: Mapping[Body, Sequence[Body]], accepted: Mask) -> None:
        """Takes over what is seen of pieces whose codes have just been read. `over`: for each the others that may lie
        over it; `accepted`: cells at rest without anything foreign."""
        by_shape: dict[PieceShape, list[Body]] = {}
        for body in over:
            by_shape.setdefault(body.shape, []).append(body)
        for shape, bodies in by_shape.items():
            for first in range(0, len(bodies), _AT_ONCE):
                self._learn(view, shape, bodies[first : first + _AT_ONCE], over, accepted)

    def _learn(
        self,
        view: GateView,
        shape: PieceShape,
        bodies: Sequence[Body],
        over: Mapping[Body, Sequence[Body]],
        accepted: Mask,
    ) -> None:
        pixels = _on_pictures(_grid(shape), bodies)
        light = _lights(view, bodies)
        # one division by a light that is too dim to tell anything does no harm: the result is not used
        seen = colours_at(view, view.small, pixels) / np.maximum(light, _DARKEST)[:, None, None, :]
        free = is_at(view, accepted, pixels)
        is_dim = (light.min(axis=1) < _DARKEST).tolist()
        for body, at, colours, is_free, nothing_told in zip(bodies, pixels, seen, free, is_dim, strict=True):
            if nothing_told:
                continue
            for other in over[body]:
                # a code that is read within another one's outline lies over it
                if not holds_code(other, body):
                    is_free &= ~is_on(at, other, _MARGIN_MM)
            old = self._faces.get(body.tag.payload)
            if old is not None and old.colours.shape == colours.shape:
                colours = np.where(is_free[..., None], colours, old.colours)
                is_free = is_free | old.is_known
            self._faces[body.tag.payload] = _FacePicture(colours, is_free)

    def guess(self, view: GateView, body: Body, pixels: Points) -> Guess:
        """What this piece, lying where it was read, would show at these pixels."""
        on = is_on(pixels, body, 0.0)
        face, light = self._faces.get(body.tag.payload), _lights(view, [body])[0]
        if face is None or float(light.min()) < _DARKEST:
            nothing = np.zeros((*on.shape, 3), np.float32)
            return Guess(nothing, nothing, np.zeros_like(on), on)
        shape = body.shape
        places = _on_piece(pixels, body)
        columns = (places[..., 0] + shape.left_mm) / _STEP_MM - 0.5
        rows = (places[..., 1] + shape.up_mm) / _STEP_MM - 0.5
        around = np.ones((3, 3), np.uint8)
        lowest, highest = cv2.erode(face.colours, around), cv2.dilate(face.colours, around)
        known = sampled(cv2.erode(face.is_known.astype(np.uint8), around), columns, rows)
        return Guess(
            sampled(np.asarray(lowest, np.float32), columns, rows) * light,
            sampled(np.asarray(highest, np.float32), columns, rows) * light,
            on & (known > 0),
            on,
        )


def points_of(body: Body, reach_mm: float | None = None) -> Points:
    """Pixels spread over the whole piece, or over its code and as far around its middle as `reach_mm`."""
    shape = body.shape if reach_mm is None else PieceShape(reach_mm, reach_mm, reach_mm, reach_mm)
    return np.asarray(_on_pictures(_grid(shape), [body])[0])


def is_on(pixels: Points, body: Body, grow_mm: float) -> Mask:
    """Which of the pixels lie on the piece, made larger by `grow_mm`."""
    shape, places = body.shape, _on_piece(pixels, body)
    right, down = places[..., 0], places[..., 1]
    if shape.round:
        reach = (shape.left_mm + shape.right_mm) / 2 + grow_mm
        x, y = right - (shape.right_mm - shape.left_mm) / 2, down - (shape.down_mm - shape.up_mm) / 2
        return np.asarray(x * x + y * y <= max(0.0, reach) ** 2)
    return np.asarray(
        (right >= -shape.left_mm - grow_mm)
        & (right <= shape.right_mm + grow_mm)
        & (down >= -shape.up_mm - grow_mm)
        & (down <= shape.down_mm + grow_mm)
    )


def holds_code(outer: Body, inner: Body) -> bool:
    """Whether the middle of a code lies within another piece's outline."""
    (a, b), (c, d) = outer.axes_px
    (x, y), (x0, y0), shape = inner.centre_px, outer.centre_px, outer.shape
    turned = a * d - b * c
    if math.isclose(turned, 0.0):
        return False
    right, down = ((x - x0) * d - (y - y0) * c) / turned, ((y - y0) * a - (x - x0) * b) / turned
    return reaches(shape, right, down, 0.0)


def colours_at(view: GateView, small: Image, pixels: Points) -> Colours:
    """The colours of a small picture of the table at pixels of the large one."""
    scale = view.small_px
    flat = pixels.reshape(-1, pixels.shape[-2], 2) / scale - 0.5
    return sampled(small, flat[..., 0], flat[..., 1]).reshape(*pixels.shape[:-1], 3)


def is_at(view: GateView, mask: Mask, pixels: Points) -> Mask:
    """A mask of cells at pixels; False outside the picture."""
    columns = np.floor(pixels[..., 0] / view.cell_px).astype(np.int32)
    rows = np.floor(pixels[..., 1] / view.cell_px).astype(np.int32)
    inside = (columns >= 0) & (rows >= 0) & (columns < mask.shape[1]) & (rows < mask.shape[0])
    return np.asarray(
        inside & mask[np.clip(rows, 0, mask.shape[0] - 1), np.clip(columns, 0, mask.shape[1] - 1)], np.bool_
    )


def _lights(view: GateView, bodies: Sequence[Body]) -> Colours:
    """How bright each code is, per colour: the measure for the light at its place."""
    reach = PieceShape(_CODE_REACH, _CODE_REACH, _CODE_REACH, _CODE_REACH)
    unit = _grid(reach, _CODE_REACH / 5)
    sizes = np.array([body.sticker_mm for body in bodies], np.float32)
    pixels = _on_pictures(unit, bodies, sizes)
    return np.asarray(colours_at(view, view.small, pixels).mean(axis=(1, 2)), np.float32)


def sampled(picture: npt.NDArray[np.generic], columns: Points, rows: Points) -> Colours:
    """A picture at places between its pixels."""
    found = cv2.remap(
        np.asarray(picture), columns.astype(np.float32), rows.astype(np.float32), cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return np.asarray(found, np.float32)


def _grid(shape: PieceShape, step: float = _STEP_MM) -> Points:
    columns = max(2, round((shape.left_mm + shape.right_mm) / step))
    rows = max(2, round((shape.up_mm + shape.down_mm) / step))
    right = (np.arange(columns, dtype=np.float32) + 0.5) * step - shape.left_mm
    down = (np.arange(rows, dtype=np.float32) + 0.5) * step - shape.up_mm
    return np.stack(np.meshgrid(right, down), axis=-1).astype(np.float32)


def _on_pictures(places: Points, bodies: Sequence[Body], sizes: npt.NDArray[np.float32] | None = None) -> Points:
    """The pixels of the same places (in millimetres, or in shares of `sizes`) on each of the pieces."""
    centres, right_px, down_px = (each.astype(np.float32) for each in grids_px(bodies))
    if sizes is not None:
        right_px, down_px = right_px * sizes[:, None], down_px * sizes[:, None]
    pixels = np.empty((len(bodies), *places.shape), np.float32)
    for axis in (0, 1):  # each by itself: numpy is slow along an axis of two
        right, down, middle = (each[:, None, None, axis] for each in (right_px, down_px, centres))
        pixels[..., axis] = places[..., 0] * right + places[..., 1] * down + middle
    return pixels


def _on_piece(pixels: Points, body: Body) -> Points:
    axes = np.linalg.inv(np.array(body.axes_px, np.float64))
    return np.asarray((pixels - np.array(body.centre_px, np.float32)) @ axes, np.float32)
