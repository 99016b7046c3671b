"""The memory of the table: a pure fold over looks. What lies where, and what changed since the last look.

A tag that is not read any more is not gone: a hand or another card may lie over it. It is gone when its place was seen
clear and still for a while.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from vision._where import body_gap_mm, gap_mm, lies_over, spot_of, spot_point
from vision.spots import is_inside
from vision.types import ChangeKind, Presence, Sighting, Spot, TableChange, Tag

_HIDES_MM = 6.0  # a code whose middle lies so far within a piece's outline cannot be read through it


class Visibility(Enum):
    """What a look can say about the place of a tag that was not read in it."""

    NOT_LOOKED = "not looked"  # outside the regions that were read, or something still moves there
    HIDDEN = "hidden"  # something lies or rests over it
    CLEAR = "clear"  # still, and nothing over it: a tag there would have been read


class Standing(Enum):
    """How sure the memory is of a tag."""

    SEEN = "seen"
    COVERED = "covered"  # believed to lie under a hand or another piece
    MISSING = "missing"  # its place looks clear; gone if that lasts


@dataclass(frozen=True)
class Lying:
    """One tag that is believed to lie on the table. `number` stays the same as long as it does."""

    number: int
    tag: Tag
    sighting: Sighting  # the latest
    anchor: Sighting  # when it came to lie here; small shifts are measured from this one
    spot: str | None
    since_s: float
    seen_s: float
    standing: Standing = Standing.SEEN
    missing_s: float = 0.0  # since when, while MISSING
    rest_s: float = 0.0  # since when it lies exactly here: it may cover what was not seen since
    is_bared: bool = False  # a tag that it covered was read, so it does not lie here any more


@dataclass(frozen=True)
class Memory:
    """Everything that the tracker carries from one look to the next."""

    lying: tuple[Lying, ...] = ()
    unknown: frozenset[str] = frozenset()  # payloads already reported as unknown
    doubled: frozenset[str] = frozenset()  # payloads already reported as doubled
    left: Mapping[str, str | None] = field(default_factory=dict)  # payload -> spot that it was taken from
    next_number: int = 1


@dataclass(frozen=True)
class TrackSettings:
    """Distances and times of the tracker."""

    moved_mm: float = 15.0
    turned_mm: float = 30.0  # a piece turned over in place may shift by this much
    nudged_mm: float = 3.0  # a smaller shift covers nothing that was not covered before
    gone_after_s: float = 0.3
    spot_slack_mm: float = 4.0  # a piece on the border of a spot does not flicker


@dataclass(frozen=True)
class Look:
    """One look at the settled parts of the table.

    `visible` answers for tags that are not among the `sightings`; `alone` says that the picture is a photograph by
    itself, in which whatever is not seen is not there.
    """

    sightings: tuple[Sighting, ...]
    visible: Callable[[Lying], Visibility]
    now_s: float
    alone: bool = False


def fold(
    memory: Memory,
    look: Look,
    registry: Mapping[str, Tag],
    spots: Sequence[Spot] = (),
    settings: TrackSettings = TrackSettings(),
) -> tuple[Memory, tuple[TableChange, ...]]:
    """The memory after this look, and what changed. Nothing is modified; the same input gives the same output."""
    step = _Step(memory, look, registry, spots, settings)
    fresh, absent = step.match()
    fresh, absent = step.turn_over(fresh, absent)
    fresh, absent = step.shift_shared(fresh, absent)
    step.place(fresh)
    step.miss(absent)
    return step.result()


def presences(memory: Memory) -> tuple[Presence, ...]:
    """The table as it is believed to be."""
    return tuple(
        Presence(item.tag, item.sighting.at, item.sighting.angle_deg, item.spot, item.since_s, item.seen_s)
        for item in memory.lying
    )


def to_look_at(memory: Memory, sightings: Sequence[Sighting], registry: Mapping[str, Tag]) -> tuple[Lying, ...]:
    """Remembered tags whose places must be read as well before these sightings can be judged: a code that exists once
    and appears elsewhere has moved, or there are two of it."""
    wanted = []
    for item in memory.lying:
        if item.tag.shared:
            continue
        here = [s for s in sightings if s.payload == item.tag.payload]
        if here and min(gap_mm(item.sighting, s) for s in here) > 10.0:
            wanted.append(item)
    return tuple(wanted)


def missing(memory: Memory) -> tuple[Lying, ...]:
    """Tags whose places must be looked at again soon, to see whether they are gone."""
    return tuple(item for item in memory.lying if item.standing is Standing.MISSING)


def is_under(item: Lying, lying: Sequence[Lying]) -> bool:
    """Whether a piece that came later and is surely there lies over this tag."""
    return any(
        upper.standing is Standing.SEEN
        and upper.rest_s > item.seen_s  # a tag that was read later than that is not under it
        and lies_over(upper.sighting, upper.tag, item.sighting)
        for upper in lying
        if upper.number != item.number
    )


class _Step:
    """The work of one fold, on its own copies."""

    def __init__(
        self,
        memory: Memory,
        look: Look,
        registry: Mapping[str, Tag],
        spots: Sequence[Spot],
        settings: TrackSettings,
    ) -> None:
        self._old = [
            replace(item, tag=registry[item.tag.payload]) for item in memory.lying if item.tag.payload in registry
        ]
        self._look = look
        self._registry = registry
        self._spots = spots
        self._settings = settings
        self._kept: list[Lying] = []
        self._uncovered: list[Lying] = []  # seen again after having been covered; as they were before
        self._elsewhere: list[Lying] = []  # outside of what this look covers
        self._changes: list[TableChange] = []
        self._unknown = set(memory.unknown)
        self._doubled = set(memory.doubled)
        self._left = dict(memory.left)
        self._next = memory.next_number

    def result(self) -> tuple[Memory, tuple[TableChange, ...]]:
        lying = tuple(sorted(self._kept, key=lambda item: item.number))
        memory = Memory(lying, frozenset(self._unknown), frozenset(self._doubled), dict(self._left), self._next)
        return memory, tuple(self._changes)

    def match(self) -> tuple[list[Sighting], list[Lying]]:
        """Same payload, same place or (if it exists once) any place; what remains on either side is returned."""
        fresh: list[Sighting] = []
        taken: set[int] = set()
        for payload in dict.fromkeys(s.payload for s in self._look.sightings):
            here = _apart([s for s in self._look.sightings if s.payload == payload])
            tag = self._registry.get(payload)
            if tag is None:
                if payload not in self._unknown:
                    self._unknown.add(payload)
                    self._tell(ChangeKind.UNKNOWN, here[0], None, None, None)
                continue
            known = [item for item in self._old if item.tag.payload == payload]
            if not tag.shared:
                here = [self._the_one(here, known, tag)]
            reach = self._settings.moved_mm if tag.shared else float("inf")
            for gap, item, sighting in sorted(
                ((gap_mm(i.sighting, s), i, s) for i in known for s in here), key=lambda pair: pair[0]
            ):
                if gap <= reach and item.number not in taken and sighting in here:
                    taken.add(item.number)
                    here.remove(sighting)
                    self._seen_again(item, sighting)
            fresh.extend(here)
        absent = [item for item in self._old if item.number not in taken]
        self._elsewhere = [item for item in absent if self._look.visible(item) is Visibility.NOT_LOOKED]
        return fresh, absent

    def _the_one(self, here: list[Sighting], known: list[Lying], tag: Tag) -> Sighting:
        """The sighting to believe of a code that should exist once; more of them are reported once."""
        if len(here) == 1:
            self._doubled.discard(tag.payload)
            return here[0]
        here = sorted(here, key=lambda s: gap_mm(known[0].sighting, s)) if known else here
        if tag.payload not in self._doubled:
            self._doubled.add(tag.payload)
            where = spot_of(here[1], tag, self._spots)
            self._tell(ChangeKind.DOUBLED, here[1], tag, where, spot_of(here[0], tag, self._spots))
        return here[0]

    def _seen_again(self, item: Lying, sighting: Sighting) -> None:
        spot = self._spot(item, sighting)
        moved = gap_mm(item.anchor, sighting) > self._settings.moved_mm or spot != item.spot
        if item.anchor.at is None or sighting.at is None:
            # without calibration the camera may as well have moved; the first calibration tells the spot, though
            moved = spot is not None and spot != item.spot
            item = item if moved else replace(item, spot=spot, anchor=sighting)
        if moved:
            self._tell(ChangeKind.MOVED, sighting, item.tag, spot, item.spot)
            item = replace(item, anchor=sighting, spot=spot, since_s=self._look.now_s)
        if item.standing is Standing.COVERED and not moved:
            self._uncovered.append(item)
        is_nudged = moved or gap_mm(item.sighting, sighting) > self._settings.nudged_mm
        self._kept.append(
            replace(
                item,
                sighting=sighting,
                seen_s=sighting.taken_s,
                standing=Standing.SEEN,
                rest_s=self._look.now_s if is_nudged else item.rest_s,
                is_bared=False,
            )
        )

    def _spot(self, item: Lying, sighting: Sighting) -> str | None:
        spot = spot_of(sighting, item.tag, self._spots)
        point = spot_point(sighting, item.tag)
        if spot == item.spot or point is None or gap_mm(item.anchor, sighting) > self._settings.moved_mm:
            return spot
        for old in self._spots:
            if old.name == item.spot and is_inside(point, old, self._settings.spot_slack_mm):
                return item.spot
        return item.spot if gap_mm(item.anchor, sighting) < self._settings.spot_slack_mm else spot

    def turn_over(self, fresh: list[Sighting], absent: list[Lying]) -> tuple[list[Sighting], list[Lying]]:
        """A side that vanished and another side that appeared at the same place are one piece turned over."""
        pairs = []
        for sighting in fresh:
            tag = self._registry[sighting.payload]
            for item in absent:
                if item.tag.side is tag.side:
                    continue
                gap = body_gap_mm(item.sighting, item.tag, sighting, tag)
                is_same_piece = item.tag.piece == tag.piece and not (item.tag.shared or tag.shared)
                may_be = item.tag.shared or tag.shared
                looked = self._look.visible(item) is not Visibility.NOT_LOOKED and not self._cover(item)
                if is_same_piece or (may_be and looked and gap <= self._settings.turned_mm):
                    pairs.append((gap, item, sighting))
        for _, item, sighting in sorted(pairs, key=lambda pair: pair[0]):
            if item in absent and sighting in fresh:
                absent = [other for other in absent if other is not item]
                fresh = [other for other in fresh if other is not sighting]
                self._become(ChangeKind.TURNED, item, sighting)
        return fresh, absent

    def shift_shared(self, fresh: list[Sighting], absent: list[Lying]) -> tuple[list[Sighting], list[Lying]]:
        """A shared back that vanished here and appeared there in the same look has moved."""
        pairs = [
            (gap_mm(item.sighting, sighting), item, sighting)
            for sighting in fresh
            for item in absent
            if item.tag.payload == sighting.payload
            and self._look.visible(item) is Visibility.CLEAR
            and not self._cover(item)
        ]
        for _, item, sighting in sorted(pairs, key=lambda pair: pair[0]):
            if item in absent and sighting in fresh:
                absent = [other for other in absent if other is not item]
                fresh = [other for other in fresh if other is not sighting]
                if sighting.at is None:
                    self._seen_again(item, sighting)
                else:
                    self._become(ChangeKind.MOVED, item, sighting)
        return fresh, absent

    def _become(self, kind: ChangeKind, item: Lying, sighting: Sighting) -> None:
        tag = self._registry[sighting.payload]
        spot = spot_of(sighting, tag, self._spots)
        self._tell(kind, sighting, tag, spot, item.spot)
        now = self._look.now_s
        self._kept.append(Lying(item.number, tag, sighting, sighting, spot, now, sighting.taken_s, rest_s=now))

    def place(self, fresh: list[Sighting]) -> None:
        for sighting in fresh:
            tag = self._registry[sighting.payload]
            spot = spot_of(sighting, tag, self._spots)
            was = None if tag.shared else self._left.pop(sighting.payload, None)
            self._tell(ChangeKind.PLACED, sighting, tag, spot, was)
            now = self._look.now_s
            self._kept.append(Lying(self._next, tag, sighting, sighting, spot, now, sighting.taken_s, rest_s=now))
            self._next += 1

    def miss(self, absent: list[Lying]) -> None:
        absent = [replace(item, is_bared=item.is_bared or self._lay_over_what_is_seen(item)) for item in absent]
        judged = [(item, self._visibility(item)) for item in absent]
        for item, visibility in judged:
            now = self._look.now_s
            since = item.missing_s if item.standing is Standing.MISSING else now
            if visibility is Visibility.CLEAR and (self._look.alone or now - since >= self._settings.gone_after_s):
                self._tell(ChangeKind.GONE, None, item.tag, None, item.spot)
                if not item.tag.shared:
                    self._left[item.tag.payload] = item.spot
            elif visibility is Visibility.CLEAR:
                self._kept.append(replace(item, standing=Standing.MISSING, missing_s=since))
            elif visibility is Visibility.HIDDEN or item.standing is Standing.MISSING:
                self._kept.append(replace(item, standing=Standing.COVERED))
            else:
                self._kept.append(item)

    def _visibility(self, item: Lying) -> Visibility:
        if self._look.alone:
            return Visibility.CLEAR
        visibility = self._look.visible(item)
        if visibility is Visibility.NOT_LOOKED:
            return visibility
        if item.is_bared:
            return Visibility.CLEAR
        return Visibility.HIDDEN if self._cover(item) else visibility

    def _lay_over_what_is_seen(self, item: Lying) -> bool:
        """Whether a tag was read that cannot be seen while the item lies where it is believed to lie."""
        return any(
            item.rest_s > under.seen_s and lies_over(item.sighting, item.tag, under.sighting, -_HIDES_MM)
            for under in self._uncovered
        )

    def _cover(self, item: Lying) -> bool:
        return is_under(item, (*self._kept, *self._elsewhere))

    def _tell(
        self, kind: ChangeKind, sighting: Sighting | None, tag: Tag | None, spot: str | None, was: str | None
    ) -> None:
        payload = tag.payload if tag is not None else sighting.payload if sighting is not None else ""
        at = sighting.at if sighting is not None else None
        self._changes.append(TableChange(kind, payload, tag, spot, was, at, self._look.now_s))


def _apart(sightings: list[Sighting]) -> list[Sighting]:
    """Sightings of one payload without those that are the same place read twice."""
    kept: list[Sighting] = []
    for sighting in sightings:
        if all(gap_mm(sighting, other) > 10.0 for other in kept):
            kept.append(sighting)
    return kept
