"""Stickers and cards as pictures: what would come out of a printer, for the virtual table and the virtual phone."""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

import cv2
import numpy as np
import numpy.typing as npt
import segno

from vision._lettering import lettered
from vision._pixels import as_image
from vision._prints import lattice, picture
from vision.types import Image

QUIET_MODULES = 2
STICKER_MM = 24.0
STICKER_INSET_MM = 4.0
CARD_WIDTH_MM = 63.0
CARD_HEIGHT_MM = 88.0

_COIN_RIM_MM = 1.5
_RIM_FREE_MM = 1.5
_PRINT_PX_PER_MM = 6.0  # at which pictures are drawn, however large they are shown
_COARSE = 3.0  # so manieth as fine is the lattice of a back that is to be known by it
_PAPER = (248, 251, 252)
_EDGE = (120, 128, 134)
BACK = (104, 92, 40)
_BRASS = (149, 207, 230)
_ROUND = tuple((math.sin(turn * math.pi / 12), -math.cos(turn * math.pi / 12)) for turn in range(24))
_STAR = tuple((r * math.sin(n * math.pi / 5), -r * math.cos(n * math.pi / 5)) for n, r in enumerate((1, 0.42) * 5))
_SUITS: Mapping[str, tuple[tuple[tuple[float, float], ...], ...]] = MappingProxyType(
    {  # polygons around (0, 0), x to the right, y down, one unit from the middle to the edge
        "diamond": (((0, -1), (0.7, 0), (0, 1), (-0.7, 0)),),
        "star": (_STAR,),
        "heart": (
            tuple((0.5 * x - 0.45, 0.5 * y - 0.4) for x, y in _ROUND),
            tuple((0.5 * x + 0.45, 0.5 * y - 0.4) for x, y in _ROUND),
            ((-0.9, -0.18), (0, -0.5), (0.9, -0.18), (0, 0.95)),
        ),
        "sword": (
            ((-0.12, -1), (0.12, -1), (0.12, 0.4), (-0.12, 0.4)),
            ((-0.5, 0.35), (0.5, 0.35), (0.5, 0.55), (-0.5, 0.55)),
            ((-0.1, 0.5), (0.1, 0.5), (0.1, 1), (-0.1, 1)),
        ),
        "book": (
            ((-0.08, -0.55), (-0.95, -0.75), (-0.95, 0.6), (-0.08, 0.8)),
            ((0.08, -0.55), (0.95, -0.75), (0.95, 0.6), (0.08, 0.8)),
        ),
        "scroll": (
            ((-0.6, -0.9), (0.6, -0.9), (0.6, 0.6), (-0.6, 0.6)),
            ((-0.8, 0.6), (0.8, 0.6), (0.8, 0.9), (-0.8, 0.9)),
        ),
        "circle": (_ROUND,),
    }
)


@dataclass(frozen=True)
class Art:
    """What a card shows besides its sticker: a title, a big corner text, a colour (BGR), the name of its suit.
    `picture`: a side without sticker has a picture of its own, another one for each word."""

    title: str = ""
    corner: str = ""
    tint: tuple[int, int, int] = (200, 180, 150)
    suit: str = ""
    picture: str = ""


@lru_cache(maxsize=1024)
def sticker_modules(payload: str) -> Image:
    """The code with its quiet zone, one pixel a module (0 black, 255 white).

    Version 1 (21 modules) at the highest error level that the payload leaves room for: of capitals, digits and
    `$%*+-./: `, ten at level H, sixteen at Q, twenty at M, twenty-five at L (ISO/IEC 18004). Longer ones, and those of
    other letters, are as large as needed at level H.
    """
    code = _version_one(payload) or segno.make(payload, error="h", micro=False, boost_error=False)
    dark = np.array([list(row) for row in code.matrix], dtype=np.uint8)
    return as_image(np.pad(np.where(dark > 0, 0, 255), QUIET_MODULES, constant_values=255))


def _version_one(payload: str) -> segno.QRCode | None:
    for level in "hqml":
        try:
            return segno.make(payload, error=level, version=1, boost_error=False)
        except segno.DataOverflowError:
            continue
    return None


