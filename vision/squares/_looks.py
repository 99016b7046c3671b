"""What is measured of each field's picture, and how the looks of empty fields and of each side's pieces are told apart.

All of it is in logarithms of brightness, in which another light is a sum: how much brighter or darker it has become
around a field is measured in the fields' corners, which pieces leave free, and taken away.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.squares._flat import SIDE_PX, FlatBoard, Floats, Grid

Bools = npt.NDArray[np.bool_]
Values = npt.NDArray[np.float64]

_SOFT_PX = 0.8
_DARKEST = 3.0  # grey levels: below, the logarithm would show nothing but noise
_GRAIN = 0.1  # how much brighter or darker than the others one field may be, in wood
_CORNER = (0.33, 0.46)  # from where to where the corners reach, in fields from the middle
_FOOT = 0.24  # radius of what is looked at, in fields: a pawn a quarter of a field off its middle covers most of it
_HEIGHTS = (0.1, 0.25, 0.4)  # of a pawn, in fields: so much of its lean is looked along
_LEANING = (0.6, 0.9, 1.2, 1.5)  # heights of the upper parts of tall pieces, in fields,
_REACH = 0.4  # and from how far on their middle no longer covers a foot
_SAME_LIGHT, _SAME_COLOUR = 0.12, 0.08  # differences from the empty field that may be noise
MEASURES = 7
_FLOOR = np.array([0.15, 0.12, 0.03, 0.03, 0.30, 0.12, 0.15])  # what the same thing varies by from field to field
_FLOOR_WEIGHT = 20.0  # as many fields as that say so
_FREEDOM = 5.0  # of Student's distribution: a field that is quite otherwise than all known ones is no proof of anything
_TRUST = 0.6  # the measures are not independent: each says less than it seems to
_STRANGE = 120.0  # squared distance from all that is known, from about which on it may be anything
_FARTHEST = 4000.0
_SHADOW_COST = 8.0
_SHADE = 0.5  # so much darker, in logarithms, a shadow may make a field as a whole


def _shadows() -> Values:
    """What a piece's shadow adds to the measures of an empty field: how deep it may be, on how much of the foot."""
    found = []
    for depth in (0.2, 0.4, 0.6):
        found.append((1.0, -depth, 0.0, 0.0, 0.3, -depth, -depth))
        for share in (0.35, 0.65):
            found.append((share, -0.8 * depth, 0.0, 0.0, 0.8, -depth, 0.0))
    return np.array(found, np.float64)


_SHADOWS = _shadows()


def logarithms(cells: Floats) -> Floats:
    """Pictures of fields as logarithms of their brightness; what noise does to dark ones is evened out before."""
    soft = np.stack([np.asarray(cv2.GaussianBlur(cell, (0, 0), _SOFT_PX), np.float32) for cell in cells])
    return np.log(np.maximum(soft, 0.0) + np.float32(_DARKEST))


def corners_of(logs: Floats) -> Floats:
    """The colour of the ground in the four corners of every field: n x 4 x 3."""
    at = (np.arange(SIDE_PX) + 0.5) / SIDE_PX - 0.5
    low, high = (np.flatnonzero((way * at > _CORNER[0]) & (way * at < _CORNER[1])) for way in (-1, 1))
    parts = [logs[:, rows][:, :, columns] for rows in (low, high) for columns in (low, high)]
    return np.stack([np.median(part.reshape(len(logs), -1, 3), axis=1) for part in parts], axis=1).astype(np.float32)


def grounds_of(corners: Floats, grid: Grid) -> Floats:
    """The colour of every field's ground (n x 3) in a picture of which nothing else is known. A piece's shadow falls on
    one or two corners of its field, so the brighter ones count; and no field is quite otherwise than those of its
    colour, over which the light changes only smoothly."""
    own = np.sort(corners, axis=1)[:, 1:].mean(axis=1)
    x, y = ((grid.middles - grid.middles.mean(axis=0)) / (8 * grid.pitch_mm)).T
    terms = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=1)
    for is_dark in (False, True):
        these = np.flatnonzero(grid.dark == is_dark)
        use = these
        for _ in range(3):
            if len(use) < 2 * terms.shape[1]:
                break
            smooth = terms[these] @ np.linalg.lstsq(terms[use], own[use], rcond=None)[0]
            off = np.abs(own[these] - smooth).max(axis=1)
            use = these[off <= max(_GRAIN, float(np.median(off)))]
        else:
            own[these] = np.clip(own[these], smooth - _GRAIN, smooth + _GRAIN)
    return np.asarray(own, np.float32)


