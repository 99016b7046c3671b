"""The memory of the table: a pure fold over looks. What lies where, and what changed since the last look.

A tag that is not read any more is not gone: a hand or another card may lie over it. It is gone when its place was seen
clear and still for a while.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from vision.spots import is_inside
from vision.table._acts import How, Link, Scene, Story, links_of, matched, scenes
from vision.table._extra import fold_extra, stranger
from vision.table._memory import Doubt, Look, Lying, Memory, Standing, TrackSettings
from vision.table._riding import covered_by, rider, with_gone, with_placed
from vision.table._where import Body, gap_mm, lies_over, spot_of, spot_point
from vision.types import Alternative, ChangeKind, Sighting, Spot, TableChange, Tag

__all__ = ["Look", "Lying", "Memory", "Standing", "TrackSettings", "fold", "to_look_at"]

_USUAL = TrackSettings()
_HIDES_MM = 6.0  # a code whose middle lies so far within a piece's outline cannot be read through it
_EXACT_MM = 1.5  # a back that is read so close to where one lay is that one
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
        self._odds: dict[int, float] = {}  # by number: that those lie there whose places were looked at
        self._stirred: dict[int, Lying] = {}  # pieces that lie otherwise now, as they were
        self._beneath: dict[int, set[int]] = {}  # numbers of what lay over a tag that rode along unseen
        self._doubted: set[int] = set()  # this look tells that they are gone
        self._held: set[int] = set()  # what became of these is told when more is known
        self._extra_seen: dict[str, list[Body]] = {}
        self._extra: tuple[Lying, ...] = ()
        self._changes: list[TableChange] = []
        self._waiting: list[Lying] = []
        self._left = dict(memory.left)
        self._rides = memory.rides
        self._next = memory.next_number
        self._told, self._doubts, self._before = memory.told, memory.doubts, memory.waiting

    def result(self) -> tuple[Memory, tuple[TableChange, ...]]:
        lying = tuple(sorted(self._with_covers(), key=lambda item: item.number))
        there = {item.number for item in lying}
        doubts = [d for d in self._doubts if any(item.number in there for item in d.choices[0])][-_DOUBTS:]
        memory = Memory(
            lying, self._extra, tuple(self._waiting), self._left, self._next, self._rides, self._told, tuple(doubts)
        )
        return memory, tuple(self._changes)

    def _with_covers(self) -> list[Lying]:
        """The pieces, each with those that lie over it: what comes to lie somewhere lies on all that was there, unless
        the codes show that it was pushed under."""
        there = {item.number for item in self._kept}
        come = [item for item in self._kept if item.rest_s == self._look.now_s]
        covers = {item.number: set(item.covers & there) for item in self._kept}
        for new in come:
            for item in self._kept:
                if new.number == item.number:
                    continue
                if not new.body.touches(item.body.bounds_px):
                    covers[item.number].discard(new.number)
                    continue
                if item.rest_s == new.rest_s and not _is_open_over(new, item):
                    continue  # both came: only the codes tell which of them lies over the other, if they do
                lower, upper = (new, item) if _is_open_over(item, new) else (item, new)
                if lower.number not in covers[upper.number]:
                    covers[lower.number].add(upper.number)
        return [
            item if covers[item.number] == item.covers else replace(item, covers=frozenset(covers[item.number]))
            for item in self._kept
        ]

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
            for item, body in pairs:
                taken.add(item.number)
                self._seen_again(item, body)
            paired = {id(body) for _, body in pairs}
            self._fresh.extend(body for body in here if id(body) not in paired)
        self._absent = [item for item in self._old if item.number not in taken]

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

    def weigh(self) -> None:
        """What the picture tells of the pieces that were not read, the uppermost first."""
        there = {item.number: item for item in self._kept}
        judged: list[Lying] = []
        for item in sorted(self._absent, key=lambda item: (-item.rest_s, -item.number)):
            if self._look.alone or self._look.looked(item):
                told = self._told_of(item, there, judged)
                if told < _GOING:
                    self._doubted.add(item.number)
                if told:  # that it lay there a moment ago says little against what is seen now
                    item = replace(item, odds=min(_MOST, max(-2 * _MOST, _FADES * item.odds + told)))
                self._odds[item.number] = item.odds
            judged.append(item)
        self._absent = judged

    def _told_of(self, item: Lying, there: Mapping[int, Lying], judged: Sequence[Lying]) -> float:
        if self._look.alone:
            return 100.0 * _BARED
        shown = [under for under in there.values() if item.number in under.covers]
        if any(lies_over(item.body, under.sighting, -_HIDES_MM) for under in shown):
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
        for scene in scenes(self._fresh, links, self._odds):
            if self._may_wait(scene):
                self._held.update(item.number for item in scene.absent)
                for body in scene.fresh:
                    self._wait(body)
            else:
                self._tell_scene(scene)

    def _may_wait(self, scene: Scene) -> bool:
        """Whether another look may tell more of what happened."""
        look, settings = self._look, self._settings
        can_tell = any(abs(self._odds.get(item.number, 0.0)) > _TELLING for item in scene.absent)
        if look.alone or not can_tell or scene.stories[0][1] >= _SURE:
            return False
        return all(look.now_s - self._waits_since(body) < settings.doubt_s for body in scene.fresh)

    def _waits_since(self, body: Body) -> float:
        waiting = [i for i in self._before if i.tag.payload == body.tag.payload]
        since = [i.since_s for i in waiting if gap_mm(i.sighting, body.sighting) < self._settings.same_mm]
        return min(since, default=self._look.now_s)

    def _wait(self, body: Body) -> None:
        self._waiting.append(replace(self._lying(0, body, None), since_s=self._waits_since(body)))

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

    def _place(self, body: Body) -> None:
        """It has come to the table."""
        spot = spot_of(body, self._spots)
        was = None if body.tag.shared else self._left.pop(body.tag.payload, None)
        self._tell(ChangeKind.PLACED, body.sighting, body.tag, spot, was)
        self._rides = with_placed(self._rides, body, self._look.now_s)
        covers = frozenset(self._beneath.get(id(body), ()))
        self._kept.append(replace(self._lying(self._next, body, spot), covers=covers))
        self._next += 1

    def _lying(self, number: int, body: Body, spot: str | None) -> Lying:
        now_s, at = self._look.now_s, body.sighting
        return Lying(number, body.tag, at, at, spot, now_s, at.taken_s, rest_s=now_s)

    def miss(self) -> None:
        """What was believed and not read: gone, missing, covered, or simply not looked at."""
        elsewhere = [item for item in self._absent if item.number not in self._odds]
        believed = (*self._kept, *elsewhere)
        for item in [covered_by(item, believed) for item in self._absent]:
            now_s, settings = self._look.now_s, self._settings
            since_s = item.missing_s or now_s
            is_again = self._look.alone or now_s - since_s > (settings.carried_s if self._look.is_busy else 0.0)
            if item.number not in self._odds:
                self._kept.append(item)
            elif item.odds < settings.gone_odds and is_again and item.number not in self._held:
                self._go(item)
            elif item.odds < _GOING or item.number in self._held | self._doubted:
                self._kept.append(replace(item, standing=Standing.MISSING, missing_s=since_s))
            else:
                self._kept.append(replace(item, standing=Standing.COVERED))

    def _go(self, item: Lying) -> None:
        """A piece is told to be gone; or not to have been there any more when something was told to lie on it."""
        for doubt in self._doubts:
            turned = [
                other for choice in doubt.choices[1:] for other in choice
                if other.number == item.number and other.tag.payload != item.tag.payload
            ]  # fmt: skip
            lies = [i for i in self._kept if turned and i.tag.payload == turned[0].tag.payload and doubt.holds(i)]
            if lies and doubt.holds(item):
                self._correct(doubt, lies[0])
                self._tell(ChangeKind.TURNED, lies[0].sighting, lies[0].tag, lies[0].spot, item.spot)
                return
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


def _is_open_over(upper: Lying, lower: Lying) -> bool:
    """Whether a code is read within another piece's outline, so that it lies over that."""
    return upper.standing is Standing.SEEN and lies_over(lower.body, upper.sighting, -_HIDES_MM)


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
