"""What the table looks like where nothing lies, learned while playing: to tell a clear place from a covered one."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision._bare import BareTable
from vision._faces import Colours, Faces, Points, colours_at, is_on, points_of
from vision._where import Body, body_px, centre_px, gap_mm, px_per_mm
from vision.gate import Cells, GateView, Mask, in_cells, in_pixels
from vision.track import Lying, Standing, Visibility, is_under

_LIKE = 14.0  # grey levels between two looks at the same ground
_SAME_COLOUR = 24.0  # grey levels of one point between what is expected and what is seen
_EXPLAINED = 0.8  # share of the points of a place that must look as expected
_HALF_EXPLAINED = 0.4  # enough when nearly all others are points whose looks nobody knows
_FEW_WRONG = 0.1
_UNKNOWN = 0.4  # share of the points whose looks nobody knows, from which on a place cannot be judged by them
_STICKER_REACH_MM = 9.0
_STICKER_MM = 13.0  # half a sticker and its edge
_SMALL_THING_MM = 17.0  # from the middle of a sticker: what changes only there may be a thing that was put on it
_NEAR_MM = 170.0  # two cards whose codes are farther apart do not touch
_SAME_PLACE_MM = 8.0
_ASTRAY = 0.12  # share of a piece's own area by which a change may exceed the pieces and still be a removal
_FREE = 0.08  # share of a piece that is in view beside its sticker, from which on that part tells something
_BEYOND_STICKER = 0.06  # share of a piece without its sticker that changes at least when it is taken


class Ground:
    """Remembers the bare table, the last accepted state, what was under each tag before it came, and all faces."""

    def __init__(self) -> None:
        self._bare: BareTable | None = None
        self._rest: Colours | None = None
        self._under: dict[int, Cells] = {}
        self._faces = Faces()

    def visibility(
        self, view: GateView, looked: Mask, lying: Sequence[Lying], read: Sequence[Body], item: Lying
    ) -> Visibility:
        """Whether the place of a tag that was not read is clear, covered, or cannot be judged now. `lying`: what was
        believed before this look; `read`: what was read in it."""
        place = _place(view, item)
        if bool(view.moving[place].any()) or not _was_looked_at(view, looked, item):
            return Visibility.NOT_LOOKED
        if self._rest is None or self._rest.shape != view.small.shape:
            return Visibility.HIDDEN
        beneath = self._under.get(item.number)
        now = view.cells[place]
        is_as_before = beneath is not None and beneath.shape == now.shape and _mean_gap(now, beneath) < _LIKE
        if is_as_before:
            return Visibility.CLEAR
        elsewhere = [
            (other.sighting, other.tag)
            for other in lying
            if other.standing is Standing.SEEN and not _was_looked_at(view, looked, other)
        ]
        others = [body for body in (*read, *elsewhere) if gap_mm(body[0], item.sighting) < _NEAR_MM]
        judged = self._explained(view, others, points_of((item.sighting, item.tag), _STICKER_REACH_MM))
        if judged is None:
            judged = self._was_taken(view, lying, read, others, item)
        return Visibility.CLEAR if judged else Visibility.HIDDEN

    def _explained(self, view: GateView, others: Sequence[Body], pixels: Points) -> bool | None:
        """Whether these pixels show the bare table or the faces of pieces that lie there; None when it is not known
        what those look like."""
        now = colours_at(view, view.small, pixels)
        assert self._bare is not None
        known = self._bare.is_known(view, pixels)
        fits = self._bare.is_like(view, now, pixels)
        is_open = np.zeros_like(fits)
        is_on_piece = np.zeros_like(fits)
        for body in others:
            guess = self._faces.guess(view, body, pixels)
            fits |= guess.is_known & _between(now, guess.lowest, guess.highest)
            is_open |= guess.is_on & ~guess.is_known
            is_on_piece |= guess.is_on
        is_open |= ~known & ~is_on_piece
        fitting, wrong = float(fits.mean()), float((~fits & ~is_open).mean())
        if fitting >= _EXPLAINED or (fitting >= _HALF_EXPLAINED and wrong < _FEW_WRONG):
            return True
        return None if wrong < _FEW_WRONG or 1.0 - fitting - wrong >= _UNKNOWN else False

    def _was_taken(
        self, view: GateView, lying: Sequence[Lying], read: Sequence[Body], others: Sequence[Body], item: Lying
    ) -> bool:
        """What would be seen there was never seen before. A piece that was taken leaves a change all over it and
        nowhere else; a thing that was put on it changes its middle only, an arm or a shadow much more."""
        assert self._rest is not None
        own: Body = (item.sighting, item.tag)
        pixels = points_of(own)
        free = np.ones(pixels.shape[:-1], np.bool_)
        for other in others:
            # only what reaches under the item's own code surely lies beneath it
            if not bool(is_on(np.array([centre_px(item.sighting)], np.float32), other, 0.0).all()):
                free &= ~is_on(pixels, other, 0.0)
        free &= np.linalg.norm(pixels - np.array(centre_px(item.sighting), np.float32), ord=np.inf, axis=-1) > (
            _SMALL_THING_MM * px_per_mm(item.sighting)
        )
        changed = ~_alike(colours_at(view, view.small, pixels), colours_at(view, self._rest, pixels))
        can_tell = float(free.mean()) >= _FREE  # not when only the sticker peeps out under other pieces
        if can_tell and float(changed[free].mean()) < _BEYOND_STICKER:
            return False
        return not self._is_astray(view, lying, read, item)

    def _is_astray(self, view: GateView, lying: Sequence[Lying], read: Sequence[Body], item: Lying) -> bool:
        """Whether the change at this place reaches far beyond the pieces that came or went."""
        assert self._rest is not None
        part = _parts_at(self._changed(view, self._rest), [_place(view, item)])
        left = [(old.sighting, old.tag) for old in lying if not _is_among((old.sighting, old.tag), read)]
        before = [(old.sighting, old.tag) for old in lying]
        come = [body for body in read if not _is_among(body, before)]
        bodies = covered_cells(view, (*left, *come), 6.0)
        own = int(covered_cells(view, [(item.sighting, item.tag)], 0.0).sum())
        return int((part & ~bodies).sum()) > max(2.0, _ASTRAY * own)

    def _changed(self, view: GateView, rest: Colours) -> Mask:
        return np.asarray(np.abs(view.cells - in_cells(rest)).max(axis=2) > _LIKE)

    def _disturbed(self, view: GateView, rest: Colours, lying: Sequence[Lying], now_s: float) -> Mask:
        """The cells of a hand or other thing that lies over a tag, and those of the pieces about which nobody knows
        yet: not a state to remember as the table's."""
        unseen = [item for item in lying if item.sighting.taken_s < now_s and not is_under(item, lying)]
        parts = _parts_at(self._changed(view, rest), [_place(view, item) for item in unseen])
        doubted = [(item.sighting, item.tag) for item in unseen if item.standing is not Standing.SEEN]
        return parts | covered_cells(view, doubted, 0.0)

    def learn(self, view: GateView, looked: Mask, lying: Sequence[Lying], now_s: float) -> None:
        """Takes over a look: bare ground where no piece is believed, what lay under the pieces that came, and what
        the pieces look like that were read."""
        before = self._rest
        if before is None or before.shape != view.small.shape:
            before = None
            self._bare = BareTable(view)
            self._under = {}
        numbers = {item.number for item in lying}
        self._under = {number: patch for number, patch in self._under.items() if number in numbers}
        cells = None if before is None else in_cells(before)
        for item in lying:
            if cells is not None and item.since_s == now_s:
                self._under[item.number] = cells[_place(view, item)].copy()
        accepted = looked & ~view.moving
        if before is not None:
            accepted &= ~self._disturbed(view, before, lying, now_s)
        bodies = [(item.sighting, item.tag) for item in lying]
        bare = accepted & ~covered_cells(view, bodies, 8.0)
        assert self._bare is not None
        self._bare.learn(view, bare, now_s)
        rest = view.small.astype(np.float32) if before is None else before.copy()
        rest[in_pixels(accepted)] = view.small[in_pixels(accepted)]
        self._rest = rest
        self._learn_faces(view, accepted, lying, now_s)

    def _learn_faces(self, view: GateView, accepted: Mask, lying: Sequence[Lying], now_s: float) -> None:
        for item in lying:
            if item.sighting.taken_s < now_s:
                continue
            others = [
                (other.sighting, other.tag)
                for other in lying
                if other is not item
                and not is_under(other, (item,))
                and gap_mm(item.sighting, other.sighting) < _NEAR_MM
            ]
            self._faces.learn(view, (item.sighting, item.tag), others, accepted)

    def forget(self) -> None:
        """The camera moved: nothing of this is at its place any more."""
        self._rest = None
        self._under = {}


