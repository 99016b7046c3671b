"""Two pictures of one place: the light that came or went between them, by how much they differ beside that, and what
that tells of a piece."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import as_image
from vision.types import Frame, Image

_MOST_LIGHT = 2.2  # times brighter or darker
_OWN_LIGHT = 1.7  # the same of a place beside what lies around it; more is another thing, such as coffee on dark wood
_LIGHT_HUE = 1.25  # times brighter in one colour than in another may be a lamp of another colour, or a shadow
_SAME_HUE = 1.15  # times brighter in one colour than in another
_SAMPLES, _LEAST_SAMPLES = 3000, 60  # so many pixels tell the light, and so few do not
_AS_IT_WAS = 12.0  # grey levels of four pixels, up to which a place looks as it did: the same code in new noise is off
_DIM = 0.12  # by 8, the nearest stranger by 38 at least; in a dim picture so much of its brightness
_EACH = 8  # so manieth pixel tells the light of a whole picture
_VOTE = 12.0  # grey levels by which a pixel is liker to one picture than to the other, for a full vote
_LIKE = 26.0  # a pixel that is liker to neither than that shows something else
_NAT_MM2 = 10.0  # pixels side by side err together: so large an area tells one nat
_MOST = 6.0  # nats that one look tells at most
_TELLS_MM2, _LEAST = 6.0, 0.04  # so little is too little, or so small a share of what is in view
_AS_BEFORE, _NEARLY_ALL = 20.0, 0.85  # grey levels up to which, and the share in which, a piece looks as it did
_TELLS = 8.0  # grey levels between piece and table
_PLAIN, _IN_PART = 40.0, 0.12  # so far apart they are not taken for each other; what of a piece is seen so tells it
_A_THING = 0.2  # so large a share of a strip that shows neither piece nor table shows a thing over it
_LITTLE_MM2, _SHADOW = 400.0, 1.35  # so little of a piece, and so many times darker is a soft shadow
_LITTLE = 2.5  # nats that little tells at most: a thin strip, or a light or a ground that is guessed

MOSTLY = 0.5
"""Share of what is in view from which on it shows something else than was expected."""

Colours = npt.NDArray[np.float32]
Where = npt.NDArray[np.bool_]
"""The pixels of a picture that count."""


@dataclass(frozen=True)
class Weighed:
    """What a look tells of a piece: the log-odds that it lies there, whether there was enough to tell it by, and the
    share of its outline in view that shows something else than the piece or what it hid."""

    odds: float
    is_told: bool
    strange: float

    @property
    def is_sure(self) -> bool:
        """Whether it tells more than little can tell."""
        return abs(self.odds) >= _LITTLE

    @property
    def careful(self) -> Weighed:
        """The same, and no surer than little makes it."""
        return replace(self, odds=min(_LITTLE, max(-_LITTLE, self.odds)))


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


def apart(piece: Colours, hidden: Colours, where: Where, px_per_mm: float) -> Colours:
    """By how much a piece differs from what it hid. Where little of it is in view a shadow of then is no difference:
    the white edge of a card in the shadow of a hand is no darker card."""
    told = gap(piece, hidden, where)
    if float(where.sum()) < _LITTLE_MM2 * px_per_mm * px_per_mm:
        light = (cv2.blur(hidden, (3, 3)) + 1.0) / (cv2.blur(piece, (3, 3)) + 1.0)
        light = light if light.ndim == 3 else light[..., None]
        is_light = light.max(axis=2) < _SAME_HUE * light.min(axis=2)
        told[is_light & (np.abs(np.log(light.mean(axis=2))) < math.log(_SHADOW))] = 0.0
    return told


def like_around(now: Image, around: Where) -> Image:
    """A guess at what is under a piece that lay there from the start: what is seen around it."""
    colour = np.median(now[around], axis=0) if around.any() else np.zeros(now.shape[2:])
    return np.broadcast_to(as_image(np.rint(colour)), now.shape)


def lit(image: Image, light: Colours) -> Image:
    """The picture in so many times as much light."""
    return image if bool((light == 1.0).all()) else as_image(np.clip(image * light, 0, 255))


def light_between(now: Image, before: Image, where: Where, lamp: Colours | None = None) -> Colours:
    """How many times brighter the table around a piece is now, in each colour. `lamp`: the same of the whole picture,
    where that is known: what is far from it is no light, but a thing that lies over the place."""
    each = max(1, math.isqrt(where.size // _SAMPLES))
    now, before, where = now[::each, ::each], before[::each, ::each], where[::each, ::each]
    if int(where.sum()) < _LEAST_SAMPLES:
        return np.ones(now.shape[2:], np.float32) if lamp is None else lamp
    ratio = (now[where].astype(np.float32) + 1.0) / (before[where].astype(np.float32) + 1.0)
    light = np.asarray(np.clip(np.median(ratio, axis=0), 1 / _MOST_LIGHT, _MOST_LIGHT), np.float32)
    if lamp is None:
        return light
    apart = light / lamp
    is_light = apart.max() < _LIGHT_HUE * apart.min() and 1 / _OWN_LIGHT < float(apart.mean()) < _OWN_LIGHT
    return light if is_light else lamp


def like_itself(there: Colours, px_per_mm: float) -> Weighed | None:
    """Where nobody knows what a piece hid: what looks as it did a moment ago speaks for it, all else for nothing."""
    if float(there.size) < _TELLS_MM2 * px_per_mm * px_per_mm or float((there < _AS_BEFORE).mean()) < _NEARLY_ALL:
        return None
    return Weighed(_LITTLE, True, 0.0)


def judged(there: Colours, away: Colours, told: Colours, px_per_mm: float) -> Weighed:
    """`there`, `away`: by how much each pixel in view differs from the piece and from what it hid; `told`: by how much
    these two differ."""
    per_mm2 = px_per_mm * px_per_mm
    fits = np.minimum(there, away) < _LIKE
    tells = fits & (told > _TELLS)
    votes = np.clip((away - there) / _VOTE, -1.0, 1.0)[tells]
    stays, goes = float(votes[votes > 0].sum()), -float(votes[votes < 0].sum())
    other = float((~fits).sum())
    strange = other / max(1, there.size)
    if float(tells.sum()) < max(_TELLS_MM2 * per_mm2, _LEAST * there.size):
        return Weighed(0.0, False, strange)
    # where both are seen side by side something else is going on
    agreed = abs(stays - goes) / max(1e-6, stays + goes + other / 2)  # all may fit both equally well
    if stays > goes:  # a piece that lies there looks like itself, but for what lies over it
        agreed *= max(0.0, 1.0 - other / stays)
    odds = (stays - goes) / per_mm2 / _NAT_MM2 * agreed
    is_plain = fits & (told > _PLAIN) & (there < _LIKE / 2)
    is_little = there.size < _LITTLE_MM2 * per_mm2
    is_seen_in_part = float(is_plain.sum()) > _IN_PART * float(tells.sum())
    if goes > stays and (is_seen_in_part or (is_little and strange > _A_THING)):
        odds = 0.0  # coffee looks like a dark table, but no table looks like a piece, nor like the rim of a cup
    return Weighed(min(_MOST, max(-_MOST, odds)), True, strange)


def judged_by_itself(now: Image, piece: Colours, hidden: Colours, where: Where, px_per_mm: float) -> Weighed | None:
    """The same with the light told by the place itself: piece or table may have been seen last in another light than
    what is around them. None where neither fits even so."""
    there, away = (gap(now, picture * _own_light(now, picture, where), where) for picture in (piece, hidden))
    told = gap(piece, hidden, where)
    weighed = judged(there[where], away[where], told[where], px_per_mm).careful
    return weighed if weighed.strange < 1 - MOSTLY else None


def _own_light(now: Image, before: Colours, where: Where) -> Colours:
    """How many times brighter a place itself is now, if it is so in all colours, as from a lamp; 1 where it is not, or
    where too little of it is in view."""
    light = np.ones(now.shape[2:], np.float32)
    if int(where.sum()) >= _LEAST_SAMPLES:
        ratio = np.asarray(np.median((now[where] + 1.0) / (before[where] + 1.0), axis=0), np.float32)
        is_lamp = 1 / _OWN_LIGHT < float(ratio.mean()) < _OWN_LIGHT
        light = ratio if is_lamp and float(ratio.max()) < _SAME_HUE * float(ratio.min()) else light
    return light


class Lamp:
    """How much brighter the whole table is than when it was accepted: what differs much from that at one place is no
    light. Worked out once for each frame."""

    def __init__(self) -> None:
        self._known: tuple[float, Colours] | None = None  # when the frame was taken, and its light

    def now(self, frame: Frame, rest: Image | None, factor: int) -> Colours | None:
        """How many times, in each colour. `rest`: the accepted picture, `factor` times smaller; None without one."""
        if rest is None:
            return None
        if self._known is None or self._known[0] != frame.taken_s:
            few, rest = frame.image[:: _EACH * factor, :: _EACH * factor], rest[::_EACH, ::_EACH]
            ratio = (few[: rest.shape[0], : rest.shape[1]] + np.float32(1.0)) / (rest + np.float32(1.0))
            light = np.asarray(np.median(ratio, axis=(0, 1)), np.float32)
            self._known = frame.taken_s, np.clip(light, 1 / _MOST_LIGHT, _MOST_LIGHT)
        return self._known[1]
