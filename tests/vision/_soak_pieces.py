"""The pieces that lie on the table of the soak, and where they lie."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from tests.vision._table import BACK, front
from vision import CARD_SHAPE, Art, PieceShape, ScenePiece, Side, Tag, TagRegistry
from vision.sticker import CARD_HEIGHT_MM, CARD_WIDTH_MM, STICKER_INSET_MM, STICKER_MM

CARDS, TOKENS = 12, 4
TOKEN_MM, TOKEN_STICKER_MM = 26.0, 20.0
CUP_MM = 75.0
TELLING_PX, TELLING_WIDE_PX = 60, 4  # so wide and so many pixels long has to be what sticks out, to be told
_TINTS = ((196, 132, 64), (96, 150, 72), (80, 80, 200), (140, 140, 140), (70, 160, 205), (170, 90, 140))
_SUITS = ("diamond", "star", "heart", "sword", "book")
_ROUND = PieceShape(TOKEN_MM / 2, TOKEN_MM / 2, TOKEN_MM / 2, TOKEN_MM / 2)


def registry(sticker_mm: float = STICKER_MM) -> TagRegistry:
    """Cards with one back for all, and tokens with a code of their own on either side."""
    room_mm = min(sticker_mm, TOKEN_STICKER_MM)
    tokens = [
        Tag(f"{face}{n}", f"token#{n}", side, shape=_ROUND, sticker_mm=room_mm)
        for n in range(TOKENS)
        for face, side in (("UP", Side.FRONT), ("DOWN", Side.BACK))
    ]
    half = STICKER_INSET_MM + sticker_mm / 2
    shape = PieceShape(half, half, CARD_WIDTH_MM - half, CARD_HEIGHT_MM - half)
    cards = [replace(tag, shape=shape, sticker_mm=sticker_mm) for tag in (*(front(n) for n in range(CARDS)), BACK)]
    if sticker_mm == STICKER_MM:
        cards = [replace(tag, shape=CARD_SHAPE, sticker_mm=None) for tag in cards]
    return TagRegistry([*cards, *tokens])


def new_piece(ident: int, sticker_mm: float = STICKER_MM) -> ScenePiece:
    """A card (below `CARDS`), a token; from 100 on a stranger's card, from 200 on a second copy of a card, 300 a cup,
    from 301 on a card without a sticker."""
    if ident == 300:
        return ScenePiece(ident, None, None, 0, 0, width_mm=CUP_MM, height_mm=CUP_MM, round=True)
    if ident > 300:
        return ScenePiece(ident, None, None, 0, 0)
    if ident >= 200:
        return replace(new_piece(ident - 200, sticker_mm), ident=ident)
    if ident >= 100:
        code = f"OTHER{ident}"
        return replace(new_piece(0, sticker_mm), ident=ident, payload_front=code, payload_back=code)
    if ident >= CARDS:
        n, room_mm = ident - CARDS, min(sticker_mm, TOKEN_STICKER_MM)
        return ScenePiece(ident, f"UP{n}", f"DOWN{n}", 0, 0, width_mm=TOKEN_MM, height_mm=TOKEN_MM, sticker_mm=room_mm)
    art = Art(f"Knight {ident}", str(ident % 9), _TINTS[ident % 6], _SUITS[ident % 5])
    return ScenePiece(ident, front(ident).payload, BACK.payload, 0, 0, art=art, sticker_mm=sticker_mm)


def sticker_at(piece: ScenePiece) -> tuple[float, float]:
    """Where the middle of a piece's sticker lies, in mm."""
    side = min(piece.sticker_mm, piece.width_mm - 2, piece.height_mm - 2)
    inset = min(4.0, (piece.width_mm - side) / 2, (piece.height_mm - side) / 2)
    dx, dy = inset + side / 2 - piece.width_mm / 2, inset + side / 2 - piece.height_mm / 2
    turn = math.radians(piece.angle_deg)
    return (
        piece.x_mm + dx * math.cos(turn) - dy * math.sin(turn),
        piece.y_mm + dx * math.sin(turn) + dy * math.cos(turn),
    )


def overlap(one: ScenePiece, other: ScenePiece, gap_mm: float) -> bool:
    """Whether two pieces come closer than the gap."""

    def rect(piece: ScenePiece, grow: float) -> tuple[tuple[float, float], tuple[float, float], float]:
        return (piece.x_mm, piece.y_mm), (piece.width_mm + grow, piece.height_mm + grow), piece.angle_deg

    return bool(cv2.rotatedRectangleIntersection(rect(one, gap_mm), rect(other, gap_mm))[0] != 0)


def outline_px(piece: ScenePiece, grow_mm: float, px_per_mm: float, size_px: int) -> npt.NDArray[np.bool_]:
    """Which pixels of a square around the mat's origin a piece covers, grown on every side."""
    half = (piece.width_mm + 2 * grow_mm, piece.height_mm + 2 * grow_mm)
    corners = cv2.boxPoints(((piece.x_mm, piece.y_mm), half, piece.angle_deg))
    mask = np.zeros((size_px, size_px), np.uint8)
    cv2.fillPoly(mask, [np.round(corners * px_per_mm * 16).astype(np.int32)], 1, shift=4)
    return mask > 0


def sticks_out(one: ScenePiece, over: ScenePiece, px_per_mm: float) -> bool:
    """Whether so much of a piece would be seen beside another one at its place that a picture can tell."""
    size = round(700 * px_per_mm)
    rest = outline_px(one, 0.0, px_per_mm, size) & ~outline_px(over, 0.0, px_per_mm, size)
    core = cv2.erode(rest.astype(np.uint8), np.ones((TELLING_WIDE_PX, TELLING_WIDE_PX), np.uint8))
    return int(core.sum()) >= TELLING_PX
