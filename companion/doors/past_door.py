"""The pages' door to finished matches."""

from __future__ import annotations

from companion.past.history import History
from web.pages.history.views import ExportForm, HistoryCommand, HistoryView, NotationFile, PastMatch, ScoreCourse
from web.views import Packet, Reply, Session


class PastDoor:
    """Implements `web.pages.history.HistoryPort` for the port that is built on it."""

    def __init__(self, past: History):
        self._past = past

    def history(self, session: Session, page: int, bots: bool) -> HistoryView:
        """A page of the list and the statistics."""
        return self._past.history(session, page, bots)

    def past_match(self, session: Session, match: int) -> PastMatch | None:
        """One finished match."""
        return self._past.past_match(session, match)

    def past_step(self, session: Session, match: int, at: int, is_open: bool) -> Packet | None:
        """The table at one step of a finished match."""
        return self._past.past_step(session, match, at, is_open)

    def score_courses(self, session: Session) -> tuple[ScoreCourse, ...]:
        """How the scores of the match on the table have gone."""
        return self._past.score_courses(session)

    def match_on_table(self, session: Session) -> int | None:
        """The number of the match on the table once it has ended."""
        return self._past.match_on_table(session)

    def export(self, session: Session, form: ExportForm, match: int | None) -> str | None:
        """Finished matches as a file."""
        return self._past.export(session, form, match)

    def notation(self, session: Session, match: int) -> NotationFile | None:
        """A finished match in the notation of its field."""
        return self._past.notation(session, match)

    def history_act(self, session: Session, command: HistoryCommand) -> Reply:
        """Opens what was hidden, deletes or forgets."""
        return self._past.history_act(session, command)
