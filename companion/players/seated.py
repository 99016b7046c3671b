"""Players of the program at the seats of a match that is played without people, as fast as it goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from companion.players.stage import Stage
from companion.players.strength import PLAYOUTS, Player, by_policy
from companion.players.turn import Turn
from companion.values.strength import Strength
from rules.engine.match import Match
from rules.engine.packets import asked
from rules.engine.questions import Answer, Deal, Draw, Option, Question, Roll
from rules.engine.recall import Recalls
from rules.engine.redact import Seen
from rules.engine.sampling import Chooser, pick
from rules.engine.types import Refusal, Seat

_TRIES = 40
Chooses = Callable[[Turn, Chooser], Option | None]
"""What somebody answers who sits at a seat; None to leave it to chance."""


class Seated:
    """One player for each seat of a match, from its beginning on."""

    def __init__(
        self,
        match: Match,
        strengths: Sequence[Strength],
        playouts: int = PLAYOUTS,
        own: Mapping[int, Chooses] = MappingProxyType({}),
    ):
        """`own`: seats at which somebody else answers."""
        stage = Stage(match.game, match.header)
        self._match = match
        self._recalls = Recalls(match)
        self._players = [Player(strength, stage, playouts) for strength in strengths]
        self._own = own

    def answer(self, choose: Chooser) -> Answer:
        """What is answered next: dice, deals and what a player leaves to chance fall by chance."""
        match, question = self._match, self._match.question
        if isinstance(question, Roll) and (rolled := self._rolled(question, choose)) is not None:
            return rolled
        if question is not None and question.asked and not isinstance(question, Deal | Draw | Roll):
            seat = self._asked(question, choose)
            if seat in self._own or self._players[seat].strength is not Strength.CHANCE:
                answer = self._of(seat, choose)
                if answer is not None and not isinstance(match.check(answer), Refusal):
                    return answer
        answer = pick(match, choose)
        for _ in range(_TRIES):  # nobody else speaks for a seat that is not the program's, unless only that one can
            if answer.seat not in self._own or isinstance(question, Roll):
                break
            answer = pick(match, choose)
        return answer

    def _rolled(self, roll: Roll, choose: Chooser) -> Answer | None:
        """Dice that fall for a player with a policy, after what it does first; None for all others. What nobody alone
        rolls the first player does, unless somebody else sits there."""
        match, seat = self._match, Seat(0) if roll.seat is None else roll.seat
        if seat in self._own or (roll.seat is None and self._own):
            return None
        if match.game.bots.policy is None or self._players[seat].strength is not Strength.THINKER:
            return None
        asides = tuple(option for option in match.options(roll.seat) if option.aside and option.refusal is None)
        seen = Seen(seat, match.seen(seat))
        turn = Turn(match.game, match.header, seen, asides, self._recalls.of(seat), asked(match, seat))
        first = by_policy(turn) if asides else None
        if first is not None and not isinstance(match.check(before := Answer(roll.seat, first.key)), Refusal):
            return before
        return Answer(roll.seat, "-".join(str(1 + choose(sides)) for sides in roll.dice))

    def _asked(self, question: Question, choose: Chooser) -> Seat:
        """Who answers: the one that is waited for, else somebody who is not the program's and can, else anybody."""
        match = self._match
        one = question.lead if question.next_up is None else question.next_up
        if one is not None and one in match.waiting:
            return one
        for seat in match.waiting:
            if seat in self._own and any(option.refusal is None for option in match.options(seat)):
                return seat
        return match.waiting[choose(len(match.waiting))]

    def note(self, answer: Answer) -> None:
        """The match has taken an answer."""
        self._recalls.note(answer)

    def _of(self, seat: Seat, choose: Chooser) -> Answer | None:
        match = self._match
        seen = Seen(seat, match.seen(seat))
        turn = Turn(match.game, match.header, seen, match.options(seat), self._recalls.of(seat), asked(match, seat))
        chosen = self._own.get(seat, self._players[seat].choose)(turn, choose)
        return None if chosen is None else Answer(seat, chosen.key)
