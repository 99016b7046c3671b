"""The log of a match played again over other code of its game: how much of it fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.journal.rows import StoredEntry
from rules.engine.entries import Header, Rewind
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.types import Refusal
from rules.outside import NoEnd


@dataclass(frozen=True)
class Misfit:
    """The first entry that the code of now does not take, and why: the rules refuse it, or the code fails at it."""

    stored: StoredEntry
    why: Refusal | Exception


@dataclass(frozen=True)
class Fitted:
    """What of a log fits. `is_whole`: all of it, undone entries too, so that the journal can stay as it is. Else
    `kept` are the entries that count, up to the one that does not fit."""

    match: Match
    kept: tuple[StoredEntry, ...]
    is_whole: bool
    misfit: Misfit | None


class EntryFault(Exception):
    """The game's code failed at an entry that it took before; the cause is the error that it raised."""

    def __init__(self, stored: StoredEntry) -> None:
        super().__init__(stored.number)
        self.stored = stored


def fit(game: Game, header: Header, stored: Sequence[StoredEntry], *, leave_out: bool = False) -> Fitted:
    """Plays a log again. An entry that is refused ends it, and so with `leave_out` does one at which the code fails;
    else that is an EntryFault. Whatever the game's own beginning raises is raised."""
    match, misfit = _played(game, header, stored, leave_out)
    if misfit is None:
        return Fitted(match, tuple(stored), True, None)
    counting = _counting(stored)
    match, misfit = _played(game, header, counting, leave_out)
    return Fitted(match, counting[: match.version], False, misfit)


def _played(game: Game, header: Header, stored: Sequence[StoredEntry], leave_out: bool) -> tuple[Match, Misfit | None]:
    match = Match(game, header)
    for one in stored:
        try:
            outcome = match.submit(one.entry)
        except NoEnd as error:
            raise EntryFault(one) from error
        except Exception as error:
            if not leave_out:
                raise EntryFault(one) from error
            return match, Misfit(one, error)
        if isinstance(outcome, Refusal):
            return match, Misfit(one, outcome)
    return match, None


def _counting(stored: Sequence[StoredEntry]) -> tuple[StoredEntry, ...]:
    """The entries that no later one takes back."""
    found: list[StoredEntry] = []
    for one in stored:
        if isinstance(one.entry, Rewind):
            del found[one.entry.to :]
        else:
            found.append(one)
    return tuple(found)
