"""The memory of the table: a pure fold over looks. What lies where, and what changed since the last look.

A tag that is not read any more is not gone: a hand or another card may lie over it. It is gone when its place was seen
clear and still for a while.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from vision.table._acts import Scene, covered_by, links_of, matched, rider, scenes, still_riding, with_gone
from vision.table._extra import fold_extra, stranger
from vision.table._memory import Look, Lying, Memory, Standing, TrackSettings
from vision.table._telling import Telling
from vision.table._where import HIDES_MM, Body, gap_mm, lies_over, side_px, spot_of, turned_deg
from vision.types import ChangeKind, Sighting, Spot, TableChange, Tag

__all__ = ["Look", "Lying", "Memory", "Standing", "TrackSettings", "fold", "to_look_at"]

_USUAL = TrackSettings()
_EXACT_MM, _EXACT_PX = 0.7, 2.0  # a back read so close to where one lay, its corners so far aside at most, is that one
_HAIR_MM, _WHOLE_PX = 0.15, 3.0  # and so far where its middle is where it was: some corners are told in whole pixels
_BARED = -6.0  # nats: a code was read that cannot be seen while the piece lies there
_MOST = 4.0  # nats for a piece that many looks can be worth
_FADES = 0.7  # of what earlier looks told, with each new one
_GOING = -1.0  # log-odds from which on a piece is looked for again at once
_SURE = 0.75
_TELLING = 0.3  # log-odds that may grow with another look
_DOUBTS = 40  # the latest are kept


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
    step.weigh()
    step.explain()
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


class _Fold(Telling):
    """The work of one fold, on its own copies."""

    def __init__(
        self,
        memory: Memory,
        look: Look,
        registry: Mapping[str, Tag],
        spots: Sequence[Spot],
        settings: TrackSettings,
    ) -> None:
        super().__init__(memory, look, spots, settings)
        self._old = [up_to_date for item in memory.lying if (up_to_date := _with_tag_of(item, registry)) is not None]
        self._old_extra = [item for item in memory.extra if (item.tag.piece != "") == (item.tag.payload in registry)]
        self._registry = registry
        self._fresh: list[Body] = []  # read now, and not yet known to be anything that lay there
        self._odds: dict[int, float] = {}  # by number: that those lie there whose places were looked at
        self._doubted: set[int] = set()  # this look tells that they are gone
        self._held: set[int] = set()  # what became of these is told when more is known
        self._extra_seen: dict[str, list[Body]] = {}
        self._extra: tuple[Lying, ...] = ()
        self._waiting: list[Lying] = []
        self._before = memory.waiting

    def result(self) -> tuple[Memory, tuple[TableChange, ...]]:
        lying = tuple(sorted(self._with_covers(), key=lambda item: item.number))
        there = {item.number for item in lying}
        doubts = [d for d in self._doubts if any(item.number in there for item in d.choices[0])][-_DOUBTS:]
        waiting, rides = tuple(self._waiting), still_riding(self._rides, lying)
        memory = Memory(lying, self._extra, waiting, self._left, self._next, rides, self._told, tuple(doubts))
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
            pairs = matched(known, here, _EXACT_MM if tag.shared else float("inf"))
            if tag.shared:
                pairs = [pair for pair in pairs if _is_turned_by_noise(*pair)]
            for item, body in pairs:
                taken.add(item.number)
                self._seen_again(item, body)
            paired = {id(body) for _, body in pairs}
            self._fresh.extend(body for body in here if id(body) not in paired)
        off = {item.number: item.over for item in self._old if item.number in taken and item.over}
        self._absent = [_without_those_off(item, off) for item in self._old if item.number not in taken]

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
        if not is_far or self._look.alone or self._look.looked(item):
            return False
        self._wait(body)
        return True

    def weigh(self) -> None:
        """What the picture tells of the pieces that were not read, the uppermost first."""
        there = {item.number: item for item in self._kept}
        judged: list[Lying] = []
        absent = {item.number for item in self._absent}  # a lower one may have been moved along later than its upper
        for item in sorted(self._absent, key=lambda i: (len(i.covers & absent), -i.rest_s, -i.number)):
            if self._look.alone or self._look.looked(item):
                told = self._told_of(item, there, judged)
                if told < _GOING:
                    self._doubted.add(item.number)
                if told:  # that it lay there a moment ago says little against what is seen now
                    item = replace(item, odds=min(_MOST, max(-2 * _MOST, _FADES * item.odds + told)))
                if told > 0 and item.odds > 0:
                    item = replace(item, carried=None)
                self._odds[item.number] = item.odds
            judged.append(item)
        self._absent = judged

    def _told_of(self, item: Lying, there: Mapping[int, Lying], judged: Sequence[Lying]) -> float:
        if self._look.alone:
            return 100.0 * _BARED
        since = [i for i in self._absent if i.standing is Standing.SEEN and i.seen_s > item.seen_s]
        shown = [under for under in (*there.values(), *since) if item.number in under.covers]
        if any(lies_over(item.body, under.sighting, -HIDES_MM) for under in shown):
            return _BARED
        upper = [other for other in judged if other.number in item.covers]
        gone = [other for other in upper if self._odds.get(other.number, 0.0) < _GOING]
        over = [other.body for other in upper if other not in gone]
        gone += [old for number, old in self._stirred.items() if number in item.covers]
        for other in there.values():  # of others of which it is not known that they lie under it they may hide a part
            if item.number not in other.covers and other.body.touches(item.body.bounds_px):
                over.append(other.body)
        told = self._look.lies(item, gone, [*over, *self._fresh])
        return told if told > -_GOING else self._rode(item) or told

    def _rode(self, item: Lying) -> float:
        """What pieces tell that came to light here and had been carried off under this one: it is not on them now."""
        rode = [(body, name) for body in self._fresh if (name := rider(self._rides, body, item)) is not None]
        for body, name in rode:
            self._beneath.setdefault(id(body), set()).add(item.number)
            self._rides = {lower: riding for lower, riding in self._rides.items() if lower != name}
        return _BARED if rode else 0.0

    def explain(self) -> None:
        """Which of what came and what is not seen are one piece, and what has come to the table."""
        links = links_of(self._fresh, self._absent, self._odds, self._doubts, self._settings)
        links = [link for link in links if link.item.number not in self._beneath.get(id(link.body), ())]
        upper = {i.number: i for i in (*self._kept, *self._absent) if i.number not in self._stirred}
        for scene in scenes(self._fresh, links, self._odds, upper):
            if self._may_wait(scene):
                self._held.update(item.number for item in scene.absent)
                for body in scene.fresh:
                    self._wait(body)
            else:
                self._tell_scene(scene)

    def _may_wait(self, scene: Scene) -> bool:
        """Whether another look may tell more of what happened."""
        look, settings = self._look, self._settings
        if look.alone or scene.stories[0][1] >= _SURE:
            return False
        odds = [self._odds.get(item.number) for item in scene.absent]
        wait_s = settings.hidden_s if None in odds else settings.doubt_s
        if not any(o is None or look.is_busy or abs(o) > _TELLING for o in odds):
            return False
        return all(look.now_s - self._waits_since(body) < wait_s for body in scene.fresh)

    def _waits_since(self, body: Body) -> float:
        waiting = [i for i in self._before if i.tag.payload == body.tag.payload]
        since = [i.since_s for i in waiting if gap_mm(i.sighting, body.sighting) < self._settings.same_mm]
        return min(since, default=self._look.now_s)

    def _wait(self, body: Body) -> None:
        self._waiting.append(replace(self._lying(0, body, None), since_s=self._waits_since(body)))

    def miss(self) -> None:
        """What was believed and not read: gone, missing, covered, or simply not looked at."""
        elsewhere = [item for item in self._absent if item.number not in self._odds]
        since_s = min((item.seen_s for item in self._absent), default=0.0)
        come = [item for item in (*self._kept, *elsewhere) if item.rest_s > since_s]  # only these may have covered one
        unsure = set(self._held)  # of these nobody knows yet whether they are gone or elsewhere
        for item in [covered_by(self._carried(item), come) for item in self._absent]:
            now_s, settings = self._look.now_s, self._settings
            item, since_s = self._flown_along(item), item.missing_s or now_s
            is_again = self._look.alone or now_s - since_s > (settings.carried_s if self._look.is_busy else 0.0)
            if item.number not in self._odds:
                is_awaited = item.number in self._held  # so that its place is looked at
                self._kept.append(replace(item, standing=Standing.MISSING) if is_awaited else item)
            elif item.odds < settings.gone_odds and is_again and not unsure & {*item.covers, item.number}:
                self._go(item)
            elif item.odds < _GOING or item.number in self._held | self._doubted:
                unsure.add(item.number)
                self._kept.append(replace(item, standing=Standing.MISSING, missing_s=since_s))
            else:
                self._kept.append(replace(item, standing=Standing.COVERED))

    def _go(self, item: Lying) -> None:
        """A piece is told to be gone; or not to have been there any more when something was told to lie on it."""
        if item.carried is not None and self._that_hide(item, item.carried):
            self._go_along(item, item.carried)
            return
        for doubt in self._doubts:  # what lay over it lies there, and it does not: then it is that
            turned = [
                other for choice in doubt.choices[1:] for other in choice
                if other.number == item.number and other.tag.payload != item.tag.payload
            ]  # fmt: skip
            there = [i for i in self._kept if i.standing is not Standing.MISSING and doubt.stays(i)]
            lies = [i for i in there if turned and i.tag.payload == turned[0].tag.payload]
            lies = [i for i in lies if i.face in ("", item.tag.payload) and item.face in ("", i.tag.payload)]
            if lies and doubt.is_open(item):
                self._correct(doubt, lies[0])
                self._tell(ChangeKind.TURNED, lies[0].sighting, lies[0].tag, lies[0].spot, item.spot)
                return
        if item.tag.shared and (laid := self._laid_just_now(item)) is not None:
            self._flown[item.number] = item, laid
        self._tell(ChangeKind.GONE, None, item.tag, None, item.spot)
        self._rides = with_gone(self._rides, item, (*self._kept, *self._absent), self._look.now_s)
        if not item.tag.shared:
            self._left[item.tag.payload] = item.spot

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


def _is_turned_by_noise(item: Lying, body: Body) -> bool:
    """Whether a code is turned by no more than its corners are read aside; those of small codes tell the angle less."""
    aside_px = math.radians(turned_deg(item.sighting, body.sighting)) * side_px(body.sighting)
    return aside_px < (_WHOLE_PX if gap_mm(item.sighting, body.sighting) < _HAIR_MM else _EXACT_PX)


def _without_those_off(item: Lying, off: Mapping[int, frozenset[str]]) -> Lying:
    """The piece, which goes along with nothing that has left a piece between them, since that was read. `off`: by the
    number of that piece, what lay over it."""
    over = item.over.difference(*(off[number] for number in item.covers if number in off))
    return item if over == item.over else replace(item, over=over)


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
