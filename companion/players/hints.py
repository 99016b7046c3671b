"""Hints for a person: what a player that thinks ahead would look at first, and what speaks for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.players.stage import Stage
from companion.players.standing import counted
from companion.players.strength import ANSWERS, PLAYOUTS
from companion.players.thinker import Budget, Thinker, Thought
from companion.players.turn import Turn
from rules.engine.game import Game
from rules.engine.questions import Answer, Option
from rules.engine.sampling import Chooser
from rules.engine.types import UNSEEN, Say, Seat, Shape, State

MOST: Final = 3
_LOOKS: Final = 10
_LEAST_LOOKS: Final = 3
_LONGEST: Final = 40
_MOST_REASONS: Final = 2
_SAME: Final = 0.005
"""Options that differ by less than this are all alike."""
_CLOSE: Final = 0.03


class Rank(Enum):
    """How an option did beside the one that did best."""

    BEST = "best"
    CLOSE = "close"
    BEHIND = "behind"


@dataclass(frozen=True)
class Reason:
    """What speaks for an option: a code of the words' table `hint` with its facts. `mostly`: it came so at most of the
    tables that were imagined, not at all of them."""

    code: str
    facts: Mapping[str, object]
    mostly: bool


@dataclass(frozen=True)
class Hint:
    """One option, by its key, and what is said of it."""

    key: str
    rank: Rank
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Until:
    """Whether there is time yet: to think ahead, and then to find reasons for what was found."""

    thinking: Callable[[], bool] = lambda: True
    reasoning: Callable[[], bool] = lambda: True


def hints(
    stage: Stage,
    turn: Turn,
    choose: Chooser,
    until: Until = Until(),
    playouts: int = PLAYOUTS,
    answers: int = ANSWERS,
) -> tuple[Hint, ...]:
    """The options that a player would look at first, the best one first; none where it has no opinion."""
    thoughts = Thinker(stage).thoughts(turn, Budget(playouts, answers, until.thinking), choose)
    if len(thoughts) < 2 or thoughts[0].worth - thoughts[-1].worth < _SAME:
        return ()
    best, shown = thoughts[0].worth, thoughts[:MOST]
    beside = {one.option.key: one.option for one in (*shown, thoughts[-1])}  # what is always so speaks for nothing
    said = reasoned(stage, turn, tuple(beside.values()), choose, until.reasoning)
    return tuple(Hint(one.option.key, _rank(one, best), said[one.option.key]) for one in shown)


def reasoned(
    stage: Stage, turn: Turn, options: Sequence[Option], choose: Chooser, goes_on: Callable[[], bool]
) -> dict[str, tuple[Reason, ...]]:
    """What speaks for each of some options, by its key, and not for all of them."""
    found = {option.key: _reasons(stage, turn, option, choose, goes_on) for option in options}
    common = set.intersection(*({_name(reason) for reason in each} for each in found.values()))
    return {key: tuple(one for one in each if _name(one) not in common) for key, each in found.items()}


def _rank(thought: Thought, best: float) -> Rank:
    if thought.worth == best:
        return Rank.BEST
    return Rank.CLOSE if best - thought.worth < _CLOSE else Rank.BEHIND


def _name(reason: Reason) -> tuple[str, str]:
    return reason.code, repr(sorted(reason.facts.items()))


def _reasons(stage: Stage, turn: Turn, option: Option, choose: Chooser, goes_on: Callable[[], bool]) -> list[Reason]:
    """What came of an option at most of some imagined tables, and therefore follows from what the seat knows."""
    looks = [says for _ in range(_LOOKS) if goes_on() and (says := _look(stage, turn, option, choose)) is not None]
    if len(looks) < _LEAST_LOOKS:
        return []
    said: dict[str, Counter[str]] = {}
    facts: dict[tuple[str, str], Mapping[str, object]] = {}
    for say in (say for says in looks for say in says):
        which = repr(sorted(say.facts.items()))
        said.setdefault(say.code, Counter())[which] += 1
        facts[say.code, which] = dict(say.facts)
    found = [
        Reason(code, facts[code, which], times < len(looks))
        for code, all_of_it in said.items()
        for which, times in all_of_it.most_common(1)
        if times * 2 > len(looks)
    ]
    return found[:_MOST_REASONS]


def _look(stage: Stage, turn: Turn, option: Option, choose: Chooser) -> tuple[Say, ...] | None:
    """What is to be said of an option at one imagined table; None where none could be imagined."""
    match, seat = stage.match, turn.seen.seat
    try:
        if not stage.imagine(turn, choose):
            return None
        before = match.state
        if not match.goes(Answer(seat, option.key)):
            return None
        for _ in range(_LONGEST):
            question = match.question
            if question is None or (question.boundary and seat in match.waiting) or not stage.play_on(choose):
                break
        return tuple(_says(turn.game, before, match.state, seat, option))
    except Exception:  # an imagined world need not be one that a game can live with
        return None


def _says(game: Game, before: State, after: State, seat: Seat, option: Option) -> Iterator[Say]:
    """The game's own reasons, or those that fit every game: each code once, and none that names what is not known."""
    if after.result is not None and seat in after.result.winners:
        yield Say("wins_match")
    own = game.bots.hints
    codes: set[str] = set()
    for say in _general(game, before, after, seat) if own is None else own(before, after, seat, option):
        if say.code not in codes and UNSEEN not in say.facts.values():
            codes.add(say.code)
            yield say


def _general(game: Game, before: State, after: State, seat: Seat) -> Iterator[Say]:
    few = game.screens.fewest_lead(before)
    for head in sorted(game.screens.prominent):
        then, now = counted(game, before, head), counted(game, after, head)
        yield from _of_points(head, {one: now[one] - then.get(one, 0.0) for one in now}, seat, few=few)
    more = _held(after, seat) - _held(before, seat)
    if more > 0:
        yield Say("more_cards", {"count": more})


def _of_points(head: str, gains: Mapping[Seat, float], seat: Seat, *, few: bool) -> Iterator[Say]:
    own = int(gains.get(seat, 0.0))
    others: Sequence[tuple[float, Seat]] = sorted((gain, one) for one, gain in gains.items() if one != seat)
    if few:
        if own <= 0 < max((gain for gain, _ in others), default=0.0):
            yield Say("spared", {"track": head})
        return
    if own > 0:
        yield Say("gains", {"track": head, "count": own})
    if others and others[0][0] < 0:
        yield Say("sets_back", {"track": head, "other": others[0][1], "count": int(-others[0][0])})


def _held(state: State, seat: Seat) -> int:
    return sum(len(pile.slots) for pile in state.piles.values() if pile.owner == seat and pile.shape is Shape.HAND)
