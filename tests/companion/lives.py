"""A service that is killed: a journal that is opened anew, and nothing of the process before."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from companion.journal.journal import Journal
from companion.journal.keeping import MatchKeeper
from companion.referee.pacing import Pace
from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.questions import Answer
from tests.companion.evening import Evening

PACE = Pace(minimum_s=3.0, limit_s=20.0)


class Lives:
    """One journal, and a service that may be killed at any moment."""

    def __init__(self, path: Path, game: Game, header: Header) -> None:
        self.path = path
        self.game = game
        self.journal = Journal.open(path)
        self.match = self.journal.start_match(header, game.title)
        keeper = MatchKeeper(self.journal, game, self.match, Match(game, header))
        self.evening = Evening(game, keeper=keeper, pace=PACE)

    def kill(self) -> Evening:
        """The process is gone; another one begins with what is on the disk."""
        self.journal.close()
        self.journal = Journal.open(self.path)
        keeper = MatchKeeper.resume(self.journal, self.game)
        assert keeper is not None
        self.evening = Evening(self.game, keeper=keeper, pace=PACE)
        return self.evening

    @property
    def kept(self) -> Mapping[str, str]:
        """What is on the disk and not settled."""
        return self.journal.unsettled.of(self.match)

    @property
    def answers(self) -> list[tuple[int | None, str, str]]:
        """Who answered what with which request, as the journal has it."""
        _, stored = self.journal.load(self.match)
        return [(one.entry.seat, one.entry.key, one.request) for one in stored if isinstance(one.entry, Answer)]

    def opened(self) -> Journal:
        """The journal of a dead service."""
        return Journal.open(self.path)
