"""The reader of a board whose pieces carry no stickers: which side stands on which field.

It is told once what stands where, and learns from that picture how dark and light fields look when they are empty and
with each side's pieces on them, in the light that there is. After that every still picture is compared with what was
learned and with how each field looked last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from vision.squares._flat import SIDE_PX, FlatBoard, Floats, Grid, in_order
from vision.squares._looks import (
    Looks,
    corners_of,
    differences,
    feet_of,
    grounds_of,
    hidden_by,
    light_change,
    logarithms,
    looks_of,
    measured,
    neighbours_of,
    scores_of,
    strangeness,
)
from vision.types import BoardSeen, FieldChange, Occupant

Values = npt.NDArray[np.float64]

_KEPT = 6  # pictures whose fields are examples: so many of the latest, and the first
_SAME = 0.03  # a field that differs less from its last picture looks as it did,
_UNLIKE = 0.09  # and from here on not at all
_OTHERWISE = 0.18  # what differs so much is hardly the same thing in another light
_NOISE = 0.012  # by which fields differ at most, in the middle, when nothing is done: what noise adds is allowed for
_SAME_WEIGHT = 4.0  # e to this: how much likelier an unchanged field has what it had,
_OTHERWISE_WEIGHT = 3.0  # and one that looks otherwise has something else, where nothing before it was touched
_TOLD = 10.0  # before the first picture is looked at: how much likelier a field has what it is said to have
_CREEP = 0.3  # share by which what is known of a field follows what it shows
_HALF, _HALF_REACH = 0.5, 0.25  # share of a foot that differs: about so much is neither a piece nor an empty field
_DOUBT = 0.5  # how much of its probability is then given up
_LEANT_OVER, _LEANT_OFF = 0.8, 0.5  # doubt of a field behind one on which a piece was put, from which one was taken
_UNLIKELY = 0.05  # what looks less like what it should be than this is no example of it
_NOBODY_KNOWS = -1


@dataclass(frozen=True)
class SquaresSettings:
    """`sure`: the probability from which an occupant is not asked for."""

    sure: float = 0.9


_Example = tuple[Values, npt.NDArray[np.int64], npt.NDArray[np.bool_]]
"""Measures of all fields in one picture, their kinds, and which of them are to be trusted."""


@dataclass(eq=False)
class _Known:
    """What is remembered of the board: per field its empty ground (`is_bare`: seen, not only judged by the corners),
    corners and latest picture, all in the light of the first moment, its kind, and examples of all kinds."""

    empty: Floats
    is_bare: npt.NDArray[np.bool_]
    corners: Floats
    latest: Floats
    kinds: npt.NDArray[np.int64]
    examples: list[_Example] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class _BoardLook:
    """One picture of the board: its fields in the light of the first moment, and what was made of them."""

    logs: Floats
    corners: Floats
    values: Values
    shares: Values  # n x kinds, how probable


class SquaresReader:
    """`sides`: the names of the two sides, the one with the lighter pieces first. Nothing can be read before `learn`.
    Not safe for several threads."""

    def __init__(self, grid: Grid, sides: tuple[str, str], settings: SquaresSettings = SquaresSettings()) -> None:
        self._grid = grid
        self._kinds = ("", *sides)
        self._settings = settings
        self._neighbours = neighbours_of(grid)
        self._known: _Known | None = None
        self._looks: Looks | None = None
        self._first: Looks | None = None  # of fields whose ground is only judged by their corners
        self._latest: _BoardLook | None = None

    @property
    def has_learned(self) -> bool:
        """Whether it can read."""
        return self._known is not None

    def forget(self) -> None:
        """All that was learned."""
        self._known = self._looks = self._first = self._latest = None

    def learn(self, board: FlatBoard, position: Mapping[str, str], taken_s: float) -> BoardSeen:
        """This is the position in this picture (field to side; "" or no entry: empty). All that was known before is
        forgotten. The result is how the picture looks in the light of that: a field on which it gives something else
        looks unlike all others of its kind, and none is learned from it. Where the colours are those of the other side,
        it gives the other side everywhere, and nothing is learned."""
        logs, feet = logarithms(board.cells), feet_of(board)
        kinds, count = self._numbered(position), len(board.cells)
        self._first = None
        corners = corners_of(logs)
        ground = grounds_of(corners, self._grid)
        empty = np.broadcast_to(ground[:, None, None, :], (count, SIDE_PX, SIDE_PX, 3)).astype(np.float32)
        self._known = known = _Known(empty, np.zeros(count, np.bool_), corners, logs, kinds)
        # at first every field is judged by its corners alone, also those that are said to be empty
        values = measured(logs, empty, feet)
        known.examples.append((values, kinds, np.ones(count, np.bool_)))
        self._study()
        shares = self._shares(values, np.full(count, np.inf), np.full(count, _NOBODY_KNOWS))[0]
        shares[np.arange(count), kinds] *= _TOLD
        shares /= shares.sum(axis=1, keepdims=True)
        is_hidden = (hidden_by(board, self._grid) & (kinds > 0)).any(axis=1)
        self._doubt(shares, kinds, np.where(is_hidden, _LEANT_OVER, 0.0))
        if self._are_colours_swapped(ground, values, kinds):
            self.forget()
            return self._seen(shares[:, [0, 2, 1]], taken_s)
        right = (shares.argmax(axis=1) == kinds) | (shares.max(axis=1) < self._settings.sure)
        known.kinds = np.where(right, kinds, shares.argmax(axis=1))
        known.examples[0] = (values, kinds, right)
        self._study()
        self._first = self._looks
        known.is_bare = known.kinds == 0
        empty[known.is_bare] = logs[known.is_bare]
        known.examples[0] = (measured(logs, empty, feet), kinds, right)
        self._study()
        self._latest = _BoardLook(logs, corners, known.examples[0][0], shares)
        return self._seen(shares, taken_s)

    def read(self, board: FlatBoard, taken_s: float) -> BoardSeen:
        """What stands on the board in this picture. Fields that look as they did are followed through slow changes of
        the light. RuntimeError before anything was learned."""
        known = self._known
        if known is None:
            raise RuntimeError("the board must be learned before it can be read")
        logs, feet = logarithms(board.cells), feet_of(board)
        corners = corners_of(logs)
        change = light_change(corners, known.corners, self._neighbours)
        logs = logs - change[:, None, None, :]
        corners = corners - change[:, None, :]
        values = measured(logs, known.empty, feet)
        off = differences(logs, known.latest, feet)
        noise = max(1.0, float(np.median(off)) / _NOISE)
        off /= noise
        shares, looks = self._shares(values, off, known.kinds)
        over = hidden_by(board, self._grid)
        changes = self._changes(known.kinds, looks, _otherwise(off) / noise, over)
        self._doubt_hidden(shares, known.kinds, over)
        self._latest = _BoardLook(logs, corners, values, shares)
        same = (off < _SAME) & (shares.argmax(axis=1) == known.kinds)
        self._follow(known, self._latest, same)
        return replace(self._seen(shares, taken_s), changes=changes)

    def accept(self, position: Mapping[str, str]) -> None:
        """This is what stood on the board in the latest picture, as far as that picture does not contradict it: what is
        known of the looks of the pieces is brought up to date."""
        known, latest = self._known, self._latest
        if known is None or latest is None:
            return
        kinds = self._numbered(position)
        right = latest.shares[np.arange(len(kinds)), kinds] >= _UNLIKELY
        known.kinds = np.where(right, kinds, _NOBODY_KNOWS)
        self._follow(known, latest, right)
        known.latest = latest.logs
        known.examples[1:] = [*known.examples[1:], (latest.values, kinds, right)][-_KEPT:]
        self._study()

    def _follow(self, known: _Known, latest: _BoardLook, these: npt.NDArray[np.bool_]) -> None:
        empty = these & (known.kinds == 0)
        share = np.where(known.is_bare[empty], np.float32(_CREEP), np.float32(1.0))[:, None, None, None]
        known.empty[empty] += share * (latest.logs[empty] - known.empty[empty])
        known.is_bare |= empty
        known.corners[these] += np.float32(_CREEP) * (latest.corners[these] - known.corners[these])
        known.latest = np.where(these[:, None, None, None], latest.logs, known.latest)

    def _study(self) -> None:
        known = self._known
        assert known is not None
        values, kinds = (np.concatenate([example[n][example[2]] for example in known.examples]) for n in (0, 1))
        dark = np.concatenate([self._grid.dark[example[2]] for example in known.examples])
        self._looks = looks_of(values, kinds, dark, len(self._kinds), self._light_against_dark(known))

    def _light_against_dark(self, known: _Known) -> Values:
        """How much brighter, bluer and redder the light fields are."""
        grounds = known.corners.mean(axis=1)
        dark = self._grid.dark
        if dark.all() or not dark.any():
            return np.zeros(3)
        off = np.median(grounds[~dark], axis=0) - np.median(grounds[dark], axis=0)
        return np.array([off.mean(), off[0] - off[1], off[2] - off[1]], np.float64)

    def _shares(self, values: Values, off: Values, before: npt.NDArray[np.int64]) -> tuple[Values, Values]:
        """How probable each kind is on each field, and how probable by its look alone."""
        assert self._looks is not None
        assert self._known is not None
        distances = self._looks.distances(values, self._grid.dark)
        if self._first is not None:
            guessed = ~self._known.is_bare
            distances[guessed] = self._first.distances(values[guessed], self._grid.dark[guessed])
        scores = scores_of(distances)
        # what covers half of a field is no piece that stands there, and no empty field
        half = np.clip(1.0 - np.abs(values[:, 0] - _HALF) / _HALF_REACH, 0.0, 1.0)
        doubt = _DOUBT * np.maximum(half, strangeness(distances))
        looks = _softened(scores, doubt)
        is_known = before != _NOBODY_KNOWS
        stays = np.where(is_known, _stays(off), 0.0)
        scores[np.arange(len(before)), before] += _SAME_WEIGHT * stays
        return _softened(scores, doubt * (1.0 - stays)), looks

    def _changes(
        self, before: npt.NDArray[np.int64], looks: Values, otherwise: Values, over: npt.NDArray[np.bool_]
    ) -> dict[str, FieldChange]:
        names = np.array(self._grid.names)
        return {
            name: FieldChange(
                None if kind == _NOBODY_KNOWS else self._kinds[kind],
                dict(zip(self._kinds, look.tolist(), strict=True)),
                float(odds),
                frozenset(names[hidden].tolist()),
            )
            for name, kind, look, odds, hidden in zip(self._grid.names, before, looks, otherwise, over, strict=True)
        }

    def _doubt_hidden(self, shares: Values, before: npt.NDArray[np.int64], over: npt.NDArray[np.bool_]) -> None:
        """What has come to stand in front of a field, or has left it, changes that field's picture too: it then says
        little of who stands on the field itself."""
        own = np.where(before == _NOBODY_KNOWS, 1.0, shares[np.arange(len(before)), before])
        left = np.where(before > 0, shares[:, 0], 0.0)
        change = np.maximum(_LEANT_OVER * (1.0 - own - left), _LEANT_OFF * left)
        self._doubt(shares, before, np.where(over, change, 0.0).max(axis=1))

    def _doubt(self, shares: Values, before: npt.NDArray[np.int64], doubt: Values) -> None:
        """Gives up so much of what each field shows, for what it had before, or may as well have now."""
        count = len(self._kinds)
        other = np.full_like(shares, 0.5 / count)
        other[np.arange(len(before)), before] += 0.5
        other[before == _NOBODY_KNOWS] = 1.0 / count
        shares += doubt[:, None] * (other - shares)

    def _seen(self, shares: Values, taken_s: float) -> BoardSeen:
        cells = {
            name: Occupant(self._kinds[int(row.argmax())], dict(zip(self._kinds, row.tolist(), strict=True)))
            for name, row in zip(self._grid.names, shares, strict=True)
        }
        names = zip(self._grid.names, shares.max(axis=1), strict=True)
        return BoardSeen(cells, frozenset(name for name, best in names if best < self._settings.sure), taken_s)

    def _numbered(self, position: Mapping[str, str]) -> npt.NDArray[np.int64]:
        return np.array([self._kinds.index(side) for side in in_order(self._grid, position)], np.int64)

    def _are_colours_swapped(self, ground: Floats, values: Values, kinds: npt.NDArray[np.int64]) -> bool:
        brightness = ground.mean(axis=1) + values[:, 1]
        light, dark = (brightness[kinds == kind] for kind in (1, 2))
        return bool(len(light) and len(dark) and np.median(light) < np.median(dark))


def _stays(off: Values) -> Values:
    """How much (0..1) fields that differ so much from before look as they did."""
    return np.asarray(np.clip((_UNLIKE - off) / (_UNLIKE - _SAME), 0.0, 1.0), np.float64)


def _otherwise(off: Values) -> Values:
    """The logarithm of how much likelier fields that differ so much from before have something else on them."""
    other = np.clip((off - _UNLIKE) / (_OTHERWISE - _UNLIKE), 0.0, 1.0)
    return np.asarray(_OTHERWISE_WEIGHT * other - _SAME_WEIGHT * _stays(off), np.float64)


def _softened(scores: Values, doubt: Values) -> Values:
    """Probabilities of such logarithms, of which so much (0..1 a field) is given up."""
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    return np.asarray(shares + doubt[:, None] * (1.0 / shares.shape[1] - shares), np.float64)
