"""What of a camera report is for the match, and what is to be told about the rest.

Unknown tags go to a registration that is under way, or are told; tags of the copy that is being registered lie there
for that; and of two copies of one piece the rules see one, the one that lay there first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from companion.journal.copies import ADOPTED
from companion.reading.table_tags import TableTags
from companion.values.game_titles import game_title
from companion.values.notices import Notice
from rules.engine.types import PieceId
from vision.types import ChangeKind, Presence, Side, TableReport


@dataclass(frozen=True)
class Admitted:
    """A report for the match. `news` is to be told once, `standing` is true as long as it is among it."""

    report: TableReport
    news: tuple[Notice, ...] = ()
    standing: tuple[Notice, ...] = ()


class Registration(Protocol):
    """A registration by showing; see `companion.copies.registering.Registering`."""

    def camera(self, payloads: tuple[str, ...]) -> bool:
        """Unknown codes came to lie on the table; whether it took them."""
        ...

    def placed(self, payload: str) -> None:
        """A known tag came to lie on the table."""

    def sets_aside(self, payload: str, was_aside: bool) -> bool:
        """Whether that tag lies there for the registration. `was_aside`: it did before, and has not moved since."""
        ...


_Lying = tuple[str, float]
"""One lying-there of a tag: its payload, and since when. The backs of a deck share their payload."""


class Admission:
    """Used by the referee's thread only."""

    def __init__(self, tags: TableTags, registration: Registration):
        self._tags = tags
        self._registration = registration
        self._aside: frozenset[str] = frozenset()  # payloads that the match was not told of the last time
        self._resting: frozenset[_Lying] = frozenset()  # what lies there to be registered
        self._played: frozenset[_Lying] = frozenset()  # what the match was told of

    def __call__(self, report: TableReport) -> Admitted:
        """The report without what is none of the match's business."""
        for change in report.changes:
            if change.kind is ChangeKind.PLACED:
                self._registration.placed(change.payload)
        unknown = tuple(c.payload for c in report.changes if c.kind is ChangeKind.UNKNOWN)
        foreign = tuple(filter(None, (self._foreign(payload) for payload in unknown)))
        is_taken = bool(unknown) and self._registration.camera(unknown)
        present = self._without_resting(report.presences)
        second = self._second(present)
        presences = tuple(p for p in present if p not in second)
        aside = {p.tag.payload for p in report.presences} - {p.tag.payload for p in presences}
        hidden = self._aside | aside
        mine = set(unknown) if is_taken else {p for p in unknown if self._tags.copy_of(p) is not None}
        changes = tuple(
            c
            for c in report.changes
            if not (c.kind is ChangeKind.UNKNOWN and c.payload in mine)
            and not (c.kind is not ChangeKind.UNKNOWN and c.payload in hidden)
        )
        self._aside = frozenset(aside)
        standing = [Notice("two_copies", {"piece": PieceId(p.tag.piece)}, aloud=True) for p in second]
        if report.unread:  # not where: it may lie in front of somebody who was told in secret what it is
            standing.append(Notice("unread_tag", {"count": len(report.unread)}))
        if report.contradicted:  # nor here
            standing.append(Notice("sticker_or_look", {"count": len(report.contradicted)}))
        return Admitted(
            replace(report, changes=changes, presences=presences), () if is_taken else foreign, tuple(standing)
        )

    def _without_resting(self, presences: tuple[Presence, ...]) -> tuple[Presence, ...]:
        """What does not lie there to be registered. A card that has not moved stays what it was: one that was played
        does not vanish because a host opens the page, and one that was registered is not played by a phone that goes
        dark."""
        resting = frozenset(
            lying
            for lying in map(_lying, presences)
            if lying not in self._played and self._registration.sets_aside(lying[0], lying in self._resting)
        )
        self._resting, self._played = resting, frozenset(map(_lying, presences)) - resting
        return tuple(p for p in presences if _lying(p) not in resting)

    def _foreign(self, payload: str) -> Notice | None:
        """What is told of a tag of a copy that is not in play: not which card it is."""
        copy = self._tags.copy_of(payload)
        if copy is None:
            return None
        if copy.game == self._tags.game:
            return Notice("other_copy", {"copy": copy.title}, aloud=True)
        return Notice("other_game", {"game": game_title(copy.game)}, aloud=True)

    def _second(self, presences: tuple[Presence, ...]) -> list[Presence]:
        """Fronts of a piece that lies there already, of another copy. Two tags on one spot that are of one copy, or one
        of them adopted, are two stickers on one card."""
        first: dict[str, Presence] = {}
        second: list[Presence] = []
        for presence in sorted(presences, key=lambda p: p.since_s):
            tag = presence.tag
            if tag.side is not Side.FRONT or tag.shared:
                continue
            before = first.setdefault(tag.piece, presence)
            if before is not presence and before.tag.payload != tag.payload and not self._is_one(before, presence):
                second.append(presence)
        return second

    def _is_one(self, one: Presence, other: Presence) -> bool:
        if one.spot != other.spot:
            return False
        copies = [self._tags.copy_of(p.tag.payload) for p in (one, other)]
        return copies[0] == copies[1] or any(copy is not None and copy.name == ADOPTED for copy in copies)


def _lying(presence: Presence) -> _Lying:
    return presence.tag.payload, presence.since_s


Admit = Callable[[TableReport], Admitted]
"""How the referee's table side gets what concerns the match."""
