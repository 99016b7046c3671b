"""Dice cut out of photographs, dyed and laid on other photographs: what a strange camera in a strange room might show,
with dice that no renderer drew. To train with, and to measure what rendered dice alone cannot tell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from bench._dice_photos import DicePhoto
from vision.dice.render import TrayView, seen_by
from vision.dice.scenes import any_camera, any_ground, any_look
from vision.types import Image

_HALF_PX = 46  # of the part of the photograph that is cut from
_FACE_PX = 47.0  # side of an upper face in the photographs
_LEAST_AREA, _MOST_AREA = 1200, 5200  # px: what else was cut out is no lone die


@dataclass(frozen=True)
class Cut:
    """A die cut out: its brightness as a share (0: pips, 1: body), its cover (both s x s), its value and the middle of
    its upper face in px."""

    shade: npt.NDArray[np.float32]
    cover: npt.NDArray[np.float32]
    value: int
    x_px: float
    y_px: float


@dataclass(frozen=True)
class Laid:
    """A picture and the dice in it: value, middle of the upper face, side of it in px."""

    image: Image
    dice: tuple[tuple[int, float, float, float], ...]


def cuts_of(photos: Sequence[DicePhoto]) -> list[Cut]:
    """All dice that could be cut out; those that touch another or the edge are left out."""
    return [cut for photo in photos for cut in _cuts(photo)]


def _cuts(photo: DicePhoto) -> list[Cut]:
    image = photo.image()
    height, width = image.shape[:2]
    found = []
    for value, x, y, _, _ in photo.dice:
        x0, y0 = round(x) - _HALF_PX, round(y) - _HALF_PX
        is_inside = x0 >= 0 and y0 >= 0 and x0 + 2 * _HALF_PX <= width and y0 + 2 * _HALF_PX <= height
        is_alone = sum(math.dist((x, y), (ox, oy)) < 90 for _, ox, oy, _, _ in photo.dice) == 1
        if not is_inside or not is_alone:
            continue
        part = image[y0 : y0 + 2 * _HALF_PX, x0 : x0 + 2 * _HALF_PX]
        cover = _covered(part)
        if cover is not None:
            light = part.astype(np.float32).mean(axis=2)
            low, high = np.percentile(light[cover > 0.9], (1.0, 97.0))
            shade = np.clip((light - low) / max(20.0, float(high - low)), 0.0, 1.15)
            found.append(Cut(np.asarray(shade, np.float32), cover, value, x - x0, y - y0))
    return found


def _covered(part: Image) -> npt.NDArray[np.float32] | None:
    """The die around the middle, by GrabCut; None where something else was found."""
    mask = np.full(part.shape[:2], cv2.GC_PR_BGD, np.uint8)
    mask[:6], mask[-6:], mask[:, :6], mask[:, -6:] = (cv2.GC_BGD,) * 4
    cv2.circle(mask, (_HALF_PX, _HALF_PX), 34, cv2.GC_PR_FGD, -1)
    cv2.circle(mask, (_HALF_PX, _HALF_PX), 15, cv2.GC_FGD, -1)
    models = np.zeros((1, 65), np.float64), np.zeros((1, 65), np.float64)
    cv2.grabCut(part, mask, (0, 0, 1, 1), *models, 4, cv2.GC_INIT_WITH_MASK)
    whole = np.isin(mask, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8)
    whole = np.asarray(cv2.morphologyEx(whole, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8)), np.uint8)
    whole = np.asarray(cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)), np.uint8)
    if not _LEAST_AREA < int(whole.sum()) < _MOST_AREA or whole[[0, -1]].any() or whole[:, [0, -1]].any():
        return None
    hull = cv2.convexHull(np.argwhere(whole)[:, ::-1].astype(np.int32))
    if whole.sum() < 0.93 * cv2.contourArea(hull):
        return None
    cover = np.zeros(whole.shape, np.float32)
    cv2.fillConvexPoly(cover, hull, 1.0, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(cover, (0, 0), 0.8), np.float32)


def laid_cuts(
    rng: np.random.Generator, cuts: Sequence[Cut], grounds: Sequence[Image], size_px: tuple[int, int] = (420, 320)
) -> Laid:
    """Some cut-out dice of any colour on any ground (see `scenes.any_ground`), none on another, as any camera gives
    them; upright, give or take."""
    width, height = size_px
    picture = any_ground(rng, grounds, width, height).astype(np.float32)
    usual = float(np.exp(rng.uniform(math.log(0.38), math.log(1.3))))
    dice: list[tuple[int, float, float, float]] = []
    reach = _HALF_PX * usual
    for _ in range(int(np.clip(width * height / (10.0 * reach * reach), 1, 8))):
        cut = cuts[int(rng.integers(len(cuts)))]
        for _ in range(20):
            x, y = rng.uniform(reach, width - reach), rng.uniform(reach, height - reach)
            if all(math.dist((x, y), at[1:3]) > 1.5 * reach for at in dice):
                dice.append(_lay(picture, cut, rng, (x, y), usual * rng.uniform(0.9, 1.1)))
                break
    view = any_camera(rng, TrayView(), usual * _FACE_PX)
    return Laid(seen_by(picture, view, rng), tuple(dice))


def _lay(
    picture: npt.NDArray[np.float32], cut: Cut, rng: np.random.Generator, at: tuple[float, float], scale: float
) -> tuple[int, float, float, float]:
    """Dyes a die and lays it there, with its shadow; a line of `Laid.dice`."""
    look = any_look(rng)
    warp = np.asarray(cv2.getRotationMatrix2D((cut.x_px, cut.y_px), rng.normal(0.0, 9.0), scale), np.float64)
    warp[:, 2] += np.asarray(at) - (cut.x_px, cut.y_px)
    if rng.random() < 0.5:
        warp[:, 2] += warp[:, 0] * 2 * cut.x_px
        warp[:, 0] *= -1
    size = picture.shape[1::-1]
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    soft = max(0.01, 0.45 * (1.0 / scale - 0.8)) if scale < 1 else 0.01
    shade, cover = (
        np.asarray(cv2.warpAffine(cv2.GaussianBlur(part, (0, 0), soft), warp, size, flags=way), np.float32)
        for part in (cut.shade, cut.cover)
    )
    shift = np.asarray([[1, 0, rng.uniform(-8, 8) * scale], [0, 1, rng.uniform(0, 9) * scale]], np.float64)
    shadow = cv2.GaussianBlur(cv2.warpAffine(cover, shift, size), (0, 0), 5.0 * scale)
    picture *= 1.0 - rng.uniform(0.1, 0.6) * np.asarray(shadow, np.float32)[..., None]
    body, pips = np.asarray(look.body, np.float32), np.asarray(look.pips, np.float32)
    dyed = pips + (body - pips) * shade[..., None]
    picture[:] = picture * (1 - cover[..., None]) + np.clip(dyed, 0, 255) * cover[..., None]
    return cut.value, at[0], at[1], _FACE_PX * scale
