"""Whether somebody plays just now: what must not be disturbed by an update."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from companion.journal.journal import Journal, MatchId, StoredEntry

LATELY: Final = timedelta(minutes=30)
"""So long a table may sit over one turn."""
PRESENT: Final = timedelta(minutes=15)
"""A phone that lies open on the table is heard of in this time."""
_OF_THE_PROGRAM: Final = frozenset({"dealer"})


def going_on(journal: Journal, now: datetime) -> str:
    """What goes on, in one sentence; empty when nobody plays. What the program does by itself is nobody's."""
    match = journal.last_open_match()
    if match is not None:
        last = max((entry.at for entry in _of_people(journal, match)), default=None)
        if last is not None and abs(now - last) < LATELY:  # a clock that was set back leaves moves in the future
            minutes = int(abs(now - last) / timedelta(minutes=1))
            ago = "a moment" if minutes < 1 else "one minute" if minutes == 1 else f"{minutes} minutes"
            return f"A game is going on: the last move was made {ago} ago."
    phones = {holder.phone for holder in journal.holders() if abs(now - holder.seen) < PRESENT}
    if phones:
        return f"{'One phone sits' if len(phones) == 1 else f'{len(phones)} phones sit'} at the table."
    return ""


def is_played(journal: Journal, match: MatchId) -> bool:
    """Whether somebody has done anything in a match. What the program does by itself is nobody's."""
    return any(_of_people(journal, match))


def open_matches(journal: Journal, game: str) -> tuple[MatchId, ...]:
    """The matches of a game that are not over and in which somebody has played."""
    still = (one.match for one in journal.matches() if one.game == game and one.ended is None and one.entries)
    return tuple(match for match in still if is_played(journal, match))


def _of_people(journal: Journal, match: MatchId) -> Iterator[StoredEntry]:
    bots = frozenset(one.seat for one in journal.rosters.players(match) if one.bot)
    for entry in journal.load(match)[1]:
        if entry.origin not in _OF_THE_PROGRAM and entry.seat not in bots:
            yield entry