def sticker_image(payload: str, side_px: int) -> Image:
    """The sticker as a grey picture of `side_px`."""
    modules = sticker_modules(payload)
    # whole modules first and an averaging step after, so that no module comes out wider than its neighbour
    whole = max(1, math.ceil(side_px / modules.shape[0]))
    large = np.kron(modules, np.ones((whole, whole), np.uint8))
    return as_image(cv2.resize(large, (side_px, side_px), interpolation=cv2.INTER_AREA))


@lettered
def card_image(
    payload: str | None,
    art: Art,
    px_per_mm: float,
    width_mm: float = CARD_WIDTH_MM,
    height_mm: float = CARD_HEIGHT_MM,
    is_back: bool = False,
    sticker_mm: float = STICKER_MM,
    back: tuple[int, int, int] = BACK,
) -> Image:
    """One side of a card, upright and filling the picture (BGR). No payload: a side without a sticker. Backs are
    coloured with `back`."""
    width, height = round(width_mm * px_per_mm), round(height_mm * px_per_mm)
    if art.picture:  # printed once, and seen smaller or larger: letters do not change their shape
        printed = _printed(art, width_mm, height_mm, is_back, back)
        card = as_image(cv2.resize(printed, (width, height), None, 0, 0, cv2.INTER_AREA))
    else:
        card = np.full((height, width, 3), _PAPER, np.uint8)
        if is_back:
            _draw_back(card, px_per_mm, back)
        else:
            _draw_front(card, art)
        cv2.rectangle(card, (0, 0), (width - 1, height - 1), _EDGE, max(1, round(px_per_mm * 0.4)))
    if payload is not None:
        # small tokens are all sticker
        room_mm = min(sticker_mm, width_mm - 2, height_mm - 2)
        inset_mm = min(STICKER_INSET_MM, (width_mm - room_mm) / 2, (height_mm - room_mm) / 2)
        side, inset = round(room_mm * px_per_mm), round(inset_mm * px_per_mm)
        card[inset : inset + side, inset : inset + side] = sticker_image(payload, side)[:, :, None]
    return card


def largest_sticker_mm(width_mm: float, height_mm: float, is_round: bool, wish_mm: float = STICKER_MM) -> float:
    """The side of the largest sticker up to `wish_mm` that fits on a piece of that size, in whole half millimetres
    where the wish does not fit. The corners of one in the middle of a round piece stay a little inside of its rim."""
    room_mm = (min(width_mm, height_mm) - _RIM_FREE_MM) / math.sqrt(2) if is_round else min(width_mm, height_mm) - 2.0
    return wish_mm if wish_mm <= room_mm else math.floor(2 * room_mm) / 2


