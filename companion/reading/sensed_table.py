"""What lies on the table by senses other than the camera, such as a reader of chips under the mat, told with what the
camera sees in one report."""

from __future__ import annotations

from dataclasses import replace

from hardware.types import TagLaid, TagLifted
from vision.types import ChangeKind, Presence, TableChange, TableReport, Tag


class SensedTable:
    """Used by the referee's thread. Of a tag that the camera sees too, the camera's word counts."""

    def __init__(self) -> None:
        self._camera = TableReport((), (), False, 0.0)
        self._lying: dict[str, Presence] = {}

    def seen(self, report: TableReport) -> TableReport:
        """The camera's report, with what the other senses know beside it."""
        self._camera = report
        return self._with_sensed(report) if self._lying else report

    def told(self, sense: TagLaid | TagLifted, tag: Tag | None) -> TableReport:
        """The report that a sense makes. `tag`: what its payload is registered for; None for an unknown one."""
        was = self._lying.pop(sense.payload, None)
        spot = sense.spot if isinstance(sense, TagLaid) else None
        if tag is not None and isinstance(sense, TagLaid):
            self._lying[sense.payload] = Presence(tag, None, 0.0, spot, sense.at_s, sense.at_s)
        kind = ChangeKind.PLACED if isinstance(sense, TagLaid) else ChangeKind.GONE
        if tag is None:
            kind = ChangeKind.UNKNOWN
        change = TableChange(kind, sense.payload, tag, spot, None if was is None else was.spot, None, sense.at_s)
        is_news = tag is not None or isinstance(sense, TagLaid)
        calm = replace(self._camera, dice=None, notes=(), board=None, at_s=sense.at_s)
        return self._with_sensed(replace(calm, changes=(change,) if is_news else ()))

    def _with_sensed(self, report: TableReport) -> TableReport:
        seen = {presence.tag.payload for presence in report.presences}
        others = tuple(presence for payload, presence in self._lying.items() if payload not in seen)
        return replace(report, presences=(*report.presences, *others))
