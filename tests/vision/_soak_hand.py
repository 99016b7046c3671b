"""Hands with sleeves that come over the table, with the soft shadow that they cast."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision import Image

_WIDE_MM, _LONG_MM = 170.0, 460.0
_TIP_MM = (85.0, 38.0)  # of the fingers, in the picture of a hand
_SHADE = 0.45
_SKINS = ((120, 150, 205), (90, 125, 185), (60, 85, 130), (40, 55, 85))
_SLEEVES = ((60, 50, 45), (150, 90, 50), (60, 60, 150), (190, 190, 185), (50, 90, 60))
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Hand:
    """A hand's picture, the share of each pixel that it covers, and the light that its shadow leaves."""

    picture: Image
    cover: Floats
    light: Floats
    px_per_mm: float

    def over(self, image: Image, at_px: tuple[float, float], angle_deg: float) -> None:
        """Draws it into the image, its fingers at this pixel; the arm leads away from there, 0: downward, clockwise."""
        turn = math.radians(angle_deg)
        spin = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
        tip = np.array(_TIP_MM) * self.px_per_mm
        warp = np.hstack([spin, (np.array(at_px) - spin @ tip)[:, None]])
        high, wide = self.cover.shape
        corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)]) @ spin.T + warp[:, 2]
        x0, y0 = np.maximum(0, np.floor(corners.min(axis=0))).astype(int)
        x1, y1 = np.minimum((image.shape[1], image.shape[0]), np.ceil(corners.max(axis=0))).astype(int)
        if x1 <= x0 or y1 <= y0:
            return
        warp[:, 2] -= (x0, y0)
        size, part = (int(x1 - x0), int(y1 - y0)), image[y0:y1, x0:x1]
        light = cv2.warpAffine(self.light, warp, size, borderValue=1.0)
        cover = cv2.warpAffine(self.cover, warp, size)
        skin = cv2.warpAffine(self.picture, warp, size)
        shaded = cv2.multiply(part, cv2.merge([light] * 3), dtype=cv2.CV_8U)
        part[:] = cv2.blendLinear(np.ascontiguousarray(shaded), skin, 1.0 - cover, cover)


def hand_of(px_per_mm: float, light: float, rng: np.random.Generator) -> Hand:
    """A hand of some colour in this light, stretched out or closed, in some sleeve."""
    size = round(_WIDE_MM * px_per_mm), round(_LONG_MM * px_per_mm)
    mask, sleeve = np.zeros((size[1], size[0]), np.uint8), np.zeros((size[1], size[0]), np.uint8)

    def px(*at_mm: float) -> tuple[int, int]:
        return round(at_mm[0] * px_per_mm), round(at_mm[1] * px_per_mm)

    def thick(mm: float) -> int:
        return max(1, round(mm * px_per_mm))

    stretch = rng.uniform(0.2, 1.0)
    for n, reach in enumerate((0.86, 1.0, 0.96, 0.74)):
        x, tip = 57 + 18 * n + rng.uniform(-2, 2), 120 - 76 * reach * stretch
        cv2.line(mask, px(62 + 15 * n, 118), px(x, tip), 255, thick(17))
    cv2.line(mask, px(60, 150), px(38, 120 - 30 * stretch), 255, thick(19))
    cv2.ellipse(mask, px(85, 140), px(41, 50), 0, 0, 360, 255, -1)
    cv2.line(mask, px(85, 160), px(85, 240), 255, thick(56))
    edge = 205 + rng.uniform(0, 40)
    cv2.fillPoly(sleeve, [np.array([px(46, edge), px(124, edge), px(140, _LONG_MM), px(30, _LONG_MM)])], 255)
    rough = rng.normal(0, 1, (size[1] // 6, size[0] // 6)).astype(np.float32)
    grain = cv2.resize(rough, size, interpolation=cv2.INTER_LINEAR)
    across = np.linspace(-1, 1, size[0], dtype=np.float32)[None, :]
    round_light = (1.05 - 0.45 * across**2 + 0.05 * grain)[:, :, None]
    skin, cloth = _SKINS[rng.integers(len(_SKINS))], _SLEEVES[rng.integers(len(_SLEEVES))]
    colours = np.where(sleeve[:, :, None] > 0, np.array(cloth, np.float32), np.array(skin, np.float32))
    picture = np.clip(light * colours * round_light, 0, 255).astype(np.uint8)
    whole = cv2.GaussianBlur(np.maximum(mask, sleeve), (0, 0), 1.2).astype(np.float32) / 255
    aside = np.array([[1, 0, 11 * px_per_mm], [0, 1, 8 * px_per_mm]], np.float64)
    small = cv2.resize(cv2.warpAffine(whole, aside, size), None, fx=0.25, fy=0.25)
    shade = cv2.resize(cv2.GaussianBlur(small, (0, 0), 2.0 * px_per_mm), size)
    return Hand(picture, np.asarray(whole, np.float32), np.asarray(1.0 - _SHADE * shade, np.float32), px_per_mm)
