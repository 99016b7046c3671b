"""Who sat where in a match, and how it ended: kept beside the entries, so that history need not play everything again.

What is kept here everybody at the table knew. The entries stay the truth: an outcome counts only while its match has
ended and has no further entries, so taking the end back makes it void.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from companion.journal import outbox
from companion.journal.file import JournalError, Store
from words import SOURCE

_TELLINGS: Final = "match_tellings"
_OF_A_MATCH: Final = ("entries", "seat_notes", "match_players", "match_outcomes", "match_reveals", _TELLINGS)


@dataclass(frozen=True)
class Seated:
    """Who played at a seat. An empty name: nobody gave one."""

    seat: int
    name: str = ""
    bot: bool = False


@dataclass(frozen=True)
class FinalScore:
    """How a match ended, as everybody saw it. `scores` by seat, None where the game counts none; `given_up`: the host
    ended it before the rules did."""

    winners: tuple[int, ...]
    scores: tuple[int | None, ...]
    given_up: bool = False


@dataclass(frozen=True)
class Reveal:
    """That everything hidden in a match was opened to all: by the host, else by all its players; when (ISO, UTC)."""

    by_host: bool
    at: str


class Rosters:
    """One journal's people and outcomes by match. Every call is safe from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def note(self, match: int, people: Sequence[Seated]) -> None:
        """Who sits at these seats of a match from now on."""
        rows = [(match, one.seat, one.name, int(one.bot)) for one in people]
        with self._store.writing() as db:
            db.executemany("INSERT OR REPLACE INTO match_players VALUES (?, ?, ?, ?)", rows)

    def all_players(self) -> Mapping[int, tuple[Seated, ...]]:
        """The people of every match, by its number."""
        found: dict[int, list[Seated]] = {}
        rows = self._rows("SELECT match, seat, name, is_bot FROM match_players ORDER BY match, seat")
        for match, seat, name, is_bot in rows:
            found.setdefault(int(match), []).append(Seated(int(seat), str(name), bool(is_bot)))
        return {match: tuple(people) for match, people in found.items()}

    def players(self, match: int) -> tuple[Seated, ...]:
        """The people of one match."""
        rows = self._rows("SELECT seat, name, is_bot FROM match_players WHERE match = ? ORDER BY seat", match)
        return tuple(Seated(int(seat), str(name), bool(is_bot)) for seat, name, is_bot in rows)

    def forget_name(self, name: str) -> int:
        """Takes a player's name out of every match; gives in how many it stood."""
        with self._store.writing() as db:
            rows = db.execute("SELECT match, seat, name FROM match_players").fetchall()
            theirs = [(m, s) for m, s, given in rows if str(given).casefold() == name.casefold()]
            db.executemany("UPDATE match_players SET name = '' WHERE match = ? AND seat = ?", theirs)
            outbox.forget_name(db, name)
        return len(theirs)

    # -- how matches ended -------------------------------------------------------------------------------------------

    def keep_outcome(self, match: int, entries: int, outcome: FinalScore) -> None:
        """How a match ended with so many entries."""
        row = (match, entries, json.dumps(asdict(outcome)))
        with self._store.writing() as db:
            db.execute("INSERT OR REPLACE INTO match_outcomes VALUES (?, ?, ?)", row)

    def outcomes(self) -> Mapping[int, tuple[int, FinalScore]]:
        """Every kept outcome and the number of entries that it belongs to, by match."""
        rows = self._rows("SELECT match, entries, body FROM match_outcomes")
        found = {}
        for match, entries, body in rows:
            try:
                found[int(match)] = int(entries), _outcome(str(body))
            except (ValueError, KeyError, TypeError):  # damaged: it is worked out again from the entries
                continue
        return found

    def keep_telling(self, match: int, entries: int, bodies: Mapping[str, str]) -> None:
        """What was told of a match with so many entries, by language."""
        rows = [(match, language, entries, body) for language, body in bodies.items()]
        with self._store.writing() as db:
            db.executemany("INSERT OR REPLACE INTO match_tellings VALUES (?, ?, ?, ?)", rows)

    def telling(self, match: int, entries: int, language: str) -> str | None:
        """What was told of a match with so many entries, in a language or else in English; None where that is not
        kept."""
        query = "SELECT language, body FROM match_tellings WHERE match = ? AND entries = ?"
        kept = {str(code): str(body) for code, body in self._rows(query, match, entries, table=_TELLINGS)}
        return kept.get(language, kept.get(SOURCE))

    def untold(self) -> frozenset[int]:
        """The numbers of ended matches of which that is not kept."""
        query = (
            "SELECT id FROM matches WHERE ended_utc IS NOT NULL AND NOT EXISTS (SELECT 1 FROM match_tellings AS told"
            " WHERE told.match = id AND told.entries = (SELECT count(*) FROM entries WHERE entries.match = id))"
        )
        return frozenset(int(row[0]) for row in self._rows(query, table=_TELLINGS))

    # -- what was opened ---------------------------------------------------------------------------------------------

    def reveal(self, match: int, entries: int, by_host: bool, at: str) -> None:
        """Opens a match that has so many entries."""
        with self._store.writing() as db:
            db.execute("INSERT OR REPLACE INTO match_reveals VALUES (?, ?, ?, ?)", (match, entries, int(by_host), at))

    def revealed(self, match: int) -> Reveal | None:
        """Whether everything of a match is open now: it has ended, and nothing was added since it was opened. Asked
        of the file in one go, so that an end that is being taken back is not missed."""
        query = (
            "SELECT by_host, at_utc FROM match_reveals JOIN matches ON matches.id = match_reveals.match"
            " WHERE match_reveals.match = ? AND ended_utc IS NOT NULL"
            " AND match_reveals.entries = (SELECT count(*) FROM entries WHERE entries.match = match_reveals.match)"
        )
        rows = self._rows(query, match)
        return Reveal(bool(rows[0][0]), str(rows[0][1])) if rows else None

    # -- taking away -------------------------------------------------------------------------------------------------

    def delete_match(self, match: int) -> None:
        """Takes a match out of the journal with all that belongs to it, also from the file's free pages. JournalError
        when there is none that has ended."""
        with self._store.reading() as db:
            db.execute("PRAGMA secure_delete = ON")
        with self._store.writing() as db:
            if db.execute("SELECT 1 FROM matches WHERE id = ? AND ended_utc IS NOT NULL", (match,)).fetchone() is None:
                raise JournalError("There is no match {match} that has ended.", match=match)
            for table in _OF_A_MATCH:
                db.execute(f"DELETE FROM {table} WHERE match = ?", (match,))
            db.execute("DELETE FROM matches WHERE id = ?", (match,))
            outbox.withdraw(db, match)

    def _rows(self, query: str, *values: object, table: str = "match_players") -> list[tuple[Any, ...]]:
        """The rows of a query; none in a file of an older companion, which a looking tool leaves as it is."""
        with self._store.reading() as db:
            if db.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (table,)).fetchone() is None:
                return []
            return db.execute(query, values).fetchall()


def _outcome(body: str) -> FinalScore:
    kept = json.loads(body)
    return FinalScore(tuple(kept["winners"]), tuple(kept["scores"]), bool(kept["given_up"]))
