"""A player that thinks ahead: a search over what its seat knows and not over one table.

Each playout imagines another table that the seat's knowledge allows, goes down one tree of answers that all of them
share, and plays on by chance from where the tree ends. An answer is worth what such tables came to on average.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import log, sqrt

from companion.players.stage import Stage
from companion.players.standing import ended, points
from companion.players.turn import Turn, sensible
from rules.engine.questions import Answer, Deal, Draw, Option, Roll
from rules.engine.sampling import Chooser
from rules.engine.types import Seat, State

_CURIOUS = 0.45
"""How much what was seldom tried is preferred to what went well."""
_LONGEST = 60
"""Answers that a playout has at most, whatever it waits for."""


def _always() -> bool:
    return True


@dataclass(frozen=True)
class Budget:
    """How much is thought: so many playouts, each to the first boundary after so many answers. `goes_on` may
    end it earlier, as a clock does."""

    playouts: int
    answers: int
    goes_on: Callable[[], bool] = _always


@dataclass
class _Node:
    """An answer in the tree: how often it was tried and could have been, and what that came to for who gave it."""

    tried: int = 0
    offered: int = 0
    worth: float = 0.0
    squares: float = 0.0
    after: dict[str, _Node] = field(default_factory=dict)

    def promise(self) -> float:
        """What it seems to be worth, and a little more where little is known of it."""
        return self.worth / self.tried + _CURIOUS * sqrt(log(self.offered + 1) / self.tried)


@dataclass(frozen=True)
class Thought:
    """An option and what it seems to be worth: 0 a loss, 1 a win, for who is asked. `variance`: of what it came to when
    it was tried."""

    option: Option
    worth: float
    tried: int
    variance: float = 0.0


class Thinker:
    """Thinks about the turns of one match."""

    def __init__(self, stage: Stage):
        self._stage = stage
        self._usual: dict[Seat, float] = {}  # how well each stood when the thinking began
        self._spread, self._results = 0.0, 0  # by how much that changes on average

    def thoughts(self, turn: Turn, budget: Budget, choose: Chooser) -> tuple[Thought, ...]:
        """The options with what they are worth, the best first; none where nothing could be imagined."""
        options = sensible(turn.seen.state, turn.options, turn.game)
        if len(options) < 2:
            return tuple(Thought(option, 0.5, 0) for option in options)
        root = _Node()
        self._usual, self._spread, self._results = {}, 0.0, 0
        for _ in range(budget.playouts):
            if not budget.goes_on():
                break
            try:
                self._playout(turn, options, root, budget.answers, choose)
            except Exception:  # an imagined world need not be one that a game can live with
                continue
        tried = {key: node for key, node in root.after.items() if node.tried}
        if not tried:
            return ()
        usual = sum(node.worth for node in tried.values()) / sum(node.tried for node in tried.values())
        found = [_thought(o, tried[o.key], usual) for o in options if o.key in tried]
        return tuple(sorted(found, key=lambda thought: -thought.worth))

    def _playout(self, turn: Turn, options: list[Option], root: _Node, answers: int, choose: Chooser) -> None:
        stage, match = self._stage, self._stage.match
        if not stage.imagine(turn, choose):
            return
        self._note_start(match.state)
        path: list[tuple[Seat, _Node]] = []
        node: _Node | None = root
        among, given = options, 0
        while (question := match.question) is not None and given < _LONGEST:
            if node is None and given > answers and question.boundary:
                break
            given += 1
            if node is None or not question.asked or isinstance(question, Deal | Draw | Roll):
                if not stage.play_on(choose):
                    break
                continue
            seat = turn.seen.seat if node is root else question.lead or match.waiting[0]
            among = options if node is root else sensible(match.state, match.options(seat), match.game)
            chosen = _most_promising(node, among, choose)
            while chosen is not None and not match.goes(Answer(seat, chosen)):
                among = [o for o in among if o.key != chosen]
                chosen = _most_promising(node, among, choose)
            if chosen is None:
                break
            is_new = not node.after[chosen].tried
            path.append((seat, node.after[chosen]))
            node = None if is_new else node.after[chosen]
        for seat, one in path:
            one.tried += 1
            worth = self._worth(match.state, seat)
            one.worth += worth
            one.squares += worth * worth

    def _note_start(self, state: State) -> None:
        if not self._usual:
            self._usual = {seat: points(self._stage.match.game, state, seat) for seat in state.seats}

    def _worth(self, state: State, seat: Seat) -> float:
        """What a table is worth to a seat, between 0 and 1; before the end by how much better it stands than now."""
        if (end := ended(state, seat)) is not None:
            return end
        more = points(self._stage.match.game, state, seat) - self._usual[seat]
        self._results += 1
        self._spread += (abs(more) - self._spread) / self._results
        return 0.5 + 0.4 * more / (abs(more) + self._spread) if more else 0.5


def _thought(option: Option, node: _Node, usual: float) -> Thought:
    variance = max(0.0, node.squares / node.tried - (node.worth / node.tried) ** 2)
    return Thought(option, _cautious(node, usual), node.tried, variance)


def _cautious(node: _Node, usual: float) -> float:
    """What an answer is worth, as far as that is known: one that was tried once is half guessed."""
    return (node.worth + usual) / (node.tried + 1)


def _most_promising(node: _Node, among: list[Option], choose: Chooser) -> str | None:
    """The key of an option that was not tried yet, else of the one that promises most."""
    nodes = [(o.key, node.after.setdefault(o.key, _Node())) for o in among]
    for _, one in nodes:
        one.offered += 1
    new = [key for key, one in nodes if not one.tried]
    if new:
        return new[choose(len(new))]
    return max(nodes, key=lambda pair: pair[1].promise())[0] if nodes else None
