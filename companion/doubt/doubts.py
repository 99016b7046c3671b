"""The acts that are not decided, and those that were decided otherwise than the eye believes. Owned by the referee."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from companion.doubt.explanations import Doubt, Otherwise, doubts_in, held_back
from companion.doubt.weighing import Open, Settled, weigh
from companion.reading.watch import Watch
from rules.engine.match import Match
from vision.types import Presence, TableChange, TableReport


@dataclass(frozen=True)
class Known:
    """It was decided what an act was. `report`: the table by that, and what happened unless somebody has told it
    already; `told`: as the eye told it."""

    act: int
    report: TableReport
    told: tuple[TableChange, ...]


@dataclass(frozen=True)
class Wondered:
    """The rules leave more than one, and nobody was asked yet."""

    act: int
    spot: str | None
    what: Open


class Doubts:
    """Between the eye's reports and the watch. Until an act is decided the table counts as it was before it."""

    def __init__(self, decide: Callable[[int, int], None]):
        """`decide` tells the eye which explanation of an act it was."""
        self._decide = decide
        self._report = TableReport((), (), False, 0.0)  # what the eye believes
        self._lying: tuple[Presence, ...] = ()  # the table as it counts
        self._open: dict[int, Doubt] = {}
        self._settled: dict[int, tuple[Doubt, Otherwise]] = {}
        self._asked: set[int] = set()
        self._weighed: object = None

    @property
    def undecided(self) -> frozenset[int]:
        """The acts that are not decided."""
        return frozenset(self._open)

    def take(self, report: TableReport, version: int) -> TableReport:
        """The report as it counts for now."""
        self._report, self._weighed = report, None
        self._open = {act: doubt for act, doubt in self._open.items() if not _is_touched(doubt, report)}
        self._settled = {
            act: (doubt, otherwise)
            for act, (doubt, otherwise) in self._settled.items()
            if not _is_touched(doubt, report) and not otherwise.is_over(report.presences)
        }
        self._open |= {doubt.act: doubt for doubt in doubts_in(report, self._lying, version)}
        self._asked &= self._open.keys()
        counted = self._as_it_counts(report)
        self._lying = counted.presences
        return counted

    def weigh(self, match: Match, watch: Watch) -> Iterator[Known | Wondered]:
        """Decides what the rules decide, and says once of each act that they do not. `watch` has to take a report over
        before the next one is asked for."""
        if not self._open or self._weighed == (match.version, self._report):
            return
        self._weighed = (match.version, self._report)
        self._open = {act: doubt for act, doubt in self._open.items() if doubt.version <= match.version}  # a new match
        for doubt in tuple(self._open.values()):
            others = (d.before for d in self._open.values() if d is not doubt)
            believed = self._report.presences
            for otherwise in (*(o for _, o in self._settled.values()), *others):
                believed = otherwise.of(believed)
            found = weigh(doubt, replace(self._report, presences=believed), match, watch)
            if isinstance(found, Settled):
                yield self._known(doubt, found, is_fresh=match.version == doubt.version)
            elif doubt.act not in self._asked:
                self._asked.add(doubt.act)
                yield Wondered(doubt.act, doubt.spot, found)

    def _known(self, doubt: Doubt, found: Settled, is_fresh: bool) -> Known:
        one = found.explanation
        del self._open[doubt.act]
        self._asked.discard(doubt.act)
        if one.choice:
            self._settled[doubt.act] = doubt, one.table
        self._decide(doubt.act, one.choice)
        calm = replace(self._report, changes=(), dice=None, notes=(), board=None)
        counted = self._as_it_counts(calm)
        self._lying = counted.presences
        return Known(doubt.act, replace(counted, changes=one.changes if is_fresh else ()), doubt.told)

    def _as_it_counts(self, report: TableReport) -> TableReport:
        return held_back(report, self._open.values(), (otherwise for _, otherwise in self._settled.values()))


def _is_touched(doubt: Doubt, report: TableReport) -> bool:
    return any(doubt.is_touched(change) for change in report.changes)
