"""What the table looks like where nothing lies, learned while playing: to tell a clear place from a covered one."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision._where import body_px, centre_px, px_per_mm
from vision.gate import Cells, GateView, Mask
from vision.track import Lying, Visibility, is_under

_LIKE = 14.0  # grey levels between two looks at the same ground
_STICKER_REACH_MM = 9.0
_ASTRAY = 0.25  # share of a piece's own area by which a change may exceed the piece and still be its removal


class Ground:
    """Remembers per cell the bare table, the last accepted state, and what was under each tag before it came."""

    def __init__(self) -> None:
        self._bare: Cells = np.zeros((0, 0, 3), np.float32)
        self._is_known: Mask = np.zeros((0, 0), np.bool_)
        self._rest: Cells | None = None
        self._under: dict[int, Cells] = {}

    def visibility(self, view: GateView, looked: Mask, lying: Sequence[Lying], item: Lying) -> Visibility:
        """Whether the place of a tag that was not read is clear, covered, or cannot be judged now."""
        place = _place(view, item)
        if bool(view.moving[place].any()) or not bool(looked[place].all()):
            return Visibility.NOT_LOOKED
        if self._rest is None or self._rest.shape != view.cells.shape:
            return Visibility.HIDDEN
        now = view.cells[place]
        beneath = self._under.get(item.number)
        memories = [beneath] if beneath is not None and beneath.shape == now.shape else []
        if bool(self._is_known[place].all()):
            memories.append(self._bare[place])
        if memories:
            is_like = any(float(np.abs(now - before).max(axis=2).mean()) < _LIKE for before in memories)
            return Visibility.CLEAR if is_like else Visibility.HIDDEN
        return Visibility.HIDDEN if self._is_astray(view, lying, item) else Visibility.CLEAR

    def _is_astray(self, view: GateView, lying: Sequence[Lying], item: Lying) -> bool:
        """The ground here was never seen. A piece that was taken leaves a change of its own size; an arm or a shadow
        changes much more."""
        assert self._rest is not None
        changed = self._changed(view, self._rest)
        part = _parts_at(changed, [_place(view, item)])
        bodies = covered_cells(view, lying, 6.0)
        own = int(covered_cells(view, (item,), 0.0).sum())
        return int((part & ~bodies).sum()) > max(2.0, _ASTRAY * own)

    def _changed(self, view: GateView, rest: Cells) -> Mask:
        return np.asarray(np.abs(view.cells - rest).max(axis=2) > _LIKE)

    def _disturbed(self, view: GateView, rest: Cells, lying: Sequence[Lying], now_s: float) -> Mask:
        """The cells of a hand or other thing that lies over a tag: not a state to remember as the table's."""
        unseen = [item for item in lying if item.sighting.taken_s < now_s and not is_under(item, lying)]
        return _parts_at(self._changed(view, rest), [_place(view, item) for item in unseen])

    def learn(self, view: GateView, looked: Mask, lying: Sequence[Lying], now_s: float) -> None:
        """Takes over a look: bare ground where no piece is believed, and what lay under the pieces that came."""
        if self._rest is None or self._rest.shape != view.cells.shape:
            self._bare = view.cells.copy()
            self._is_known = np.zeros(view.moving.shape, np.bool_)
            self._under = {}
            before = None
        else:
            before = self._rest
        numbers = {item.number for item in lying}
        self._under = {number: patch for number, patch in self._under.items() if number in numbers}
        for item in lying:
            if before is not None and item.since_s == now_s:
                self._under[item.number] = before[_place(view, item)].copy()
        accepted = looked & ~view.moving
        if before is not None:
            accepted &= ~self._disturbed(view, before, lying, now_s)
        bare = accepted & ~covered_cells(view, lying, 8.0)
        self._bare[bare] = view.cells[bare]
        self._is_known |= bare
        rest = view.cells.copy() if before is None else before.copy()
        rest[accepted] = view.cells[accepted]
        self._rest = rest

    def forget(self) -> None:
        """The camera moved: nothing of this is at its place any more."""
        self._rest = None
        self._under = {}


def _parts_at(mask: Mask, places: Sequence[tuple[slice, slice]]) -> Mask:
    """The connected parts of a mask that reach into one of the places."""
    _, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
    here = {int(label) for place in places for label in np.unique(labels[place])} - {0}
    return np.asarray(np.isin(labels, list(here)))


def covered_cells(view: GateView, lying: Sequence[Lying], grow_mm: float) -> Mask:
    """The cells that the believed pieces reach, grown by `grow_mm`."""
    mask = np.zeros(view.moving.shape, np.uint8)
    for item in lying:
        outline = np.array(body_px(item.sighting, item.tag, grow_mm), np.float32) / view.cell_px - 0.5
        cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 1)
    return mask > 0


def _place(view: GateView, item: Lying) -> tuple[slice, slice]:
    x, y = centre_px(item.sighting)
    return view.around(x, y, _STICKER_REACH_MM * px_per_mm(item.sighting))
