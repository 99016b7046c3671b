"""Photographs of cards that lie on a table, as a hand-held phone takes them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from math import cos, radians, sin

import cv2
import numpy as np

from vision import Image

_WIDTH, _HEIGHT = 1600, 1200
_IN_A_ROW = 3


def photographed(cards: Sequence[Image], ground: str) -> bytes:
    """A JPEG of cards with round corners, each turned a little, on a table top of that name: seen aslant, lit from one
    side, with shadows and noise."""
    chance = np.random.default_rng(3)
    data = (files("vision.virtual") / "tops" / f"{ground}.jpg").read_bytes()
    top = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert top is not None
    table = cv2.resize(top, (_WIDTH, _HEIGHT)).astype(np.float32)
    rows = max(1, -(-len(cards) // _IN_A_ROW))
    for number, card in enumerate(cards):
        x = (number % _IN_A_ROW + 0.5) * _WIDTH / _IN_A_ROW
        y = (number // _IN_A_ROW + 0.5) * _HEIGHT / rows
        factor = 0.75 * min(_HEIGHT / rows / card.shape[0], _WIDTH / _IN_A_ROW / card.shape[1])
        _lay(table, card, (x, y), factor, radians(chance.uniform(-12, 12)))
    aside = 0.05 * _WIDTH
    whole = np.array([(0, 0), (_WIDTH, 0), (_WIDTH, _HEIGHT), (0, _HEIGHT)], np.float32)
    aslant = whole + np.array([(aside, 0), (-aside, 0), (0, 0), (0, 0)], np.float32)
    turn = cv2.getPerspectiveTransform(whole, aslant)
    seen = cv2.warpPerspective(table, turn, (_WIDTH, _HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    lit = seen * np.linspace(0.75, 1.1, _WIDTH)[None, :, None] + chance.normal(0, 5, seen.shape)
    return cv2.imencode(".jpg", np.clip(lit, 0, 255).astype(np.uint8))[1].tobytes()


def _lay(table: np.ndarray, card: Image, at: tuple[float, float], factor: float, angle: float) -> None:
    height, width = card.shape[:2]
    round_px = width // 20
    shape = np.zeros((height, width), np.float32)
    cv2.rectangle(shape, (round_px, 0), (width - round_px, height), 1.0, -1)
    cv2.rectangle(shape, (0, round_px), (width, height - round_px), 1.0, -1)
    for x in (round_px, width - round_px - 1):
        for y in (round_px, height - round_px - 1):
            cv2.circle(shape, (x, y), round_px, 1.0, -1)
    turn = factor * np.array([(cos(angle), -sin(angle)), (sin(angle), cos(angle))])
    move = np.column_stack([turn, np.array(at) - turn @ (width / 2, height / 2)])
    shadow = cv2.warpAffine(shape, move + np.array([(0, 0, 6), (0, 0, 8)]), (_WIDTH, _HEIGHT))
    table *= 1 - 0.45 * cv2.GaussianBlur(shadow, (0, 0), 7)[..., None]
    over = cv2.warpAffine(shape, move, (_WIDTH, _HEIGHT), flags=cv2.INTER_AREA)[..., None]
    table *= 1 - over
    table += over * cv2.warpAffine(card, move, (_WIDTH, _HEIGHT), flags=cv2.INTER_AREA)