def neighbours_of(grid: Grid) -> npt.NDArray[np.int64]:
    """For every field the corners that lie where its own do (n x 16): its own four, and those of the fields that touch
    it there; at the rim some of them more often. A corner counts as 4 x field + corner of it."""
    half = grid.pitch_mm / 2
    corners = [grid.middles + np.array((x, y)) for y in (-half, half) for x in (-half, half)]
    places = np.stack(corners, axis=1).reshape(-1, 2)
    off = np.abs(places[:, None, :] - places[None, :, :]).max(axis=2)
    together = [np.flatnonzero(row < 0.2 * grid.pitch_mm) for row in off]
    return np.stack(
        [np.concatenate([np.resize(together[4 * n + c], 4) for c in range(4)]) for n in range(len(grid.names))]
    )


def light_change(corners: Floats, known: Floats, neighbours: npt.NDArray[np.int64]) -> Floats:
    """How much brighter (n x 3) it is around each field than when its corners were as known. A shadow of a piece, or
    what leans over a corner, is outvoted by the corners around."""
    off = (corners - known).reshape(-1, 3)[neighbours]
    return np.asarray(np.median(off, axis=1), np.float32)


def feet_of(board: FlatBoard) -> Bools:
    """Where in each field's picture the lower part of a piece is that stands on it: n x SIDE_PX x SIDE_PX."""
    at = ((np.arange(SIDE_PX) + 0.5) / SIDE_PX - 0.5).astype(np.float32)
    feet = np.zeros((len(board.leans), SIDE_PX, SIDE_PX), np.bool_)
    for height in _HEIGHTS:
        across = at[None, None, :] - height * board.leans[:, 0, None, None]
        down = at[None, :, None] - height * board.leans[:, 1, None, None]
        feet |= across**2 + down**2 < _FOOT**2
    return feet


def hidden_by(board: FlatBoard, grid: Grid) -> Bools:
    """Which fields' feet a tall piece on another field may lean over: n x n, the field behind first."""
    places = grid.middles / grid.pitch_mm
    feet = places + _HEIGHTS[1] * board.leans
    over = np.zeros((len(places), len(places)), np.bool_)
    for height in _LEANING:
        off = feet[:, None, :] - (places + height * board.leans)[None, :, :]
        over |= np.linalg.norm(off, axis=2) < _REACH
    np.fill_diagonal(over, False)
    return over


def measured(logs: Floats, empty: Floats, feet: Bools) -> Values:
    """What each field shows beyond its empty ground (both without the change of light), n x MEASURES: how much of the
    foot differs; how much brighter, bluer and redder that part is; how rough it is; how dark its darkest and how bright
    its brightest parts are."""
    off = logs - empty
    light = off.mean(axis=3)
    blue, red = off[..., 0] - off[..., 1], off[..., 2] - off[..., 1]
    unlike = 1.0 - np.exp(-((light / _SAME_LIGHT) ** 2) - (blue**2 + red**2) / _SAME_COLOUR**2)
    counts = feet.sum(axis=(1, 2)).clip(1)
    weights = np.where(feet, unlike, 0.0)
    total = weights.sum(axis=(1, 2)) + 1e-3
    means = [(weights * part).sum(axis=(1, 2)) / total for part in (light, blue, red)]
    steps = np.zeros_like(light)
    steps[:, :-1, :-1] = np.abs(np.diff(light, axis=2))[:, :-1] + np.abs(np.diff(light, axis=1))[:, :, :-1]
    rough = np.log(np.where(feet, steps, 0.0).sum(axis=(1, 2)) / counts + 0.01)
    ranked = np.sort(np.where(feet, light, np.inf).reshape(len(light), -1), axis=1)
    darkest, brightest = (
        np.take_along_axis(ranked, (share * (counts - 1)).astype(np.int64)[:, None], axis=1)[:, 0]
        for share in (0.1, 0.9)
    )
    return np.stack([weights.sum(axis=(1, 2)) / counts, *means, rough, darkest, brightest], axis=1).astype(np.float64)


