"""What the tracker remembers of the table, and what it is told by one look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property

from vision.table._where import Body, lies_over
from vision.types import Presence, Sighting, Tag


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
    odds: float = 0.0  # log-odds that it lies there still, by all looks since it was seen last
    missing_s: float = 0.0  # when a look first told that it does not; 0: none did
    rest_s: float = 0.0  # since when it lies exactly here: it may cover what was not seen since
    covers: frozenset[int] = frozenset()  # the numbers of the pieces that lie over a part of it
    face: str = ""  # of a shared side: the code on the other one, where it was turned over in view
    over: frozenset[str] = frozenset()  # names of those that came to lie over it since it was last seen
    carried: Sighting | None = None  # where it lies now if it went along with a piece that lay over it
    unseen: frozenset[int] = frozenset()  # of a back: the numbers of those whose places were not in view when it came

    @cached_property
    def body(self) -> Body:
        """The piece where it was last read."""
        return Body(self.sighting, self.tag)

    @property
    def is_awaited(self) -> bool:
        """Whether its place is to be looked at, and no look has told anything of it since it was read."""
        return self.standing is Standing.MISSING and self.missing_s == self.odds == 0.0

    @cached_property
    def presence(self) -> Presence:
        """What the rest is told of it."""
        return Presence(self.tag, self.sighting.at, self.sighting.angle_deg, self.spot, self.since_s, self.seen_s)


@dataclass(frozen=True)
class Riding:
    """The code of a piece, the names (see `_acts`) of those that lay over it when it vanished with them, and until
    when one of these must have been laid down for that to count. `was_in_hand`: none of them was just then."""

    payload: str
    over: frozenset[str]
    until_s: float
    was_in_hand: bool = False


@dataclass(frozen=True)
class Doubt:
    """An act that may have been another one. `choices`: what lies there of the pieces concerned by what was told, then
    by each of its alternatives, with the `odds` of each; `told`: the numbers of the changes that were told."""

    act: int
    choices: tuple[tuple[Lying, ...], ...]
    odds: tuple[float, ...] = ()
    told: tuple[int, ...] = ()

    def holds(self, item: Lying) -> bool:
        """Whether that piece lies there by what was told."""
        return any(_which(item) == _which(other) for other in self.choices[0])

    def stays(self, item: Lying) -> bool:
        """The same, while it lies where it lay then: what was moved since may have taken along what was under it."""
        return any(_which(item) == _which(other) and item.rest_s == other.rest_s for other in self.choices[0])

    def is_open(self, item: Lying) -> bool:
        """The same, while it was not seen again, which shows that it did not become another one."""
        return any(_which(item) == _which(other) and item.seen_s <= other.seen_s for other in self.choices[0])


@dataclass(frozen=True)
class Memory:
    """Everything that the tracker carries from one look to the next.

    `extra`: tags that lie there and are not believed to be pieces of the game: those that nobody registered, and
    further copies of a code that should exist once. Each was told when it came.
    """

    lying: tuple[Lying, ...] = ()
    extra: tuple[Lying, ...] = ()
    waiting: tuple[Lying, ...] = ()  # seen at another place, while nobody can say whether they left the old one
    left: Mapping[str, str | None] = field(default_factory=dict)  # payload -> spot that it was taken from
    next_number: int = 1
    rides: Mapping[str, Riding] = field(default_factory=dict)  # by name: pieces that were carried off under others
    told: int = 0  # the number of the latest change
    doubts: tuple[Doubt, ...] = ()

    @cached_property
    def missing(self) -> tuple[Lying, ...]:
        """Tags whose places must be looked at again soon, to see whether they are gone or have come."""
        gone = (item for item in (*self.lying, *self.extra) if item.standing is Standing.MISSING)
        return (*gone, *self.waiting)

    @cached_property
    def numbers(self) -> frozenset[int]:
        """Those of all pieces that lie there, or may do so as it may have been otherwise."""
        choices = (item for doubt in self.doubts for choice in doubt.choices for item in choice)
        return frozenset(item.number for item in (*self.lying, *self.extra, *choices))

    def imagined(self, now_s: float) -> tuple[tuple[Lying, frozenset[int]], ...]:
        """What came to the table in this look, if something else happened than what was told, each with the numbers of
        what stayed there then."""
        told = {item.number for item in self.lying}
        return tuple(
            (item, frozenset(other.number for other in choice if other.rest_s < now_s))
            for doubt in self.doubts
            for choice in doubt.choices[1:]
            for item in choice
            if item.rest_s == now_s and item.number not in told
        )

    @cached_property
    def presences(self) -> tuple[Presence, ...]:
        """The table as it is believed to be."""
        return tuple(item.presence for item in self.lying)


@dataclass(frozen=True)
class TrackSettings:
    """Distances and times of the tracker."""

    moved_mm: float = 15.0
    turned_mm: float = 30.0  # a piece turned over in place may shift by this much
    nudged_mm: float = 3.0  # a smaller shift covers nothing that was not covered before
    same_mm: float = 10.0  # one code read twice within this is one
    carried_s: float = 0.5  # so long a piece that is not seen may be in a hand that moves
    gone_odds: float = -5.0  # log-odds of lying there, by more than one look, from which on it is gone
    doubt_s: float = 0.6  # so long an act that may have been another is looked at again before it is told
    hidden_s: float = 1.5  # the same while something moves over a piece that may have to do with it
    spot_slack_mm: float = 4.0  # a piece on the border of a spot does not flicker
    strangers: int = 60  # more unknown tags than this at once are somebody's poster: they are not offered one by one


@dataclass(frozen=True)
class Look:
    """One look at the settled parts of the table.

    `looked` answers, for tags that are not among the `sightings`, whether they would have been read; `hidden` whether
    something moves over their places; `lies` with what log-odds the picture tells that such a piece lies there still,
    without some pieces that lay over it (the uppermost first) and with others that may hide a part of it. `alone` says
    that the picture is a photograph by itself, in which whatever is not seen is not there.
    """

    sightings: tuple[Sighting, ...]
    looked: Callable[[Lying], bool]
    lies: Callable[[Lying, Sequence[Lying], Sequence[Body]], float]
    now_s: float
    alone: bool = False
    is_busy: bool = False  # something moves: a hand may carry what is not seen
    hidden: Callable[[Lying], bool] = lambda item: True


def decided(memory: Memory, act: int, choice: int) -> Memory:
    """The memory after somebody who knows more said what an act was: 0 as it was told, else one of its alternatives."""
    for doubt in memory.doubts:
        if doubt.act != act or not 0 <= choice < len(doubt.choices):
            continue
        told, chosen = ({_which(item) for item in doubt.choices[n]} for n in (0, choice))
        kept = [item for item in memory.lying if _which(item) not in told - chosen]
        come = [item for item in doubt.choices[choice] if _which(item) not in told]
        kept = [_under(item, come) for item in (*kept, *come)]
        doubts = tuple(other for other in memory.doubts if other.act != act)
        return replace(memory, lying=tuple(sorted(kept, key=lambda item: item.number)), doubts=doubts)
    return memory


def _under(item: Lying, come: Sequence[Lying]) -> Lying:
    """The piece, which also lies under those of the others that came later."""
    over = {other.number for other in come if other.rest_s > item.rest_s and other.body.touches(item.body.bounds_px)}
    return replace(item, covers=item.covers | over) if over - item.covers else item


def _which(item: Lying) -> tuple[int, str]:
    return item.number, item.tag.payload


def is_under(item: Lying, lying: Iterable[Lying]) -> bool:
    """Whether a piece that is surely there lies over this tag."""
    return any(
        upper.number in item.covers and upper.standing is Standing.SEEN and lies_over(upper.body, item.sighting)
        for upper in lying
    )
