"""Which card is it? A card that was found in a picture is compared with the looks of a deck.

A wrong name is worse than none, so three things are asked before one is said: most of the print agrees with the look;
next to nowhere on the card is it another print; and where any other look differs from this one, what is seen is this
one. Looks that differ too little to be told apart in this picture are named together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from vision.faces._fit import RIM_PX, STRIDE_PX, WINDOW_PX, Fit, fitted
from vision.faces.flat import Corners, Flat, Floats, flattened
from vision.faces.glare import beside_glare
from vision.faces.looks import Look, Looks
from vision.types import Image

_SHORTLIST: Final = 6
_SHORTLIST_OF_PART: Final = 8  # more cards are alike in a part than in the whole
_LAID: Final = 4  # so many of the shortlist are laid on the card
_ROUNDS: Final = 3
_AGREES: Final = (
    10.0,
    0.35,
)  # a window agrees that differs by less: in squares of grey, and as a share of its contrast
LEAST_PRINT: Final = 40.0  # windows that tell something
_LEAST_PRINT_OF_PART: Final = 40.0  # a few pips and an index do not say which card it is
_HOPELESS: Final = 0.3
_LEAST_AGREEING: Final = 0.75
_LEAST_SAME: Final = 0.85  # of the print of a card with a name, which others of one suit or frame do not reach
_LEAST_LIKE: Final = 0.7
_STRANGE: Final = 8.0  # times what noise may make
_MOST_SPOT: Final = 7.0  # times what noise may make
_MOST_SPOT_OF_PART: Final = 4.0
_CLEAR: Final = 0.15  # of the print: so much less of it agrees with any other look that is laid on a part of a card
_MOST_STRANGE: Final = 0.1  # of the windows
SHAPE: Final = 3.0  # times the noise: so far apart two looks are in a window, at least, if it is to tell them apart
_LEAST_SHAPE: Final = 12.0  # all such windows together
_COLOUR: Final = 200.0  # the same for colours, in squares of Lab: they mislead where only few windows differ in them
_COLOUR_NOISE: Final = 60.0
_LEAST_COLOUR: Final = 400.0
_MOST_OFF: Final = 0.2  # of how far two looks are apart: what is seen is no farther from the one that it is
_LEAST_LEAD: Final = 0.5
_EDGE_PX: Final = 2  # of another card are seen before a window is not the same any more
_MOSTLY: Final = 0.6
_SURE: Final = 4.0  # by so much the odds grow from one limit to the best that can be


@dataclass(frozen=True)
class Named:
    """This card. `odds`: the estimated probability (0..1) that it is. `is_turned`: it lies upside down in the picture
    in which it was compared. `fit`: how it was laid on the look."""

    look: Look
    odds: float
    is_turned: bool = False
    fit: Fit | None = field(default=None, compare=False, repr=False)

    def seen_along(self, side: int) -> float:
        """As how wide a part of a card, along this side of the picture (0: its upper one, then clockwise), nothing but
        the look is seen, as a share of the card."""
        assert self.fit is not None
        same, tells = self.fit.looks_same
        turns = (side + 2 * self.is_turned) % 4
        same, tells = (np.rot90(plane, turns) for plane in (same, tells))
        share = (same * tells).sum(axis=1) / np.maximum(1e-3, tells.sum(axis=1))
        bad = np.flatnonzero(share < _MOSTLY)
        if not len(bad):
            return 1.0
        return (RIM_PX + (int(bad[0]) - 1) * STRIDE_PX + WINDOW_PX + _EDGE_PX) / (
            2 * RIM_PX + len(share) * STRIDE_PX + WINDOW_PX - STRIDE_PX
        )


@dataclass(frozen=True)
class Unsure:
    """One of these cards, the likeliest first, or none that is known; `is_odd`: not even the likeliest agrees in all
    that is seen. `fit`: how it was laid on the likeliest."""

    looks: tuple[Look, ...]
    is_turned: bool = False
    is_odd: bool = False
    fit: Fit | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Unknown:
    """None of the cards of the deck, or too little of one is seen to say so."""


Answer = Named | Unsure | Unknown


@dataclass(frozen=True)
class Candidate:
    """A look of the shortlist laid on the card, and how well it fits: the share of its print that agrees, and of the
    card that is another print."""

    number: int
    way: int
    fit: Fit
    agreeing: float
    strange: float
    printed: float

    @property
    def is_likely(self) -> bool:
        """Whether the card may be this one at all."""
        return (
            self.printed >= (_LEAST_PRINT_OF_PART if self.is_part else LEAST_PRINT)
            and self.agreeing >= _LEAST_AGREEING
            and self.fit.like >= _LEAST_LIKE
            and self.strange <= _MOST_STRANGE
        )

    @property
    def is_part(self) -> bool:
        """Whether something of the card is hidden."""
        return self.fit.seen.open is not None

    @property
    def spot(self) -> float:
        """How strange the strangest spot is, of four windows: another digit is no more than that. Of two, if something
        of the card is hidden."""
        strange = self.fit.strange
        rows = np.minimum(strange[1:], strange[:-1])
        if self.is_part:  # less else is seen that would have to agree
            return float(max(rows.max(), np.minimum(strange[:, 1:], strange[:, :-1]).max()))
        return float(np.minimum(rows[:, 1:], rows[:, :-1]).max())


class FaceReader:
    """Names cards by their print."""

    def __init__(self, looks: Looks) -> None:
        self._looks = looks

    def read(self, picture: Image, places: Sequence[Corners]) -> Answer:
        """The card that lies at one of these places in a picture (BGR), by its corners (clockwise from either of those
        that are its top left or bottom right one when upright)."""
        told: Answer = Unknown()
        for corners in places:
            answer = self.named(flattened(picture, corners, self._looks.size))
            if isinstance(answer, Named):
                return answer
            told = answer if isinstance(answer, Unsure) else told
        return told

    def named(self, card: Flat) -> Answer:
        """A card that lies flat, with its edge. Where a lamp shines back from it nothing is told, and what is seen
        beside that has to say which one it is."""
        answer = self._named(card)
        if isinstance(answer, Named) or (open_ := beside_glare(card)) is None:
            return answer
        beside = self._named(replace(card, open=open_))
        return beside if isinstance(beside, Named) else answer

    def _named(self, card: Flat) -> Answer:
        ways = (card, card.turned())
        few = _SHORTLIST if card.open is None else _SHORTLIST_OF_PART
        short = self._looks.likest([way.inside() for way in ways], few)
        laid = short[:_LAID] if card.open is None else short
        tried = [one for number, way, _ in laid if (one := self._laid(ways, number, way)) is not None]
        best = max(tried, key=lambda one: one.fit.same, default=None)
        if best is None or best.agreeing < _HOPELESS:
            return Unknown()
        rivals: list[tuple[float, int, int]] = []
        for _ in range(_ROUNDS):
            others = [(number, way) for number, way, _ in short if number != best.number]
            rivals = sorted((self._lead(best, number, way), number, way) for number, way in others)
            if not rivals or rivals[0][0] >= 0:
                break
            better = self._laid(ways, *rivals[0][1:])
            if better is None:
                break
            best = better
        if not best.is_likely:
            return Unknown()
        near = dict.fromkeys(number for lead, number, _ in rivals if lead < _LEAST_LEAD)
        if best.is_part:  # a part of a card may be laid on another by a shift, and then leads over the right one
            like = best.fit.same - _CLEAR
            near |= dict.fromkeys(one.number for one in tried if one.number != best.number and one.fit.same > like)
        is_odd = best.spot > (_MOST_SPOT_OF_PART if best.is_part else _MOST_SPOT) or best.fit.same < _LEAST_SAME
        if near or is_odd:
            looks = tuple(self._looks[number] for number in (best.number, *near))
            return Unsure(looks, best.way == 1, is_odd, best.fit)
        return Named(self._looks[best.number], _odds(best, [lead for lead, *_ in rivals]), best.way == 1, best.fit)

    def _laid(self, ways: Sequence[Flat], number: int, way: int) -> Candidate | None:
        fit = fitted(ways[way], self._looks[number].flat)
        if fit is None:
            return None
        agrees = fit.gaps.grey < _AGREES[0] + _AGREES[1] * fit.contrast
        printed = float(fit.tells.sum())
        return Candidate(
            number,
            way,
            fit,
            float((fit.tells * agrees).sum()) / max(1.0, printed),
            float((fit.strange > _STRANGE).sum()) / max(1.0, float(fit.open.sum())),
            printed,
        )

    def _lead(self, best: Candidate, rival: int, way: int) -> float:
        """How much nearer what is seen is to a look than to a rival, where these two differ: 1 if it is this look, -1
        if it is the rival, 0 where they cannot be told apart."""
        fit, look = best.fit, self._looks[rival].flat
        seen, apart = fit.against(look if way == best.way else look.turned())
        tells = (fit.open * np.where(apart.grey > SHAPE * fit.trust, 1 / fit.trust, 0)).astype(np.float32)
        lead = _nearer(fit.gaps.grey * tells, seen.grey * tells, apart.grey * tells, _LEAST_SHAPE)
        if lead is None:
            tells = (fit.open * np.where(apart.hue > _COLOUR, 1 / _COLOUR_NOISE, 0.0)).astype(np.float32)
            lead = _nearer(fit.gaps.hue * tells, seen.hue * tells, apart.hue * tells, _LEAST_COLOUR)
        return 0.0 if lead is None else lead


# -- inside ------------------------------------------------------------------------------------------------------------


def _nearer(mine: Floats, rivals: Floats, apart: Floats, least: float) -> float | None:
    """What the windows say in which two looks differ, by how far each of them is from what is seen and from the other;
    None where they differ too little. What is far from both is neither: another card, which nobody has shown."""
    of = float(apart.sum())
    if of < least:
        return None
    lead = float((rivals - mine).sum()) / of
    return min(lead, 0.0) if float(mine.sum()) > _MOST_OFF * of else lead


def _odds(best: Candidate, leads: Sequence[float]) -> float:
    """By how far the limits are passed: an estimate, which was not yet held against many readings."""
    far = min(1.0, *leads, 1.0) / _LEAST_LEAD - 1 + (best.agreeing - _LEAST_AGREEING) / (1 - _LEAST_AGREEING)
    return float(1 / (1 + np.exp(-_SURE * (1 + far))))
