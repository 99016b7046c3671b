"""Pictures as they are printed on cards: each of many colours and shapes, no two alike; and a back's lattice."""

from __future__ import annotations

import cv2
import numpy as np

from vision.types import Image


def picture(height: int, width: int, rng: np.random.Generator) -> Image:
    """A landscape of soft colours with hard shapes on it."""
    rough = rng.uniform(30, 235, (9, 6, 3)).astype(np.float32)
    soft = np.clip(cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC), 0, 255).astype(np.uint8)
    for _ in range(14):
        at = int(rng.integers(0, width)), int(rng.integers(0, height))
        reach = int(rng.integers(4, 10 + width // 6)), int(rng.integers(4, 10 + width // 6))
        ink = tuple(int(part) for part in rng.integers(20, 240, 3))
        cv2.ellipse(soft, at, reach, float(rng.uniform(0, 180)), 0, 360, ink, int(rng.choice((-1, 2))), cv2.LINE_AA)
    return np.asarray(soft, np.uint8)


def lattice(height: int, width: int, px_per_mm: float) -> Image:
    """Waves that cross, blue on paper."""
    y, x = np.mgrid[0:height, 0:width] / px_per_mm
    wave = np.sin(1.3 * (x + y)) * np.sin(1.3 * (x - y))
    share = (0.5 + 0.5 * np.tanh(4 * wave))[:, :, None]
    return np.asarray(share * np.array((150, 60, 40)) + (1 - share) * np.array((225, 215, 205)), np.uint8)
