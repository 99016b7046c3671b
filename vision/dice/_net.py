"""A small convolutional network that says which value the face in the middle of a crop shows, if it is an upper face
at all. Forward pass only, in numpy: four 3 x 3 convolutions with pooling, two dense layers, 0.09 million weights.

The weights come from `bench/train_dice.py`, and where they come from stands in `data/LICENSE.dice.txt`.
"""

from __future__ import annotations

import math
import zipfile
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from vision.types import VisionError

Floats = npt.NDArray[np.float32]
Weights = Mapping[str, Floats]

CONVOLUTIONS = (12, 24, 32, 48)  # channels
IS_POOLED = (True, True, False, True)
HIDDEN = 64
CLASSES = 7  # 0: no upper face here; 1..6
_ALONE = 200_000  # multiplications that OpenBLAS never shares between threads (its limit is 262,144)
_BATCH = 16  # what it needs at a time stays in the processor's cache
_SHAPES = {
    **{
        f"c{i}w": (out, inside, 3, 3)
        for i, (inside, out) in enumerate(zip((1, *CONVOLUTIONS), CONVOLUTIONS, strict=False))
    },
    **{f"c{i}b": (out,) for i, out in enumerate(CONVOLUTIONS)},
    "d0w": (HIDDEN, CONVOLUTIONS[-1] * 25),
    "d0b": (HIDDEN,),
    "d1w": (CLASSES, HIDDEN),
    "d1b": (CLASSES,),
}


@cache
def own_weights() -> Weights:
    """The weights that come with the program; VisionError when the file is missing or broken."""
    with resources.as_file(resources.files("vision.dice") / "data" / "dice.npz") as path:
        return read_weights(path)


def read_weights(path: Path) -> Weights:
    """Weights from a file; VisionError when it is missing or broken."""
    try:
        with np.load(path) as stored:
            weights = {name: np.asarray(stored[name], np.float32) for name in stored.files}
    except (OSError, ValueError, zipfile.BadZipFile) as broken:
        raise VisionError(
            "The dice reader's file {path} cannot be read: install the program again.", path=path
        ) from broken
    if {name: array.shape for name, array in weights.items()} != _SHAPES:
        raise VisionError("The dice reader's file {path} is of another version: install the program again.", path=path)
    return MappingProxyType(weights)


def logits(crops: Floats, weights: Weights) -> Floats:
    """The network's answer for n crops of 40 x 40: n x 7, before the softmax."""
    parts = [_forward(crops[i : i + _BATCH], weights) for i in range(0, len(crops), _BATCH)]
    return np.concatenate(parts) if parts else np.zeros((0, CLASSES), np.float32)


def softmax(answers: Floats, warmth: float = 1.0) -> Floats:
    """Probabilities from logits, along the last axis."""
    raised = np.exp((answers - answers.max(axis=-1, keepdims=True)) / warmth)
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), np.float32)


def _forward(crops: Floats, weights: Weights) -> Floats:
    now = crops[..., None]
    for i, is_pooled in enumerate(IS_POOLED):
        now = _convolved(now, weights[f"c{i}w"], weights[f"c{i}b"])
        if is_pooled:
            wide = np.maximum(now[:, :, ::2], now[:, :, 1::2])
            now = np.maximum(wide[:, ::2], wide[:, 1::2])
    flat = np.ascontiguousarray(now.transpose(0, 3, 1, 2)).reshape(len(now), -1)
    hidden = np.maximum(_product(flat, weights["d0w"].T) + weights["d0b"], 0.0)
    return np.asarray(_product(hidden, weights["d1w"].T) + weights["d1b"], np.float32)


def _convolved(now: Floats, kernel: Floats, bias: Floats) -> Floats:
    """3 x 3, padded with zeros, then everything below zero cut off. `kernel`: out x in x 3 x 3."""
    n, h, w, c = now.shape
    padded = np.pad(now, ((0, 0), (1, 1), (1, 1), (0, 0)))
    columns = np.empty((n, h, w, 9 * c), np.float32)
    for i in range(9):
        y, x = divmod(i, 3)
        columns[..., i * c : (i + 1) * c] = padded[:, y : y + h, x : x + w]
    answer = _product(columns.reshape(-1, 9 * c), kernel.transpose(2, 3, 1, 0).reshape(9 * c, -1))
    answer += bias
    return np.asarray(np.maximum(answer, 0.0, out=answer), np.float32).reshape(n, h, w, -1)


def _product(rows: Floats, matrix: Floats) -> Floats:
    """Matrix product in pieces so small that the linear algebra library takes each on one thread: its threads wait for
    each other by spinning, which costs many times the work itself while anything else runs on the machine."""
    step = max(2, 2 ** int(math.log2(_ALONE / matrix.size)))
    whole = len(rows) // step * step
    pieces = rows[:whole].reshape(whole // step, step, rows.shape[1])
    first = np.matmul(pieces, matrix).reshape(whole, matrix.shape[1])
    if whole == len(rows):
        return np.asarray(first, np.float32)
    rest = np.zeros((step, rows.shape[1]), np.float32)
    rest[: len(rows) - whole] = rows[whole:]
    return np.concatenate([first, (rest @ matrix)[: len(rows) - whole]], dtype=np.float32)
