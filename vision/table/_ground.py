"""What the table looks like where nothing lies, learned while playing: to tell a clear place from a covered one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.table._bare import BareTable, differs, pixels_of, take_over
from vision.table._faces import Colours, Faces, Points, colours_at, holds_code, is_on, points_of
from vision.table._memory import Lying, Standing, Visibility, is_under
from vision.table._where import Body, Bounds, gap_mm, outlines_px
from vision.table.gate import Cells, GateView, Mask, Place, extent, in_cells, in_pixels

_LIKE = 14  # grey levels between two looks at the same ground
_SAME_COLOUR = 24.0  # grey levels of one point between what is expected and what is seen
_EXPLAINED = 0.8  # share of the points of a place that must look as expected
_HALF_EXPLAINED = 0.4  # enough when nearly all others are points whose looks nobody knows
_FEW_WRONG = 0.1
_UNKNOWN = 0.4  # share of the points whose looks nobody knows, from which on a place cannot be judged by them
_CODE_REACH = 0.375  # of a sticker's side: from its middle to the edge of the code, nearly
_STICKER_REACH = 0.54  # half a sticker and its edge
_SMALL_THING = 0.71  # from the middle of a sticker: what changes only there may be a thing that was put on it
_SAME_PLACE_MM = 8.0
_ASTRAY = 0.12  # share of a piece's own area by which a change may exceed the pieces and still be a removal
_FREE = 0.08  # share of a piece that is in view beside its sticker, from which on that part tells something
_BEYOND_STICKER = 0.06  # share of a piece without its sticker that changes at least when it is taken
_REMAINS = 0.6  # share of what sticks out of a covered piece that must look as before
_STICKS_OUT = 0.012  # share of a piece that must stick out to be judged by
_RIM_MM = 2.0  # the edge of a piece is soft
_BESIDE_MM = 8.0  # so close around a piece nothing is learned of the table
_TELLS = 12.0  # grey levels by which a piece must differ from the table for its place to tell whether it is there


@dataclass(frozen=True, eq=False)
class Looked:
    """The part of the table that was looked at, and all that is believed or was read near it."""

    view: GateView
    mask: Mask  # cells that were read and are still
    lying: Sequence[Lying]  # believed before this look, near the cells
    read: Sequence[Body]

    @cached_property
    def place(self) -> Place:
        """The smallest rectangle of cells around all that was looked at."""
        return extent(self.mask)

    def is_looked(self, body: Body) -> bool:
        """Whether the whole sticker was in what was read, so that its code would have been found."""
        reach_px = _STICKER_REACH * body.sticker_mm * body.px_per_mm
        return bool(self.mask[self.view.around(*body.centre_px, reach_px)].all())


class Ground:
    """Remembers the bare table, the last accepted state, what was under each tag before it came, and all faces."""

    def __init__(self) -> None:
        self._bare: BareTable | None = None
        self._rest: Cells | None = None  # the small picture as it was last accepted
        self._under: dict[int, Cells] = {}
        self._cleared: dict[int, Cells] = {}  # places as they looked when a piece was found to have been taken
        self._faces = Faces()

    def visibility(self, looked: Looked, item: Lying) -> Visibility:
        """Whether the place of a tag that was not read is clear, covered, or cannot be judged now."""
        view, body = looked.view, item.body
        place = _place(view, body)
        if bool(view.moving[place].any()) or not looked.is_looked(body):
            return Visibility.NOT_LOOKED
        if self._rest is None or self._rest.shape != view.small.shape:
            return Visibility.HIDDEN
        beneath, now = self._under.get(item.number), view.cells[place]
        cleared = self._cleared.get(item.number) if item.standing is Standing.MISSING else None
        if _is_still(beneath, now) or _is_still(cleared, now):
            return Visibility.CLEAR
        elsewhere = [
            other.body
            for other in looked.lying
            if other.standing is Standing.SEEN and other.number != item.number and not looked.is_looked(other.body)
        ]
        near = _bounds_of_points(points := points_of(body, _CODE_REACH * body.sticker_mm))
        others = [other for other in (*looked.read, *elsewhere) if other.touches(near)]
        judged = self._explained(view, others, points)
        if judged is not True and not others and self._bare is not None:
            judged = self._bare.is_relit(view, colours_at(view, view.small, points), points) or judged
        if judged is None:
            judged = self._was_taken(looked, others, item)
            if judged:  # what has changed with it is no news the next time
                self._cleared[item.number] = now.copy()
        return Visibility.CLEAR if judged else Visibility.HIDDEN

    def remains(self, looked: Looked, item: Lying, over: Body) -> bool:
        """Whether what sticks out of a piece beside another one that was read still looks as it did."""
        view = looked.view
        if self._rest is None or self._rest.shape != view.small.shape:
            return False
        assert self._bare is not None
        pixels = points_of(item.body)
        now, before = colours_at(view, view.small, pixels), colours_at(view, self._rest, pixels)
        # where the piece looks like the table, that it looks the same says nothing
        told = ~is_on(pixels, over, _RIM_MM)
        told &= (self._bare.gap(view, before, pixels) > _TELLS) | ~self._bare.is_known(view, pixels)
        # the rim of a piece has the table's colour in it
        told[0, :] = told[-1, :] = False
        told[:, 0] = told[:, -1] = False
        if item.body.shape.round:
            told &= is_on(pixels, item.body, -_RIM_MM)
        for other in looked.lying:
            if other.number != item.number and other.body.touches(item.body.bounds_px):
                told &= ~is_on(pixels, other.body, 0.0)
        is_nearer = _gap(now, before) <= self._bare.gap(view, now, pixels)
        same = _alike(now, before) & (is_nearer | ~self._bare.is_known(view, pixels))
        return float(told.mean()) >= _STICKS_OUT and float(same[told].mean()) >= _REMAINS

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

    def _was_taken(self, looked: Looked, others: Sequence[Body], item: Lying) -> bool:
        """What would be seen there was never seen before. A piece that was taken leaves a change all over it and
        nowhere else; a thing that was put on it changes its middle only, an arm or a shadow much more."""
        assert self._rest is not None
        view, own = looked.view, item.body
        pixels = points_of(own)
        # beside a round piece nothing changes when it is taken
        free = is_on(pixels, own, -_RIM_MM / 2) if own.shape.round else np.ones(pixels.shape[:-1], np.bool_)
        for other in others:
            # only what reaches under the item's own code surely lies beneath it
            if not holds_code(other, own):
                free &= ~is_on(pixels, other, 0.0)
        reach_px = _SMALL_THING * own.sticker_mm * own.px_per_mm
        free &= np.abs(pixels - np.array(own.centre_px, np.float32)).max(axis=-1) > reach_px
        changed = ~_alike(colours_at(view, view.small, pixels), colours_at(view, self._rest, pixels))
        can_tell = float(free.mean()) >= _FREE  # not when only the sticker peeps out under other pieces
        if can_tell and float(changed[free].mean()) < _BEYOND_STICKER:
            return False
        return not self._is_astray(looked, item)

    def _is_astray(self, looked: Looked, item: Lying) -> bool:
        """Whether the change at this place reaches far beyond the pieces that came or went."""
        view = looked.view
        part = _parts_at(self._changed(view), [_place(view, item.body)])
        before = [old.body for old in looked.lying]
        left = [body for body in before if not _is_among(body, looked.read)]
        come = [body for body in looked.read if not _is_among(body, before)]
        bodies = covered_cells(view, (*left, *come), 6.0)
        own = int(covered_cells(view, [item.body], 0.0).sum())
        return int((part & ~bodies).sum()) > max(2.0, _ASTRAY * own)

    def _changed(self, view: GateView) -> Mask:
        assert self._rest is not None
        return differs(view.cells, in_cells(self._rest), _LIKE)

    def _disturbed(self, looked: Looked, lying: Sequence[Lying], now_s: float) -> Mask | None:
        """The cells of a hand or other thing that lies over a tag, and those of the pieces about which nobody knows
        yet: not a state to remember as the table's. None: there are none."""
        view = looked.view
        unseen = [item for item in lying if item.sighting.taken_s < now_s and not is_under(item, lying)]
        if not unseen:
            return None
        parts = _parts_at(self._changed(view), [_place(view, item.body) for item in unseen])
        doubted = [item.body for item in unseen if item.standing is not Standing.SEEN]
        return parts | covered_cells(view, doubted, 0.0)

    def learn(self, looked: Looked, lying: Sequence[Lying], now_s: float) -> None:
        """Takes over a look: bare ground where no piece is believed, what lay under the pieces that came, and what
        the pieces look like that were read. `lying`: what is believed after the look, near what was looked at."""
        view, place = looked.view, looked.place
        if not looked.mask.any():
            return
        is_first = self._rest is None or self._rest.shape != view.small.shape
        if self._bare is None or not self._bare.fits(view):
            self._bare = BareTable(view)
        if is_first or self._rest is None:
            self._rest, self._under = view.small.copy(), {}
        else:
            come = [item for item in lying if item.since_s == now_s]
            if come:
                before = in_cells(self._rest)
                self._under.update((item.number, before[_place(view, item.body)].copy()) for item in come)
                self._bare.unlearn(covered_cells(view, [item.body for item in come], _BESIDE_MM), now_s)
        accepted = looked.mask
        disturbed = None if is_first else self._disturbed(looked, lying, now_s)
        if disturbed is not None:
            accepted = accepted & ~disturbed
        bodies = [item.body for item in lying]
        calm = accepted
        if not is_first and view.moving.any():
            # the inside of a hand that moves is all of one colour and seems to rest
            calm = accepted & ~_parts_with(self._changed(view) | view.moving, view.moving)
        bare = calm[place] & ~covered_cells(view, bodies, _BESIDE_MM)[place]
        self._bare.learn(view, place, looked.mask[place], bare, now_s)
        pixels = pixels_of(place)
        take_over(self._rest[pixels], view.small[pixels], in_pixels(accepted[place]))
        self._faces.learn(view, _over(lying, now_s), accepted)

    def keep_only(self, is_there: Callable[[int], bool]) -> None:
        """Forgets what lay under tags that lie there no more, by their numbers."""
        self._under = {number: cells for number, cells in self._under.items() if is_there(number)}
        self._cleared = {number: cells for number, cells in self._cleared.items() if is_there(number)}

    def forget(self, cells: Mask) -> None:
        """These cells show something else now than the table that was known, and so does what lay under the pieces."""
        self._under, self._cleared = {}, {}
        if self._bare is not None:
            self._bare.forget(cells)

    def shift(self, new_px: Callable[[float, float], tuple[float, float]], size_px: tuple[int, int]) -> None:
        """The camera moved: what was seen at a pixel of the picture (of this width and height) is at another one."""
        self._rest = None
        self._under, self._cleared = {}, {}
        if self._bare is not None:
            self._bare.shift(new_px, size_px)


