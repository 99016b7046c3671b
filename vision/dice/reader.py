"""Reading dice that have come to rest: where each lies, what it shows, and whether that is sure.

Two witnesses look at each die. A small network judges the picture around every place where the middle of an upper face
may be; and the pips themselves are counted, by the fact that the pips of every face lie symmetrically about its middle,
in any perspective and to whatever side it is turned. A reading is sure when both agree, and the network does so for
slightly turned, enlarged and reduced pictures of the same die too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision._pixels import Box, cropped, resized
from vision.dice._net import Weights, logits, own_weights, softmax
from vision.dice._pips import PIP_SHARE, Pips, find_all
from vision.dice._places import all_places, crops
from vision.types import DieReading, Image

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class DiceSettings:
    """What the reader takes for a die, and when it is sure. Sides are those of a die's upper face in the picture."""

    least_side_px: float = 26.0  # where the size of the dice is not known
    most_side_px: float = 130.0
    least_chance: float = 0.8  # less likely dice are not told
    sure_chance: float = 0.95  # mean over the looks at one die
    sure_least: float = 0.8  # the worst of these looks
    rival_margin: float = 0.04  # another value on the same die whose chance comes so near makes it unsure
    most_width_px: int = 1600  # larger pictures are made smaller first, where the size of the dice is not known


_LOOKS = ((0.0, 1.0), (0.0, 0.86), (0.0, 1.16), (10.0, 1.05), (-10.0, 0.95))
"""Turn in degrees and zoom of the looks at one die; each is taken as it is and mirrored."""
_KNOWN_SIDE_PX = 48.0  # a picture with dice of known size is brought to this, unless they are smaller
_APART_SIDES = 0.72  # the middles of two upper faces are further from each other
_SAME_SIDES = 0.16  # places nearer than this are one place
_MOST_GUESSES = 60  # bounds the time that a picture full of dots costs
_COUNT_WEIGHT = 0.2  # how much it speaks for a face, against another on the same die, that its pips were counted
_CUT_SIDES = 0.55  # a face whose middle is nearer to the picture's edge may be cut


@dataclass(frozen=True)
class _Guess:
    """What the network takes one place for: middle and side in px of the reduced picture, plane, value, and the chance
    of the value at the first look."""

    x: float
    y: float
    side: float
    plane: int
    is_light: bool  # pips lighter than the die
    value: int
    chance: float

    def is_like(self, other: _Guess) -> bool:
        """The same value in the same place, of pips that are as dark or as light."""
        is_same = self.value == other.value and self.is_light == other.is_light
        return is_same and self.is_near(other, _SAME_SIDES)

    def is_near(self, other: _Guess, sides: float) -> bool:
        """Whether the middles are no further apart than so many sides of the larger face."""
        return math.hypot(self.x - other.x, self.y - other.y) <= sides * max(self.side, other.side)


@dataclass(frozen=True)
class _FaceGuess:
    """A guess after several looks: the chance of a die at all, the mean and the least chance of the value, and whether
    the pips were counted to the same value."""

    guess: _Guess
    die: float
    chance: float
    least: float
    is_counted: bool

    @property
    def worth(self) -> float:
        """By this the best of several guesses on one die is chosen."""
        return self.chance + _COUNT_WEIGHT * self.is_counted


