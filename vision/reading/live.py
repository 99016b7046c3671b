"""Tags in the pictures of a phone that films: read at once and many times, with the decoders alone. A photograph is
worth more effort; here the next picture comes anyway, and what was not decoded for certain is not said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision._pixels import as_image, grey
from vision.reading.decoders import RawTag, by_zxing
from vision.reading.photo import open_photo

LIVE_BYTES: Final = 3_000_000
LIVE_PIXELS: Final = 4_000_000
"""A picture of a film has two million; one of more is none."""
_BLACK: Final = 24
"""Of a picture through a finger or in a pocket nothing is brighter, but for some noise."""


@dataclass(frozen=True)
class Glimpse:
    """What one picture shows: its tags with their corners in shares (0..1) of the picture; `is_dark`: as good as black.
    It holds no pixel."""

    tags: tuple[tuple[str, tuple[tuple[float, float], ...]], ...]
    is_dark: bool


def read_live(picture: bytes) -> Glimpse:
    """The tags in one picture of a film. VisionError with one sentence for what is no picture, or too large a one."""
    pixels = grey(open_photo(picture, LIVE_BYTES, LIVE_PIXELS))
    high, wide = pixels.shape
    found = by_zxing(as_image(pixels), thorough=True)
    tags = tuple((tag.payload, _shares(tag, wide, high)) for tag in found)
    return Glimpse(tags, bool(np.percentile(pixels[::16, ::16], 98) < _BLACK))


def _shares(tag: RawTag, wide: int, high: int) -> tuple[tuple[float, float], ...]:
    return tuple((round(x / wide, 4), round(y / high, 4)) for x, y in tag.corners_px)
