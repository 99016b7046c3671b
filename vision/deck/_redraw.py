"""Codes that are in no deck: their modules as far as they can be made out, drawn anew for error correction."""

from __future__ import annotations

import numpy as np

from vision._pixels import as_image
from vision.codes import CODE_MODULES, Modules, fixed_code
from vision.reading.decoders import by_zxing

_PX = 3
_QUIET = 3
_COLUMNS = 12
_CELL_PX = (CODE_MODULES + 2 * _QUIET) * _PX


def decoded(modules: Modules, most: int = 200) -> dict[int, str]:
    """The texts of those codes (n x 21 x 21, True for black) that can be decoded, by their number.

    All are drawn on one sheet with perfect finder patterns and timing lines; at most `most` are tried.
    """
    count = min(len(modules), most)
    if not count:
        return {}
    known, dark = fixed_code()
    clean = np.where(known, dark, modules[:count])
    cells = np.pad(clean, ((0, 0), (_QUIET, _QUIET), (_QUIET, _QUIET)))
    rows = -(-count // _COLUMNS)
    cells = np.concatenate([cells, np.zeros((rows * _COLUMNS - count, *cells.shape[1:]), np.bool_)])
    side = cells.shape[1]
    small = cells.reshape(rows, _COLUMNS, side, side).swapaxes(1, 2).reshape(rows * side, _COLUMNS * side)
    sheet = np.kron(np.where(small, 0, 255).astype(np.uint8), np.ones((_PX, _PX), np.uint8))
    found = {}
    for tag in by_zxing(as_image(sheet)):
        x, y = (sum(part) / 4 for part in zip(*tag.corners_px, strict=True))
        number = int(y // _CELL_PX) * _COLUMNS + int(x // _CELL_PX)
        if number < count:
            found[number] = tag.payload
    return found