class DiceReader:
    """Reads all dice of a picture. `sides`: those of each die; only six-sided pip dice are read, of others the places
    are told as far as they can be seen, and people are asked for the values. VisionError when the network's file is
    missing."""

    def __init__(self, sides: int = 6, settings: DiceSettings = DiceSettings(), weights: Weights | None = None) -> None:
        self.sides = sides
        self._settings = settings
        self._weights = own_weights() if weights is None else weights

    def read(self, image: Image, region: Box | None = None, die_px: float | None = None) -> tuple[DieReading, ...]:
        """The dice in the picture (BGR or grey), or in the `region` of it, from left to right. `die_px`: the side of
        a die where it is known; else dice from about 30 to 120 px are found."""
        part = image if region is None else cropped(image, region)
        if min(part.shape[:2]) < 12:
            return ()
        shrink = self._shrink(part, die_px)
        small = resized(part, shrink) if shrink < 1.0 else part
        x0, y0 = (0, 0) if region is None else region[:2]
        readings = []
        for face, is_alone in self._faces(small, None if die_px is None else die_px * shrink):
            guess, is_cut = face.guess, _is_cut(face.guess, small)
            centre = (x0 + (guess.x + 0.5) / shrink - 0.5, y0 + (guess.y + 0.5) / shrink - 0.5)
            readings.append(self._reading(face, is_alone and not is_cut, centre, guess.side / shrink))
        return tuple(sorted(readings, key=lambda r: r.centre_px))

    def _shrink(self, part: Image, die_px: float | None) -> float:
        wanted = self._settings.most_width_px / max(part.shape[:2]) if die_px is None else _KNOWN_SIDE_PX / die_px
        return float(min(1.0, wanted))

    def _faces(self, image: Image, die_px: float | None) -> list[tuple[_FaceGuess, bool]]:
        """The upper faces, and whether nothing else on the same die might be meant."""
        least, most = self._settings.least_side_px, self._settings.most_side_px
        if die_px is not None:
            least, most = 0.75 * die_px, 1.3 * die_px
        looked = find_all(image, least * PIP_SHARE * 0.85, most * PIP_SHARE * 1.15)
        first = [
            guess
            for number, at in enumerate(all_places(looked, die_px))
            for guess in self._guessed(looked[number].plane, number, 2 * number >= len(looked), at)
        ]
        seen = self._looked_again(looked, _best_centred(looked, first)[:_MOST_GUESSES])
        seen = sorted((f for f in seen if f.die >= self._settings.least_chance), key=lambda face: -face.worth)
        faces: list[_FaceGuess] = []
        for face in seen:
            if not any(face.guess.is_near(f.guess, _APART_SIDES) for f in faces):
                faces.append(face)
        return [(face, not self._has_rival(face, seen)) for face in faces]

    def _has_rival(self, face: _FaceGuess, seen: Sequence[_FaceGuess]) -> bool:
        return any(
            other.guess.value != face.guess.value
            and other.chance > face.chance - self._settings.rival_margin
            and face.guess.is_near(other.guess, _APART_SIDES)
            for other in seen
        )

    def _guessed(self, plane: Image, number: int, is_light: bool, at: Floats) -> list[_Guess]:
        chances = softmax(logits(crops(plane, at), self._weights))
        values, best = 1 + chances[:, 1:].argmax(axis=1), chances[:, 1:].max(axis=1)
        return [
            _Guess(float(x), float(y), float(side), number, is_light, int(value), float(chance))
            for (x, y, side, _), value, chance, none in zip(at, values, best, chances[:, 0], strict=True)
            if none < 0.6
        ]

    def _looked_again(self, looked: Sequence[Pips], guesses: Sequence[_Guess]) -> list[_FaceGuess]:
        """Every guess seen several times: turned a little, larger, smaller, mirrored."""
        views = [
            crops(looked[g.plane].plane, np.asarray([[g.x, g.y, g.side, 1.0]], np.float32), turn, zoom)
            for g in guesses
            for turn, zoom in _LOOKS
        ]
        if not views:
            return []
        every = np.concatenate(views)
        both = np.stack([every, every[:, :, ::-1]], axis=1).reshape(-1, *every.shape[1:])
        chances = softmax(logits(both, self._weights)).reshape(len(guesses), 2 * len(_LOOKS), -1)
        faces = []
        for guess, chance in zip(guesses, chances, strict=True):
            mean = chance.mean(axis=0)
            value = 1 + int(mean[1:].argmax())
            is_counted = counted(looked[guess.plane], guess.x, guess.y, guess.side) == value
            judged = replace(guess, value=value)
            faces.append(
                _FaceGuess(judged, float(1 - mean[0]), float(mean[value]), float(chance[:, value].min()), is_counted)
            )
        return faces

    def _reading(self, face: _FaceGuess, is_clear: bool, centre: tuple[float, float], width_px: float) -> DieReading:
        value, settings = face.guess.value, self._settings
        if self.sides != 6:
            return DieReading(value, self.sides, 0.0, False, centre, width_px)
        is_clear &= face.is_counted
        is_sure = is_clear and face.chance >= settings.sure_chance and face.least >= settings.sure_least
        return DieReading(value, 6, face.chance if is_clear else min(face.chance, 0.5), is_sure, centre, width_px)


def _best_centred(looked: Sequence[Pips], first: Sequence[_Guess]) -> list[_Guess]:
    """One guess for each group of like ones, the likeliest groups first: that about whose middle the pips lie
    symmetrically, else the likeliest."""
    groups: list[list[_Guess]] = []
    for guess in sorted(first, key=lambda one: -one.chance):
        home = next((group for group in groups if guess.is_like(group[0])), None)
        if home is None:
            groups.append([guess])
        else:
            home.append(guess)
    return [
        next((g for g in group if counted(looked[g.plane], g.x, g.y, g.side) == g.value), group[0]) for group in groups
    ]


def _is_cut(guess: _Guess, image: Image) -> bool:
    height, width = image.shape[:2]
    return bool(min(guess.x, guess.y, width - 1 - guess.x, height - 1 - guess.y) < _CUT_SIDES * guess.side)


def counted(pips: Pips, x: float, y: float, side: float) -> int:
    """How many pips lie symmetrically about this middle: each with a like one opposite, or in the middle itself."""
    around = pips.found[np.hypot(pips.found[:, 0] - x, pips.found[:, 1] - y) < 0.55 * side]
    around = around[around[:, 3] > 0.35 * np.median(np.sort(around[:, 3])[-3:])] if len(around) else around
    if not len(around):
        return 0
    opposite = np.hypot(
        around[:, None, 0] + around[None, :, 0] - 2 * x, around[:, None, 1] + around[None, :, 1] - 2 * y
    )
    # of pips on one face none is much larger or much paler than another; on a side face they are both
    size, strength = around[:, 2], around[:, 3]
    like = np.maximum(size[:, None], size) < 1.6 * np.minimum(size[:, None], size)
    like &= np.maximum(strength[:, None], strength) < 1.8 * np.minimum(strength[:, None], strength)
    return int(((opposite < 0.16 * side) & like).any(axis=1).sum())
