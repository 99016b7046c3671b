"""Pieces as they come from a printer: pictures in many colours on their faces, a lattice on their backs, a cup."""

from __future__ import annotations

import zlib
from collections.abc import Callable

import cv2
import numpy as np

from vision import Image, ScenePiece, card_image
from vision._prints import lattice, picture

_FREE_MM = 1.0  # of white around a sticker
_RIM_MM = 2.5
_BACK_SEED = 5


def painter() -> Callable[[ScenePiece, float], Image]:
    """Draws the side of a piece that is up; what was drawn once is kept."""
    drawn: dict[tuple[object, ...], Image] = {}

    def paint(piece: ScenePiece, px_per_mm: float) -> Image:
        shown = piece.payload_front if piece.face_up else piece.payload_back
        key = (shown, piece.ident if shown is None else 0, piece.face_up, piece.width_mm, piece.sticker_mm, px_per_mm)
        if key not in drawn:
            drawn[key] = _cup(piece, px_per_mm) if piece.round else _side(piece, shown, px_per_mm)
        return drawn[key]

    return paint


def _side(piece: ScenePiece, shown: str | None, px_per_mm: float) -> Image:
    plain = card_image(
        shown, piece.art, px_per_mm, piece.width_mm, piece.height_mm, not piece.face_up, piece.sticker_mm
    )
    height, width = plain.shape[:2]
    rng = np.random.default_rng(zlib.crc32((shown or f"plain {piece.ident}").encode()) if piece.face_up else _BACK_SEED)
    printed = picture(height, width, rng) if piece.face_up else lattice(height, width, px_per_mm)
    inside = np.zeros((height, width), np.uint8)
    rim = round(_RIM_MM * px_per_mm)
    inside[rim : height - rim, rim : width - rim] = 255
    if shown is not None:
        free = round((4.0 + piece.sticker_mm + _FREE_MM) * px_per_mm)
        inside[:free, :free] = 0
    cv2.copyTo(cv2.addWeighted(plain, 0.35, printed, 0.65, 0.0), inside, plain)
    grain = rng.normal(0, 3, plain.shape).astype(np.int16)
    return np.clip(plain + grain, 0, 255).astype(np.uint8)


def _cup(piece: ScenePiece, px_per_mm: float) -> Image:
    """From above: the rim, the coffee, a light in it."""
    size = round(piece.width_mm * px_per_mm)
    cup = np.full((size, size, 3), 225, np.uint8)
    middle = (size // 2, size // 2)
    cv2.circle(cup, middle, size // 2, (205, 200, 190), -1, cv2.LINE_AA)
    cv2.circle(cup, middle, round(size * 0.43), (30, 42, 60), -1, cv2.LINE_AA)
    cv2.ellipse(cup, (round(size * 0.4), round(size * 0.36)), (size // 9, size // 16), 30, 0, 360, (120, 130, 145), -1)
    return np.asarray(cv2.GaussianBlur(cup, (0, 0), 0.6), np.uint8)
