"""What an eye tells that is not sure, or was wrong: changes with alternatives, and changes that are withdrawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.reading.tags import back_code
from tests.companion.evening import Evening
from vision.types import Alternative, ChangeKind, Presence, Side, TableChange, Tag

Changes = Sequence[TableChange]


class UnsureEye:
    """Tells an evening's referee what it sees. Every change has a number, every act one."""

    def __init__(self, evening: Evening):
        self.evening = evening
        self.number = 0
        self.act = 0
        self.history: list[TableChange] = []  # everything that was told
        self.turned_over: dict[int, Presence] = {}  # by the change: the side that lay up before

    def front(self, piece: str) -> Tag:
        return Tag(self.evening.front(piece), piece, Side.FRONT)

    def back(self, deck: str) -> Tag:
        return Tag(back_code(self.evening.game.slug, deck), deck, Side.BACK, shared=True)

    def placed(self, tag: Tag, spot: str | None) -> TableChange:
        return self._change(ChangeKind.PLACED, tag, spot, None)

    def gone(self, tag: Tag, spot: str | None) -> TableChange:
        return self._change(ChangeKind.GONE, tag, None, spot)

    def turned(self, tag: Tag, spot: str | None) -> TableChange:
        return self._change(ChangeKind.TURNED, tag, spot, spot)

    def moved(self, tag: Tag, was: str | None, spot: str | None) -> TableChange:
        return self._change(ChangeKind.MOVED, tag, spot, was)

    def _change(self, kind: ChangeKind, tag: Tag, spot: str | None, was: str | None) -> TableChange:
        self.number += 1
        return TableChange(kind, tag.payload, tag, spot, was, None, self.evening.now_s + 1, self.number)

    def tells(self, *told: TableChange, odds: float = 1.0, instead: Sequence[tuple[Changes, float]] = ()) -> int:
        """One act; the eye believes what it tells first. `instead`: what it may have been, with odds. Gives the act."""
        self.act += 1
        act = self.act
        others = tuple(Alternative(tuple(replace(c, act=act) for c in changes), odds) for changes, odds in instead)
        self.see([replace(c, act=act, odds=odds, alternatives=others) for c in told])
        return act

    def corrects(self, number: int, *instead: TableChange) -> None:
        """The change of that number did not happen; these did."""
        self.act += 1
        old = next(c for c in self.history if c.number == number)
        self.number += 1
        wrong = replace(old, kind=ChangeKind.CORRECTED, number=self.number, corrects=number, alternatives=())
        self._undo(old)
        self.see([replace(c, act=self.act) for c in (wrong, *instead)])

    def see(self, changes: Changes) -> None:
        """The report after these changes, each of which the eye believes."""
        evening = self.evening
        evening.now_s += 1
        evening.lying = [replace(p, seen_s=evening.now_s) for p in evening.lying]
        for change in changes:
            self.history.append(change)
            if change.kind is not ChangeKind.CORRECTED:
                self._believe(change)
        evening.see(*changes)

    def _believe(self, change: TableChange) -> None:
        lying, tag = self.evening.lying, change.tag
        assert tag is not None
        if change.kind in (ChangeKind.GONE, ChangeKind.MOVED):
            lying.remove(next(p for p in reversed(lying) if (p.tag, p.spot) == (tag, change.was_spot)))
        elif change.kind is ChangeKind.TURNED:
            under = next(p for p in reversed(lying) if p.spot == change.was_spot and p.tag.side is not tag.side)
            lying.remove(under)
            self.turned_over[change.number] = under
        if change.kind is not ChangeKind.GONE:
            now_s = self.evening.now_s
            lying.append(Presence(tag, None, 0.0, change.spot, now_s, now_s))

    def _undo(self, change: TableChange) -> None:
        """What was withdrawn lies as before."""
        lying, tag = self.evening.lying, change.tag
        assert tag is not None
        if change.kind is not ChangeKind.GONE:
            lying.remove(next(p for p in reversed(lying) if (p.tag, p.spot) == (tag, change.spot)))
        if change.kind is ChangeKind.GONE:
            lying.append(Presence(tag, None, 0.0, change.was_spot, 1.0, self.evening.now_s))
        elif change.kind is ChangeKind.TURNED:
            lying.append(self.turned_over.pop(change.number))
