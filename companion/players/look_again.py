"""A match that is over looked at again: how likely each seat was to win it, and where that turned.

It is given all that was noted of the match, so nothing of it may be told before what was hidden is open to everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import Final

from companion.players.hints import Reason, reasoned
from companion.players.stage import Stage
from companion.players.standing import points
from companion.players.strength import by_policy
from companion.players.thinker import Budget, Thinker, Thought
from companion.players.turn import Turn, sensible
from rules.engine.entries import EndMatch, Entry, Header
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.packets import asked
from rules.engine.playout import Playout
from rules.engine.questions import Answer, Deal, Draw, Option, Question, Roll
from rules.engine.recall import Recalls
from rules.engine.redact import Seen
from rules.engine.sampling import Chooser, SamplingError, pick
from rules.engine.types import Seat, State

MOST: Final = 3
_POINTS: Final = 12  # few, so that enough matches are played on from each
_FEW_POINTS: Final = 6  # where matches are played on by a game's own policy, which takes its time
_ANSWERS: Final = 8
_LONGEST: Final = 600
"""Answers after which a match that is played on counts for who stands best in it."""
_FELL: Final = 0.06
_WORSE: Final = 0.04
"""What a seat's chances fell by at least, and by how much another answer was better, where a match is said to turn."""
_FEWEST: Final = 20
"""Matches that were played on from a point; with fewer it says nothing."""
_TRIED: Final = 3
"""How often an answer was tried at least, where anything is said of it."""
_SURE: Final = 2.0
"""How many standard errors of a difference have to lie between what is called different."""
_MOST_TURNS: Final = 12  # that are thought about between two points


@dataclass(frozen=True)
class Chances:
    """How likely each seat was to win after so many entries that count: in which share of the matches that were played
    on from there by chance it was among those who won. `matches`: how many those were; 0 at the end, where it is
    known."""

    at: int
    of: tuple[float, ...]
    matches: int = 0


@dataclass(frozen=True)
class Turned:
    """A moment at which a seat did worse than it could have, by what it knew then: what it answered after `at` entries,
    what was better and why, and its chances at the points around it."""

    at: int
    seat: Seat
    given: Option
    better: Option
    reasons: tuple[Reason, ...]
    before: float
    after: float


@dataclass(frozen=True)
class LookedAgain:
    """The course of the chances, and the moments at which the match turned, in their order: at most three."""

    chances: tuple[Chances, ...]
    turned: tuple[Turned, ...]


@dataclass(frozen=True)
class Pains:
    """How much is thought: matches that are played on from each point, playouts for each turn that is looked at, and
    whether there is time yet for either. `done` is told how far it is, from 0 to 1."""

    matches: int = 96
    playouts: int = 80
    playing: Callable[[], bool] = lambda: True
    thinking: Callable[[], bool] = lambda: True
    done: Callable[[float], None] = lambda share: None


def look_again(game: Game, header: Header, entries: Sequence[Entry], pains: Pains, choose: Chooser) -> LookedAgain:
    """Looks at a match that is over, by its entries as they stand in the journal."""
    whole = Match(game, header)
    for entry in entries:
        whole.submit(entry)
    replayed = _Replayed(game, header, tuple(whole.log))
    chances = _chances(replayed, pains, choose)
    return LookedAgain(chances, _turned(replayed, chances, pains, choose))


class _Replayed:
    """A match gone through once more: its tables where it can be begun anew, and its end."""

    def __init__(self, game: Game, header: Header, log: tuple[Entry, ...]):
        self.game, self.header, self.log = game, header, log
        self.tables: list[tuple[int, State]] = []
        match = Match(game, header)
        for at in range(len(log) + 1):
            if match.question is not None and match.question.boundary and match.waiting == match.question.asked:
                self.tables.append((at, match.state))
            if at < len(log):
                match.submit(log[at])
        self.end = match.state

    def turns(self, wanted: Callable[[int, Seat], bool]) -> Iterator[tuple[int, Turn, Option]]:
        """The questions at which somebody had a choice, as that seat knew the match, with what it answered."""
        match = Match(self.game, self.header)
        recalls = Recalls(match)
        for at, entry in enumerate(self.log):
            if isinstance(entry, Answer) and entry.seat is not None and wanted(at, entry.seat):
                found = self._turn(match, recalls, entry, entry.seat)
                if found is not None:
                    yield at, *found
            match.submit(entry)
            recalls.note(entry)

    def _turn(self, match: Match, recalls: Recalls, entry: Answer, seat: Seat) -> tuple[Turn, Option] | None:
        if not _is_choice(match.question, seat, match):
            return None
        options, recall = match.options(seat), recalls.of(seat)
        given = next((option for option in options if entry.key in (option.key, option.blind_key)), None)
        turn = Turn(self.game, self.header, Seen(seat, match.seen(seat)), options, recall)
        if given is None or recall is None or len(sensible(turn.seen.state, options, self.game)) < 2:
            return None
        return turn, given


def _is_choice(question: Question | None, seat: Seat, match: Match) -> bool:
    return question is not None and not isinstance(question, Deal | Draw | Roll) and seat in match.waiting


