"""An act that the eye can explain in several ways: what would lie on the table by each of them.

The eye believes one, the one that it told, and tells the others beside it. Until it is decided the table counts as it
was before the act.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.reading.on_table import Mark
from vision.types import ChangeKind, Presence, TableChange, TableReport

_COMES = frozenset({ChangeKind.PLACED, ChangeKind.MOVED, ChangeKind.TURNED})
_GOES = frozenset({ChangeKind.GONE, ChangeKind.MOVED})


def mark(presence: Presence) -> Mark:
    """What identifies this lying-there."""
    return presence.tag.payload, presence.spot, presence.since_s


@dataclass(frozen=True)
class Otherwise:
    """How the table differs from what the eye believes: what does not lie there, and what does."""

    hidden: frozenset[Mark] = frozenset()
    shown: tuple[Presence, ...] = ()

    @classmethod
    def between(cls, believed: Iterable[Presence], wanted: Iterable[Presence]) -> Otherwise:
        """The difference of two tables."""
        there, right = {mark(p) for p in believed}, {mark(p): p for p in wanted}
        return cls(frozenset(there - right.keys()), tuple(p for m, p in right.items() if m not in there))

    def of(self, believed: Iterable[Presence]) -> tuple[Presence, ...]:
        """The table, where the eye believes this."""
        kept = [p for p in believed if mark(p) not in self.hidden]
        there = {mark(p) for p in kept} | {p.tag.payload for p in kept if not p.tag.shared}
        return (*kept, *(p for p in self.shown if mark(p) not in there and p.tag.payload not in there))

    def is_over(self, believed: Iterable[Presence]) -> bool:
        """Whether the eye believes it by now itself."""
        there = {mark(p) for p in believed}
        return not self.hidden & there and all(mark(p) in there for p in self.shown)


@dataclass(frozen=True)
class Explanation:
    """One way to explain the act. `choice`: 0 what was told, 1 the first alternative, and so on."""

    choice: int
    changes: tuple[TableChange, ...]
    odds: float
    table: Otherwise


@dataclass(frozen=True)
class Doubt:
    """An act that is not decided. `before`: the table without it; `version`: the match's when it was told."""

    act: int
    version: int
    before: Otherwise
    explanations: tuple[Explanation, ...]

    @property
    def told(self) -> tuple[TableChange, ...]:
        """What the eye took for likeliest."""
        return self.explanations[0].changes

    @property
    def spot(self) -> str | None:
        """Where it was, if that has a name."""
        return next((where for c in self.told for where in (c.spot, c.was_spot) if where is not None), None)

    def is_touched(self, change: TableChange) -> bool:
        """Whether a later change is about the same pieces: then the eye knows more, and what it says now counts."""
        if change.act == self.act:
            return False
        mine = [c for explanation in self.explanations for c in explanation.changes]
        if change.kind is ChangeKind.CORRECTED:
            return any(c.number == change.corrects for c in self.told)
        spots = {where for c in mine for where in (c.spot, c.was_spot)}
        is_shared = change.tag is None or change.tag.shared
        return any(c.payload == change.payload for c in mine) and (
            not is_shared or change.spot in spots or change.was_spot in spots
        )


def doubts_in(report: TableReport, lying: Sequence[Presence], version: int) -> tuple[Doubt, ...]:
    """The acts of a report that came with alternatives. `lying`: the table as it counted before."""
    acts = dict.fromkeys(c.act for c in report.changes if c.alternatives and c.number)
    return tuple(_doubt(report, act, lying, version) for act in acts)


def _doubt(report: TableReport, act: int, lying: Sequence[Presence], version: int) -> Doubt:
    told = tuple(c for c in report.changes if c.act == act)
    alternatives = next(c.alternatives for c in told if c.alternatives)
    odds = next(c.odds for c in told if c.alternatives)
    before = _without(told, report.presences, lying)
    found = [Explanation(0, told, odds, Otherwise())]
    for choice, other in enumerate(alternatives, 1):
        wanted = list(before)
        for change in other.changes:
            _apply(change, wanted, report.presences)
        found.append(
            Explanation(choice, other.changes, other.odds, Otherwise.between(report.presences, wanted)),
        )
    return Doubt(act, version, Otherwise.between(report.presences, before), tuple(found))


def _without(told: Iterable[TableChange], believed: Sequence[Presence], lying: Sequence[Presence]) -> list[Presence]:
    """The table as if these changes had not been."""
    old, new = {mark(p) for p in lying}, {mark(p) for p in believed}
    came = {(c.payload, c.spot) for c in told if c.kind in _COMES}
    left = {(c.payload, c.was_spot) for c in told if c.kind in _GOES}
    turned = {(c.payload, c.was_spot) for c in told if c.kind is ChangeKind.TURNED}
    kept = [p for p in believed if mark(p) in old or (p.tag.payload, p.spot) not in came]
    for presence in lying:
        other_side = any(presence.tag.payload != side and presence.spot == spot for side, spot in turned)
        if mark(presence) not in new and ((presence.tag.payload, presence.spot) in left or other_side):
            kept.append(presence)
    return kept


def _apply(change: TableChange, lying: list[Presence], believed: Sequence[Presence]) -> None:
    """Carries one change out on a table. What the eye believes to lie there is taken as it says."""
    if change.kind in _GOES:
        _drop(lying, [p for p in lying if p.tag.payload == change.payload and p.spot == change.was_spot])
    elif change.kind is ChangeKind.TURNED and change.tag is not None:
        side = change.tag.side
        _drop(lying, [p for p in lying if p.spot == change.was_spot and p.tag.side is not side])
    if change.kind in _COMES and change.tag is not None:
        have = {mark(p) for p in lying}
        same = (p for p in believed if (p.tag.payload, p.spot) == (change.payload, change.spot))
        there = next((p for p in same if mark(p) not in have), None)
        lying.append(there or Presence(change.tag, change.at, 0.0, change.spot, change.at_s, change.at_s))


def _drop(lying: list[Presence], some: list[Presence]) -> None:
    if some:
        lying.remove(max(some, key=lambda p: p.since_s))


def held_back(report: TableReport, doubts: Iterable[Doubt], settled: Iterable[Otherwise]) -> TableReport:
    """The report without what is not decided, and with what was decided otherwise than the eye believes."""
    doubts = tuple(doubts)
    acts = {doubt.act for doubt in doubts}
    presences = report.presences
    for otherwise in (*settled, *(doubt.before for doubt in doubts)):
        presences = otherwise.of(presences)
    return replace(report, presences=presences, changes=tuple(c for c in report.changes if c.act not in acts))
