"""The table where nothing lies on it, as far as it has been seen."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision._faces import Colours, Points, colours_at
from vision.gate import GateView, Mask, in_cells, in_pixels

_CHANGED = 14.0  # grey levels of a cell
_SAME_COLOUR = 24.0  # grey levels of a pixel


class BareTable:
    """Two pictures of the empty table: the latest, and where that differs from an earlier one, the one that lasted
    longest. A thing without a tag that rested somewhere is not all that is known of the place then."""

    def __init__(self, view: GateView) -> None:
        shape = view.moving.shape
        self._latest: Colours = view.small.astype(np.float32)
        self._lasting: Colours = self._latest.copy()
        self._is_known: Mask = np.zeros(shape, np.bool_)
        self._since_s: npt.NDArray[np.float64] = np.zeros(shape, np.float64)
        self._lasted_s: npt.NDArray[np.float64] = np.zeros(shape, np.float64)

    def learn(self, view: GateView, bare: Mask, now_s: float) -> None:
        """Takes over the cells of a look on which nothing lies."""
        differs = np.abs(view.cells - in_cells(self._latest)).max(axis=2) > _CHANGED
        is_other = bare & self._is_known & differs
        stood_s = now_s - self._since_s
        outlasts = is_other & (stood_s > self._lasted_s)
        self._lasting[in_pixels(outlasts)] = self._latest[in_pixels(outlasts)]
        self._lasted_s[outlasts] = stood_s[outlasts]
        self._since_s[is_other | (bare & ~self._is_known)] = now_s
        is_first = in_pixels(bare & ~self._is_known)
        self._lasting[is_first] = view.small[is_first]
        self._latest[in_pixels(bare)] = view.small[in_pixels(bare)]
        self._is_known |= bare

    def is_known(self, view: GateView, pixels: Points) -> Mask:
        """Where the empty table has been seen at all."""
        return np.asarray(colours_at(view, in_pixels(self._is_known), pixels) > 0.99)

    def is_like(self, view: GateView, now: Colours, pixels: Points) -> Mask:
        """Which of the pixels show, with the colours `now`, the empty table."""
        is_latest = np.abs(now - colours_at(view, self._latest, pixels)).max(axis=-1) < _SAME_COLOUR
        is_lasting = np.abs(now - colours_at(view, self._lasting, pixels)).max(axis=-1) < _SAME_COLOUR
        return np.asarray((is_latest | is_lasting) & self.is_known(view, pixels))
