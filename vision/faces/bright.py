"""A card that is too bright for the camera, as a white one on a dark table is: what is white in the picture was another
colour, and a look is drawn as white there before the two are compared. Where both are white nothing is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision._pixels import as_image
from vision.faces.flat import COARSE, FULL, Flat, Floats, Mask, flat_of
from vision.types import Image

_FEW: Final = np.s_[5:-5:3, 5:-5:3]
_LEAST_PIXELS: Final = 60
_OUTLIER: Final = 4.0


@dataclass(frozen=True, eq=False)
class Exposure:
    """A picture (BGR) that was laid on a look, and `blur_px`: how soft it is. `open`: where the card is seen; None:
    everywhere."""

    picture: Image
    blur_px: float
    open: Mask | None = None

    def shown(self, look: Flat) -> Flat:
        """The look in the light of this picture, no brighter than a camera shows."""
        colours = _colours(look)
        if self.blur_px:
            colours = np.asarray(cv2.GaussianBlur(colours, (0, 0), self.blur_px), np.float32)
        high, wide = look.grey.shape
        y, x = np.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j].astype(np.float32)
        drawn = [self._lit(colours[..., n], self.picture[..., n], x, y) for n in range(3)]
        return flat_of(as_image(np.clip(np.rint(np.dstack(drawn)), 0, 255)))

    def _lit(self, look: Floats, seen: Image, x: Floats, y: Floats) -> Floats:
        """One colour of a look, by the pixels that are not too bright."""
        there, ink = seen[_FEW].ravel().astype(np.float32), look[_FEW].ravel() / 128
        terms = np.stack([np.ones_like(ink), ink, x[_FEW].ravel() * ink, y[_FEW].ravel() * ink])
        usable = there < FULL
        if self.open is not None:
            usable &= self.open[_FEW].ravel()
        if int(usable.sum()) < _LEAST_PIXELS:
            return np.full_like(look, 255.0)
        kept = usable
        for _ in range(3):
            some = terms[:, kept]
            tone = np.linalg.solve(some @ some.T + 0.1 * np.eye(len(terms)), some @ there[kept])
            off = np.abs(np.minimum(255.0, tone @ terms) - there)
            kept = usable & (off < _OUTLIER * (float(np.median(off[usable])) + 0.5))
        return np.asarray(tone[0] + look / 128 * (tone[1] + tone[2] * x + tone[3] * y), np.float32)


def _colours(look: Flat) -> Floats:
    """A look in blue, green and red."""
    high, wide = look.grey.shape
    hue = cv2.resize(look.hue, (look.hue.shape[1] * COARSE, look.hue.shape[0] * COARSE))[:high, :wide]
    lab = np.dstack([look.grey, hue + 128])
    return np.asarray(cv2.cvtColor(as_image(np.clip(np.rint(lab), 0, 255)), cv2.COLOR_LAB2BGR), np.float32)
