"""What the pieces look like, learned while playing: to recognise what is uncovered when the piece above is taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision._where import Body, axes_px, centre_px, shape_of
from vision.gate import GateView, Mask
from vision.types import PieceShape, Sighting

Points = npt.NDArray[np.float32]
"""... x 2: x and y, in picture pixels or in a piece's own millimetres (right, down)."""
Colours = npt.NDArray[np.float32]

_STEP_MM = 2.0  # of the grid on which a piece is remembered
_CODE_REACH_MM = 10.0
_MARGIN_MM = 2.0  # around other pieces: their edges are soft


@dataclass(frozen=True)
class Guess:
    """What a piece should look like at some points: between which colours (the place where a code was read tells where
    the piece's other end lies within a few millimetres only), and whether they are known."""

    lowest: Colours
    highest: Colours
    is_known: Mask
    is_on: Mask  # which of the points lie on the piece at all


@dataclass(frozen=True)
class _Face:
    """Colours on the piece's own grid, as shares of the brightness of its code; what was never uncovered is unknown."""

    colours: Colours
    is_known: Mask


class Faces:
    """One side of a piece by its payload, as far as it has been seen uncovered."""

    def __init__(self) -> None:
        self._faces: dict[str, _Face] = {}

    def learn(self, view: GateView, body: Body, others: Sequence[Body], accepted: Mask) -> None:
        """Takes over what is seen of a piece whose code has just been read. `accepted`: cells at rest without anything
        foreign; `others`: the rest of the pieces, which may lie over it."""
        sighting, tag = body
        places = _grid(shape_of(tag))
        pixels = _on_picture(places, sighting)
        light = _light(view, sighting)
        if light is None:
            return
        is_free = _at(view, accepted, pixels)
        for other in others:
            # a code that is read within another one's outline lies over it
            if not bool(is_on(np.array([centre_px(sighting)], np.float32), other, 0.0).all()):
                is_free &= ~is_on(pixels, other, _MARGIN_MM)
        seen = colours_at(view, view.small, pixels) / light
        old = self._faces.get(tag.payload)
        if old is not None and old.colours.shape == seen.shape:
            seen = np.where(is_free[..., None], seen, old.colours)
            is_free |= old.is_known
        self._faces[tag.payload] = _Face(seen.astype(np.float32), is_free)

    def guess(self, view: GateView, body: Body, pixels: Points) -> Guess:
        """What this piece, lying where it was read, would show at these pixels."""
        sighting, tag = body
        on = is_on(pixels, body, 0.0)
        face, light = self._faces.get(tag.payload), _light(view, sighting)
        if face is None or light is None:
            nothing = np.zeros((*on.shape, 3), np.float32)
            return Guess(nothing, nothing, np.zeros_like(on), on)
        shape = shape_of(tag)
        places = _on_piece(pixels, sighting)
        columns = (places[..., 0] + shape.left_mm) / _STEP_MM - 0.5
        rows = (places[..., 1] + shape.up_mm) / _STEP_MM - 0.5
        around = np.ones((3, 3), np.uint8)
        lowest, highest = cv2.erode(face.colours, around), cv2.dilate(face.colours, around)
        known = _sampled(cv2.erode(face.is_known.astype(np.uint8), around), columns, rows)
        return Guess(
            _sampled(lowest, columns, rows) * light,
            _sampled(highest, columns, rows) * light,
            on & (known > 0.5),
            on,
        )


def points_of(body: Body, reach_mm: float | None = None) -> Points:
    """Pixels spread over the whole piece, or over its code and as far around its middle as `reach_mm`."""
    sighting, tag = body
    shape = shape_of(tag) if reach_mm is None else PieceShape(reach_mm, reach_mm, reach_mm, reach_mm)
    return _on_picture(_grid(shape), sighting)


def is_on(pixels: Points, body: Body, grow_mm: float) -> Mask:
    """Which of the pixels lie on the piece, made larger by `grow_mm`."""
    sighting, tag = body
    shape = shape_of(tag)
    places = _on_piece(pixels, sighting)
    right, down = places[..., 0], places[..., 1]
    return np.asarray(
        (right >= -shape.left_mm - grow_mm)
        & (right <= shape.right_mm + grow_mm)
        & (down >= -shape.up_mm - grow_mm)
        & (down <= shape.down_mm + grow_mm)
    )


def colours_at(view: GateView, small: npt.NDArray[np.generic], pixels: Points) -> Colours:
    """The colours of a small picture of the table at pixels of the large one."""
    scale = view.small_px
    return _sampled(np.asarray(small, np.float32), pixels[..., 0] / scale - 0.5, pixels[..., 1] / scale - 0.5)


def _at(view: GateView, mask: Mask, pixels: Points) -> Mask:
    """A mask of cells at pixels; False outside the picture."""
    columns = np.floor(pixels[..., 0] / view.cell_px).astype(np.int32)
    rows = np.floor(pixels[..., 1] / view.cell_px).astype(np.int32)
    inside = (columns >= 0) & (rows >= 0) & (columns < mask.shape[1]) & (rows < mask.shape[0])
    return np.asarray(
        inside & mask[np.clip(rows, 0, mask.shape[0] - 1), np.clip(columns, 0, mask.shape[1] - 1)], np.bool_
    )


def _light(view: GateView, sighting: Sighting) -> Colours | None:
    """How bright the code is, per colour: the measure for the light at this place."""
    reach = PieceShape(_CODE_REACH_MM, _CODE_REACH_MM, _CODE_REACH_MM, _CODE_REACH_MM)
    colours = colours_at(view, view.small, _on_picture(_grid(reach), sighting)).mean(axis=(0, 1))
    return None if float(colours.min()) < 4.0 else np.asarray(colours, np.float32)


def _sampled(picture: Any, columns: npt.NDArray[np.float32], rows: npt.NDArray[np.float32]) -> Colours:
    return np.asarray(
        cv2.remap(
            np.asarray(picture, np.float32),
            columns.astype(np.float32),
            rows.astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.float32,
    )


def _grid(shape: PieceShape) -> Points:
    columns = max(2, round((shape.left_mm + shape.right_mm) / _STEP_MM))
    rows = max(2, round((shape.up_mm + shape.down_mm) / _STEP_MM))
    right = (np.arange(columns, dtype=np.float32) + 0.5) * _STEP_MM - shape.left_mm
    down = (np.arange(rows, dtype=np.float32) + 0.5) * _STEP_MM - shape.up_mm
    return np.stack(np.meshgrid(right, down), axis=-1).astype(np.float32)


def _on_picture(places: Points, sighting: Sighting) -> Points:
    return np.asarray(places @ np.array(axes_px(sighting), np.float32) + centre_px(sighting), np.float32)


def _on_piece(pixels: Points, sighting: Sighting) -> Points:
    axes = np.linalg.inv(np.array(axes_px(sighting), np.float64))
    return np.asarray((pixels - np.array(centre_px(sighting), np.float32)) @ axes, np.float32)
