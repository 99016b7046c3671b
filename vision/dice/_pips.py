"""Pip candidates: round dark or light blobs of every size that a pip can have, in any colour of die.

Four planes are looked at, always turned so that pips are dark: the largest and the smallest of the three colours,
each as it is (dark pips) and as a negative (light pips). On a coloured die the largest keeps the body bright beside
black pips, the smallest keeps it dark beside white ones. Blobs are the places where the determinant of the Hessian,
normalised for its scale, is largest (Lindeberg 1998, "Feature detection with automatic scale selection").
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import as_image, colour
from vision.types import Image

Floats = npt.NDArray[np.float32]

PIP_SHARE = 0.2  # diameter of a pip in sides of its die: 0.16 .. 0.26 on real dice
_SCALE_STEP = 1.26
_MIN_DARK = 16.0  # grey levels by which a pip is darker than what is around it
_STANDS_OUT = 2.0
_BEND = np.asarray([1, -2, 1], np.float32)
_TWIST = np.asarray([[0.25, 0, -0.25], [0, 0, 0], [-0.25, 0, 0.25]], np.float32)
_MAX_BLOBS = 260  # a plane; the strongest are kept, so that a busy background costs bounded time


@dataclass(frozen=True)
class Pips:
    """Pip candidates of one plane: an n x 4 array of x, y (px), diameter (px) and strength (grey levels)."""

    plane: Image
    found: Floats


def planes(image: Image) -> tuple[Image, ...]:
    """The four planes of a picture, in each of which pips would be dark."""
    if image.ndim == 2:
        return image, as_image(cv2.bitwise_not(image))
    channels = cv2.split(colour(image))
    top = as_image(cv2.max(cv2.max(channels[0], channels[1]), channels[2]))
    low = as_image(cv2.min(cv2.min(channels[0], channels[1]), channels[2]))
    return top, low, as_image(cv2.bitwise_not(low)), as_image(cv2.bitwise_not(top))


def find_pips(plane: Image, least_px: float, most_px: float) -> Pips:
    """Dark round blobs with a diameter of about `least_px` to `most_px`."""
    return _dark_and_light(plane, least_px, most_px)[0]


def find_all(image: Image, least_px: float, most_px: float) -> tuple[Pips, ...]:
    """The pip candidates of all planes of a picture. Between the pips of a die lie blobs of the opposite kind; they are
    left out where the pips themselves stand out much more."""
    every = planes(image)
    half = len(every) // 2
    both = [_dark_and_light(plane, least_px, most_px) for plane in every[:half]]
    # the negatives stand in the opposite order: what is light in the largest colour is dark in the last plane
    found = [one[0].found for one in both] + [one[1].found for one in reversed(both)]
    dark, light = np.concatenate(found[:half]), np.concatenate(found[half:])
    return tuple(
        Pips(plane, _not_between(blobs, light if number < half else dark))
        for number, (plane, blobs) in enumerate(zip(every, found, strict=True))
    )


def _dark_and_light(plane: Image, least_px: float, most_px: float) -> tuple[Pips, Pips]:
    """The dark blobs of a plane and its light ones."""
    # a disc answers most strongly at sigma = radius / sqrt 2
    sigmas = [least_px / 2.828]
    while sigmas[-1] < most_px / 2.828:
        sigmas.append(sigmas[-1] * _SCALE_STEP)
    sigmas.append(sigmas[-1] * _SCALE_STEP)
    base = plane.astype(np.float32)
    peaks = [np.zeros_like(base) for _ in range(2)]
    scales = [np.zeros(base.shape, np.uint8) for _ in range(2)]
    for number, sigma in enumerate(sigmas):
        answer = _answer(base, sigma)
        for side, here in enumerate((answer, -answer)):
            scales[side][here > peaks[side]] = number
            cv2.max(peaks[side], here, dst=peaks[side])
    dark, light = (
        Pips(plane, _strongest(peak, scale, np.asarray(sigmas))) for peak, scale in zip(peaks, scales, strict=True)
    )
    return dark, light


def _strongest(peak: Floats, scale: npt.NDArray[np.uint8], sigmas: npt.NDArray[np.float64]) -> Floats:
    """The blobs at the tops of the answers, the strongest first."""
    near = cv2.dilate(peak, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((peak >= near) & (peak > _MIN_DARK))
    order = np.argsort(-peak[rows, columns], kind="stable")[: 3 * _MAX_BLOBS]
    rows, columns = rows[order], columns[order]
    found = np.stack(
        [columns, rows, 2.828 * sigmas[scale[rows, columns]], peak[rows, columns]], axis=1, dtype=np.float32
    )
    return _apart(found)[:_MAX_BLOBS]


def _not_between(found: Floats, others: Floats) -> Floats:
    if not len(found) or not len(others):
        return found
    gap = np.hypot(*(found[:, None, :2] - others[None, :, :2]).transpose(2, 0, 1))
    is_beside = gap < 0.6 * (found[:, None, 2] + others[None, :, 2])
    stands_out = others[None, :, 3] > _STANDS_OUT * found[:, None, 3]
    return np.asarray(found[~(is_beside & stands_out).any(axis=1)])


def _answer(base: Floats, sigma: float) -> Floats:
    """How much darker (lighter: below 0) than its surroundings a disc of this size would be here, in grey levels; 0
    where nothing round is. The square root of the determinant, so that a thin line answers nothing."""
    shrink = max(1, int(sigma / 2.5))
    small = base if shrink == 1 else cv2.resize(base, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
    at = sigma / shrink
    soft = cv2.GaussianBlur(small, (0, 0), at)
    xx, yy = (cv2.filter2D(soft, -1, _BEND.reshape(shape)) for shape in ((1, 3), (3, 1)))
    xy = cv2.filter2D(soft, -1, _TWIST)
    root = np.sqrt(np.maximum(xx * yy - xy * xy, 0.0))
    # a disc of contrast c has xx = yy = c / (e sigma^2) in its middle at its own scale
    answer = np.copysign(root, cv2.add(xx, yy)) * np.float32(2.718 * at * at)
    if shrink > 1:
        answer = np.asarray(cv2.resize(answer, base.shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)
    return np.asarray(answer, np.float32)


def _apart(found: Floats) -> Floats:
    """Of blobs whose middles lie within half a diameter of a stronger one, only the strongest. Strongest first."""
    if len(found) < 2:
        return found
    gap = np.hypot(*(found[:, None, :2] - found[None, :, :2]).transpose(2, 0, 1))
    near = gap < 0.5 * np.minimum(found[:, None, 2], found[None, :, 2])
    keep = np.ones(len(found), np.bool_)
    for i in range(len(found)):
        if keep[i]:
            keep[i + 1 :] &= ~near[i, i + 1 :]
    return found[keep]