def _over(lying: Sequence[Lying], now_s: float) -> dict[Body, list[Body]]:
    """The pieces that were read just now, and for each of them those that may lie over it."""
    found: dict[Body, list[Body]] = {item.body: [] for item in lying if item.sighting.taken_s >= now_s}
    if not found:
        return found
    outlines = outlines_px([item.body for item in lying], 0.0)
    slack = 2 * np.array([item.body.px_per_mm for item in lying], np.float64)[:, None]
    touching = ~np.eye(len(lying), dtype=np.bool_)
    for axis in (0, 1):  # each one's box (rows) grown by the slack, against the boxes of all
        least, most = outlines[..., axis].min(axis=1), outlines[..., axis].max(axis=1)
        touching &= (least < most[:, None] + slack) & (most > least[:, None] - slack)
    for index, other in np.argwhere(touching).tolist():
        item, above = lying[index], lying[other]
        if item.body in found and not is_under(above, (item,)):
            found[item.body].append(above.body)
    return found


def _mean_gap(one: Cells, other: Cells) -> float:
    return float(cv2.absdiff(one, other).max(axis=2).mean())


def _is_still(before: Cells | None, now: Cells) -> bool:
    """Whether a place looks now as it is remembered."""
    return before is not None and before.shape == now.shape and _mean_gap(now, before) < _LIKE