def differences(one: Floats, other: Floats, feet: Bools) -> Values:
    """How much each field looks otherwise than before, where a piece would stand, but for being brighter or darker as
    a whole."""
    soft = np.stack([np.asarray(cv2.blur(part, (3, 3)), np.float32) for part in one - other])
    light = np.median(soft.mean(axis=3).reshape(len(soft), -1), axis=1)
    soft -= np.clip(light, -_SHADE, _SHADE)[:, None, None, None]
    squares = np.where(feet, (soft**2).mean(axis=3), 0.0).sum(axis=(1, 2))
    return np.asarray(np.sqrt(squares / feet.sum(axis=(1, 2)).clip(1)), np.float64)


@dataclass(frozen=True, eq=False)
class Looks:
    """How every kind of field looks on average (2 grounds x kinds x MEASURES; NaN where nothing is known), and the
    inverse of how much fields of a kind differ."""

    means: Values
    inverse: Values

    def distances(self, values: Values, dark: Bools) -> Values:
        """The squared distance of each field's measures from those of every kind, n x kinds."""
        means = self.means[dark.astype(np.int64)]
        far = self._squared(values[:, None, :] - means)
        shaded = values[:, None, :] - (means[:, :1, :] + _SHADOWS)
        # a shadow is an empty field, too; a rough or coloured one is none
        far[:, 0] = np.minimum(far[:, 0], self._squared(shaded).min(axis=1) + _SHADOW_COST)
        return np.minimum(far, _FARTHEST)

    def _squared(self, off: Values) -> Values:
        far = np.einsum("nki,ij,nkj->nk", off, self.inverse, off)
        return np.asarray(np.nan_to_num(far, nan=_FARTHEST), np.float64)


def scores_of(distances: Values) -> Values:
    """The logarithm of how likely something at these distances is, up to a common summand."""
    return np.asarray(-_TRUST * (_FREEDOM + MEASURES) / 2 * np.log1p(distances / _FREEDOM), np.float64)


def strangeness(distances: Values) -> Values:
    """How little (0..1) each field is like anything that is known."""
    return np.asarray(np.clip(distances.min(axis=1) / _STRANGE - 0.5, 0.0, 1.0), np.float64)


def looks_of(
    values: Values,
    kinds: npt.NDArray[np.int64],
    dark: Bools,
    count: int,
    ground: Values,
) -> Looks:
    """The looks of these fields: their measures, their kinds (0 to count - 1) and whether they are dark. `ground`: how
    much brighter, bluer and redder a light field is than a dark one, by which a kind that was seen on one of them alone
    is known on the other."""
    means = np.full((2, count, MEASURES), np.nan)
    spread, many = np.zeros((MEASURES, MEASURES)), 0
    for is_dark in (0, 1):
        for kind in range(count):
            these = values[(dark == bool(is_dark)) & (kinds == kind)]
            if len(these):
                means[is_dark, kind] = np.median(these, axis=0)
                off = these - means[is_dark, kind]
                spread, many = spread + off.T @ off, many + len(these)
    shift = np.array([0.0, ground[0], ground[1], ground[2], 0.0, ground[0], ground[0]])
    for kind in range(count):
        # what stands on a light field looks darker against it than against a dark one
        for known, other, way in ((0, 1, 1.0), (1, 0, -1.0)):
            if np.isnan(means[other, kind, 0]) and not np.isnan(means[known, kind, 0]):
                means[other, kind] = means[known, kind] + (way * shift if kind else 0.0)
    spread = (spread + _FLOOR_WEIGHT * np.diag(_FLOOR**2)) / (many + _FLOOR_WEIGHT)
    return Looks(means, np.asarray(np.linalg.inv(spread), np.float64))
