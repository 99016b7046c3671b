"""Cards drawn for measuring how well they are told by their print: nothing of a game that is sold, and many kinds of
print. One seed draws one card; cards of one `frame` have the same frame, as those of one game have."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
import numpy.typing as npt

from vision import Image
from vision._pixels import as_image
from vision.faces.flat import CardSize

SIZE = CardSize(63.0, 88.0)
FINE = 6  # pixels a millimetre, of what is drawn
_WIDE, _HIGH = round(SIZE.width_mm * FINE), round(SIZE.height_mm * FINE)

Pixels = npt.NDArray[np.uint8]
Ink = tuple[int, int, int]
_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_PIPS: Mapping[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.5, 0.2), (0.5, 0.8)),
    3: ((0.5, 0.2), (0.5, 0.5), (0.5, 0.8)),
    4: ((0.3, 0.2), (0.7, 0.2), (0.3, 0.8), (0.7, 0.8)),
    5: ((0.3, 0.2), (0.7, 0.2), (0.5, 0.5), (0.3, 0.8), (0.7, 0.8)),
    6: ((0.3, 0.2), (0.7, 0.2), (0.3, 0.5), (0.7, 0.5), (0.3, 0.8), (0.7, 0.8)),
}
_SIDES = tuple((x, y) for x in (0.3, 0.7) for y in (0.2, 0.4, 0.6, 0.8))
_MORE_PIPS: Mapping[int, tuple[tuple[float, float], ...]] = {
    7: (*_PIPS[6], (0.5, 0.35)),
    8: (*_PIPS[6], (0.5, 0.35), (0.5, 0.65)),
    9: (*_SIDES, (0.5, 0.5)),
    10: (*_SIDES, (0.5, 0.3), (0.5, 0.7)),
}


class Kind(Enum):
    """What a card shows."""

    LANDSCAPE = "landscape"
    EMBLEM = "emblem"
    TEXT = "text"
    PATTERN = "pattern"
    FIGURE = "figure"
    PLAYING = "playing"


PICTURED = (Kind.LANDSCAPE, Kind.EMBLEM, Kind.TEXT, Kind.PATTERN, Kind.FIGURE)


@dataclass(frozen=True)
class Drawn:
    """What is drawn: `number` stands in the corner of a pictured card, and says which one a playing card is (0..51)."""

    kind: Kind
    seed: int
    frame: int = 0
    number: int | None = None

    @property
    def name(self) -> str:
        return f"{self.kind.value} {self.frame} {self.seed} {self.number}"

    def picture(self) -> Image:
        """The card, `FINE` pixels a millimetre."""
        if self.kind is Kind.PLAYING:
            return as_image(_playing(self.number or 0, self.frame))
        rng = np.random.default_rng((self.seed, self.kind.value.encode()[0]))
        inside = _MOTIFS[self.kind](_HIGH - 2 * 4 * FINE - 14 * FINE, _WIDE - 2 * 4 * FINE, rng)
        return as_image(_framed(inside, self.frame, self.number, rng))


def deck(count: int, seed: int, frame: int = 0, kinds: tuple[Kind, ...] = PICTURED) -> tuple[Drawn, ...]:
    """So many different pictured cards with one frame, the kinds in turn."""
    return tuple(Drawn(kinds[n % len(kinds)], 1000 * seed + n, frame) for n in range(count))


def playing_cards(frame: int = 0) -> tuple[Drawn, ...]:
    """The 52 of a pack."""
    return tuple(Drawn(Kind.PLAYING, 0, frame, number) for number in range(52))


def look_alikes(sets: int, seed: int, of: int = 3) -> tuple[tuple[Drawn, ...], ...]:
    """Sets of cards with the same picture, which differ in the digit in their corner alone."""
    rng = np.random.default_rng(seed)
    return tuple(
        tuple(
            Drawn(PICTURED[n % len(PICTURED)], 7_000_000 + 1000 * seed + n, n % 3, int(digit))
            for digit in rng.permutation(10)[:of]
        )
        for n in range(sets)
    )


# -- inside ------------------------------------------------------------------------------------------------------------


def _framed(inside: Pixels, frame: int, number: int | None, rng: np.random.Generator) -> Pixels:
    """The motif with a frame, a title above it and, where there is one, its number in the top left corner."""
    style = np.random.default_rng(90 + frame)
    paper, band = _ink(style, 190, 245), _ink(style, 40, 200)
    card = np.full((_HIGH, _WIDE, 3), paper, np.uint8)
    rim = 3 * FINE
    cv2.rectangle(card, (rim, rim), (_WIDE - rim, _HIGH - rim), band, FINE)
    high, wide = inside.shape[:2]
    card[_HIGH - 4 * FINE - high : _HIGH - 4 * FINE, 4 * FINE : 4 * FINE + wide] = inside
    words = "".join(chr(int(c)) for c in rng.integers(97, 123, int(rng.integers(5, 11)))).title()
    cv2.putText(card, words, (15 * FINE, 13 * FINE), cv2.FONT_HERSHEY_DUPLEX, FINE * 0.2, (25, 25, 25), 2, cv2.LINE_AA)
    if number is not None:
        cv2.circle(card, (9 * FINE, 9 * FINE + 2), 5 * FINE, (250, 250, 250), -1, cv2.LINE_AA)
        at = (9 * FINE - 2 * FINE, 9 * FINE + 2 + 2 * FINE + 3)
        cv2.putText(card, str(number), at, cv2.FONT_HERSHEY_DUPLEX, FINE * 0.2, (20, 20, 20), 3, cv2.LINE_AA)
    return card


def _ink(rng: np.random.Generator, low: int, high: int) -> Ink:
    blue, green, red = (int(part) for part in rng.integers(low, high, 3))
    return blue, green, red


def _landscape(high: int, wide: int, rng: np.random.Generator) -> Pixels:
    rough = rng.uniform(30, 235, (8, 6, 3)).astype(np.float32)
    soft = np.clip(cv2.resize(rough, (wide, high), interpolation=cv2.INTER_CUBIC), 0, 255).astype(np.uint8)
    for _ in range(14):
        at = int(rng.integers(0, wide)), int(rng.integers(0, high))
        reach = int(rng.integers(6, 10 + wide // 6)), int(rng.integers(6, 10 + wide // 6))
        thick = int(rng.choice((-1, 4)))
        cv2.ellipse(soft, at, reach, float(rng.uniform(0, 180)), 0, 360, _ink(rng, 20, 240), thick, cv2.LINE_AA)
    return as_image(soft)


def _emblem(high: int, wide: int, rng: np.random.Generator) -> Pixels:
    """One sign on a plain ground."""
    card = np.full((high, wide, 3), _ink(rng, 120, 240), np.uint8)
    ink, middle, reach = _ink(rng, 10, 120), (wide // 2, int(high * 0.42)), wide * float(rng.uniform(0.25, 0.4))
    corners = int(rng.integers(3, 9))
    inner = float(rng.uniform(0.35, 0.95))
    angles = np.arange(2 * corners) * math.pi / corners + float(rng.uniform(0, math.pi))
    far = np.where(np.arange(2 * corners) % 2, inner, 1.0) * reach
    star = np.column_stack([middle[0] + far * np.cos(angles), middle[1] + far * np.sin(angles)]).astype(np.int32)
    cv2.fillPoly(card, [star], ink, cv2.LINE_AA)
    cv2.circle(card, middle, int(reach * float(rng.uniform(0.15, 0.5))), _ink(rng, 120, 250), -1, cv2.LINE_AA)
    _write(card, int(high * 0.82), high, rng)
    return card


def _write(card: Pixels, top: int, bottom: int, rng: np.random.Generator) -> None:
    """Lines of small made-up words."""
    wide, step = card.shape[1], round(3.2 * FINE)
    for y in range(top + step, bottom - step // 3, step):
        words = " ".join(
            "".join(chr(int(c)) for c in rng.integers(97, 123, int(rng.integers(2, 9))))
            for _ in range(int(rng.integers(3, 7)))
        )
        cv2.putText(card, words, (FINE, y), cv2.FONT_HERSHEY_SIMPLEX, FINE * 0.08, (30, 30, 30), 1, cv2.LINE_AA)
        if wide < 10 * FINE:
            return


def _text(high: int, wide: int, rng: np.random.Generator) -> Pixels:
    """A small picture above many lines of text."""
    card = np.full((high, wide, 3), 238, np.uint8)
    part = int(high * float(rng.uniform(0.3, 0.5)))
    card[:part] = _landscape(part, wide, rng)
    _write(card, part, high, rng)
    return card


def _pattern(high: int, wide: int, rng: np.random.Generator) -> Pixels:
    """Tiles in few colours."""
    inks = [_ink(rng, 20, 240) for _ in range(4)]
    card = np.full((high, wide, 3), inks[0], np.uint8)
    tile = int(rng.integers(7, 13)) * FINE
    for y in range(0, high, tile):
        for x in range(0, wide, tile):
            ink, form = inks[int(rng.integers(0, 4))], int(rng.integers(0, 3))
            if form == 0:
                cv2.rectangle(card, (x, y), (x + tile, y + tile), ink, -1)
            elif form == 1:
                cv2.circle(card, (x + tile // 2, y + tile // 2), tile // 2, ink, -1, cv2.LINE_AA)
            else:
                cv2.fillPoly(card, [np.array([(x, y), (x + tile, y), (x, y + tile)], np.int32)], ink, cv2.LINE_AA)
    return card


def _figure(high: int, wide: int, rng: np.random.Generator) -> Pixels:
    """Somebody before a background of two colours."""
    top, low = np.array(_ink(rng, 60, 240), np.float32), np.array(_ink(rng, 20, 200), np.float32)
    share = np.linspace(0, 1, high, dtype=np.float32)[:, None, None]
    card = np.ascontiguousarray(np.broadcast_to(top * (1 - share) + low * share, (high, wide, 3)).astype(np.uint8))
    middle, skin = wide // 2 + int(rng.integers(-wide // 8, wide // 8)), _ink(rng, 90, 220)
    head = int(wide * float(rng.uniform(0.1, 0.17)))
    y = int(high * float(rng.uniform(0.25, 0.38)))
    body = [(middle, y), (middle + int(rng.integers(2, 5)) * head // 2, high), (middle - 2 * head, high)]
    cv2.fillPoly(card, [np.array(body, np.int32)], _ink(rng, 20, 200), cv2.LINE_AA)
    cv2.circle(card, (middle, y), head, skin, -1, cv2.LINE_AA)
    hat = [(middle - int(1.4 * head), y - head // 2), (middle + int(1.4 * head), y - head // 2)]
    peak = (middle + int(rng.integers(-head, head)), y - int(rng.uniform(1.2, 2.4) * head))
    cv2.fillPoly(card, [np.array([*hat, peak], np.int32)], _ink(rng, 20, 220), cv2.LINE_AA)
    for _ in range(int(rng.integers(2, 6))):
        x0, x1 = (int(v) for v in rng.integers(0, wide, 2))
        y0, y1 = (int(v) for v in rng.integers(high // 3, high, 2))
        cv2.line(card, (x0, y0), (x1, y1), _ink(rng, 10, 240), int(rng.integers(3, 16)), cv2.LINE_AA)
    return card


_MOTIFS: Mapping[Kind, Callable[[int, int, np.random.Generator], Pixels]] = {
    Kind.LANDSCAPE: _landscape,
    Kind.EMBLEM: _emblem,
    Kind.TEXT: _text,
    Kind.PATTERN: _pattern,
    Kind.FIGURE: _figure,
}


def _playing(number: int, frame: int) -> Pixels:
    suit, rank = number // 13, number % 13
    ink: Ink = (40, 30, 190) if suit % 2 else (30, 25, 25)
    card = np.full((_HIGH, _WIDE, 3), (238, 242, 244), np.uint8)
    if rank < 10:
        places = {**_PIPS, **_MORE_PIPS}[rank + 1]
        size = (13 if rank == 0 else 5) * FINE
        for x, y in places:
            _pip(card, suit, (x * _WIDE, y * _HIGH), size, ink, y > 0.5)
    else:
        rng = np.random.default_rng((frame, number))
        half = _landscape((_HIGH - 16 * FINE) // 2, _WIDE - 26 * FINE, rng)
        court = np.concatenate([half, half[::-1, ::-1]])
        card[8 * FINE : 8 * FINE + court.shape[0], 13 * FINE : 13 * FINE + court.shape[1]] = court
    for _ in range(2):
        text = _RANKS[rank]
        scale = FINE * (0.16 if len(text) > 1 else 0.22)
        cv2.putText(card, text, (2 * FINE, 9 * FINE), cv2.FONT_HERSHEY_DUPLEX, scale, ink, 2, cv2.LINE_AA)
        _pip(card, suit, (5.0 * FINE, 13.0 * FINE), 2 * FINE, ink, False)
        card = np.ascontiguousarray(card[::-1, ::-1])
    return card


def _pip(card: Pixels, suit: int, at: tuple[float, float], size: float, ink: Ink, is_turned: bool) -> None:
    """A heart, spade, diamond or club."""
    way = -1 if is_turned else 1

    def spot(x: float, y: float) -> tuple[int, int]:
        return round(at[0] + x * size), round(at[1] + way * y * size)

    if suit == 3:
        cv2.fillPoly(
            card, [np.array([spot(0, -1), spot(0.7, 0), spot(0, 1), spot(-0.7, 0)], np.int32)], ink, cv2.LINE_AA
        )
        return
    if suit == 1:
        for x in (-0.42, 0.42):
            cv2.circle(card, spot(x, -0.35), round(0.47 * size), ink, -1, cv2.LINE_AA)
        cv2.fillPoly(card, [np.array([spot(-0.85, -0.15), spot(0.85, -0.15), spot(0, 1)], np.int32)], ink, cv2.LINE_AA)
        return
    if suit == 0:
        for x in (-0.42, 0.42):
            cv2.circle(card, spot(x, 0.25), round(0.47 * size), ink, -1, cv2.LINE_AA)
        cv2.fillPoly(card, [np.array([spot(-0.85, 0.1), spot(0.85, 0.1), spot(0, -1)], np.int32)], ink, cv2.LINE_AA)
    else:
        for x, y in ((-0.45, 0.15), (0.45, 0.15), (0.0, -0.5)):
            cv2.circle(card, spot(x, y), round(0.45 * size), ink, -1, cv2.LINE_AA)
    cv2.fillPoly(card, [np.array([spot(0, 0.2), spot(0.3, 1), spot(-0.3, 1)], np.int32)], ink, cv2.LINE_AA)
