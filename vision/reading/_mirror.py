"""Whether a code was read in a mirror.

Decoders read mirrored codes as readily as others and do not say so. But the modules of format information, which stand
in every code twice, are a word of a small code of their own; as a mirror shows them they make no such word.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Image

Floats = npt.NDArray[np.float32]

_WORD_BITS = 15


def are_mirrored(pixels: Image, quads: Floats, sides: Floats) -> npt.NDArray[np.bool_]:
    """Which of these codes are seen in a mirror. `quads`: n x 4 x 2, corners as the decoder told them, from its top
    left; `sides`: how many modules each has along a side."""
    if not len(quads):
        return np.zeros(0, np.bool_)
    straight = _word_places(sides)
    seen = _light(pixels, quads, sides, np.concatenate([straight, straight[:, :, ::-1]], axis=1))
    as_it_is, turned_over = seen[:, : 2 * _WORD_BITS], seen[:, 2 * _WORD_BITS :]
    return np.asarray(_agreement(as_it_is) < _agreement(turned_over))


def _light(pixels: Image, quads: Floats, sides: Floats, places: Floats) -> Floats:
    """The light at these middles of modules (n x m x 2, x and y from the first corner), n x m."""
    across, down = ((places[..., axis, None] + 0.5) / sides[:, None, None] for axis in (0, 1))
    upper = quads[:, None, 0] + across * (quads[:, None, 1] - quads[:, None, 0])
    lower = quads[:, None, 3] + across * (quads[:, None, 2] - quads[:, None, 3])
    x, y = np.moveaxis((upper + down * (lower - upper) - 0.5).astype(np.float32), -1, 0)
    return cv2.remap(
        pixels, np.ascontiguousarray(x), np.ascontiguousarray(y), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.float32)


def _agreement(seen: Floats) -> Floats:
    """The best correlation with a word of format information, both places where it stands taken together."""
    seen = seen - seen.mean(axis=1, keepdims=True)
    size = np.maximum(np.linalg.norm(seen, axis=1), 1e-6)
    return np.asarray((seen @ _words().T).max(axis=1) / size, np.float32)


def _word_places(sides: Floats) -> Floats:
    """Where the bits stand, the lowest first: down beside the first finder pattern and leftwards below it; then
    leftwards below the second and down beside the third (ISO/IEC 18004). n x 30 x 2, in modules."""
    first = [(8, y) for y in (0, 1, 2, 3, 4, 5, 7, 8)] + [(x, 8) for x in (7, 5, 4, 3, 2, 1, 0)]
    below = [(-1 - n, 8) for n in range(8)] + [(8, n - 7) for n in range(7)]
    places = np.repeat(np.array([[*first, *below]], np.float32), len(sides), axis=0)
    return np.where(places < 0, places + sides[:, None, None], places)


@lru_cache(maxsize=1)
def _words() -> Floats:
    """All 32 words as light (1) and dark (-1), lowest bit first, written twice, less their mean and of length one."""
    words = []
    for number in range(32):
        word = number << 10
        for bit in range(14, 9, -1):
            if word >> bit & 1:
                word ^= 0x537 << (bit - 10)
        words.append(((number << 10) | word) ^ 0x5412)
    light = np.tile([[1.0 - 2.0 * (word >> bit & 1) for bit in range(_WORD_BITS)] for word in words], 2)
    light -= light.mean(axis=1, keepdims=True)
    return np.asarray(light / np.linalg.norm(light, axis=1, keepdims=True), np.float32)
