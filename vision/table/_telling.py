"""What follows for the memory from a look once it is explained: what lies there now, and the changes to tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from vision.spots import is_inside
from vision.table._acts import How, Link, Scene, Story, names_of, with_placed
from vision.table._memory import Doubt, Look, Lying, Memory, Standing, TrackSettings
from vision.table._where import HIDES_MM, Body, carried_along, gap_mm, lies_over, spot_of, spot_point, touching_of
from vision.types import Alternative, ChangeKind, Sighting, Spot, TableChange, Tag


class Telling:
    """What is believed and told after a look, as far as it has been folded. Works on its own copies."""

    def __init__(self, memory: Memory, look: Look, spots: Sequence[Spot], settings: TrackSettings) -> None:
        self._look = look
        self._spots = spots
        self._settings = settings
        self._absent: list[Lying] = []  # believed, and not read now
        self._kept: list[Lying] = []
        self._stirred: dict[int, Lying] = {}  # pieces that lie otherwise now, as they were
        self._flown: dict[
            int, tuple[Lying, Lying]
        ] = {}  # backs that are gone, and the one each is now by all likelihood
        self._beneath: dict[int, set[int]] = {}  # numbers of what lay over a tag that rode along unseen
        self._changes: list[TableChange] = []
        self._left = dict(memory.left)
        self._rides = memory.rides
        self._next = memory.next_number
        self._told, self._doubts = memory.told, memory.doubts

    def _with_covers(self) -> list[Lying]:
        """The pieces, each with those that lie over it: what comes to lie somewhere lies on all that was there, unless
        the codes show that it was pushed under."""
        there = {item.number for item in self._kept}
        places = [place for place, item in enumerate(self._kept) if item.rest_s == self._look.now_s]
        come = [self._kept[place] for place in places]
        covers = {item.number: set(item.covers & there) for item in self._kept}
        touching = touching_of([item.body for item in self._kept], places)
        for item, near in zip(self._kept, touching.T, strict=True):
            if covers[item.number]:
                covers[item.number] -= {come[n].number for n in np.flatnonzero(~near)}
        for which, among in np.argwhere(touching).tolist():
            new, item = come[which], self._kept[among]
            if new.number == item.number:
                continue
            if item.rest_s == new.rest_s and not self._is_open_over(new, item):
                continue  # both came: only the codes tell which of them lies over the other, if they do
            lower, upper = (new, item) if self._is_open_over(item, new) else (item, new)
            if lower.number not in covers[upper.number]:
                covers[lower.number].add(upper.number)
        return [
            item if covers[item.number] == item.covers else replace(item, covers=frozenset(covers[item.number]))
            for item in self._kept
        ]

    def _is_open_over(self, upper: Lying, lower: Lying) -> bool:
        """Whether a code was read just now within another piece's outline, so that it lies over that."""
        is_read = upper.seen_s == self._look.now_s
        return is_read and lies_over(lower.body, upper.sighting, -HIDES_MM)

    def _seen_again(self, item: Lying, body: Body) -> None:
        sighting, settings = body.sighting, self._settings
        spot = self._spot(item, body)
        moved = gap_mm(item.anchor, sighting) > settings.moved_mm or spot != item.spot
        if item.anchor.at is None or sighting.at is None:
            # without calibration the camera may as well have moved; the first calibration tells the spot, though
            moved = spot is not None and spot != item.spot
            item = item if moved else replace(item, spot=spot, anchor=sighting)
        if moved:
            self._tell(ChangeKind.MOVED, sighting, item.tag, spot, item.spot)
            item = replace(item, anchor=sighting, spot=spot, since_s=self._look.now_s)
        is_nudged = moved or gap_mm(item.sighting, sighting) > settings.nudged_mm
        if is_nudged:
            self._stirred[item.number] = item
        self._kept.append(
            replace(
                item,
                sighting=sighting,
                seen_s=sighting.taken_s,
                standing=Standing.SEEN,
                odds=0.0,
                missing_s=0.0,
                rest_s=self._look.now_s if is_nudged else item.rest_s,
                covers=frozenset() if is_nudged else item.covers,
                over=frozenset(),
                carried=None,
            )
        )

    def _spot(self, item: Lying, body: Body) -> str | None:
        spot = spot_of(body, self._spots)
        point = spot_point(body)
        gap = gap_mm(item.anchor, body.sighting)
        if spot == item.spot or point is None or gap > self._settings.moved_mm:
            return spot
        for old in self._spots:
            if old.name == item.spot and is_inside(point, old, self._settings.spot_slack_mm):
                return item.spot
        return item.spot if gap < self._settings.spot_slack_mm else spot

    def _tell_scene(self, scene: Scene) -> None:
        (story, odds), *others = scene.stories
        first, act = len(self._changes), self._told + 1
        before = len(self._kept)
        taken = {link.item.number for link in story.links}
        staying = tuple(i for i in scene.absent if i.number not in taken and i.number not in story.gone)
        for body in scene.fresh:
            link = next((link for link in story.links if link.body is body), None)
            if link is None:
                self._place(body)
            else:
                self._follow(link)
        self._absent = [item for item in self._absent if item.number not in taken]
        told = self._changes[first:]
        if not told or not others:
            return
        alternatives, choices = [], [(*self._kept[before:], *staying)]
        for other, other_odds in others:
            changes, lying = self._imagined(scene, other, act)
            alternatives.append(Alternative(changes, other_odds))
            choices.append(lying)
        self._changes[first:] = [replace(c, act=act, odds=odds, alternatives=tuple(alternatives)) for c in told]
        every = (odds, *(other_odds for _, other_odds in others))
        self._doubts = (*self._doubts, Doubt(act, tuple(choices), every, tuple(change.number for change in told)))

    def _follow(self, link: Link) -> None:
        item, body = link.item, link.body
        if link.how is How.TURNED:
            self._become(ChangeKind.TURNED, item, body)
        elif link.how is How.REVEALED and link.doubt is not None:
            self._reveal(item, body, link.doubt)
        elif link.how is How.SAME or body.sighting.at is None:
            self._seen_again(item, body)
        else:
            self._become(ChangeKind.MOVED, item, body)

    def _reveal(self, item: Lying, body: Body, doubt: Doubt) -> None:
        """It was there all the time, and what was told to have become of it had come to lie on it, and is gone now."""
        self._correct(doubt, item)
        self._tell(ChangeKind.PLACED, item.sighting, item.tag, item.spot, None)
        self._tell(ChangeKind.GONE, None, item.tag, None, item.spot)
        if not item.tag.shared:
            self._left[item.tag.payload] = item.spot
        self._kept.append(self._lying(self._next, body, spot_of(body, self._spots)))
        self._stirred[item.number] = item
        self._next += 1

    def _correct(self, doubt: Doubt, item: Lying) -> None:
        for number in doubt.told:
            self._tell(ChangeKind.CORRECTED, item.sighting, item.tag, item.spot, None, number)
        self._doubts = tuple(other for other in self._doubts if other.act != doubt.act)

    def _imagined(self, scene: Scene, story: Story, act: int) -> tuple[tuple[TableChange, ...], tuple[Lying, ...]]:
        """What would have been told by an explanation that was not chosen, and what would lie there."""
        linked = {id(link.body): link for link in story.links}
        taken = {link.item.number for link in story.links}
        changes, lying = [], []
        for body in scene.fresh:
            link, spot = linked.get(id(body)), spot_of(body, self._spots)
            kind = ChangeKind.PLACED if link is None else ChangeKind.TURNED
            if link is not None and link.how in (How.SAME, How.MOVED):
                kind = ChangeKind.MOVED
            if link is None or link.how is How.REVEALED:
                self._next += 1
            number = link.item.number if link is not None and link.how is not How.REVEALED else self._next - 1
            lying.append(self._lying(number, body, spot))
            if link is None or link.how is not How.SAME:
                was = None if link is None else link.item.spot
                changes.append(self._change(kind, body.sighting, body.tag, spot, was, act=act))
        for item in scene.absent:
            if item.number in story.gone:
                changes.append(self._change(ChangeKind.GONE, None, item.tag, None, item.spot, act=act))
            elif item.number not in taken:
                lying.append(replace(item, standing=Standing.COVERED))
        return tuple(changes), tuple(lying)

    def _become(self, kind: ChangeKind, item: Lying, body: Body) -> None:
        spot = spot_of(body, self._spots)
        self._tell(kind, body.sighting, body.tag, spot, item.spot)
        new = self._lying(item.number, body, spot)
        if kind is ChangeKind.MOVED:
            new = replace(new, face=item.face)
        elif not item.tag.shared:
            new = replace(new, face=item.tag.payload)
        self._kept.append(new)
        self._stirred[item.number] = item

    def _carried(self, item: Lying) -> Lying:
        """The piece, which also remembers where it lies now if it went along with a piece that lay over it. Nothing
        goes along with a piece that is turned over, nor from under another that has stayed."""
        for upper in self._kept:
            was = self._stirred.get(upper.number)
            if was is None or was.tag is not upper.tag or upper.number not in item.covers:
                continue
            if not any(k.number in item.covers and upper.number in k.covers for k in self._read_in_place()):
                at = carried_along(self._last_place(item), was.body, upper.body)
                return replace(item, carried=at, over=item.over | names_of(upper))
        return item

    def _read_in_place(self) -> Iterator[Lying]:
        return (k for k in self._kept if k.seen_s == self._look.now_s and k.number not in self._stirred)

    def _last_place(self, item: Lying) -> Sighting:
        """Where it was last: what was carried a while ago and is not gone from its place has stayed there."""
        carried = item.carried
        is_under_way = carried is not None and self._look.now_s - carried.taken_s < self._settings.hidden_s
        return carried if carried is not None and is_under_way else item.sighting

    def _laid_just_now(self, item: Lying) -> Lying | None:
        """A back that came to the table while nobody could tell yet that this one had left its place."""
        since_s = self._look.now_s - self._settings.hidden_s
        come = [k for k in self._kept if k.tag is item.tag and k.rest_s == k.since_s > max(since_s, item.seen_s)]
        come = [k for k in come if item.number in k.unseen]
        return come[-1] if come else None

    def _flown_along(self, item: Lying) -> Lying:
        """The piece, which lies where such a back is now if it lay under that."""
        for old, now in (self._flown[number] for number in item.covers if number in self._flown):
            at = carried_along(self._last_place(item), old.body, now.body)
            return replace(item, carried=at, over=item.over | names_of(now))
        return item

    def _that_hide(self, item: Lying, at: Sighting) -> list[Lying]:
        """The pieces that lay over this one and would hide it there."""
        return [k for k in self._over(item) if lies_over(k.body, at)]

    def _over(self, item: Lying) -> list[Lying]:
        """The pieces on the table that lay over this one."""
        return [k for k in self._kept if k.standing is not Standing.MISSING and names_of(k) & item.over]

    def _go_along(self, item: Lying, at: Sighting) -> None:
        """It was moved with what lies over it, as it does there."""
        at, spot = replace(at, taken_s=item.seen_s), spot_of(Body(at, item.tag), self._spots)
        self._tell(ChangeKind.MOVED, at, item.tag, spot, item.spot)
        new = replace(item, sighting=at, anchor=at, spot=spot, since_s=self._look.now_s, standing=Standing.COVERED)
        covers = item.covers | {k.number for k in self._over(item) if k.body.touches(new.body.bounds_px)}
        self._kept.append(replace(new, odds=0.0, missing_s=0.0, rest_s=new.since_s, covers=covers, carried=None))

    def _place(self, body: Body) -> None:
        """It has come to the table."""
        spot = spot_of(body, self._spots)
        was = None if body.tag.shared else self._left.pop(body.tag.payload, None)
        self._tell(ChangeKind.PLACED, body.sighting, body.tag, spot, was)
        self._rides = with_placed(self._rides, body, self._look.now_s)
        covers = frozenset(self._beneath.get(id(body), ()))
        others = (item for item in self._absent if body.tag.shared and item.tag is body.tag)
        unseen = frozenset(item.number for item in others if self._look.hidden(item))
        self._kept.append(replace(self._lying(self._next, body, spot), covers=covers, unseen=unseen))
        self._next += 1

    def _lying(self, number: int, body: Body, spot: str | None) -> Lying:
        now_s, at = self._look.now_s, body.sighting
        return Lying(number, body.tag, at, at, spot, now_s, at.taken_s, rest_s=now_s)

    def _tell(
        self,
        kind: ChangeKind,
        sighting: Sighting | None,
        tag: Tag | None,
        spot: str | None,
        was: str | None,
        corrects: int = 0,
    ) -> None:
        self._told += 1
        self._changes.append(self._change(kind, sighting, tag, spot, was, self._told, self._told, corrects))

    def _change(
        self,
        kind: ChangeKind,
        sighting: Sighting | None,
        tag: Tag | None,
        spot: str | None,
        was: str | None,
        number: int = 0,
        act: int = 0,
        corrects: int = 0,
    ) -> TableChange:
        payload = tag.payload if tag is not None else sighting.payload if sighting is not None else ""
        at = sighting.at if sighting is not None else None
        return TableChange(kind, payload, tag, spot, was, at, self._look.now_s, number, act, corrects=corrects)
