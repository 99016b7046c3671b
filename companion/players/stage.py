"""Where a player thinks: an imagined table, put back as often as wanted, on which answers are tried."""

from __future__ import annotations

from dataclasses import replace

from companion.players.imagined import Worlds
from companion.players.turn import Turn
from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.playout import Playout
from rules.engine.questions import Answer, Deal, Draw, Question
from rules.engine.recall import Recall, Step
from rules.engine.redact import Seen
from rules.engine.sampling import Chooser, SamplingError, pick
from rules.engine.types import UNSEEN, Card, PieceId, Seat, State

_TRIES = 6  # how often the steps since the last boundary are gone through until they fit what the seat knows


class Stage:
    """A playout of one game, and tables for it as a seat may imagine them."""

    def __init__(self, game: Game, header: Header):
        self.match = Playout(game, replace(header, position=None))
        self._start = self.match.state
        self._worlds: tuple[Recall, Worlds] | None = None  # of what was asked last

    def imagine(self, turn: Turn, choose: Chooser) -> bool:
        """Puts the match to where the seat is asked, in a world that its knowledge allows. False: none was found."""
        recall, seat = turn.recall, turn.seen.seat
        if recall is None:
            return False
        worlds = self._worlds_of(recall, seat)
        for _ in range(_TRIES if recall.steps else 1):
            self.match.put(worlds.one(choose))
            if all(self._again(step, seat, choose) for step in recall.steps):
                return seat in self.match.waiting
        return False

    def _worlds_of(self, recall: Recall, seat: Seat) -> Worlds:
        if self._worlds is None or self._worlds[0] is not recall:
            self._worlds = (recall, Worlds(self.match.game, self._start, Seen(seat, recall.since)))
        return self._worlds[1]

    def _again(self, step: Step, seat: Seat, choose: Chooser) -> bool:
        """Goes through one remembered step, whose secrets are made up; whether it led to what the seat knows."""
        match = self.match
        if match.question is None:
            return False
        answer = _completed(match.state, match.question, step, choose) if step.answer else self._of(step.seat, choose)
        if answer is None or not match.goes(answer) or match.question is None:
            return False
        if step.answer is not None and step.seat == seat:
            return match.question.kind == step.kind
        return match.question.kind == step.kind and _looks_like(match.seen(seat), step.after)

    def _of(self, seat: Seat | None, choose: Chooser) -> Answer | None:
        """What another may have answered."""
        if seat is None or seat not in self.match.waiting:
            return None
        allowed = [o for o in self.match.options(seat) if o.refusal is None]
        return Answer(seat, allowed[choose(len(allowed))].key) if allowed else None

    def play_on(self, choose: Chooser) -> bool:
        """One more answer by chance; False when there is none."""
        try:
            return self.match.goes(pick(self.match, choose))
        except SamplingError:  # nothing is allowed in a world that could not be
            return False


def _looks_like(here: State, there: State) -> bool:
    """Whether two states, as one seat knows them, show the same on the table."""
    if here.phase != there.phase or here.turn != there.turn:
        return False
    return all(len(here.piles[key].slots) == len(pile.slots) for key, pile in there.piles.items() if key in here.piles)


def _completed(state: State, question: Question, step: Step, choose: Chooser) -> Answer | None:
    """A remembered answer with cards for those that the seat did not see."""
    answer = step.answer
    assert answer is not None
    if not answer.cards or not isinstance(question, Deal | Draw):
        return answer
    named = {card for _, cards in answer.cards for card in cards if card is not UNSEEN}
    dealt: list[tuple[str, tuple[Card, ...]]] = []
    for pile, cards in answer.cards:
        free = sorted(_may_come(state, question, pile) - named)
        full: list[Card] = []
        for card in cards:
            full.append(card if card is not UNSEEN or not free else free.pop(choose(len(free))))
        named.update(card for card in full if card is not UNSEEN)
        dealt.append((pile, tuple(full)))
    return replace(answer, cards=tuple(dealt))


def _may_come(state: State, question: Deal | Draw, pile: str) -> frozenset[PieceId]:
    """The pieces that may have been dealt or drawn there."""
    if isinstance(question, Deal):
        return question.free(state, pile)
    source = state.pile(question.pile)
    free = {*source.pieces, *(p for slot in source.slots[:1] for p in state.unaccounted(slot.deck))}
    return frozenset(free if question.among is None else free & question.among)
