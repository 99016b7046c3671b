"""The settled table in the frame's own pixels, and what each piece hides: whether a piece that was not read lies there.

A piece that came to the table keeps the picture of what was there before. So the table without it can be shown again,
and each pixel of its outline that is in view speaks for the piece, for its absence, or for neither (a hand, a cup).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision._alike import (
    MOSTLY,
    Colours,
    Lamp,
    Weighed,
    apart,
    gap,
    is_other,
    judged,
    judged_by_itself,
    light_between,
    like_around,
    like_itself,
    lit,
)
from vision._pixels import means_of_four
from vision._shown import Box, Shown, at_cells, meet, moved, paint, part_of, reduced, shared, shifted
from vision.calibration.mat import Calibration
from vision.table._memory import Lying, Standing
from vision.table._where import Body, box_px, outline_px
from vision.table.gate import GateView, Mask, extent
from vision.types import Image

_WIDEST_PX = 1900  # of larger pictures every so manieth pixel tells enough: half a millimetre each
_RIM_MM = 0.7  # the edge of a piece is soft, and a sticker tells where it is within that
_THIN_RIM_MM, _THIN_MM = 0.35, 0.8  # where nothing else is in view, and how wide that has to be
_FRINGE_MM = 1.5  # around a piece nothing of it is left
_AROUND_MM = 14.0  # so far around a piece the light on it is told by
_RELIT = 0.03  # so much brighter or darker is another light


class FineTable:
    """The picture as it was last accepted, and what was under each piece when it came, by the piece's number."""

    calibration: Calibration | None = None
    """How the mat lies in the picture now."""

    def __init__(self) -> None:
        self._rest: Image | None = None
        self._factor = 1
        self._beneath: dict[int, Shown] = {}
        self._lamp = Lamp()
        self._loaded: set[int] = set()  # pieces that may have others under them that came with them

    def weigh(
        self,
        view: GateView,
        item: Lying,
        gone: Sequence[Lying],
        over: Sequence[Body],
        others: Sequence[Body],
        lower: Sequence[Lying] = (),
    ) -> Weighed | None:
        """Whether a piece that was not read lies there. `gone`: those over it that do so no more, the uppermost first;
        `over`: pieces that may hide a part of it; `others`: all that lies near; `lower`: those under it, which may be
        gone with it, the uppermost first. None: there is nothing to compare with.
        """
        if not self._fits(view):
            return None
        weighed = self._at_best(view, item, gone, over, others)
        if lower and weighed.strange > MOSTLY:
            weighed = self._all_gone(view, item, gone, lower, over) or weighed
        if item.seen_s < item.rest_s:  # it went along unseen: nobody knows to a millimetre where, nor how it looks
            return replace(weighed, odds=min(0.0, weighed.odds))
        return weighed

    def _all_gone(
        self, view: GateView, item: Lying, gone: Sequence[Lying], lower: Sequence[Lying], over: Sequence[Body]
    ) -> Weighed | None:
        """What speaks for a whole stack to have been taken, where neither its upper piece is seen nor the next one:
        what was there before the lowest of them came. None where that is not what is seen either."""
        box = self._box(item.body, _AROUND_MM)
        now, before, bare = self._now(view, box), self._without(box, gone), self._without(box, [*gone, item, *lower])
        still = ~self._at_cells(view.moving, view, box)
        seen, around = self._mask(item.body, box, -_RIM_MM) & still & before.is_known & bare.is_known, still
        for body in over:
            seen &= ~self._mask(body, box, _RIM_MM)
        for body in (*over, *(other.body for other in (item, *gone, *lower))):
            around &= ~self._mask(body, box, _FRINGE_MM)
        was = before.image * self._light(view, now, before.image, around & before.is_known)
        left = bare.image * self._light(view, now, bare.image, around & bare.is_known)
        there, away, told = (gap(one, other, seen)[seen] for one, other in ((now, was), (now, left), (was, left)))
        weighed = judged(there, away, told, item.body.px_per_mm / self._factor)
        return weighed if weighed.odds < 0.0 and weighed.strange < MOSTLY / 2 else None

    def _at_best(
        self, view: GateView, item: Lying, gone: Sequence[Lying], over: Sequence[Body], others: Sequence[Body]
    ) -> Weighed:
        weighed = self._weighed(view, item, gone, over, others, _RIM_MM)
        if weighed.is_sure or weighed.strange > MOSTLY:
            return weighed
        thin = self._weighed(view, item, gone, over, others, _THIN_RIM_MM).careful
        is_more = thin.is_told and abs(thin.odds) > abs(weighed.odds) and thin.odds * weighed.odds >= 0.0
        return thin if is_more else weighed

    def _weighed(
        self,
        view: GateView,
        item: Lying,
        gone: Sequence[Lying],
        over: Sequence[Body],
        near: Sequence[Body],
        rim_mm: float,
    ) -> Weighed:
        own, box = item.body, self._box(item.body, _AROUND_MM)
        now, before = self._now(view, box), self._without(box, gone)
        beneath = self._beneath.get(item.number)
        still = ~self._at_cells(view.moving, view, box)
        outline = self._mask(own, box, -rim_mm)
        around = still & ~self._mask(own, box, _FRINGE_MM)
        for body in (*over, *(upper.body for upper in gone)):
            around &= ~self._mask(body, box, _FRINGE_MM)
        for body in over:
            outline &= ~self._mask(body, box, rim_mm)
        if rim_mm < _RIM_MM:  # what is thinner yet may be nothing but a place read a hair aside
            wide = np.ones((max(2, round(_THIN_MM * own.px_per_mm / self._factor)),) * 2, np.uint8)
            outline = cv2.morphologyEx(outline.view(np.uint8), cv2.MORPH_OPEN, wide) > 0
        seen = outline & still & before.is_known
        light = self._light(view, now, before.image, around & before.is_known)
        under = part_of(beneath, box) if beneath is not None else Shown(box, now, np.zeros_like(seen))
        light_beneath = light * light_between(before.image, under.image, around & under.is_known & before.is_known)
        # where nobody knows what is under it the table may be as around it; but what looks like a guess proves nothing
        guessed = seen & ~under.is_known if item.number not in self._loaded else np.zeros_like(seen)
        for body in near if guessed.any() else ():
            guessed &= ~self._mask(body, box, _RIM_MM)
        known, px_per_mm = seen & under.is_known, own.px_per_mm / self._factor
        was, hidden = before.image * light, under.image * light_beneath
        there, away = gap(now, was, seen), gap(now, hidden, known)
        told = apart(was, hidden, known, px_per_mm)
        if guessed.any():
            guess = like_around(now, around)
            away = np.where(guessed, np.maximum(gap(now, guess, guessed), there), away)
            told = np.where(guessed, gap(was, guess, guessed), told)
        compared = known | guessed
        weighed = judged(there[compared], away[compared], told[compared], px_per_mm)
        if weighed.strange > MOSTLY / 2:  # perhaps only the light is strange
            by_itself = judged_by_itself(now, was, hidden, known, px_per_mm)
            if by_itself is not None and weighed.strange > MOSTLY:
                return by_itself
            if by_itself is not None and by_itself.odds * weighed.odds < 0.0:
                return replace(weighed, odds=0.0)
        was_seen = item.standing is Standing.SEEN or item.is_awaited
        if not weighed.is_told and was_seen:
            return like_itself(there[seen & ~compared], px_per_mm) or weighed
        return weighed

    def learn(
        self,
        view: GateView,
        accepted: Mask,
        left: Sequence[Lying],
        come: Sequence[Lying],
        unread: Sequence[Lying],
        read: Sequence[Lying],
        doubtful: Mask,
        loaded: Collection[int],
        imagined: Sequence[tuple[Lying, Collection[int]]] = (),
    ) -> None:
        """Takes over a look: these cells as they are now, and what was there before of the pieces that came. `left`:
        what lay there before this look and does so no more, as it was, the uppermost first; `unread`, `read`: pieces
        that are believed after it; `doubtful`: cells in which a thing was seen just before that is no part of the
        table; `loaded`: the numbers of pieces from under which others vanished: where such a piece has come to lie,
        these may have come with it; `imagined`: what else may have come, with the numbers of what stayed then."""
        if not self._fits(view):
            self._factor = max(1, view.frame.image.shape[1] // _WIDEST_PX)
            is_halved = self._factor == 2 and view.halves.whole is view.frame.image
            self._rest = view.halves.at(1).copy() if is_halved else reduced(view.frame.image, self._factor)
            self._beneath = {}
            return
        assert self._rest is not None
        now_s = view.frame.taken_s
        hidden = {item.number: self._without(self._box(item.body, _AROUND_MM), left, now_s) for item in come}
        for item, stayed in imagined:
            gone = [other for other in left if other.number not in stayed]
            hidden[item.number] = self._without(self._box(item.body, _AROUND_MM), gone, now_s)
        for item in left:
            shown = self._without(self._box(item.body, _FRINGE_MM), [item])
            x, y, right, bottom = shown.box
            cv2.copyTo(shown.image, shown.is_known.view(np.uint8), self._rest[y:bottom, x:right])
        for item, shown in ((one, hidden[one.number]) for one in come):
            self._loaded.discard(item.number)
            if item.number in loaded:
                self._loaded.add(item.number)
                shown.is_known[self._mask(item.body, shown.box, _AROUND_MM)] = False
            thing, own = self._at_cells(doubtful, view, shown.box), self._mask(item.body, shown.box, _RIM_MM)
            # a hand that laid it: of what is under the piece nobody can say what was hand, and what the piece already
            shown.is_known[thing | own if (thing & own).any() else thing] = False
        self._uncover(left)
        for item in left:
            self._beneath.pop(item.number, None)
        self._beneath.update(hidden)
        for item in come:  # what was pushed under another piece nobody has seen there
            for shown in (self._beneath[number] for number in item.covers if number in self._beneath):
                shown.is_known[self._mask(item.body, shown.box, _RIM_MM)] = False
        learned = list(self._to_learn(view, accepted, read))
        relit = np.zeros(self._rest.shape[:2], np.bool_)
        for item in unread:
            other = self._box(item.body, _AROUND_MM)
            meeting = [(where[to], of) for box, where in learned if meet(box, other) for to, of in [shared(box, other)]]
            if any(part.any() for part, _ in meeting):
                renewed = np.zeros((other[3] - other[1], other[2] - other[0]), np.bool_)
                for part, of in meeting:
                    renewed[of] |= part
                mask = ~self._remembered(view, item, other, read, renewed, relit)
                for part, of in meeting:
                    part &= mask[of]
        for box, where in learned:
            cv2.copyTo(self._now(view, box), where.view(np.uint8), self._rest[box[1] : box[3], box[0] : box[2]])

    def _to_learn(self, view: GateView, accepted: Mask, read: Sequence[Lying]) -> Iterator[tuple[Box, Mask]]:
        """The pixels of the accepted cells, and those of the pieces that were read, wherever nothing moves."""
        assert self._rest is not None
        (rows, columns), scale = extent(accepted), view.cell_px / self._factor
        if rows.stop > 0:
            height, width = self._rest.shape[:2]
            ends = min(width, math.ceil(columns.stop * scale)), min(height, math.ceil(rows.stop * scale))
            box = int(columns.start * scale), int(rows.start * scale), *ends
            yield box, self._at_cells(accepted, view, box)
        for item in read:
            box = self._box(item.body, 0.0)
            if not self._at_cells(accepted, view, box).all():
                yield box, self._mask(item.body, box, 0.0) & ~self._at_cells(view.moving, view, box)

    def _remembered(
        self, view: GateView, item: Lying, box: Box, read: Sequence[Lying], renewed: Mask, relit: Mask
    ) -> Mask:
        """The pixels of a part on which a piece that was not read is the uppermost that is believed. What is seen there
        tells whether it lies there, so that must not become what it looks like; only the light is brought up to date,
        by the table around it where that is `renewed`, as what stays as it was would tell the same light again and
        again, and once in each look (`relit`: all pixels for which that is done), however many pieces lie there.
        """
        assert self._rest is not None
        where, around = self._mask(item.body, box, _RIM_MM), ~self._mask(item.body, box, _FRINGE_MM)
        steady = np.zeros_like(around)
        for other in read:
            if not other.body.touches(item.body.bounds_px):
                continue
            if item.number not in other.covers:
                where &= ~self._mask(other.body, box, _RIM_MM)
            around &= ~self._mask(other.body, box, _FRINGE_MM)
            if other.rest_s < view.frame.taken_s:
                steady |= self._mask(other.body, box, -_RIM_MM)
        part = self._rest[box[1] : box[3], box[0] : box[2]]
        if not around.any():  # nothing but what lies on it is around it
            around = steady & ~where
        # what is there now of all that it will be compared by: a part of that, brought up to date, is no other light
        now = np.where(renewed[(..., *[None] * (part.ndim - 2))], self._now(view, box), part)
        light = self._light(view, now, part, around & ~self._at_cells(view.moving, view, box))
        if around.any() and float(np.abs(light - 1.0).max()) > _RELIT:
            is_old = where & ~relit[box[1] : box[3], box[0] : box[2]]
            cv2.copyTo(lit(part, light), is_old.view(np.uint8), part)
            relit[box[1] : box[3], box[0] : box[2]] |= where
        return where

    def unchanged(self, view: GateView, cells: Mask) -> Mask:
        """Those of the cells that look as they were last accepted, pixel by pixel: nothing in them has to be read."""
        if not self._fits(view):
            return np.zeros_like(cells)
        assert self._rest is not None
        found, cell_px = cells.copy(), view.cell_px / self._factor
        for x, y, wide, high in view.boxes(cells):
            left, top, right, bottom = (value // self._factor for value in (x, y, x + wide, y + high))
            box = left, top, right, bottom
            here = self._at_cells(cells, view, box)[: (bottom - top) // 2 * 2 : 2, : (right - left) // 2 * 2 : 2]
            before, now = means_of_four(self._rest[top:bottom, left:right]), means_of_four(self._now(view, box))
            rows, columns = np.nonzero(is_other(before, now, here))
            down, along = (top + 2 * rows + 1) / cell_px, (left + 2 * columns + 1) / cell_px
            found[down.astype(int), along.astype(int)] = False
        return found

    def keep_only(self, is_there: Callable[[int], bool]) -> None:
        """Forgets what was under pieces that lie there no more, by their numbers."""
        self._beneath = {number: shown for number, shown in self._beneath.items() if is_there(number)}
        self._loaded = set(filter(is_there, self._loaded))

    def forget(self) -> None:
        """The table is another one: what was under the pieces is not there any more."""
        self._beneath = {}

    def shift(self, new_px: Callable[[float, float], tuple[float, float]], size_px: tuple[int, int]) -> None:
        """The camera moved, or gives pictures of another width and height: what was seen at a pixel of the picture is
        seen at another one."""
        if self._rest is None:
            return
        (height, width), old = self._rest.shape[:2], self._factor
        self._factor = max(1, size_px[0] // _WIDEST_PX)
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        new = np.array([new_px(old * x, old * y) for x, y in corners.tolist()], np.float32) / self._factor
        warp = np.asarray(cv2.getPerspectiveTransform(corners - 0.5, new - 0.5), np.float64)
        size = size_px[0] // self._factor, size_px[1] // self._factor
        known = np.ones((height, width), np.bool_)
        self._rest = shifted(Shown((0, 0, width, height), self._rest, known), (0, 0, *size), warp).image
        for number, shown in self._beneath.items():
            self._beneath[number] = moved(shown, size, warp)

    def _fits(self, view: GateView) -> bool:
        rest, image = self._rest, view.frame.image
        if rest is None or rest.ndim != image.ndim:
            return False
        return rest.shape[:2] == (image.shape[0] // self._factor, image.shape[1] // self._factor)

    def _uncover(self, left: Sequence[Lying]) -> None:
        """A piece that left from under others is not seen any more when these are taken."""
        for item in left:
            if (old := self._beneath.get(item.number)) is None:
                continue
            for number, shown in self._beneath.items():
                if number != item.number and shown.taken_s > item.rest_s and meet(shown.box, old.box):
                    paint(shown, part_of(old, shown.box), self._mask(item.body, shown.box, _FRINGE_MM))

    def _without(self, box: Box, gone: Sequence[Lying], taken_s: float = 0.0) -> Shown:
        """A part of the table as it was, without some of the pieces, the uppermost first."""
        assert self._rest is not None
        image = self._rest[box[1] : box[3], box[0] : box[2]].copy()
        shown = Shown(box, image, np.ones(image.shape[:2], np.bool_), taken_s)
        for item in gone:
            where = self._mask(item.body, box, _FRINGE_MM)
            beneath = self._beneath.get(item.number)
            if beneath is None:
                shown.is_known[where] = False
                continue
            part = part_of(beneath, box)
            light = light_between(image, part.image, part.is_known & shown.is_known & ~where)
            paint(shown, replace(part, image=lit(part.image, light)), where)
        return shown

    def _box(self, body: Body, grow_mm: float) -> Box:
        assert self._rest is not None
        return box_px(body, grow_mm, self._rest.shape[:2], self._factor)

    def _now(self, view: GateView, box: Box) -> Image:
        n = self._factor
        left, top, right, bottom = (n * value for value in box)
        return reduced(view.frame.image[top:bottom, left:right], n)

    def _mask(self, body: Body, box: Box, grow_mm: float) -> Mask:
        """The pixels of a piece, made larger by `grow_mm`."""
        mask = np.zeros((box[3] - box[1], box[2] - box[0]), np.uint8)
        places = (outline_px(body, grow_mm, self.calibration) / self._factor - 0.5 - box[:2]) * 8
        cv2.fillConvexPoly(mask, np.round(places).astype(np.int32), 1, shift=3)
        return mask > 0

    def _at_cells(self, cells: Mask, view: GateView, box: Box) -> Mask:
        """A mask of cells for the pixels of a part."""
        return at_cells(cells, view.cell_px / self._factor, box)

    def _light(self, view: GateView, now: Image, before: Image, where: Mask) -> Colours:
        return light_between(now, before, where, self._lamp.now(view.frame, self._rest, self._factor))
