"""Which answer followed from which change of the table, so that it can be taken back when the change is withdrawn."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeVar

from rules.engine.entries import Entry
from rules.engine.match import Match
from rules.engine.questions import Answer
from vision.types import ChangeKind, Presence, TableChange

_REMEMBERED: Final = 256
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_Where = tuple[str, str | None]
"""A payload, and the spot where it came to lie or was taken from."""


@dataclass(frozen=True)
class Followed:
    """An answer that followed from a change that is withdrawn. `to`: how many entries count without it; `is_last`:
    nobody has acted since."""

    to: int
    is_last: bool
    spot: str | None


@dataclass(frozen=True)
class _Answer:
    """`number`: that of its entry in the journal."""

    number: int
    entry: Entry
    where: _Where
    is_gone: bool


class Traces:
    """Of the latest changes. Owned by the referee."""

    def __init__(self) -> None:
        self._numbers: OrderedDict[_Where, frozenset[int]] = OrderedDict()  # of the latest changes there
        self._answers: OrderedDict[int, _Answer] = OrderedDict()  # by the number of a change

    def note(self, changes: Iterable[TableChange], told: Iterable[TableChange] = ()) -> None:
        """Changes that count. `told`: as the eye told the act, where it was decided to have been these."""
        also = {c.number for c in told}
        for change in changes:
            spot = change.was_spot if change.kind is ChangeKind.GONE else change.spot
            numbers = frozenset({change.number, *also} - {0})
            if numbers and change.kind is not ChangeKind.CORRECTED:
                _put(self._numbers, (change.payload, spot), numbers)

    def answered(self, payload: str, spot: str | None, match: Match, *, is_gone: bool) -> None:
        """What was read there has become the latest answer."""
        for number in self._numbers.get((payload, spot), ()):
            _put(self._answers, number, _Answer(match.version, match.journal[-1], (payload, spot), is_gone))

    def withdrawn(self, change: TableChange, lying: Iterable[Presence], match: Match) -> Followed | None:
        """What has to be taken back with a change; None when nothing followed from it, that was taken back already, or
        what it was read from is so all the same by the table of now."""
        answer = self._answers.pop(change.corrects, None)
        if answer is None or answer.number not in match.counting:
            return None
        if any((p.tag.payload, p.spot) == answer.where for p in lying) is not answer.is_gone:
            return None
        to = match.counting.index(answer.number)
        if match.log[to] != answer.entry:  # another match
            return None
        since = match.log[to + 1 :]
        return Followed(to, not any(isinstance(entry, Answer) for entry in since), answer.where[1])


def _put(into: OrderedDict[_Key, _Value], key: _Key, value: _Value) -> None:
    into[key] = value
    into.move_to_end(key)
    while len(into) > _REMEMBERED:
        into.popitem(last=False)