def _chances(replayed: _Replayed, pains: Pains, choose: Chooser) -> tuple[Chances, ...]:
    """The chances at some points, spread over the match, and what they came to at its end: to nothing where the host
    ended it."""
    tables = replayed.tables
    most = _POINTS if replayed.game.bots.policy is None else _FEW_POINTS
    step = max(1.0, len(tables) / most)
    among = [tables[int(n * step)] for n in range(min(most, len(tables)))]
    playout = Playout(replayed.game, replayed.header)
    sums = [[0.0] * len(replayed.end.seats) for _ in among]
    counts = [0] * len(among)
    for time in range(pains.matches):
        for n, (_, state) in enumerate(among):
            if not pains.playing():
                break
            if (shares := _played_on(playout, state, choose)) is not None:
                counts[n] += 1
                sums[n] = [one + more for one, more in zip(sums[n], shares, strict=True)]
            pains.done((time + (n + 1) / len(among)) / pains.matches / 2)
    found = [
        Chances(at, tuple(one / count for one in shares), count)
        for (at, _), shares, count in zip(among, sums, counts, strict=True)
        if count >= _FEWEST
    ]
    if any(isinstance(entry, EndMatch) for entry in replayed.log):
        return tuple(found)
    return (*found, Chances(len(replayed.log), _shares(replayed.end)))


def _shares(state: State) -> tuple[float, ...]:
    winners = () if state.result is None else state.result.winners
    return tuple(1.0 if seat in winners else 0.0 for seat in state.seats)


def _played_on(playout: Playout, state: State, choose: Chooser) -> tuple[float, ...] | None:
    """What each seat won of a match that goes on from a table by chance; None where it cannot."""
    try:
        playout.put(state)
        for _ in range(_LONGEST):
            if playout.question is None:
                return _shares(playout.state)
            playout.goes(_next_answer(playout, choose))
        stand = [points(playout.game, playout.state, seat) for seat in state.seats]
    except SamplingError:  # a table of which much is unknown need not be one that a game can live with
        return None
    return tuple(1.0 if value == max(stand) else 0.0 for value in stand)


def _next_answer(playout: Playout, choose: Chooser) -> Answer:
    """What comes next: by the game's own policy where it has one, since by chance such a game may never be won."""
    question, policy = playout.question, playout.game.bots.policy
    if question is not None and policy is not None and question.asked and not isinstance(question, Deal | Draw | Roll):
        seat = question.lead if question.lead in playout.waiting and question.lead is not None else playout.waiting[0]
        is_asked, options = asked(playout, seat), playout.options(seat)
        turn = Turn(playout.game, playout.header, Seen(seat, playout.seen(seat)), options, None, is_asked)
        if (own := by_policy(turn)) is not None:
            return Answer(seat, own.key)
    return pick(playout, choose)


def _turned(replayed: _Replayed, chances: Sequence[Chances], pains: Pains, choose: Chooser) -> tuple[Turned, ...]:
    """Where the chances of somebody fell most, and an answer would have been better that the seat could have found."""
    spans = sorted(pairwise(chances), key=lambda pair: -_fall(*pair))
    spans = [span for span in spans if _fall(*span) >= _FELL]
    thinker_stage, found = Stage(replayed.game, replayed.header), list[Turned]()
    for n, (before, after) in enumerate(spans):
        if len(found) == MOST or not pains.thinking():
            break
        if (one := _worst(replayed, thinker_stage, before, after, pains, choose)) is not None:
            found.append(one)
        pains.done(0.5 + max((n + 1) / len(spans), len(found) / MOST) / 2)
    return tuple(sorted(found, key=lambda one: one.at))


def _is_better(best: Thought, given: Thought) -> bool:
    """Whether the one is worth more than what comes of having been tried a few times."""
    both = (best, given)
    if min(one.tried for one in both) < _TRIED:
        return False
    variance = sum(one.variance * one.tried for one in both) / (sum(one.tried for one in both) - len(both))
    return best.worth - given.worth > _SURE * sqrt(variance * sum(1 / one.tried for one in both))


def _fall(before: Chances, after: Chances) -> float:
    return max(_fall_of(seat, before, after) for seat in range(len(before.of)))


def _fall_of(seat: int, before: Chances, after: Chances) -> float:
    """How far a seat's chances fell; 0 where so much can come of counting few matches."""
    then, now = before.of[seat], after.of[seat]
    counts = [count for count in (before.matches, after.matches) if count]
    known = sum(one.of[seat] * one.matches for one in (before, after)) / sum(counts) if counts else 0.0
    return then - now if then - now > _SURE * _error(known, *counts) else 0.0


def _error(share: float, *counts: int) -> float:
    """The standard error of the difference between shares that were counted so often, where both are this one."""
    return sqrt(max(0.0, share * (1 - share)) * sum(1 / count for count in counts))


def _worst(
    replayed: _Replayed, stage: Stage, before: Chances, after: Chances, pains: Pains, choose: Chooser
) -> Turned | None:
    """The answer between two points that was worst beside what its seat could have answered."""

    def wanted(at: int, seat: Seat) -> bool:
        return before.at <= at < after.at and _fall_of(seat, before, after) >= _FELL

    worst: tuple[float, int, Turn, Option, Option] | None = None
    for n, (at, turn, given) in enumerate(replayed.turns(wanted)):
        if n == _MOST_TURNS or not pains.thinking():
            break
        thoughts = Thinker(stage).thoughts(turn, Budget(pains.playouts, _ANSWERS, pains.thinking), choose)
        of_given = next((one for one in thoughts if one.option.key == given.key), None)
        if of_given is None:
            continue
        gain, best = thoughts[0].worth - of_given.worth, thoughts[0]
        if _is_better(best, of_given) and gain > (_WORSE if worst is None else worst[0]):
            worst = gain, at, turn, given, best.option
    if worst is None:
        return None
    _, at, turn, given, better = worst
    reasons = reasoned(stage, turn, (better, given), choose, pains.thinking)[better.key]
    return Turned(at, turn.seen.seat, given, better, reasons, before.of[turn.seen.seat], after.of[turn.seen.seat])
