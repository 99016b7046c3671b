"""What stands on a board whose pieces carry no stickers, read as an answer: pure functions from what was seen and the
match to a reading.

The camera tells sides, not pieces. Every option says which fields it would change, so each makes a whole position, and
the one that explains what was seen is what was done. Fields that are unsure decide nothing alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.reading.interpret import Act, Ask, Explained, Odd, Reading, Unlawful
from companion.reading.open_question import answerers
from rules.engine.mat import BoardState, Grid
from rules.engine.match import Match
from rules.engine.questions import Answer, Option, Question, Stood
from rules.engine.types import Refusal, Seat, State
from vision.squares.match import rank_positions
from vision.types import BoardSeen

Sides = Mapping[str, str]
"""Which side stands on each field, "" for nobody."""

CLEARLY = 20.0
"""So much likelier than any other position the one must be that is believed."""


@dataclass(frozen=True)
class StandingRead:
    """What the position means. With `waits` it counts only when it stays for a while: more may follow, as when a rook
    has castled and its king has not yet."""

    reading: Reading
    waits: bool = False


def noted_board(match: Match) -> BoardState | None:
    """The board as everybody knows it; None in a game without one."""
    return None if match.game.screens.board is None else match.game.screens.board(match.seen(None))


def sides_of(board: BoardState) -> dict[str, str]:
    """Which side stands where by the notes."""
    return {field.cell: field.side for field in board.fields}


def differing(noted: Sides, seen: BoardSeen) -> dict[str, str]:
    """The fields that surely show something else than the notes say, with the side that is seen there."""
    shown = seen.position
    return {c: shown[c] for c, side in noted.items() if c in shown and c not in seen.unsure and shown[c] != side}


def across(grid: Grid) -> dict[str, str]:
    """What each field is called by somebody who takes the board for turned by half."""
    names = {at: name for name, at in grid.cells.items()}
    most = [min(at[n] for at in names) + max(at[n] for at in names) for n in (0, 1)]
    return {name: names.get((most[0] - a, most[1] - b), name) for name, (a, b) in grid.cells.items()}


def read_standing(match: Match, seen: BoardSeen) -> StandingRead:
    """What the position on the board means now."""
    board, question = noted_board(match), match.question
    if board is None or question is None:
        return StandingRead(Odd())
    noted = sides_of(board)
    if not differing(noted, seen):
        return StandingRead(Explained())
    readings: list[StandingRead] = []
    for seat in answerers(match):
        reading = _Asked(match, question, seat, noted, seen).read()
        readings += [] if reading is None else [reading]
    acts = [r for r in readings if isinstance(r.reading, Act | Ask)]
    if len(acts) > 1 and not question.open:
        return StandingRead(Odd())  # two seats could have done it: somebody must tap
    if acts or readings:
        return (acts or readings)[0]
    return _out_of_turn(match, board, seen)


@dataclass(frozen=True)
class _Asked:
    """One seat's options against a position."""

    match: Match
    question: Question
    seat: Seat | None
    noted: Sides
    seen: BoardSeen

    def read(self) -> StandingRead | None:
        """What the position means for this seat; None when nothing that it can do leads there."""
        offered = self._offered(self.match.seen(self.seat if self.question.asked else None))
        allowed = [o for o in offered if o.refusal is None]
        if done := self._explaining(allowed):
            longer = any(self._is_part(stood_of(done[0]), stood_of(other)) for other in allowed)
            return StandingRead(self._chosen(done), waits=longer)
        tried = self._explaining([o for o in offered if o.refusal is not None]) or self._explaining(self._unlikely())
        if not tried:
            return None
        begun = any(self._has_begun(stood_of(o)) for o in allowed)
        return StandingRead(self._unlawful(tried[0]), waits=begun)

    def _offered(self, known: State) -> list[Option]:
        options = (*self.question.options(known, self.seat), *self.question.by_hand(known, self.seat))
        return list(_standing(options))

    def _unlikely(self) -> list[Option]:
        known = self.match.seen(self.seat if self.question.asked else None)
        return list(_standing(self.question.unlikely(known, self.seat)))

    def _explaining(self, options: Sequence[Option]) -> list[Option]:
        """The options that lead to what is seen: as likely as any position, and likelier than that nothing was done."""
        nothing: Mapping[int | None, Sides] = {None: self.noted}
        found = rank_positions(self.seen, {**nothing, **{n: self._after(o) for n, o in enumerate(options)}})
        best = found.best
        if best is None or best.against:
            return []
        least = best.log_likelihood - math.log(CLEARLY)
        near = [r for r in found.ranked if not r.against and r.log_likelihood > least]
        names = [name for r in near for name in r.names]
        return [] if None in names else [options[name] for name in names if name is not None]

    def _after(self, option: Option) -> Sides:
        return {**self.noted, **dict(stood_of(option))}

    def _is_part(self, one: Iterable[tuple[str, str]], other: Iterable[tuple[str, str]]) -> bool:
        """Whether one move is what a longer one begins with."""
        return set(one) < set(other)

    def _has_begun(self, changes: Iterable[tuple[str, str]]) -> bool:
        """Whether what is seen may be the first part of these changes."""
        return set(differing(self.noted, self.seen).items()) < set(changes)

    def _chosen(self, options: list[Option]) -> Reading:
        """The answer, or whom to ask. Where everybody could think of several cards that allow this, the seat is asked
        even if it holds only one of them: otherwise being asked would tell that it holds both."""
        if self.seat is None:
            return Act(Answer(None, options[0].key)) if len(options) == 1 else Odd()
        secret = [o for o in options if o.piece is not None]
        if len(options) == 1 and not (secret and len(self._for_everybody(options[0])) > 1):
            return Act(Answer(self.seat, options[0].key))
        return Ask(self.seat, tuple(o.key for o in options), "", face_up=True)

    def _for_everybody(self, option: Option) -> list[Option]:
        """The options with a card that lead to the same position, as far as everybody knows."""
        public = self._offered(self.match.seen(None))
        same = (o for o in public if set(stood_of(o)) == set(stood_of(option)))
        return [o for o in same if o.refusal is None and o.piece is not None]

    def _unlawful(self, option: Option) -> Unlawful:
        """The refusal, and the reason that may be said aloud: the one that somebody finds who knows no hand."""
        public = self.match.seen(None)
        everything = [*self._offered(public), *_standing(self.question.unlikely(public, self.seat))]
        same = [o for o in everything if set(stood_of(o)) == set(stood_of(option))]
        reasons = {o.refusal.code: o.refusal for o in same if o.refusal is not None}
        is_open = bool(same) and all(o.refusal is not None for o in same) and len(reasons) == 1
        assert option.refusal is not None
        return Unlawful(Answer(self.seat, option.key), option.refusal, option.refusal if is_open else None)


def stood_of(option: Option) -> tuple[tuple[str, str], ...]:
    """What an option changes on the board; nothing where it has no such gesture."""
    return next((way.changes for way in option.ways if isinstance(way, Stood)), ())


def _standing(options: Iterable[Option]) -> Iterator[Option]:
    return (option for option in options if stood_of(option))


def _out_of_turn(match: Match, board: BoardState, seen: BoardSeen) -> StandingRead:
    """Somebody moved who is not asked: one field shows a side that has left another."""
    changed = differing(sides_of(board), seen)
    owners = {field.side: field.owner for field in board.fields if field.side}
    left = {field.side for field in board.fields if field.side and changed.get(field.cell) == ""}
    moved = [side for side in changed.values() if side in left]
    owner = owners.get(moved[0]) if len(moved) == 1 else None
    if owner is None or not match.waiting or owner in match.waiting:
        return StandingRead(Odd())
    refusal = Refusal("not_your_turn", "", {"seats": match.waiting, "seat": owner})
    return StandingRead(Unlawful(Answer(owner, ""), refusal, refusal), waits=True)
