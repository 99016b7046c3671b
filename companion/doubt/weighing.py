"""Which explanation of an act it was, by what the rules know: what can be, what would be expected, and what would be
odd. What remains open is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.doubt.explanations import Doubt, Explanation
from companion.reading.interpret import Act, Ask, Reading, Unlawful, read, read_gone
from companion.reading.look_alikes import look_alikes, same
from companion.reading.todo import Todo
from companion.reading.watch import Watch
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.table import TableError
from rules.engine.types import UNSEEN, PieceId, Seat
from vision.types import ChangeKind, Presence, Side, TableChange, TableReport

_ODD: Final = 0.02  # what nothing in the rules explains is so much less likely than what something does
_SURE: Final = 0.95  # from here on it is not asked


@dataclass(frozen=True)
class Settled:
    """It was this."""

    explanation: Explanation


@dataclass(frozen=True)
class Open:
    """It may have been several things. `seat` and `keys`: whose answers they would be, where all are one seat's."""

    seat: Seat | None = None
    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Meaning:
    """What follows if it was this: answers, what would be refused, and what would have to be put right."""

    answers: tuple[tuple[Seat | None, tuple[str, ...]], ...]
    refused: frozenset[str]
    todos: frozenset[Todo]

    @property
    def is_odd(self) -> bool:
        return not self.answers and bool(self.refused or self.todos)

    @property
    def same_as(self) -> object:
        """Equal for what comes to the same now."""
        return self.answers or (self.refused, self.todos)


def weigh(doubt: Doubt, report: TableReport, match: Match, watch: Watch) -> Settled | Open:
    """Which it was. `report`: what the eye believes now, with all that is decided; `watch` is as before the act."""
    lying = doubt.before.of(report.presences)
    possible = [e for e in doubt.explanations if can_be(e.changes, lying, match)] or list(doubt.explanations)
    calm = replace(report, changes=(), dice=None, notes=(), board=None)
    now = _meaning(calm, lying, (), match, watch)
    is_fresh = match.version == doubt.version
    meant: dict[int, _Meaning] = {}
    for one in possible:
        changes = one.changes if is_fresh else ()  # what was taken counts once, and somebody has answered since
        after = _meaning(calm, one.table.of(report.presences), changes, match, watch)
        meant[one.choice] = replace(after, refused=after.refused - now.refused, todos=after.todos - now.todos)
    weights = {one.choice: max(one.odds, 1e-6) * (_ODD if meant[one.choice].is_odd else 1.0) for one in possible}
    groups: dict[object, list[Explanation]] = {}
    for one in possible:
        groups.setdefault(meant[one.choice].same_as, []).append(one)
    best = max(groups.values(), key=lambda some: sum(weights[one.choice] for one in some))
    if sum(weights[one.choice] for one in best) >= _SURE * sum(weights.values()):
        return Settled(_likeliest(best, meant[best[0].choice], calm, match, watch))
    return _open([meant[some[0].choice] for some in groups.values()])


def can_be(changes: Sequence[TableChange], lying: Sequence[Presence], match: Match) -> bool:
    """Whether the pieces could have gone this way. Of a card whose front is seen all that is noted counts, since
    everybody sees by now which it is; of backs only how many there are."""
    leaving = [(c.payload, c.was_spot) for c in changes if c.kind in (ChangeKind.GONE, ChangeKind.MOVED)]
    return all(_can_come(change, leaving, lying, match) for change in changes if change.tag is not None)


def _can_come(
    change: TableChange, leaving: Sequence[tuple[str, str | None]], lying: Sequence[Presence], match: Match
) -> bool:
    if change.kind not in (ChangeKind.PLACED, ChangeKind.TURNED) or change.tag is None or change.spot is None:
        return True
    if change.tag.side is Side.BACK:
        return change.kind is ChangeKind.TURNED or _is_back_left(change, match)
    elsewhere = (p for p in lying if p.tag == change.tag and (p.tag.payload, p.spot) not in leaving)
    if not change.tag.shared and any(True for _ in elsewhere):
        return False
    was_under = _was_under(change, match)
    return was_under is not False if change.kind is ChangeKind.TURNED else was_under is not True


def _was_under(change: TableChange, match: Match) -> bool | None:
    """Whether the card whose front is seen now lay face-down at that spot by all that is noted; None: it may have."""
    assert change.tag is not None
    state, piece = match.state, PieceId(change.tag.piece)
    alike = look_alikes(state, match.game.box.alike)
    spot = change.was_spot if change.kind is ChangeKind.TURNED else change.spot
    slots = [slot for pile in state.piles.values() if pile.spot == spot for slot in pile.slots if not slot.face_up]
    if not slots:
        return None  # nobody has noted what lay there
    if any(slot.piece is not UNSEEN and same(slot.piece, piece, alike) for slot in slots):
        return None if piece in alike else True
    if all(slot.piece is not UNSEEN for slot in slots):
        return False
    return None if piece in alike or state.where(piece) is None else False


def _is_back_left(change: TableChange, match: Match) -> bool:
    """Whether a card with that back can have come from elsewhere to this spot."""
    assert change.tag is not None
    decks = match.table.decks
    name = change.tag.piece
    deck = name if name in decks else next((d for d, pieces in decks.items() if name in pieces), "")
    piles = (pile for pile in match.state.piles.values() if pile.spot is None or pile.spot != change.spot)
    return any(slot.deck == deck for pile in piles for slot in pile.slots)


def _meaning(
    calm: TableReport, lying: Sequence[Presence], changes: Sequence[TableChange], match: Match, watch: Watch
) -> _Meaning:
    """What follows from a table, tried on a copy of the watch."""
    trial = watch.copied()
    trial.report(replace(calm, presences=tuple(lying), changes=tuple(changes)), match)
    readings: list[Reading] = []
    while (taken := trial.next_taken()) is not None:
        readings.append(read_gone(*taken, match))
    items = list(trial.open_items(match))
    readings += [read(item, match, items, trial.items, is_news=True) for item in items]
    answers = dict.fromkeys(_keys(one) for one in readings if isinstance(one, Act | Ask))
    refused = frozenset(one.refusal.code for one in readings if isinstance(one, Unlawful))
    return _Meaning(tuple(answers), refused, frozenset(trial.differences(match)))


def _keys(reading: Act | Ask) -> tuple[Seat | None, tuple[str, ...]]:
    if isinstance(reading, Act):
        return reading.answer.seat, (reading.answer.key,)
    return reading.seat, reading.keys


def _likeliest(
    some: list[Explanation], meaning: _Meaning, calm: TableReport, match: Match, watch: Watch
) -> Explanation:
    """Of explanations that come to the same answer, the one after which the least has to be put right."""
    ranked = sorted(some, key=lambda one: -one.odds)
    if len(ranked) == 1 or len(meaning.answers) != 1:
        return ranked[0]
    (seat, keys) = meaning.answers[0]
    try:
        after = Match.replay(match.game, match.header, match.journal)
        after.submit(Answer(seat, keys[0]))
    except TableError:  # whether it fails at the table too is not for here
        return ranked[0]
    return min(ranked, key=lambda one: len(_meaning(calm, one.table.of(calm.presences), (), after, watch).todos))


def _open(meanings: Sequence[_Meaning]) -> Open:
    answers = [answer for meaning in meanings for answer in meaning.answers]
    seats = {seat for seat, _ in answers}
    keys = tuple(dict.fromkeys(key for _, some in answers for key in some))
    if len(seats) == 1 and len(keys) > 1 and None not in seats and all(m.answers for m in meanings):
        return Open(next(iter(seats)), keys)
    return Open()
