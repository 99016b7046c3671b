"""Players of the program against each other: many matches of a game, with the seats exchanged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.kit.laws.playing import LONGEST, Tape
from companion.kit.simulating import Matches, Simulation
from companion.kit.tally import Ending, Tally, interval
from companion.players.seated import Seated
from companion.players.strength import PLAYOUTS
from companion.values.strength import Strength
from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.questions import Roll
from rules.engine.types import Refusal


@dataclass(frozen=True)
class Score:
    """What the matches came to for the first player: how many of how many it won, a shared win as its part; its share
    if all were as good as each other; and between which two the true share lies, 95 times of 100. `among`: how many it
    was among the winners of, and `others`: how many each of the others was among the winners of, on average."""

    won: float
    count: int
    fair: float
    least: float
    most: float
    among: int = 0
    others: float = 0.0


class Arena(Simulation):
    """One player against others: it sits at one seat, at each in turn, and the others have all seats beside it."""

    longest_s = 3600.0

    def __init__(
        self,
        game: Game,
        settings: Mapping[str, object],
        one: Strength,
        others: Strength,
        playouts: int = PLAYOUTS,
    ):
        super().__init__(game, settings, by_chance=True)
        self._strength, self._others, self._playouts = one, others, playouts

    def matches(self, count: int, seats: int | None = None, seed: int = 0) -> Matches:
        """So many matches for one number of players: the fewest that are two or more, if nothing is said. SettingError
        when the game is not for that many."""
        wanted = seats or next((n for n in self.game.seats if n > 1), self.game.seats[0])
        return super().matches(count, wanted, seed)

    def score(self, endings: Sequence[Ending]) -> Score:
        """What some matches came to for the first player."""
        parts = [1 / len(e.winners) if self._seat(e.seats, e.seed) in e.winners else 0.0 for e in endings]
        count, won = len(parts), sum(parts)
        least, most = interval(won, count) if count else (0.0, 1.0)
        fair = sum(1 / e.seats for e in endings if e.winners) / max(1, count)
        among = sum(self._seat(e.seats, e.seed) in e.winners for e in endings)
        others = sum(
            len([seat for seat in e.winners if seat != self._seat(e.seats, e.seed)]) / max(1, e.seats - 1)
            for e in endings
        )
        return Score(won, count, fair, least, most, among, others)

    def together(self, endings: Sequence[Ending]) -> Score:
        """The same for a game that all win or lose together."""
        count, won = len(endings), sum(bool(ending.winners) for ending in endings)
        least, most = interval(won, count) if count else (0.0, 1.0)
        return Score(won, count, 0.0, least, most)

    def _seat(self, seats: int, seed: int) -> int:
        """Where the first player sits."""
        return seed % seats

    def _played(self, seats: int, seed: int, tally: Tally) -> tuple[Match, int]:
        match, tape, decisions = Match(self.game, Header(self.game.slug, seats, self.settings)), Tape(seed), 0
        strengths = [self._strength if seat == self._seat(seats, seed) else self._others for seat in range(seats)]
        players = Seated(match, strengths, self._playouts)
        while (question := match.question) is not None and match.version < LONGEST:
            answer = players.answer(tape)
            outcome = match.submit(answer)
            if isinstance(outcome, Refusal):
                raise AssertionError(f"The option '{answer.key}' was offered and then refused: {outcome.code}")
            players.note(answer)
            decisions += answer.seat is not None and not isinstance(question, Roll)
        return match, decisions