def _mean_gap(one: Cells, other: Cells) -> float:
    return float(np.abs(one - other).max(axis=2).mean())


def _alike(one: Colours, other: Colours) -> Mask:
    return np.asarray(np.abs(one - other).max(axis=-1) < _SAME_COLOUR)


def _between(one: Colours, lowest: Colours, highest: Colours) -> Mask:
    return np.asarray(((one > lowest - _SAME_COLOUR) & (one < highest + _SAME_COLOUR)).all(axis=-1))


def _is_among(body: Body, others: Sequence[Body]) -> bool:
    return any(
        body[1].payload == tag.payload and gap_mm(body[0], sighting) < _SAME_PLACE_MM for sighting, tag in others
    )


def _parts_at(mask: Mask, places: Sequence[tuple[slice, slice]]) -> Mask:
    """The connected parts of a mask that reach into one of the places."""
    _, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
    here = {int(label) for place in places for label in np.unique(labels[place])} - {0}
    return np.asarray(np.isin(labels, list(here)))


def covered_cells(view: GateView, bodies: Sequence[Body], grow_mm: float) -> Mask:
    """The cells that the pieces reach, grown by `grow_mm`."""
    mask = np.zeros(view.moving.shape, np.uint8)
    for sighting, tag in bodies:
        outline = np.array(body_px(sighting, tag, grow_mm), np.float32) / view.cell_px - 0.5
        cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 1)
    return mask > 0


def _was_looked_at(view: GateView, looked: Mask, item: Lying) -> bool:
    """Whether the whole sticker was in what was read, so that its code would have been found."""
    x, y = centre_px(item.sighting)
    return bool(looked[view.around(x, y, _STICKER_MM * px_per_mm(item.sighting))].all())


def _place(view: GateView, item: Lying) -> tuple[slice, slice]:
    x, y = centre_px(item.sighting)
    return view.around(x, y, _STICKER_REACH_MM * px_per_mm(item.sighting))
