"""How well a code explains its picture, whatever blurs it: for pictures that no template of one sharpness resembles.

A module of the picture is a mixture of the code's modules around it, and the mixture is the same everywhere: lens,
movement and the pixels themselves make it. So it can be solved for (5 x 5 weights by least squares, with a light that
varies slowly), and the right code explains nearly all that is seen. A strange code that differs in an eighth of its
modules leaves a quarter of the message unexplained while its finder patterns are explained as well as ever.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.codes import CODE_MODULES, Modules, fixed_code
from vision.deck._atlas import Floats

_REACH = 2  # modules: a blur that reaches further leaves nothing to be told apart
_HELD = 0.01  # keeps the weights small that the picture says little about


@dataclass(frozen=True)
class Explained:
    """For each candidate how well one code explains what is seen there.

    `clearness`: what one module adds to the picture, in multiples of what is left unexplained of the message (root mean
    square); of a code that differs in 30 modules or more so much is left that it stays below 1.5. `message`, `fixed`:
    correlation of the explanation with the picture in the modules of the message and in the fixed ones. `gain`: how
    strong the message is seen, in shares of how strong the fixed modules are.
    """

    clearness: Floats
    message: Floats
    fixed: Floats
    gain: Floats


def explained(seen: Floats, dark: Modules) -> Explained:
    """`seen`: the light at the middles of all modules and one ring of the quiet zone (n x 529); `dark`: the modules of
    the code that each of them is taken for (n x 21 x 21)."""
    count, side = len(seen), CODE_MODULES
    wide = seen.reshape(count, side + 2, side + 2)[:, 1:-1, 1:-1].reshape(count, -1)
    light = (wide - wide.mean(axis=1, keepdims=True)) / np.maximum(wide.std(axis=1, keepdims=True), 1e-6)
    code = np.pad(np.where(dark, -1.0, 1.0), ((0, 0), (_REACH, _REACH), (_REACH, _REACH)), constant_values=1.0)
    window = 2 * _REACH + 1
    around = np.lib.stride_tricks.sliding_window_view(code, (window, window), axis=(1, 2))
    slow = _slow_light()
    table = np.concatenate(
        [around.reshape(count, side**2, window**2), np.broadcast_to(slow, (count, *slow.shape))], axis=2
    ).astype(np.float32)
    turned = table.transpose(0, 2, 1)
    normal = turned @ table
    weights = range(window**2)
    normal[:, weights, weights] += _HELD * side**2
    solved = np.linalg.solve(normal, turned @ light[:, :, None])[:, :, 0]
    told = (table[:, :, : window**2] @ solved[:, : window**2, None])[:, :, 0]
    left = light - solved[:, window**2 :] @ slow.T
    fixed = fixed_code()[0].ravel()
    rest = np.sqrt(((left - told)[:, ~fixed] ** 2).mean(axis=1))
    strength = np.sqrt((solved[:, : window**2] ** 2).sum(axis=1))
    return Explained(
        np.asarray(strength / np.maximum(rest, 1e-6), np.float32),
        _likeness(told[:, ~fixed], left[:, ~fixed]),
        _likeness(told[:, fixed], left[:, fixed]),
        np.asarray(
            _gain(told[:, ~fixed], left[:, ~fixed]) / np.maximum(_gain(told[:, fixed], left[:, fixed]), 1e-6),
            np.float32,
        ),
    )


def _slow_light() -> npt.NDArray[np.float32]:
    """Light that changes slowly across a code: the powers of right and down up to the second, 441 x 6."""
    steps = np.linspace(-1.0, 1.0, CODE_MODULES)
    x, y = (part.ravel() for part in np.meshgrid(steps, steps))
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1).astype(np.float32)


def _gain(told: Floats, seen: Floats) -> Floats:
    """How many times as strong the picture is as its explanation."""
    told = told - told.mean(axis=1, keepdims=True)
    return np.asarray((told * seen).sum(axis=1) / np.maximum((told**2).sum(axis=1), 1e-6), np.float32)


def _likeness(told: Floats, seen: Floats) -> Floats:
    """Their correlation, row by row."""
    told, seen = told - told.mean(axis=1, keepdims=True), seen - seen.mean(axis=1, keepdims=True)
    size = np.sqrt((told**2).sum(axis=1) * (seen**2).sum(axis=1))
    return np.asarray((told * seen).sum(axis=1) / np.maximum(size, 1e-6), np.float32)
