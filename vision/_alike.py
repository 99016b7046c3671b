"""Two pictures of one place: the light that came or went between them, and by how much they differ beside that."""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import as_image
from vision.types import Image

_MOST_LIGHT = 2.2  # times brighter or darker
_SAMPLES, _LEAST_SAMPLES = 3000, 60  # so many pixels tell the light, and so few do not
_AS_IT_WAS = 12.0  # grey levels of four pixels, up to which a place looks as it did: the same code in new noise is off
_DIM = 0.12  # by 8, the nearest stranger by 38 at least; in a dim picture so much of its brightness

Colours = npt.NDArray[np.float32]
Where = npt.NDArray[np.bool_]
"""The pixels of a picture that count."""


def is_other(before: Image, now: Image, here: Where) -> Where:
    """Which pixels of a place look otherwise than before, but for more or less light on all of it."""
    where = here.astype(np.uint8)
    was, has = cv2.mean(before, where), cv2.mean(now, where)
    light = max(1 / _MOST_LIGHT, min(_MOST_LIGHT, (sum(has) + 1.0) / (sum(was) + 1.0)))
    apart = as_image(cv2.absdiff(now, cv2.convertScaleAbs(before, alpha=light)))
    limit = min(_AS_IT_WAS, _DIM * max(has))
    return np.asarray(((apart if apart.ndim == 2 else apart.max(axis=2)) > limit) & here)


def gap(one: npt.NDArray[np.generic], other: npt.NDArray[np.generic], where: Where) -> Colours:
    """Per pixel, by how much two pictures differ in that of the colours which differs most, softened a little among
    the pixels that count: what lies beside them is another thing."""
    weight = where.astype(np.float32)
    shares = np.maximum(cv2.blur(weight, (3, 3)), 1e-6)
    apart = np.subtract(one, other, dtype=np.float32)
    if apart.ndim == 2:
        return np.asarray(np.abs(cv2.blur(apart * weight, (3, 3))) / shares, np.float32)
    most = np.abs(cv2.blur(apart * weight[..., None], (3, 3))).max(axis=2)
    return np.asarray(most / shares, np.float32)


def like_around(now: Image, around: Where) -> Image:
    """A guess at what is under a piece that lay there from the start: what is seen around it."""
    colour = np.median(now[around], axis=0) if around.any() else np.zeros(now.shape[2:])
    return np.broadcast_to(as_image(np.rint(colour)), now.shape)


def lit(image: Image, light: Colours) -> Image:
    """The picture in so many times as much light."""
    return image if bool((light == 1.0).all()) else as_image(np.clip(image * light, 0, 255))


def light_between(now: Image, before: Image, where: Where) -> Colours:
    """How many times brighter the table around a piece is now, in each colour."""
    each = max(1, math.isqrt(where.size // _SAMPLES))
    now, before, where = now[::each, ::each], before[::each, ::each], where[::each, ::each]
    if int(where.sum()) < _LEAST_SAMPLES:
        return np.ones(now.shape[2:], np.float32)
    ratio = (now[where].astype(np.float32) + 1.0) / (before[where].astype(np.float32) + 1.0)
    return np.asarray(np.clip(np.median(ratio, axis=0), 1 / _MOST_LIGHT, _MOST_LIGHT), np.float32)
