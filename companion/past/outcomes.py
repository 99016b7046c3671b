"""How finished matches ended: worked out once, and kept in the journal as far as that can be written."""

from __future__ import annotations

import logging

from companion.journal.journal import Journal, JournalError, MatchId, StoredMatch
from companion.journal.rosters import FinalScore
from companion.past.scores import final_scores
from companion.past.story import Story

log = logging.getLogger("companion.history")


class Outcomes:
    """Of one journal. An outcome counts for as many entries as its match had then."""

    def __init__(self, journal: Journal):
        self._journal = journal
        self._known: dict[MatchId, tuple[int, FinalScore]] = {}

    def look_up(self) -> None:
        """Reads those that are kept."""
        self._known.update({MatchId(match): kept for match, kept in self._journal.rosters.outcomes().items()})

    def of(self, stored: StoredMatch) -> FinalScore | None:
        """How a match ended; None where that is not known yet."""
        kept = self._known.get(stored.match)
        return kept[1] if kept is not None and kept[0] == stored.entries else None

    def settled(self, stored: StoredMatch, story: Story) -> FinalScore:
        """How a match ended, worked out where it is not known."""
        known = self.of(stored)
        if known is not None:
            return known
        state = story.steps[-1].state
        winners = () if state.result is None else tuple(int(seat) for seat in state.result.winners)
        outcome = FinalScore(winners, final_scores(story.game, state), story.is_given_up)
        self._known[stored.match] = (stored.entries, outcome)
        try:
            self._journal.rosters.keep_outcome(stored.match, stored.entries, outcome)
        except JournalError as error:
            log.debug("the outcome of match %s is not kept: %s", stored.match, error)
        return outcome

    def forget(self, match: MatchId) -> None:
        """The match is deleted."""
        self._known.pop(match, None)
