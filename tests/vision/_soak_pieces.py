"""The pieces that lie on the table of the soak, and where they lie."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2

from tests.vision._table import BACK, front
from vision import Art, PieceShape, Point, ScenePiece, Side, Tag, TagRegistry

CARDS, TOKENS = 12, 4
TOKEN_MM, TOKEN_STICKER_MM = 26.0, 20.0
_TINTS = ((196, 132, 64), (96, 150, 72), (80, 80, 200), (140, 140, 140), (70, 160, 205), (170, 90, 140))
_SUITS = ("diamond", "star", "heart", "sword", "book")
_ROUND = PieceShape(TOKEN_MM / 2, TOKEN_MM / 2, TOKEN_MM / 2, TOKEN_MM / 2)


def registry() -> TagRegistry:
    """Cards with one back for all, and tokens with a code of their own on either side."""
    tokens = [
        Tag(f"{face}{n}", f"token#{n}", side, shape=_ROUND, sticker_mm=TOKEN_STICKER_MM)
        for n in range(TOKENS)
        for face, side in (("UP", Side.FRONT), ("DOWN", Side.BACK))
    ]
    return TagRegistry([*(front(n) for n in range(CARDS)), BACK, *tokens])


def new_piece(ident: int) -> ScenePiece:
    """A card (below `CARDS`), a token, and from 100 on a stranger's card or a second copy of a card."""
    if ident >= 200:
        return replace(new_piece(ident - 200), ident=ident)
    if ident >= 100:
        return replace(new_piece(0), ident=ident, payload_front=f"OTHER{ident}", payload_back=f"OTHER{ident}")
    if ident >= CARDS:
        n = ident - CARDS
        return ScenePiece(
            ident, f"UP{n}", f"DOWN{n}", 0, 0, width_mm=TOKEN_MM, height_mm=TOKEN_MM, sticker_mm=TOKEN_STICKER_MM
        )
    art = Art(f"Knight {ident}", str(ident % 9), _TINTS[ident % 6], _SUITS[ident % 5])
    return ScenePiece(ident, front(ident).payload, BACK.payload, 0, 0, art=art)


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


def is_at(payload: str, at: Point | None, wanted: str, x_mm: float, y_mm: float) -> bool:
    """Whether a believed tag is the wanted one, about where that lies."""
    return payload == wanted and at is not None and math.hypot(at.x_mm - x_mm, at.y_mm - y_mm) < 9.0