@lettered
def coin_image(
    payload: str | None,
    art: Art,
    px_per_mm: float,
    width_mm: float,
    is_back: bool = False,
    sticker_mm: float = STICKER_MM,
    back: tuple[int, int, int] = BACK,
) -> Image:
    """One side of a round piece, upright in the square around it (BGR); what lies outside of its rim is of no meaning.
    The sticker is in its middle, the title small along the lower rim. All backs look alike."""
    size = round(width_mm * px_per_mm)
    coin = np.full((size, size, 3), _PAPER, np.uint8)
    middle, reach = (size // 2, size // 2), size / 2
    rim = max(1, round(_COIN_RIM_MM * px_per_mm))
    cv2.circle(coin, middle, round(reach), back if is_back else art.tint, -1, cv2.LINE_AA)
    cv2.circle(coin, middle, round(reach - rim), _BRASS if is_back else _PAPER, -1, cv2.LINE_AA)
    cv2.circle(coin, middle, round(reach), _EDGE, max(1, round(px_per_mm * 0.3)), cv2.LINE_AA)
    room_mm = largest_sticker_mm(width_mm, width_mm, True, sticker_mm)
    if payload is not None:
        side = round(room_mm * px_per_mm)
        start = (size - side) // 2
        coin[start : start + side, start : start + side] = sticker_image(payload, side)[:, :, None]
    if not is_back:
        # below the sticker, as wide as the coin is there
        base = (width_mm + room_mm) / 2 + 0.45 * ((width_mm - room_mm) / 2 - _COIN_RIM_MM)
        base = min(base + 1.2, width_mm * 0.93)
        half = math.sqrt(max(1.0, (width_mm / 2 - _COIN_RIM_MM) ** 2 - (base - width_mm / 2) ** 2))
        _write_coin(coin, art.title, base * px_per_mm, 2 * half * px_per_mm, px_per_mm, art.tint)
    return coin


@lru_cache(maxsize=32)
def disc_mask(width_px: int) -> Image:
    """Which share of each pixel of a square the disc in it covers, 0 to 255."""
    fine = 4
    mask = np.zeros((width_px * fine, width_px * fine), np.uint8)
    middle = (width_px * fine - 1) // 2
    cv2.circle(mask, (middle, middle), middle, 255, -1)
    return as_image(cv2.resize(mask, (width_px, width_px), interpolation=cv2.INTER_AREA))


def _write_coin(
    coin: Image, text: str, base: float, width: float, px_per_mm: float, tint: tuple[int, int, int]
) -> None:
    """A line of small letters in the middle of a coin, `base` pixels below its upper edge and at most so wide."""
    plain = text.encode("ascii", "replace").decode()
    if not plain:
        return
    font = cv2.FONT_HERSHEY_SIMPLEX
    (one, tall), _ = cv2.getTextSize(plain, font, 1.0, 1)
    scale = min(0.9 * width / max(one, 1), 2.4 * px_per_mm / max(tall, 1))
    (wide, _), _ = cv2.getTextSize(plain, font, scale, 1)
    red, green, blue = (round(0.55 * part) for part in tint)
    at = (round(coin.shape[1] / 2 - wide / 2), round(base))
    cv2.putText(coin, plain, at, font, scale, (red, green, blue), max(1, round(scale)), cv2.LINE_AA)


def _draw_front(card: Image, art: Art) -> None:
    """Paper, the corner text beside the sticker, below it the suit and the title in the card's colour."""
    height, width = card.shape[:2]
    ink = tuple(round(0.62 * part) for part in art.tint)
    wash = tuple(round(0.25 * part + 0.75 * paper) for part, paper in zip(art.tint, _PAPER, strict=True))
    # the upper part stays paper: a code is read best with white all around it
    cv2.rectangle(card, (0, round(height * 0.4)), (width, height), wash, -1)
    cv2.rectangle(card, (0, round(height * 0.77)), (width, height), art.tint, -1)
    _write(card, art.corner, (width * 0.58, height * 0.25), width * 0.32, (ink[0], ink[1], ink[2]))
    _draw_suit(card, art.suit, (width * 0.5, height * 0.57), height * 0.13, art.tint)
    _write(card, art.title, (width * 0.1, height * 0.9), width * 0.8, (255, 255, 255))


def _draw_back(card: Image, px_per_mm: float, tint: tuple[int, int, int]) -> None:
    """Plain enough that nothing on it could be taken for a code."""
    height, width = card.shape[:2]
    rim = round(2 * px_per_mm)
    cv2.rectangle(card, (rim, rim), (width - 1 - rim, height - 1 - rim), tint, -1)
    middle = np.array([width / 2, height * 0.6])
    for reach, ink in ((0.2, _BRASS), (0.13, tint)):
        star = [(0, -reach), (reach / 4, -reach / 4), (reach, 0), (reach / 4, reach / 4)]
        star += [(-x, -y) for x, y in star]
        cv2.fillPoly(card, [np.round(middle + np.array(star) * height).astype(np.int32)], ink, cv2.LINE_AA)


@lru_cache(maxsize=64)
def _printed(art: Art, width_mm: float, height_mm: float, is_back: bool, back: tuple[int, int, int]) -> Image:
    """As the cards of many games are printed: a picture from edge to edge above the title, and one under a lattice on
    the back."""
    px_per_mm = _PRINT_PX_PER_MM
    card = card_image(None, replace(art, picture=""), px_per_mm, width_mm, height_mm, is_back, back=back)
    height, width = card.shape[:2]
    rim = round(_RIM_FREE_MM * px_per_mm)
    wide, high = width - 2 * rim, (height if is_back else round(0.77 * height)) - 2 * rim
    drawn = picture(high, wide, np.random.default_rng(zlib.crc32(art.picture.encode())))
    if is_back:
        drawn = as_image(cv2.addWeighted(drawn, 0.5, lattice(high, wide, _COARSE * px_per_mm), 0.5, 0.0))
    card[rim : rim + high, rim : rim + wide] = drawn
    return card


def _draw_suit(card: Image, suit: str, at: tuple[float, float], reach: float, ink: tuple[int, int, int]) -> None:
    """The suit's shape, `reach` pixels from its middle to its edge; a diamond for a name that has no shape here."""
    middle = np.array(at)
    parts = _SUITS.get(suit, _SUITS["diamond"])
    for part in parts:
        cv2.fillPoly(card, [np.round(middle + np.array(part) * reach).astype(np.int32)], ink, cv2.LINE_AA)


def _write(card: Image, text: str, at: tuple[float, float], width: float, ink: tuple[int, int, int]) -> None:
    """Text as wide as `width` pixels at most, its left base at `at`. Only what OpenCV's font has can be drawn."""
    plain = text.encode("ascii", "replace").decode()
    if not plain:
        return
    font = cv2.FONT_HERSHEY_DUPLEX
    (one, tall), _ = cv2.getTextSize(plain, font, 1.0, 2)
    scale = min(width / max(one, 1), card.shape[0] * (0.2 if len(plain) < 3 else 0.075) / max(tall, 1))
    cv2.putText(card, plain, (round(at[0]), round(at[1])), font, scale, ink, max(1, round(scale * 1.6)), cv2.LINE_AA)


CLOSE_UP_PX_PER_MM = 6.0
"""Of a picture of a single card."""


def render_card(payload: str | None, art: Art, px_per_mm: float = CLOSE_UP_PX_PER_MM, angle_deg: float = 3.0) -> Image:
    """A single card close up on a dark ground, as the reader box or a phone sees it (BGR, slightly soft)."""
    return render_hand_photo(((payload, art),), px_per_mm, lean_deg=angle_deg)


def render_hand_photo(
    cards: Sequence[tuple[str | None, Art]],
    px_per_mm: float = 6.0,
    lean_deg: float = 0.0,
    step_mm: float = 32.0,
    coin_mm: float | None = None,
) -> Image:
    """A row of fronts, each lying over the right part of the one before (as a hand is held), as a phone sees it.

    `cards`: (payload, art) from left to right. `step_mm`: how much of each card is left free; the sticker needs 30.
    `coin_mm`: they are round pieces of this width instead, which lie side by side.
    """
    margin = round(12 * px_per_mm)
    wide_mm, high_mm = (CARD_WIDTH_MM, CARD_HEIGHT_MM) if coin_mm is None else (coin_mm, coin_mm)
    step_mm = step_mm if coin_mm is None else coin_mm + 4.0
    width = round((wide_mm + step_mm * max(0, len(cards) - 1)) * px_per_mm) + 2 * margin
    height = round(high_mm * px_per_mm) + 2 * margin
    photo = np.full((height, width, 3), (52, 60, 48), np.uint8)
    for place, (payload, art) in enumerate(cards):
        left = margin + round(place * step_mm * px_per_mm)
        if coin_mm is None:
            sprite = card_image(payload, art, px_per_mm)
            photo[margin : margin + sprite.shape[0], left : left + sprite.shape[1]] = sprite
        else:
            sprite = coin_image(payload, art, px_per_mm, coin_mm)
            mask = disc_mask(sprite.shape[0])[:, :, None] > 127
            here = photo[margin : margin + sprite.shape[0], left : left + sprite.shape[1]]
            here[:] = np.where(mask, sprite, here)
    if lean_deg:
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), lean_deg, 1.0)
        photo = as_image(cv2.warpAffine(photo, turn, (width, height), borderValue=(52, 60, 48)))
    soft = cv2.GaussianBlur(photo, (0, 0), 0.8)
    return as_image(cv2.add(soft, _photo_noise(height, width), dtype=cv2.CV_8U))


@lru_cache(maxsize=4)
def _photo_noise(height: int, width: int) -> npt.NDArray[np.int16]:
    """What a phone's noise adds to a picture of this size: the same in every picture, and drawing it takes longer than
    all else."""
    noise = np.rint(np.random.default_rng(7).normal(0, 2, (height, width, 3))).astype(np.int16)
    noise.setflags(write=False)
    return noise
