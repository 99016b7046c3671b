"""Stickers and cards as pictures: what would come out of a printer, for the virtual table and the virtual phone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import segno

from vision._pixels import as_image
from vision.types import Image

QUIET_MODULES = 2
STICKER_MM = 24.0
STICKER_INSET_MM = 4.0
CARD_WIDTH_MM = 63.0
CARD_HEIGHT_MM = 88.0


@dataclass(frozen=True)
class Art:
    """What a card shows besides its sticker: a title, a big corner text, a band of colour (BGR), a small suit text."""

    title: str = ""
    corner: str = ""
    tint: tuple[int, int, int] = (200, 180, 150)
    suit: str = ""


@lru_cache(maxsize=1024)
def sticker_modules(payload: str) -> Image:
    """The code with its quiet zone, one pixel a module (0 black, 255 white): version 1, level H for up to ten
    capitals and digits, as large as needed for longer payloads."""
    code = segno.make(payload, error="h", micro=False, boost_error=False)
    dark = np.array([list(row) for row in code.matrix], dtype=np.uint8)
    return as_image(np.pad(np.where(dark > 0, 0, 255), QUIET_MODULES, constant_values=255))


def sticker_image(payload: str, side_px: int) -> Image:
    """The sticker as a grey picture of `side_px`."""
    modules = sticker_modules(payload)
    # whole modules first and an averaging step after, so that no module comes out wider than its neighbour
    whole = max(1, math.ceil(side_px / modules.shape[0]))
    large = np.kron(modules, np.ones((whole, whole), np.uint8))
    return as_image(cv2.resize(large, (side_px, side_px), interpolation=cv2.INTER_AREA))


def card_image(
    payload: str | None,
    art: Art,
    px_per_mm: float,
    width_mm: float = CARD_WIDTH_MM,
    height_mm: float = CARD_HEIGHT_MM,
    is_back: bool = False,
) -> Image:
    """One side of a card, upright and filling the picture (BGR). No payload: a side without a sticker."""
    width, height = round(width_mm * px_per_mm), round(height_mm * px_per_mm)
    card = np.full((height, width, 3), 250, np.uint8)
    if is_back:
        card[:] = (110, 70, 50)
    else:
        cv2.rectangle(card, (0, round(height * 0.42)), (width, round(height * 0.72)), art.tint, -1)
        _write(card, art.corner, (width * 0.56, height * 0.25), width * 0.38, (40, 40, 40))
        _write(card, art.title, (width * 0.06, height * 0.60), width * 0.88, (30, 30, 30))
        _write(card, art.suit, (width * 0.35, height * 0.92), width * 0.3, (60, 40, 120))
    cv2.rectangle(card, (0, 0), (width - 1, height - 1), (90, 90, 90), max(1, round(px_per_mm * 0.4)))
    if payload is not None:
        # small tokens are all sticker
        room_mm = min(STICKER_MM, width_mm - 2, height_mm - 2)
        inset_mm = min(STICKER_INSET_MM, (width_mm - room_mm) / 2, (height_mm - room_mm) / 2)
        side, inset = round(room_mm * px_per_mm), round(inset_mm * px_per_mm)
        card[inset : inset + side, inset : inset + side] = sticker_image(payload, side)[:, :, None]
    return card


def _write(card: Image, text: str, at: tuple[float, float], width: float, ink: tuple[int, int, int]) -> None:
    """Text as wide as `width` pixels at most, its left base at `at`. Only what OpenCV's font has can be drawn."""
    plain = text.encode("ascii", "replace").decode()
    if not plain:
        return
    font = cv2.FONT_HERSHEY_SIMPLEX
    (one, tall), _ = cv2.getTextSize(plain, font, 1.0, 2)
    scale = min(width / max(one, 1), card.shape[0] * 0.18 / max(tall, 1))
    cv2.putText(card, plain, (round(at[0]), round(at[1])), font, scale, ink, max(1, round(scale * 2)), cv2.LINE_AA)


def render_card(payload: str, art: Art, px_per_mm: float = 6.0, angle_deg: float = 3.0) -> Image:
    """A single card close up on a dark ground, as the reader box or a phone sees it (BGR, slightly soft)."""
    return render_hand_photo(((payload, art),), px_per_mm, lean_deg=angle_deg)


def render_hand_photo(
    cards: Sequence[tuple[str, Art]], px_per_mm: float = 6.0, lean_deg: float = 0.0, step_mm: float = 32.0
) -> Image:
    """A row of fronts, each lying over the right part of the one before (as a hand is held), as a phone sees it.

    `cards`: (payload, art) from left to right. `step_mm`: how much of each card is left free; the sticker needs 30.
    """
    margin = round(12 * px_per_mm)
    width = round((CARD_WIDTH_MM + step_mm * max(0, len(cards) - 1)) * px_per_mm) + 2 * margin
    height = round(CARD_HEIGHT_MM * px_per_mm) + 2 * margin
    photo = np.full((height, width, 3), (52, 60, 48), np.uint8)
    for place, (payload, art) in enumerate(cards):
        sprite = card_image(payload, art, px_per_mm)
        left = margin + round(place * step_mm * px_per_mm)
        photo[margin : margin + sprite.shape[0], left : left + sprite.shape[1]] = sprite
    if lean_deg:
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), lean_deg, 1.0)
        photo = as_image(cv2.warpAffine(photo, turn, (width, height), borderValue=(52, 60, 48)))
    noise = np.random.default_rng(7).normal(0, 2, photo.shape)
    return as_image(np.clip(cv2.GaussianBlur(photo, (0, 0), 0.8) + noise, 0, 255))
