"""Cards that lie partly under others, as a hand is fanned on a table, told as the eye of a table tells them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from bench._face_cards import SIZE, Drawn
from bench._face_views import Laid, Seen, Shot, shot
from vision import Image
from vision.calibration.mat import Calibration
from vision.faces.at_table import CardSeen
from vision.faces.find import mean_of
from vision.faces.flat import Corners
from vision.faces.looks import Looks
from vision.faces.once import cards_on
from vision.faces.reader import Answer, Unknown

_NEAR_MM = 6.0
_REACH_MM = 100.0


@dataclass(frozen=True)
class Covered:
    """How cards lie on each other: each one so far beside the one below it, as a share of a card's width (0 to 1), so
    many of them."""

    name: str
    shown: float
    cards: int


HALF = Covered("half covered", 0.5, 2)
FAN = Covered("a third seen in a fan", 1 / 3, 3)


def fanned(
    cards: Sequence[Drawn], how: Covered, ground: Image, seen: Seen, rng: np.random.Generator, frames: int = 1
) -> tuple[Shot, list[Laid]]:
    """The cards on a table, the first one undermost, and where each lies."""
    turn = float(rng.uniform(0, 360))
    along = np.array([math.cos(math.radians(turn)), math.sin(math.radians(turn))])
    step = how.shown * SIZE.width_mm
    middle = rng.uniform(-6, 6, 2)
    laid = []
    for n, card in enumerate(cards):
        at = middle + along * step * (n - (len(cards) - 1) / 2) + rng.normal(0, 1.0, 2)
        over = 180.0 * int(rng.integers(2))
        laid.append(Laid(card.picture(), float(at[0]), float(at[1]), turn + over + float(rng.normal(0, 2.0))))
    return shot(laid, ground, seen, rng, frames, _REACH_MM), laid


def told_at_table(looks: Looks, view: Shot, frames: int = 1) -> list[CardSeen]:
    """What the eye of a table that saw it bare says of the cards in so many frames."""
    picture = mean_of(view.frames[:frames])
    to_mm = np.linalg.inv(view.to_px)
    calibration = Calibration(np.asarray(to_mm / to_mm[2, 2]), view.to_px)
    return cards_on([looks], picture, view.before, calibration.places)


def answers(seen: Sequence[CardSeen], laid: Sequence[Laid], view: Shot) -> Iterator[Answer | None]:
    """What was said of each card that lies there, by its place; then of what was said to lie elsewhere."""
    left = list(seen)
    for card in laid:
        there = corners_of(card, view)
        near = [one for one in left if _off(one.corners, there) < _NEAR_MM * view.px_per_mm]
        left = [one for one in left if one not in near]
        yield near[0].answer if near else None
    yield from (one.answer for one in left if not isinstance(one.answer, Unknown))


def corners_of(card: Laid, view: Shot) -> Corners:
    """Where a card's corners are in the picture, as far as the calibration says."""
    turn = math.radians(card.angle_deg)
    spin = np.array([(math.cos(turn), -math.sin(turn)), (math.sin(turn), math.cos(turn))])
    x, y = SIZE.width_mm / 2, SIZE.height_mm / 2
    places = np.array([(-x, -y), (x, -y), (x, y), (-x, y)]) @ spin.T + (card.x_mm, card.y_mm)
    return np.asarray(cv2.perspectiveTransform(places[None], view.to_px)[0], np.float32)


def _off(one: Corners, other: Corners) -> float:
    return min(float(np.abs(np.roll(one, turn, axis=0) - other).max()) for turn in (0, 2))