def _gap(one: Colours, other: Colours) -> Colours:
    return np.asarray(np.abs(one - other).max(axis=-1))


def _alike(one: Colours, other: Colours) -> Mask:
    return np.asarray(_gap(one, other) < _SAME_COLOUR)


def _between(one: Colours, lowest: Colours, highest: Colours) -> Mask:
    return np.asarray(((one > lowest - _SAME_COLOUR) & (one < highest + _SAME_COLOUR)).all(axis=-1))


def _bounds_of_points(points: Points) -> Bounds:
    low, high = points.min(axis=(0, 1)), points.max(axis=(0, 1))
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _is_among(body: Body, others: Sequence[Body]) -> bool:
    return any(
        body.tag.payload == other.tag.payload and gap_mm(body.sighting, other.sighting) < _SAME_PLACE_MM
        for other in others
    )


def _parts_at(mask: Mask, places: Sequence[Place]) -> Mask:
    """The connected parts of a mask that reach into one of the places."""
    where = np.zeros(mask.shape, np.bool_)
    for place in places:
        where[place] = True
    return _parts_with(mask, where)


def _parts_with(mask: Mask, where: Mask) -> Mask:
    """The connected parts of a mask that reach into the other mask."""
    count, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
    is_here = np.zeros(count, np.bool_)
    is_here[labels[where]] = True
    is_here[0] = False
    return np.asarray(is_here[labels])


def covered_cells(view: GateView, bodies: Sequence[Body], grow_mm: float) -> Mask:
    """The cells that the pieces reach, grown by `grow_mm`."""
    mask = np.zeros(view.moving.shape, np.uint8)
    if not bodies:
        return mask > 0
    for outline in np.round(outlines_px(bodies, grow_mm) / view.cell_px - 0.5).astype(np.int32):
        cv2.fillConvexPoly(mask, outline, 1)
    return mask > 0


def _place(view: GateView, body: Body) -> Place:
    return view.around(*body.centre_px, _CODE_REACH * body.sticker_mm * body.px_per_mm)
