"""What is remembered of a card's print, and how it is learned from pictures of the card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import cv2
import numpy as np

from vision._pixels import as_image
from vision.faces._fit import Print, aligned, fitted, relaid, relit
from vision.faces.flat import CardSize, Flat, Floats, flat_of
from vision.types import Image, Side

_THUMB: Final = (16, 22)
_FEWER: Final = (8, 11)  # of the colours
_OPEN: Final = 200  # of 255: so much of a pixel of a tiny picture is seen
_LEAST_OPEN: Final = 8  # such pixels
_FAINT: Final = 8.0
_ALIKE: Final = 0.85  # from afar
MOST_LOOKS: Final = 450
"""So many looks can be known of cards of one size: they take 19 MB."""
SAME: Final = 0.9
"""Two cards are look-alikes that differ in less than a tenth of their print."""
_TURNED: Final = (
    0.25  # of likeness: so far from the better way up the right one may be, of a card that is nearly the same both ways
)
_MOST_COLOUR: Final = 0.5  # of what a thumb tells


@dataclass(frozen=True, eq=False)
class Look:
    """The print of one side of a piece: its grey, and its colours (Lab a and b, each + 128) with fewer pixels."""

    piece: str
    side: Side
    grey: Image
    hue: Image

    @property
    def flat(self) -> Flat:
        """The same, as it is compared."""
        return Flat(self.grey.astype(np.float32), self.hue.astype(np.float32) - 128)

    @property
    def nbytes(self) -> int:
        """How much memory it takes."""
        return self.grey.nbytes + self.hue.nbytes


def learned(piece: str, pictures: Sequence[Image], size: CardSize, side: Side = Side.FRONT) -> Look:
    """The look of a card, from straightened pictures (BGR) of it, each from edge to edge and any way up: what most of
    them show at a place counts, so that a reflection in one of them does no harm."""
    first, *others = (_whole(picture, size) for picture in pictures)
    greys, hues = [first.grey], [first.hue]
    for other in others:
        ways = [(*found, way) for way in (other, other.turned()) if (found := aligned(way.grey, first.grey, np.eye(3)))]
        if ways:
            _, warp, way = max(ways, key=lambda each: each[0])
            laid = relaid(way, warp, first)
            on_it = relit(Print(first.grey, first.hue), Flat(laid.grey, laid.hue))
            greys.append(on_it.grey)
            hues.append(on_it.hue)
    return as_look(piece, Flat(np.median(greys, axis=0), np.median(hues, axis=0)), side)


def as_look(piece: str, flat: Flat, side: Side) -> Look:
    """A card that lies flat as what is remembered of it."""
    return Look(piece, side, _as_bytes(flat.grey), _as_bytes(flat.hue + 128))


def thumb(flat: Flat) -> Floats:
    """A few numbers of length 1: the product of two says how alike two cards look from afar, in any light."""
    grey = _even(flat.grey, _THUMB)
    hues = np.concatenate([_even(flat.hue[:, :, n], (_THUMB[0] // 2, _THUMB[1] // 2)) for n in (0, 1)])
    light, colour = (float(np.linalg.norm(part)) + 1e-3 for part in (grey, hues))
    share = min(_MOST_COLOUR, colour / (colour + light))
    return np.concatenate([grey * (np.sqrt(1 - share) / light), hues * (np.sqrt(share) / colour)]).astype(np.float32)


class Looks:
    """The looks of one deck, whose cards are all of one size."""

    def __init__(self, looks: Sequence[Look], size: CardSize) -> None:
        """ValueError: there are more than MOST_LOOKS."""
        if len(looks) > MOST_LOOKS:
            raise ValueError(f"at most {MOST_LOOKS} looks of cards of one size can be known: these are {len(looks)}")
        self.size = size
        self._looks = _together(looks)

    def __len__(self) -> int:
        return len(self._looks)

    def __getitem__(self, number: int) -> Look:
        return self._looks[number]

    @property
    def nbytes(self) -> int:
        """How much memory they take."""
        return sum(look.nbytes for look in self._looks) + self._thumbs.nbytes

    def likest(self, ways: Sequence[Flat], most: int) -> list[tuple[int, int, float]]:
        """The looks that are most like a card from afar, each with its number, the number of the way up in which it is
        so, and how alike the two are; the likest first. A look that is nearly as like both ways up is there twice."""
        if not self._looks:
            return []
        alike = np.stack([self._like(way) for way in ways])
        best = alike.max(axis=0)
        order = np.argsort(-best)[:most]
        both = [(int(n), way) for n in order for way in np.argsort(-alike[:, n]) if alike[way, n] > best[n] - _TURNED]
        return [(number, int(way), float(alike[way, number])) for number, way in both]

    def near(self, most: int, alike: float) -> list[tuple[int, int]]:
        """The pairs of looks that are so much like each other from afar (at most 1), by their numbers: of each look the
        `most` that are most like it."""
        if not self._looks:
            return []
        all_alike = np.triu(self._thumbs @ self._thumbs.T, 1)
        nearest = np.argsort(-all_alike, axis=1)[:, :most]
        return [(one, int(other)) for one, row in enumerate(nearest) for other in row if all_alike[one, other] > alike]

    def _like(self, way: Flat) -> Floats:
        """How alike each look is to a card from afar."""
        if way.open is None:
            return self._thumbs @ thumb(way)
        seen = cv2.resize(as_image(way.open * 255), _THUMB, interpolation=cv2.INTER_AREA) > _OPEN
        half = cv2.resize(as_image(way.open * 255), _FEWER, interpolation=cv2.INTER_AREA) > _OPEN
        if min(int(seen.sum()), int(half.sum())) < _LEAST_OPEN:
            return np.zeros(len(self._looks), np.float32)
        light, colours = self._small
        plane, hues = _planes(way)
        parts = [_alike(plane[seen.ravel()], light[:, seen.ravel()], _even_base(_THUMB)[seen.ravel()])]
        base = _even_base(_FEWER)[half.ravel()]
        parts += [_alike(hues[n][half.ravel()], colours[:, n][:, half.ravel()], base) for n in (0, 1)]
        weights = [part[1] for part in parts]
        weights[1:] = [min(weight, _MOST_COLOUR / 2 * weights[0]) for weight in weights[1:]]
        total = sum(weight * part[0] for weight, part in zip(weights, parts, strict=True))
        return np.asarray(total / sum(weights), np.float32)

    @cached_property
    def _small(self) -> tuple[Floats, Floats]:
        """Tiny pictures of all looks: greys, and both colours."""
        planes = [_planes(look.flat) for look in self._looks]
        return np.stack([grey for grey, _ in planes]), np.stack([hues for _, hues in planes])

    @cached_property
    def _thumbs(self) -> Floats:
        return np.stack([thumb(look.flat) for look in self._looks])


# -- inside ------------------------------------------------------------------------------------------------------------


def _together(looks: Sequence[Look]) -> tuple[Look, ...]:
    """Looks that are much alike, each laid exactly on the first of them: the corners of no picture are found to the
    pixel, and a shift of half of one differs more than a digit does."""
    done: list[Look] = []
    thumbs: list[Floats] = []
    for look in looks:
        mine = thumb(look.flat)
        alike = [float(mine @ other) for other in thumbs]
        nearest = int(np.argmax(alike)) if alike else 0
        if alike and alike[nearest] > _ALIKE and (laid := _laid_on(look, done[nearest])) is not None:
            look = laid
        done.append(look)
        thumbs.append(mine)
    return tuple(done)


def _laid_on(look: Look, other: Look) -> Look | None:
    fit = fitted(look.flat, other.flat)
    if fit is None or fit.same < SAME:
        return None
    return as_look(look.piece, Flat(fit.seen.grey, fit.seen.hue), look.side)


def _whole(picture: Image, size: CardSize) -> Flat:
    wide, high = size.size_px
    if (picture.shape[1] > picture.shape[0]) != (wide > high):
        picture = as_image(np.rot90(picture))
    return flat_of(as_image(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA)))


def _even(plane: Floats, size: tuple[int, int]) -> Floats:
    """So small, and without what a lamp from one side makes brighter."""
    small = cv2.resize(plane, size, interpolation=cv2.INTER_AREA).ravel()
    base = _even_base(size).T
    base = np.asarray(base / np.linalg.norm(base, axis=1, keepdims=True), np.float32)
    return np.asarray(small - base.T @ (base @ small), np.float32)


@lru_cache(maxsize=4)
def _even_base(size: tuple[int, int]) -> Floats:
    """What a lamp from any side adds to each pixel of a tiny picture (pixels x 3)."""
    y, x = np.mgrid[-1 : 1 : size[1] * 1j, -1 : 1 : size[0] * 1j]
    return np.asarray(np.stack([np.ones(x.size), x.ravel(), y.ravel()], axis=1))


def _planes(flat: Flat) -> tuple[Floats, Floats]:
    """Tiny pictures of a card: its grey, and both colours."""
    hues = [cv2.resize(flat.hue[:, :, n], _FEWER, interpolation=cv2.INTER_AREA).ravel() for n in (0, 1)]
    grey = cv2.resize(flat.grey, _THUMB, interpolation=cv2.INTER_AREA).ravel()
    return np.asarray(grey, np.float32), np.asarray(np.stack(hues), np.float32)


def _alike(seen: Floats, looks: Floats, base: Floats) -> tuple[Floats, float]:
    """How alike a part of a card is to that of each look (looks x pixels), without what a lamp does; and how much there
    is of it."""
    along = np.asarray(np.linalg.qr(base)[0], np.float32)
    seen = seen - along @ (along.T @ seen)
    looks = np.asarray(looks - (looks @ along) @ along.T, np.float32)
    much = float(np.linalg.norm(seen))
    return (looks @ seen) / ((np.linalg.norm(looks, axis=1) + _FAINT) * (much + _FAINT)), much


def _as_bytes(plane: Floats) -> Image:
    return as_image(np.clip(np.rint(plane), 0, 255))
