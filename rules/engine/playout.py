"""A match that is thought and not played: it can be put to any table, as often as wanted, and keeps no log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rules.engine.claims import Claims
from rules.engine.entries import Entry, Header
from rules.engine.game import Game
from rules.engine.match import Accepted, Match, Outcome
from rules.engine.questions import Answer, Question, Taking
from rules.engine.table import Table
from rules.engine.types import Readers, Refusal, State

_NOTHING = Accepted(())


class _QuietTable(Table):
    """A table at which nobody listens."""

    def _tell(self, kind: str, facts: Mapping[str, object], audience: Readers) -> None:
        pass


class Playout(Match):
    """Going back to a table costs no replay: the coroutine is begun anew there, which it can be at a boundary. What is
    told and what could be taken back is nobody's business here."""

    made_of: ClassVar[type[Table]] = _QuietTable

    def __init__(self, game: Game, header: Header):
        self._checked: tuple[Question, State, Answer, Taking | Refusal] | None = None
        super().__init__(game, header)

    def put(self, state: State) -> None:
        """Goes on from this table, as if the match had come there by a boundary."""
        self.table.restore((state, Claims()))
        self.begin_here()

    def submit(self, entry: Entry) -> Outcome:
        """Carries an answer out. After an error the table is to be `put` again."""
        if not isinstance(entry, Answer):
            raise TypeError(f"a playout takes answers, and this is {entry!r}")
        refusal = self._apply(entry)
        return _NOTHING if refusal is None else refusal

    def goes(self, answer: Answer) -> bool:
        """Whether an answer was carried out."""
        return not isinstance(self.submit(answer), Refusal)

    def check(self, answer: Answer) -> Taking | Refusal:
        """What an answer would do: worked out once, for who asks first and then gives it."""
        question, state, last = self.question, self.table.state, self._checked
        if last is not None and last[0] is question and last[1] is state and last[2] == answer:
            return last[3]
        found = super().check(answer)
        if question is not None:
            self._checked = (question, state, answer, found)
        return found
