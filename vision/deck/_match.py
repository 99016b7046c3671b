"""Which code of a known deck it is: the nearest of all templates, if it is near enough and alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.codes import CODE_MODULES, Modules, code_modules, fixed_code
from vision.deck._atlas import Floats
from vision.deck._blur import Explained
from vision.deck._grid import centres, placed, sampled, softened
from vision.types import Image

RING = 1
_SMALL_PRODUCT = 250_000
_LOCAL_MODULES = 3  # how far around a module its surroundings reach, when the local light is taken out
_CLEAR_LIGHT, _CLEAR_AGAINST = 0.5, 0.3  # of the root mean square of all modules


@dataclass(frozen=True)
class MatchSettings:
    """When a nearest code is believed. All are correlations or differences of them, 0..1.

    `least_fixed`: of the fixed modules. `least_match`: of the modules that carry the message with the best template.
    `margin`: how much better than the second. `share_of_fixed`: the match must be at least this share of what the
    fixed modules reach in the same picture; a code that only resembles one of ours falls short of it.
    `share_of_finder`: and this share of what the clearest of the three finder patterns reaches, since something that
    covers the others lowers what all fixed modules reach, and would let in such a code. `most_against`: the share of
    the message's modules that clearly say the opposite; blur makes modules grey, another code makes them wrong.
    `clear`: how much better than any other code in the same place.

    A picture too blurred for that is believed by how well the code explains it (see `_blur.Explained`): by
    `least_clearness`, by how much of the message is explained in shares of the fixed modules (`message_to_fixed`), and
    by `least_gain`. Strange codes reach a clearness of 1.45; of ours nine in ten such pictures reach 1.65.
    """

    least_fixed: float = 0.42
    least_match: float = 0.72
    margin: float = 0.13
    share_of_fixed: float = 0.93
    share_of_finder: float = 0.86
    most_against: float = 0.065
    clear: float = 0.1
    least_clearness: float = 1.65
    message_to_fixed: float = 0.9
    least_gain: float = 0.85

    def explains(self, made: Explained) -> Modules:
        """Which of the candidates are beyond doubt by how well their codes explain them."""
        return np.asarray(
            (made.clearness >= self.least_clearness)
            & (made.message >= self.message_to_fixed * made.fixed)
            & (made.gain >= self.least_gain)
        )


@dataclass(frozen=True)
class Guess:
    """For each candidate the nearest code of the deck, how near it is, how much nearer than the second, the agreement
    of the fixed modules, that of the clearest finder pattern alone, and the share of modules that say the opposite."""

    code: npt.NDArray[np.int64]
    match: Floats
    margin: Floats
    fixed: Floats
    finder: Floats
    against: Floats

    def only(self, wanted: Modules) -> Guess:
        """Those of the candidates."""
        return Guess(
            self.code[wanted],
            self.match[wanted],
            self.margin[wanted],
            self.fixed[wanted],
            self.finder[wanted],
            self.against[wanted],
        )

    def believed(self, settings: MatchSettings) -> Modules:
        """Which of them are beyond doubt."""
        return np.asarray(
            (self.fixed >= settings.least_fixed)
            & (self.match >= settings.least_match)
            & (self.margin >= settings.margin)
            & (self.match >= settings.share_of_fixed * self.fixed)
            & (self.match >= settings.share_of_finder * self.finder)
            & (self.against <= settings.most_against)
        )


@dataclass(frozen=True)
class Deck:
    """The codes that may lie on the table: their texts, which of their modules are black (n x 21 x 21), their soft
    pictures (n x 529, with one ring of quiet zone), and their message modules, flattened and of length one
    (n x 239)."""

    payloads: tuple[str, ...]
    dark: Modules
    pictures: Floats
    table: Floats

    @classmethod
    def of(cls, payloads: Iterable[str]) -> Deck:
        """The deck of these texts; those that are no version 1 code are left out, since they look otherwise."""
        known = [(payload, *drawn) for payload in payloads if (drawn := _drawn(payload)) is not None]
        side = (CODE_MODULES + 2 * RING) ** 2
        dark = np.array([dark for _, dark, _ in known], np.bool_).reshape(-1, CODE_MODULES, CODE_MODULES)
        pictures = np.array([picture for _, _, picture in known], np.float32).reshape(-1, side)
        table = _unit(_product(pictures, _operators().message))
        return cls(tuple(payload for payload, _, _ in known), dark, pictures, table)

    def guessed(self, seen: Floats) -> Guess:
        """The nearest codes of samples as `samples` takes them (n x 529)."""
        operators = _operators()
        flat = _product(seen, operators.fixed)
        fixed = np.asarray(_unit(flat) @ _unit(operators.fixed_light[None])[0], np.float32)
        finder = _clearest(flat, operators)
        message = _unit(_product(seen, operators.message))
        near = _product(message, self.table.T)
        rows = np.arange(len(near))
        if not self.payloads or not len(near):
            nothing = np.zeros(len(near), np.float32)
            return Guess(np.zeros(len(near), np.int64), nothing, nothing, fixed, finder, nothing)
        code = near.argmax(axis=1)
        best = near[rows, code]
        near[rows, code] = -1.0
        margin = np.asarray(best - near.max(axis=1), np.float32)
        return Guess(code, best, margin, fixed, finder, _against(message, self.table[code]))


def _against(message: Floats, light: Floats) -> Floats:
    """The share of modules that are clear in the template and clearly the other way in the picture (both n x 239, rows
    of length one)."""
    usual = 1.0 / np.sqrt(light.shape[1])
    is_against = (np.abs(light) > _CLEAR_LIGHT * usual) & (message * np.sign(light) < -_CLEAR_AGAINST * usual)
    return np.asarray(is_against.mean(axis=1), np.float32)


def _clearest(flat: Floats, operators: _Operators) -> Floats:
    """How well the one of the three finder patterns agrees that agrees best (`flat`: the fixed modules, n x 202)."""
    each = [_unit(flat[:, one]) @ _unit(operators.fixed_light[None, one])[0] for one in operators.finders]
    return np.asarray(np.max(each, axis=0), np.float32)


def samples(sheet: Image | Floats, grids: Floats) -> Floats:
    """The light at the middle of every module and of one ring of the quiet zone, n x 529."""
    return sampled(np.asarray(sheet), *placed(grids, centres(RING)), cv2.INTER_CUBIC).astype(np.float32)


def modules_of(seen: Floats) -> Modules:
    """The samples as black and white, n x 21 x 21: darker than their surroundings is black."""
    flat = _product(seen, _operators().everything)
    return np.asarray(flat.reshape(-1, CODE_MODULES, CODE_MODULES) < 0)


@dataclass(frozen=True)
class _Operators:
    """Linear maps from 529 samples to flattened modules: all 441, the message's 239, the 202 fixed ones; how the fixed
    ones look; and which of those belong to each finder pattern with its separator."""

    everything: Floats
    message: Floats
    fixed: Floats
    fixed_light: Floats
    finders: tuple[npt.NDArray[np.int64], ...]


@lru_cache(maxsize=1)
def _operators() -> _Operators:
    side, wide = CODE_MODULES, CODE_MODULES + 2 * RING
    keep = np.zeros((side, side, wide, wide), np.float32)
    for y in range(side):
        for x in range(side):
            keep[y, x, y + RING, x + RING] = 1.0
            top, left = max(0, y + RING - _LOCAL_MODULES), max(0, x + RING - _LOCAL_MODULES)
            part = keep[y, x, top : y + RING + _LOCAL_MODULES + 1, left : x + RING + _LOCAL_MODULES + 1]
            part -= 1.0 / part.size
    whole = keep.reshape(side * side, wide * wide).T
    known, dark = fixed_code()
    fixed = known.ravel()
    light = softened(dark, known, RING).ravel() @ whole[:, fixed]
    row, column = np.nonzero(known)
    low, right = row >= side - 8, column >= side - 8
    is_upper, is_left = row < 8, column < 8
    finders = tuple(np.flatnonzero(part) for part in (is_upper & is_left, is_upper & right, low & is_left))
    return _Operators(whole, whole[:, ~fixed], whole[:, fixed], light, finders)


@lru_cache(maxsize=8192)
def _drawn(payload: str) -> tuple[Modules, Floats] | None:
    dark = code_modules(payload)
    return None if dark is None else (dark, softened(dark, np.ones_like(dark), RING).ravel())


def _product(one: Floats, other: Floats) -> Floats:
    """The matrix product, row by row and in parts of the columns.

    Larger ones numpy's library gives to threads of its own, which on a machine with other work to do wait for each
    other far longer than the product takes.
    """
    columns = max(1, _SMALL_PRODUCT // max(1, other.shape[0]))
    parts = [
        np.matmul(one[:, None, :], other[:, start : start + columns])[:, 0]
        for start in range(0, other.shape[1], columns)
    ]
    return np.concatenate(parts, axis=1) if parts else np.zeros((len(one), 0), np.float32)


def _unit(rows: Floats) -> Floats:
    rows = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(np.sqrt((rows**2).sum(axis=1, keepdims=True)), 1e-6), np.float32)
