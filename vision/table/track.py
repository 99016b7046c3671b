"""The memory of the table: a pure fold over looks. What lies where, and what changed since the last look.

A tag that is not read any more is not gone: a hand or another card may lie over it. It is gone when its place was seen
clear and still for a while.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from vision.spots import is_inside
from vision.table._extra import fold_extra, stranger
from vision.table._memory import Look, Lying, Memory, Standing, TrackSettings, Visibility, is_under
from vision.table._pairs import matched, shifted, turned_over
from vision.table._riding import covered_by, hidden_since, with_gone, with_placed
from vision.table._where import Body, gap_mm, lies_over, spot_of, spot_point
from vision.types import ChangeKind, Sighting, Spot, TableChange, Tag

__all__ = ["Look", "Lying", "Memory", "Standing", "TrackSettings", "Visibility", "fold", "to_look_at"]

_USUAL = TrackSettings()
_HIDES_MM = 6.0  # a code whose middle lies so far within a piece's outline cannot be read through it


def fold(
    memory: Memory,
    look: Look,
    registry: Mapping[str, Tag],
    spots: Sequence[Spot] = (),
    settings: TrackSettings = _USUAL,
) -> tuple[Memory, tuple[TableChange, ...]]:
    """The memory after this look, and what changed. Nothing is modified; the same input gives the same output."""
    step = _Fold(memory, look, registry, spots, settings)
    step.match()
    step.turn_over()
    step.shift_shared()
    step.place()
    step.miss()
    step.note_extra()
    return step.result()


def to_look_at(memory: Memory, sightings: Sequence[Sighting], registry: Mapping[str, Tag]) -> tuple[Lying, ...]:
    """Remembered tags whose places must be read as well before these sightings can be judged: a code that exists once
    and appears elsewhere has moved, or there are two of it."""
    seen: dict[str, list[Sighting]] = {}
    for sighting in sightings:
        seen.setdefault(sighting.payload, []).append(sighting)
    return tuple(
        item
        for item in (*memory.lying, *memory.extra)
        if item.tag.payload in seen
        and item.tag.payload in registry
        and not item.tag.shared
        and min(gap_mm(item.sighting, sighting) for sighting in seen[item.tag.payload]) > 10.0
    )


class _Fold:
    """The work of one fold, on its own copies."""

    def __init__(
        self,
        memory: Memory,
        look: Look,
        registry: Mapping[str, Tag],
        spots: Sequence[Spot],
        settings: TrackSettings,
    ) -> None:
        self._old = [up_to_date for item in memory.lying if (up_to_date := _with_tag_of(item, registry)) is not None]
        self._old_extra = [item for item in memory.extra if (item.tag.piece != "") == (item.tag.payload in registry)]
        self._look = look
        self._registry = registry
        self._spots = spots
        self._settings = settings
        self._fresh: list[Body] = []  # read now, and not yet known to be anything that lay there
        self._absent: list[Lying] = []  # believed, and not read now
        self._kept: list[Lying] = []
        self._uncovered: list[Lying] = []  # seen again after having been covered; as they were before
        self._elsewhere: list[Lying] = []  # outside of what this look covers
        self._extra_seen: dict[str, list[Body]] = {}
        self._extra: tuple[Lying, ...] = ()
        self._changes: list[TableChange] = []
        self._waiting: list[Lying] = []
        self._left = dict(memory.left)
        self._rides = memory.rides
        self._next = memory.next_number
        self._told, self._doubts = memory.told, memory.doubts

    def result(self) -> tuple[Memory, tuple[TableChange, ...]]:
        lying = tuple(sorted(self._kept, key=lambda item: item.number))
        memory = Memory(
            lying, self._extra, tuple(self._waiting), self._left, self._next, self._rides, self._told,
            self._doubts,
        )  # fmt: skip
        return memory, tuple(self._changes)

    def match(self) -> None:
        """Same payload, same place or (if it exists once) any place; what remains on either side is left over."""
        seen: dict[str, list[Sighting]] = {}
        for sighting in self._look.sightings:
            seen.setdefault(sighting.payload, []).append(sighting)
        by_payload: dict[str, list[Lying]] = {}
        for item in self._old:
            if item.tag.payload in seen:
                by_payload.setdefault(item.tag.payload, []).append(item)
        taken: set[int] = set()
        for payload, sightings in seen.items():
            tag = self._registry.get(payload)
            here = [Body(s, tag or stranger(payload)) for s in _apart(sightings, tag, self._settings.same_mm)]
            if tag is None:
                self._extra_seen[payload] = here
                continue
            known = by_payload.get(payload, [])
            if not tag.shared:
                here = self._the_one(here, known)
                if known and self._must_wait(known[0], here[0]):
                    here = []
            pairs = matched(known, here, self._settings.moved_mm if tag.shared else float("inf"))
            for item, body in pairs:
                taken.add(item.number)
                self._seen_again(item, body)
            paired = {id(body) for _, body in pairs}
            self._fresh.extend(body for body in here if id(body) not in paired)
        self._absent = [item for item in self._old if item.number not in taken]
        self._elsewhere = [item for item in self._absent if self._look.visible(item) is Visibility.NOT_LOOKED]

    def _the_one(self, here: list[Body], known: Sequence[Lying]) -> list[Body]:
        """The sighting to believe of a code that should exist once; the others are further copies."""
        if len(here) > 1:
            if known:
                here = sorted(here, key=lambda body: gap_mm(known[0].sighting, body.sighting))
            self._extra_seen[here[0].tag.payload] = here[1:]
        return here[:1]

    def _must_wait(self, item: Lying, body: Body) -> bool:
        """Whether a code that exists once has been read elsewhere, while its old place cannot be judged yet: it may
        lie there still, and this be another copy."""
        is_far = gap_mm(item.sighting, body.sighting) > self._settings.moved_mm
        if not is_far or self._look.alone or self._look.visible(item) is not Visibility.NOT_LOOKED:
            return False
        self._waiting.append(self._lying(0, body, None))
        return True

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
        if item.standing is Standing.COVERED and not moved:
            self._uncovered.append(item)
        is_nudged = moved or gap_mm(item.sighting, sighting) > settings.nudged_mm
        self._kept.append(
            replace(
                item,
                sighting=sighting,
                seen_s=sighting.taken_s,
                standing=Standing.SEEN,
                rest_s=self._look.now_s if is_nudged else item.rest_s,
                is_bared=False,
                over=frozenset(),
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

    def turn_over(self) -> None:
        """Two sides at one place are one piece turned over."""
        pairs = turned_over(self._fresh, self._absent, self._look, self._is_covered, self._settings)
        for item, body in self._settled(pairs):
            self._become(ChangeKind.TURNED, item, body)

    def shift_shared(self) -> None:
        """A shared back that is here no more and there now has moved."""
        for item, body in self._settled(shifted(self._fresh, self._absent, self._look, self._is_covered)):
            if body.sighting.at is None:
                self._seen_again(item, body)
            else:
                self._become(ChangeKind.MOVED, item, body)

    def _settled(self, pairs: list[tuple[Lying, Body]]) -> list[tuple[Lying, Body]]:
        """The same pairs, which are neither fresh nor absent any more."""
        items, bodies = {item.number for item, _ in pairs}, {id(body) for _, body in pairs}
        self._absent = [item for item in self._absent if item.number not in items]
        self._fresh = [body for body in self._fresh if id(body) not in bodies]
        return pairs

    def _become(self, kind: ChangeKind, item: Lying, body: Body) -> None:
        spot = spot_of(body, self._spots)
        self._tell(kind, body.sighting, body.tag, spot, item.spot)
        self._kept.append(self._lying(item.number, body, spot))

    def place(self) -> None:
        """What is left over has come to the table."""
        for body in self._fresh:
            spot = spot_of(body, self._spots)
            was = None if body.tag.shared else self._left.pop(body.tag.payload, None)
            self._tell(ChangeKind.PLACED, body.sighting, body.tag, spot, was)
            item = self._lying(self._next, body, spot)
            since_s = hidden_since(self._rides, body, self._absent)
            if since_s is not None:  # it was last seen before that, and what was laid over it then is off
                self._uncovered.append(replace(item, seen_s=math.nextafter(since_s, -math.inf)))
            self._rides = with_placed(self._rides, body, self._look.now_s)
            self._kept.append(item)
            self._next += 1

    def _lying(self, number: int, body: Body, spot: str | None) -> Lying:
        now_s, at = self._look.now_s, body.sighting
        return Lying(number, body.tag, at, at, spot, now_s, at.taken_s, rest_s=now_s)

    def miss(self) -> None:
        """What was believed and not read: gone, missing, covered, or simply not looked at."""
        judged = []
        believed = (*self._kept, *self._elsewhere)
        for item in self._absent:
            item = covered_by(item, believed)
            if not item.is_bared and self._uncovered and self._lay_over_what_is_seen(item):
                item = replace(item, is_bared=True)
            judged.append((item, self._visibility(item)))
        for item, visibility in judged:
            now = self._look.now_s
            since = item.missing_s if item.standing is Standing.MISSING else now
            if visibility is Visibility.CLEAR and (self._look.alone or now - since >= self._settings.gone_after_s):
                self._tell(ChangeKind.GONE, None, item.tag, None, item.spot)
                if not item.tag.shared:
                    self._left[item.tag.payload] = item.spot
                    self._rides = with_gone(self._rides, item, (*self._kept, *self._absent), now)
            elif visibility is Visibility.CLEAR:
                self._kept.append(replace(item, standing=Standing.MISSING, missing_s=since))
            elif visibility is Visibility.HIDDEN or item.standing is Standing.MISSING:
                self._kept.append(replace(item, standing=Standing.COVERED))
            else:
                self._kept.append(item)

    def note_extra(self) -> None:
        """Unknown tags and second copies: told when they come."""
        payloads = {*self._extra_seen, *(item.tag.payload for item in self._old_extra)}
        if not payloads:
            return
        believed: dict[str, list[Sighting]] = {}
        for item in self._kept:
            if item.tag.payload in payloads:
                believed.setdefault(item.tag.payload, []).append(item.sighting)
        step = fold_extra(self._old_extra, self._extra_seen, believed, self._look, self._settings, self._next)
        self._extra, self._next = step.extra, step.next_number
        strangers = sum(item.tag.piece == "" for item in step.extra)
        for item in step.come:
            if item.tag.piece != "":
                (at, *_) = believed.get(item.tag.payload) or [item.sighting]
                where = spot_of(Body(at, item.tag), self._spots)
                self._tell(ChangeKind.DOUBLED, item.sighting, item.tag, spot_of(item.body, self._spots), where)
            elif strangers <= self._settings.strangers:
                self._tell(ChangeKind.UNKNOWN, item.sighting, None, None, None)

    def _visibility(self, item: Lying) -> Visibility:
        if self._look.alone:
            return Visibility.CLEAR
        visibility = self._look.visible(item)
        if visibility is Visibility.NOT_LOOKED:
            return visibility
        if item.is_bared:
            return Visibility.CLEAR
        return Visibility.HIDDEN if self._is_covered(item) else visibility

    def _lay_over_what_is_seen(self, item: Lying) -> bool:
        """Whether a tag was read that cannot be seen while the item lies where it is believed to lie."""
        return any(
            item.rest_s > under.seen_s and lies_over(item.body, under.sighting, -_HIDES_MM) for under in self._uncovered
        )

    def _is_covered(self, item: Lying) -> bool:
        return is_under(item, self._kept) or is_under(item, self._elsewhere)

    def _tell(
        self, kind: ChangeKind, sighting: Sighting | None, tag: Tag | None, spot: str | None, was: str | None
    ) -> None:
        payload = tag.payload if tag is not None else sighting.payload if sighting is not None else ""
        at = sighting.at if sighting is not None else None
        self._told += 1
        now_s, number = self._look.now_s, self._told
        self._changes.append(TableChange(kind, payload, tag, spot, was, at, now_s, number, number))


def _with_tag_of(item: Lying, registry: Mapping[str, Tag]) -> Lying | None:
    """The item with what the registry says of it now; None when it is registered no more."""
    tag = registry.get(item.tag.payload)
    return item if tag is item.tag else None if tag is None else replace(item, tag=tag)


def _apart(sightings: Sequence[Sighting], tag: Tag | None, same_mm: float) -> list[Sighting]:
    """Sightings of one payload without those that are the same place read twice."""
    if len(sightings) == 1:
        return list(sightings)
    reach_mm = same_mm if tag is None or tag.sticker_mm is None else min(same_mm, 0.7 * tag.sticker_mm)
    kept: list[Sighting] = []
    for sighting in sightings:
        if all(gap_mm(sighting, other) > reach_mm for other in kept):
            kept.append(sighting)
    return kept
