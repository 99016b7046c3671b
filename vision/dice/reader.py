"""Reading dice that have come to rest: where each lies, what it shows, and whether that is sure.

A small network looks at the whole picture in several sizes, and then at each die that it found, turned, enlarged,
reduced and mirrored a little. A reading is sure when all looks agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision._pixels import Box, colour, cropped, resized
from vision.dice._looks import Place, centred, found, looked_at
from vision.dice._net import Weights, own_weights, softmax
from vision.types import DieReading, Image


@dataclass(frozen=True)
class DiceSettings:
    """What the reader takes for a die, and when it is sure. Sides are those of a die's upper face in the picture."""

    least_side_px: float = 20.0  # where the size of the dice is not known
    most_side_px: float = 130.0
    least_chance: float = 0.65  # less likely dice are not told
    sure_chance: float = 0.965  # mean over the looks at one die
    sure_side_px: float = 22.0  # smaller faces are never sure: what is printed as finely may look like them
    sure_least: float = 0.8  # the worst of these looks
    rival_chance: float = 0.1  # another face on the same die of this chance makes it unsure
    most_width_px: int = 1600  # larger pictures are made smaller first, where the size of the dice is not known


_APART_SIDES = 0.72  # the middles of two upper faces are further from each other
_CUT_SIDES = 0.55  # a face whose middle is nearer to the picture's edge may be cut


@dataclass(frozen=True)
class _Face:
    """A place after several looks: the value, the chance of a die at all, mean and least chance of the value."""

    place: Place
    value: int
    die: float
    chance: float
    least: float


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
        a die where it is known; else dice from about 25 to 130 px are found."""
        part = colour(image if region is None else cropped(image, region))
        if min(part.shape[:2]) < 12:
            return ()
        shrink = 1.0 if die_px is not None else min(1.0, self._settings.most_width_px / max(part.shape[:2]))
        small = resized(part, shrink) if shrink < 1.0 else part
        x0, y0 = (0, 0) if region is None else region[:2]
        readings = []
        for face, is_alone in self._faces(small, die_px):
            place, is_cut = face.place, _is_cut(face.place, small)
            centre = (x0 + (place.x + 0.5) / shrink - 0.5, y0 + (place.y + 0.5) / shrink - 0.5)
            readings.append(self._reading(face, is_alone and not is_cut, centre, place.side / shrink))
        return tuple(sorted(readings, key=lambda r: r.centre_px))

    def _faces(self, image: Image, die_px: float | None) -> list[tuple[_Face, bool]]:
        """The upper faces, and whether nothing else on the same die might be meant."""
        least, most = self._settings.least_side_px, self._settings.most_side_px
        if die_px is not None:
            least, most = 0.7 * die_px, 1.35 * die_px
        places = centred(image, found(image, least, most, self._weights), self._weights)
        places = [place for place in places if place.side >= 0.8 * least]
        seen = sorted(self._looked_at(image, places), key=lambda face: -face.die)
        faces: list[_Face] = []
        for face in seen:
            if face.die >= self._settings.least_chance and not any(
                face.place.is_near(other.place, _APART_SIDES) for other in faces
            ):
                faces.append(face)
        return [(face, not self._has_rival(face, seen)) for face in faces]

    def _looked_at(self, image: Image, places: Sequence[Place]) -> list[_Face]:
        faces = []
        for place, chances in zip(places, softmax(looked_at(image, places, self._weights)), strict=True):
            mean = chances.mean(axis=0)
            value = 1 + int(mean[1:].argmax())
            faces.append(_Face(place, value, float(1 - mean[0]), float(mean[value]), float(chances[:, value].min())))
        return faces

    def _has_rival(self, face: _Face, seen: Sequence[_Face]) -> bool:
        return any(
            other.value != face.value
            and other.die > self._settings.rival_chance
            and face.place.is_near(other.place, _APART_SIDES)
            for other in seen
        )

    def _reading(self, face: _Face, is_clear: bool, centre: tuple[float, float], width_px: float) -> DieReading:
        settings = self._settings
        if self.sides != 6:
            return DieReading(face.value, self.sides, 0.0, False, centre, width_px)
        is_sure = (
            is_clear
            and face.place.side >= settings.sure_side_px
            and face.chance >= settings.sure_chance
            and face.least >= settings.sure_least
        )
        confidence = face.chance if is_clear else min(face.chance, 0.5)
        return DieReading(face.value, 6, confidence, is_sure, centre, width_px)


def _is_cut(place: Place, image: Image) -> bool:
    height, width = image.shape[:2]
    return bool(min(place.x, place.y, width - 1 - place.x, height - 1 - place.y) < _CUT_SIDES * place.side)
