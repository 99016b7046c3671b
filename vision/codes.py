"""Choosing what new stickers say: opaque codes that look as different from each other as can be had.

The deck reader tells codes apart by how many of their 441 modules agree, so two codes that happen to look alike are
told apart later than others when the picture is bad. At printing time it costs nothing to leave such codes out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from random import Random

import numpy as np
import numpy.typing as npt

from vision.sticker import QUIET_MODULES, sticker_modules
from vision.types import VisionError

CODE_MODULES = 21
"""Modules along the side of a version 1 code."""

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O or U, which people misread."""

LEAST_DISTANCE = 32
"""So many modules differ at least between any two codes that `choose_codes` gives out."""

_MOST_DIGITS = 41  # of digits alone, version 1 holds so many
_AIMS = (68, 60, 52, 44, 38, LEAST_DISTANCE)
_SHARE_OF_MISSES = 0.25  # with more of the tries in vain than this, the next lower aim is taken
_FEWEST_TRIES = 24

Modules = npt.NDArray[np.bool_]


def code_modules(payload: str) -> Modules | None:
    """The code as it is printed, 21 x 21, True for black; None when the text does not fit into version 1."""
    if not 0 < len(payload) <= _MOST_DIGITS:
        return None
    whole = sticker_modules(payload)
    if whole.shape[0] != CODE_MODULES + 2 * QUIET_MODULES:
        return None
    return np.asarray(whole[QUIET_MODULES:-QUIET_MODULES, QUIET_MODULES:-QUIET_MODULES] == 0)


def fixed_code() -> tuple[Modules, Modules]:
    """Where a version 1 code has the finder patterns with their separators and the timing lines, alike in all codes,
    and which of these modules are black.

    ISO/IEC 18004, function patterns; the format information is not among them, since it varies with level and mask.
    """
    fixed = np.zeros((CODE_MODULES, CODE_MODULES), np.bool_)
    fixed[:8, :8] = fixed[:8, -8:] = fixed[-8:, :8] = True
    fixed[6, :] = fixed[:, 6] = True
    finder = np.ones((7, 7), np.bool_)
    finder[1:6, 1:6] = False
    finder[2:5, 2:5] = True
    dark = np.zeros_like(fixed)
    dark[:7, :7] = dark[:7, -7:] = dark[-7:, :7] = finder
    dark[6, 8:13:2] = dark[8:13:2, 6] = True
    return fixed, dark


def code_distance(a: str, b: str) -> int:
    """In how many modules the two codes differ at least, whichever of the four ways one of them is turned.

    Counted outside the fixed patterns (turned ones are compared where neither has a fixed pattern). Codes of
    different sizes differ in all 441 modules.
    """
    one, other = code_modules(a), code_modules(b)
    if one is None or other is None:
        return CODE_MODULES * CODE_MODULES
    return int(_distances(_signs(other)[None], one)[0])


def choose_codes(
    count: int, random: Random, taken: Collection[str] = (), prefix: str = "", length: int = 8
) -> tuple[str, ...]:
    """So many new payloads: `prefix` and `length` random letters, any two of which look different.

    Any two of them, and any of them and any of `taken`, differ in at least LEAST_DISTANCE modules (see code_distance),
    and in more where there is room: 500 of the short form in about 60, of an address of 20 characters in about 38.
    Raises VisionError when the text would not fit into a version 1 code, or when there is no room for so many.
    """
    if code_modules(prefix + LETTERS[-1] * length) is None:
        raise VisionError(
            "A code of {length} characters like {prefix}... is too long for a sticker.",
            length=len(prefix) + length,
            prefix=f"{prefix!r}",
        )
    known = set(taken)
    rows = [signs for signs in map(_signs_of, taken) if signs is not None]
    table = np.zeros((len(rows) + count, CODE_MODULES * CODE_MODULES), np.float32)
    if rows:
        table[: len(rows)] = rows
    chosen: list[str] = []
    filled, aims = len(rows), iter(_AIMS)
    aim, tries, misses = next(aims), 0, 0
    while len(chosen) < count:
        payload = prefix + "".join(random.choices(LETTERS, k=length))
        modules = code_modules(payload)
        tries += 1
        if payload in known or modules is None or _nearest(table[:filled], modules) < aim:
            misses += 1
            if tries >= _FEWEST_TRIES and misses > _SHARE_OF_MISSES * tries:
                aim, tries, misses = next(aims, 0), 0, 0
                if not aim:
                    raise VisionError(
                        "There is no room for {count} more codes of {length} letters that look different enough; "
                        "use more letters.",
                        count=count,
                        length=length,
                    )
            continue
        table[filled] = _signs(modules)
        filled += 1
        known.add(payload)
        chosen.append(payload)
    return tuple(chosen)


def _signs_of(payload: str) -> npt.NDArray[np.float32] | None:
    modules = code_modules(payload)
    return None if modules is None else _signs(modules)


def _signs(modules: Modules) -> npt.NDArray[np.float32]:
    return np.where(modules, np.float32(1), np.float32(-1)).ravel()


def _nearest(table: npt.NDArray[np.float32], modules: Modules) -> int:
    return int(_distances(table, modules).min(initial=CODE_MODULES * CODE_MODULES))


def _distances(table: npt.NDArray[np.float32], modules: Modules) -> npt.NDArray[np.float32]:
    """From one code to each row of signs, the least over the four turns."""
    free = ~fixed_code()[0]
    upright = np.where(free, np.where(modules, 1, -1), 0)
    everywhere = free & np.rot90(free) & np.rot90(free, 2) & np.rot90(free, 3)
    turned: Iterable[npt.NDArray[np.int_]] = (
        np.where(everywhere, np.where(np.rot90(modules, turn), 1, -1), 0) for turn in (1, 2, 3)
    )
    faces = np.array([upright, *turned], np.float32).reshape(4, -1)
    compared = np.abs(faces).sum(axis=1)
    return np.asarray(((compared - table @ faces.T) / 2).min(axis=1), np.float32)
