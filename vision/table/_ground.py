"""What the table looks like where nothing lies, learned while playing: to tell a clear place from a covered one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.calibration.mat import Calibration
from vision.table._bare import (
    BareTable,
    Colours,
    colours_at,
    differs,
    holds_code,
    is_at,
    is_on,
    pixels_of,
    points_of,
    take_over,
)
from vision.table._fine import FineTable
from vision.table._memory import Lying, Standing, is_under
from vision.table._where import Body, gap_mm, outlines_px
from vision.table.gate import Cells, GateView, Mask, Place, extent, in_cells, in_pixels, parts_with

_LIKE = 14  # grey levels between two looks at the same ground
_SAME_COLOUR = 24.0  # grey levels of one point between what is expected and what is seen
_NEARLY_ALL = 0.8  # share of the points of a place that must look as expected
_UNKNOWN = 0.6  # share of the points where the bare table is known, from which on a place can be judged by it
_PARTLY_KNOWN = 0.4
_MOSTLY_BARE, _HARDLY = 0.6, 0.1  # shares of a place that look like the table, and like what lay there
_LAMP_HUE = 1.25  # times brighter in one colour than in another is a lamp
_COARSE = 3.0  # nats that the small picture tells
_STRANGE = 0.5  # share of a piece that looks like neither it nor what it hid; half of that where little is seen of it
_PLENTY = 5.0  # nats that so much of a piece tells that no other thing looks like it by chance
_CODE_REACH = 0.375  # of a sticker's side: from its middle to the edge of the code, nearly
_STICKER_REACH = 0.54  # half a sticker and its edge
_SMALL_THING = 0.71  # from the middle of a sticker: what changes only there may be a thing that was put on it
_SAME_PLACE_MM = 8.0
_ASTRAY = 0.12  # share of a piece's own area by which a change may exceed the pieces and still be a removal
_FREE = 0.08  # share of a piece that is in view beside its sticker, from which on that part tells something
_BEYOND_STICKER = 0.06  # share of a piece without its sticker that changes at least when it is taken
_RIM_MM = 2.0  # the edge of a piece is soft
_NEAR_MM = 20.0  # so far around a piece the light on it may be told
_BESIDE_MM = 8.0  # so close around a piece nothing is learned of the table


@dataclass(frozen=True, eq=False)
class Looked:
    """The part of the table that was looked at, and all that is believed or was read near it."""

    view: GateView
    mask: Mask  # cells that were read and are still
    lying: Sequence[Lying]  # believed before this look, near the cells
    read: Sequence[Body]
    calibration: Calibration | None = None

    @cached_property
    def place(self) -> Place:
        """The smallest rectangle of cells around all that was looked at."""
        return extent(self.mask)

    def is_looked(self, body: Body) -> bool:
        """Whether the whole sticker was in what was read, so that its code would have been found."""
        reach_px = _STICKER_REACH * body.sticker_mm * body.px_per_mm
        return bool(self.mask[self.view.around(*body.centre_px, reach_px)].all())


class Ground:
    """Remembers the bare table, the last accepted state, and what was under each piece before it came."""

    def __init__(self) -> None:
        self._bare: BareTable | None = None
        self._rest: Cells | None = None  # the small picture as it was last accepted
        self._cleared: dict[int, Cells] = {}  # places as they looked when a piece was found to have been taken
        self._fine = FineTable()
        self._begun_s = 0.0  # when the small picture was first accepted
        self._accepted_s = np.zeros((0, 0))  # and each of its cells the last time

    def lies(self, looked: Looked, item: Lying, gone: Sequence[Lying], over: Sequence[Body]) -> float:
        """The log-odds that a piece that was not read lies where it is believed to, by the picture alone. `gone`: those
        that lay over it and do so no more, the uppermost first; `over`: those that may hide a part of it."""
        if self._rest is None or self._rest.shape != looked.view.small.shape:
            return 0.0
        self._fine.calibration = looked.calibration
        others = [other.body for other in looked.lying if other.number != item.number]
        lower = sorted((o for o in looked.lying if item.number in o.covers), key=lambda o: (len(o.covers), -o.rest_s))
        weighed = self._fine.weigh(looked.view, item, gone, over, [*others, *looked.read], lower)
        tells_much = weighed is not None and (weighed.odds < 0 or weighed.odds > _PLENTY)
        strange = _STRANGE if tells_much else _STRANGE / 2
        is_clear = weighed is not None and weighed.is_told and weighed.strange < strange
        # of a strip of what went along unseen it cannot tell more than that
        is_as_it_was = weighed is not None and weighed.odds == 0.0 and item.seen_s < item.rest_s and over and not gone
        if weighed is not None and is_clear and (is_as_it_was or weighed.odds > 1.0 or weighed.odds < -_COARSE):
            return weighed.odds
        coarse = self._coarse(looked, item, over)
        if weighed is None or not is_clear:  # something else is seen there: a hand, a cup
            return coarse
        return min(weighed.odds, coarse) if coarse else weighed.odds

    def _coarse(self, looked: Looked, item: Lying, over: Sequence[Body]) -> float:
        """The same by the small picture: where nobody knows what was there before it came, or where a thing without a
        tag was."""
        assert self._rest is not None
        assert self._bare is not None
        view, pixels = looked.view, points_of(item.body)
        free = is_at(view, ~view.moving, pixels)
        if item.body.shape.round:
            free &= is_on(pixels, item.body, -_RIM_MM / 2)
        for other in over:
            free &= ~is_on(pixels, other, _RIM_MM)
        if float(free.mean()) < _FREE:
            return 0.0
        now, before = colours_at(view, view.small, pixels), colours_at(view, self._rest, pixels)
        known = self._bare.is_known(view, pixels) & free
        for body in (body for body in looked.read if body not in over):
            known &= ~is_on(pixels, body, 0.0)
        is_table = self._bare.is_like(view, now, pixels) & free
        is_same = _alike(now, before) & free
        # else what was accepted tells nothing of it
        is_since = is_at(view, self._accepted_s >= item.rest_s, pixels)
        was_seen = item.seen_s >= self._begun_s and bool(is_since[free].mean() > _NEARLY_ALL)
        is_bare = known.sum() > _PARTLY_KNOWN * free.sum() and is_table.sum() > _NEARLY_ALL * known.sum()
        if was_seen and is_same.sum() > _NEARLY_ALL * free.sum():
            return 0.0 if is_bare else _COARSE
        if was_seen and self._is_other(now[free], before[free]):  # on a lively ground not all is as expected
            is_bare |= known.sum() > _UNKNOWN * free.sum() and is_table.sum() > _MOSTLY_BARE * known.sum()
        if is_bare or (known[free].all() and not over and self._bare.is_relit(view, now, pixels)):
            return -_COARSE
        place = _place(view, item.body)
        cleared = self._cleared.get(item.number) if item.odds < 0 else None
        if _is_still(cleared, view.cells[place]):
            return -_COARSE
        if known.sum() > _UNKNOWN * free.sum() or not self._was_taken(looked, over, item):
            return 0.0
        self._cleared[item.number] = view.cells[place].copy()  # what changed with it is no news the next time
        return -_COARSE

    @staticmethod
    def _is_other(now: Colours, before: Colours) -> bool:
        """Whether hardly anything of a place looks as it did, also under another lamp."""
        light = np.median((now + 1.0) / (before + 1.0), axis=0)
        lit = before * light if light.max() < _LAMP_HUE * light.min() else before
        return max(float(_alike(now, before).mean()), float(_alike(now, lit).mean())) < _HARDLY

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
        unread = [item for item in lying if item.sighting.taken_s < now_s]
        unseen = [item for item in unread if item.odds < 0 or not is_under(item, lying)]
        if not unseen:
            return None
        parts = _parts_at(self._changed(view), [_place(view, item.body) for item in unseen])
        doubted = [item.body for item in unseen if item.standing is not Standing.SEEN]
        return parts | covered_cells(view, doubted, 0.0)

    def learn(
        self,
        looked: Looked,
        lying: Sequence[Lying],
        now_s: float,
        imagined: Sequence[tuple[Lying, Collection[int]]] = (),
    ) -> None:
        """Takes over a look: bare ground where no piece is believed, what lay under the pieces that came, and what
        the pieces look like that were read. `lying`: what is believed after the look, near what was looked at;
        `imagined`: what else may have come, with the numbers of what stayed there then."""
        view, place = looked.view, looked.place
        if not looked.mask.any():
            return
        is_first = self._rest is None or self._rest.shape != view.small.shape
        come = [item for item in lying if item.rest_s == now_s == item.sighting.taken_s]
        doubtful = np.zeros_like(looked.mask)  # where a thing was seen just before a piece came
        if self._bare is None:
            self._bare = BareTable(view)
        elif not self._bare.fits(view):
            self._bare.fit(view)
        if is_first or self._rest is None:
            self._rest, self._begun_s = view.small.copy(), now_s
            self._accepted_s = np.full(looked.mask.shape, now_s)
        elif come:
            doubtful = self._bare.unlearn(covered_cells(view, [item.body for item in come], _BESIDE_MM), now_s)
        accepted = looked.mask
        disturbed = None if is_first else self._disturbed(looked, lying, now_s)
        if is_first:  # whether a hand lies over what was not read nobody can say yet
            hidden = [item.body for item in lying if item.sighting.taken_s < now_s]
            accepted = accepted & ~covered_cells(view, hidden, _NEAR_MM)
        elif disturbed is not None:
            accepted = accepted & ~disturbed
        if not is_first and view.moving.any():
            # the inside of a hand that moves seems to rest, and so does a piece of which a part is hidden yet
            calm = ~(parts_with(self._changed(view) | view.moving, view.moving) | view.beside)
            accepted = accepted & (calm | covered_cells(view, looked.read, -_RIM_MM))
        bodies = [item.body for item in lying]
        bare = accepted[place] & ~covered_cells(view, bodies, _BESIDE_MM)[place]
        self._bare.learn(view, place, looked.mask[place], bare, now_s)
        pixels = pixels_of(place)
        take_over(self._rest[pixels], view.small[pixels], in_pixels(accepted[place]))
        self._accepted_s[accepted] = now_s
        stay = {item.number for item in lying if item.rest_s != now_s}
        left = [item for item in looked.lying if item.number not in stay]
        going = {item.number for item in lying if item.odds < 0}
        loaded = {n for item in looked.lying if item.number in going or item.number not in stay for n in item.covers}
        left.sort(key=lambda item: -item.rest_s)
        self._fine.calibration = looked.calibration
        read = [item for item in lying if item.sighting.taken_s == now_s]
        unread = [item for item in lying if item.sighting.taken_s < now_s]
        self._fine.learn(view, accepted, left, come, unread, read, doubtful, loaded, imagined)

    def unchanged(self, view: GateView, cells: Mask) -> Mask:
        """Those of the cells that look, in the frame's own pixels, as they were last accepted."""
        return self._fine.unchanged(view, cells)

    def keep_only(self, is_there: Callable[[int], bool]) -> None:
        """Forgets what lay under tags that lie there no more, by their numbers."""
        self._fine.keep_only(is_there)
        self._cleared = {number: cells for number, cells in self._cleared.items() if is_there(number)}

    def forget(self, cells: Mask) -> None:
        """These cells show something else now than the table that was known, and so does what lay under the pieces."""
        self._cleared = {}
        self._fine.forget()
        if self._bare is not None:
            self._bare.forget(cells)

    def shift(self, new_px: Callable[[float, float], tuple[float, float]], size_px: tuple[int, int]) -> None:
        """The camera moved: what was seen at a pixel of the picture (of this width and height) is at another one."""
        self._rest = None
        self._cleared = {}
        self._fine.shift(new_px, size_px)
        if self._bare is not None:
            self._bare.shift(new_px, size_px)


def _mean_gap(one: Cells, other: Cells) -> float:
    return float(cv2.absdiff(one, other).max(axis=2).mean())


def _is_still(before: Cells | None, now: Cells) -> bool:
    """Whether a place looks now as it is remembered."""
    return before is not None and before.shape == now.shape and _mean_gap(now, before) < _LIKE


def _gap(one: Colours, other: Colours) -> Colours:
    return np.asarray(np.abs(one - other).max(axis=-1))


def _alike(one: Colours, other: Colours) -> Mask:
    return np.asarray(_gap(one, other) < _SAME_COLOUR)


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
    return parts_with(mask, where)


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
