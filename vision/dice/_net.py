"""A small convolutional network that looks at every place of a picture: which value the upper face shows whose middle
is there, if it is one at all, and where exactly its middle and how large it is. Forward pass only, in numpy: six 3 x 3
convolutions, 0.1 million weights.

Every answer is about a cell of 4 x 4 pixels and sees 58 x 58 around it, nothing beyond: a part of a picture is answered
like the whole. The weights come from `bench/train_dice.py`, and what they learned from stands in
`data/LICENSE.dice.txt`.
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

from vision.types import Image, VisionError

Floats = npt.NDArray[np.float32]
Weights = Mapping[str, Floats]

CHANNELS = (24, 48, 48, 48, 48, 48)
REACHES = (1, 1, 1, 2, 2, 1)  # how far apart the nine points are that each convolution looks at
CLASSES = 7  # 0: no upper face here; 1..6
CELL_PX = 4
EDGE_PX = 28.5  # the middle of the first cell's
LEAST_PX = 14.0  # sides of upper faces that are found: from here to twice as much
SIDE_PX = 20.0  # sides are told as logarithms of their share of this
_ALONE = 200_000  # multiplications that OpenBLAS never shares between threads (its limit is 262,144)
_AT_A_TIME = 2048  # places that are worked out together: what they need stays in the processor's cache
_INSIDE = (12, *CHANNELS)
_SHAPES = {
    **{f"c{i}w": (out, _INSIDE[i], 3, 3) for i, out in enumerate(CHANNELS)},
    **{f"c{i}b": (out,) for i, out in enumerate(CHANNELS)},
    "outw": (CLASSES + 3, CHANNELS[-1], 1, 1),
    "outb": (CLASSES + 3,),
}


def needed_px(cells: int) -> int:
    """How many pixels across so many answers need."""
    return CELL_PX * (cells - 1) + 2 * math.ceil(EDGE_PX)


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
    # as _convolved multiplies: the nine points and their channels down, what comes out across
    turned = {n: a.transpose(2, 3, 1, 0).reshape(-1, len(a)) if a.ndim == 4 else a for n, a in weights.items()}
    return MappingProxyType({name: np.ascontiguousarray(array) for name, array in turned.items()})


def answers(pictures: Image, weights: Weights) -> Floats:
    """The network's answers for n pictures (n x height x width x 3, BGR, even sizes): n x rows x columns x 10. Seven
    are logits of the classes, then come the way from the cell to the face's middle in cells, and its side."""
    n, height, width, _ = pictures.shape
    now = np.empty((n, height // 2, width // 2, 12), np.float32)
    for i in range(4):  # each two by two pixels become one place
        y, x = divmod(i, 2)
        now[..., i::4] = pictures[:, y::2, x::2]
    now -= 128.0
    now /= 64.0
    for i, reach in enumerate(REACHES):
        made = _convolved(now, weights[f"c{i}w"], weights[f"c{i}b"], reach, 2 if i == 1 else 1)
        if i > 2:
            made += now[:, reach:-reach, reach:-reach]
        now = made
    rows = _product(now.reshape(-1, now.shape[-1]), weights["outw"]) + weights["outb"]
    return np.asarray(rows, np.float32).reshape(*now.shape[:3], -1)


def softmax(logits: Floats, warmth: float = 1.0) -> Floats:
    """Probabilities from logits, along the last axis."""
    raised = np.exp((logits - logits.max(axis=-1, keepdims=True)) / warmth)
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), np.float32)


def _convolved(now: Floats, kernel: Floats, bias: Floats, reach: int, stride: int) -> Floats:
    """3 x 3 points `reach` apart, nothing added around, then everything below zero cut off."""
    n, height, width, channels = now.shape
    high, wide = (height - 2 * reach - 1) // stride + 1, (width - 2 * reach - 1) // stride + 1
    made = np.empty((n, high, wide, kernel.shape[1]), np.float32)
    # one picture's rows at a time, or several small pictures
    rows = max(1, min(high, _AT_A_TIME // wide))
    some = max(1, _AT_A_TIME // (rows * wide))
    columns = np.empty((some, rows, wide, 9 * channels), np.float32)
    for first in range(0, n, some):
        for top in range(0, high, rows):
            count, tall = min(some, n - first), min(rows, high - top)
            part = columns[:count, :tall]
            for i in range(9):
                y, x = divmod(i, 3)
                y, x = y * reach + top * stride, x * reach
                part[..., i * channels : (i + 1) * channels] = now[
                    first : first + count,
                    y : y + stride * (tall - 1) + 1 : stride,
                    x : x + stride * (wide - 1) + 1 : stride,
                ]
            done = _product(part.reshape(-1, 9 * channels), kernel)
            done += bias
            made[first : first + count, top : top + tall] = np.maximum(done, 0.0, out=done).reshape(
                count, tall, wide, -1
            )
    return made


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
