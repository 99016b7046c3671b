"""Players of the program at the seats of a match that is played without people, as fast as it goes."""

from __future__ import annotations

from collections.abc import Sequence

from companion.players.stage import Stage
from companion.players.strength import PLAYOUTS, Player
from companion.players.turn import Turn
from companion.values.strength import Strength
from rules.engine.match import Match
from rules.engine.questions import Answer, Deal, Draw, Roll
from rules.engine.recall import Recalls
from rules.engine.redact import Seen
from rules.engine.sampling import Chooser, pick
from rules.engine.types import Refusal, Seat


class Seated:
    """One player for each seat of a match, from its beginning on."""

    def __init__(self, match: Match, strengths: Sequence[Strength], playouts: int = PLAYOUTS):
        stage = Stage(match.game, match.header)
        self._match = match
        self._recalls = Recalls(match)
        self._players = [Player(strength, stage, playouts) for strength in strengths]

    def answer(self, choose: Chooser) -> Answer:
        """What is answered next: dice, deals and what a player leaves to chance fall by chance."""
        match, question = self._match, self._match.question
        if question is not None and question.asked and not isinstance(question, Deal | Draw | Roll):
            one = question.lead if question.next_up is None else question.next_up
            seat = match.waiting[choose(len(match.waiting))] if one not in match.waiting or one is None else one
            if self._players[seat].strength is not Strength.CHANCE:
                answer = self._of(seat, choose)
                if answer is not None and not isinstance(match.check(answer), Refusal):
                    return answer
        return pick(match, choose)

    def note(self, answer: Answer) -> None:
        """The match has taken an answer."""
        self._recalls.note(answer)

    def _of(self, seat: Seat, choose: Chooser) -> Answer | None:
        match = self._match
        seen = Seen(seat, match.seen(seat))
        turn = Turn(match.game, match.header, seen, match.options(seat), self._recalls.of(seat))
        chosen = self._players[seat].choose(turn, choose)
        return None if chosen is None else Answer(seat, chosen.key)
