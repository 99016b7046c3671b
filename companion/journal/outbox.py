"""Results that are to reach a venue, beside the matches that they are of: kept from the end of a match, in whose
transaction they are written, until the venue has acknowledged the latest revision.

A result is known by a name of its own, which no other match of any table has, and by a revision that grows with every
change of it. The name is drawn when the match begins (revision 0: there is nothing to send yet), so that a copy of the
journal that was made in its midst has it too. What stands here everybody at the table knew.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from enum import Enum
from typing import Any, Final

from companion.journal.file import JournalError, Store

_CALLED: Final = "venue_called"
KEPT_CALLS: Final = 12
"""Of so many matches that a venue has called it is kept when they were laid out."""
_ROWS: Final = "SELECT uid, match, revision, state, begun_utc, ended_utc, body FROM outbox"


class ResultState(Enum):
    """What became of a match: it has ended, its end was taken back and it goes on, or it was taken out of the
    history."""

    ENDED = "ended"
    OPEN = "open"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True)
class KeptResult:
    """One result as it is to be sent: the times are those of the table's clock (ISO, UTC), `body` is JSON."""

    uid: str
    match: int
    revision: int
    state: ResultState
    begun: str
    ended: str
    body: str


@dataclass(frozen=True)
class CalledMatch:
    """A match that a venue has called to this table. `people` by seat; `match`: its number, 0 before it is laid out;
    `before`: that of the one called before, where nobody has played it, else 0; `at_s`: when this one and those before
    it were called, by the time of day in seconds, the latest last."""

    uid: str
    game: str
    people: tuple[str, ...]
    match: int = 0
    before: int = 0
    at_s: tuple[float, ...] = ()


class Outbox:
    """That of one journal. Every call is safe from any thread; what is sent is sent from one."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def waiting(self) -> tuple[KeptResult, ...]:
        """What no venue has acknowledged yet, the oldest match first."""
        with self._store.reading() as db:
            return tuple(_kept(row) for row in db.execute(f"{_ROWS} WHERE acknowledged < revision ORDER BY match"))

    def of(self, match: int) -> KeptResult | None:
        """The latest of one match, sent or not; None when there is none."""
        with self._store.reading() as db:
            row = db.execute(f"{_ROWS} WHERE match = ? AND revision > 0", (match,)).fetchone()
        return None if row is None else _kept(row)

    def acknowledge(self, one: KeptResult) -> None:
        """The venue has this revision; a later one still waits. What was withdrawn is forgotten with that."""
        with self._store.writing() as db:
            query = "UPDATE outbox SET acknowledged = max(acknowledged, ?) WHERE uid = ?"
            db.execute(query, (one.revision, one.uid))
            gone = "DELETE FROM outbox WHERE uid = ? AND state = ? AND acknowledged >= revision"
            db.execute(gone, (one.uid, ResultState.WITHDRAWN.value))

    def overtake(self, one: KeptResult, known: int) -> None:
        """The venue knows a later revision of it, as after this journal was restored from a copy: what stands here is
        to follow that one."""
        with self._store.writing() as db:
            db.execute("UPDATE outbox SET revision = max(revision, ?) WHERE uid = ?", (known + 1, one.uid))

    def send_all_again(self) -> None:
        """Another venue, or one that has lost its memory, is to be told everything."""
        with self._store.writing() as db:
            db.execute("UPDATE outbox SET acknowledged = 0")

    def call(self, uid: str, game: str, people: Sequence[str], at_s: float) -> None:
        """The next match of this game with so many people has this name, and what was called before it and nobody has
        played goes when it is laid out. JournalError when a match has this name already, or it cannot be kept."""
        with self._store.writing() as db:
            old = _called(db) or CalledMatch("", "", ())
            before = next((one for one in (old.match, old.before) if one and _is_unplayed(db, one)), 0)
            if _is_known(db, uid, but=before):
                raise JournalError("A match has the name {uid} already.", uid=uid)
            at = (*old.at_s, at_s)[-KEPT_CALLS:]
            _keep_called(db, CalledMatch(uid, game, tuple(people), before=before, at_s=at))

    def called(self) -> CalledMatch | None:
        """The match that was called last; None where none was."""
        with self._store.reading() as db:
            return _called(db)

    def is_called(self, match: int | None) -> bool:
        """Whether it is this match that was called last."""
        called = self.called()
        return called is not None and called.match == match

    def is_played(self, uid: str) -> bool:
        """Whether a match of this name was begun here by those who play it."""
        with self._store.reading() as db:
            row = db.execute("SELECT match FROM outbox WHERE uid = ?", (uid,)).fetchone()
            return row is not None and not _is_unplayed(db, int(row[0]))

    def end_calls(self) -> None:
        """Nothing is known any more of what was called."""
        with self._store.writing() as db:
            db.execute("DELETE FROM settings WHERE key = ?", (_CALLED,))

    def take_names_out(self) -> None:
        """Who has let one venue have their names has not let another."""
        with self._store.writing() as db:
            _take_out(db, lambda name: name != "")


def name_match(db: sqlite3.Connection, match: int, begun: str, game: str = "", seats: int = 0) -> None:
    """Draws the name under which a venue will know how a match ended, within the transaction that begins it; one that
    the venue has called brings its own."""
    uid, called = secrets.token_hex(16), _called(db)
    if called is not None and (called.match, called.game, len(called.people)) == (0, game, seats):
        _drop_unplayed(db, called.before)
        if not _is_known(db, called.uid):
            uid = called.uid
            _keep_called(db, replace(called, match=match, before=0))
    row = (uid, match, ResultState.OPEN.value, begun, begun, "{}")
    db.execute("INSERT INTO outbox VALUES (?, ?, 0, 0, ?, ?, ?, ?)", row)


def note_result(db: sqlite3.Connection, match: int, state: ResultState, body: str, stamp: str) -> None:
    """Keeps how a match stands now, within the transaction of what brought that about. A match that goes on and was
    never said to have ended is nobody's news, and so is what is known already."""
    before = db.execute(f"{_ROWS} WHERE match = ?", (match,)).fetchone()
    if before is None:
        if state is not ResultState.ENDED:
            return
        begun = db.execute("SELECT started_utc FROM matches WHERE id = ?", (match,)).fetchone()
        name_match(db, match, stamp if begun is None else str(begun[0]))  # begun by an older companion
        before = db.execute(f"{_ROWS} WHERE match = ?", (match,)).fetchone()
    old = _kept(before)
    if (old.state, old.body) == (state, body):
        return
    ended = stamp if state is ResultState.ENDED and old.state is not state else old.ended
    query = "UPDATE outbox SET revision = revision + 1, state = ?, ended_utc = ?, body = ? WHERE match = ?"
    db.execute(query, (state.value, ended, body, match))


def withdraw(db: sqlite3.Connection, match: int) -> None:
    """The match is taken out of the history: of its result no more is kept than that, and nothing where there was
    none."""
    db.execute("DELETE FROM outbox WHERE match = ? AND revision = 0", (match,))
    query = "UPDATE outbox SET revision = revision + 1, state = ?, body = '{}' WHERE match = ?"
    db.execute(query, (ResultState.WITHDRAWN.value, match))


def forget_name(db: sqlite3.Connection, name: str) -> None:
    """Takes a player's name out of every result, and out of what a venue has called."""
    if (called := _called(db)) is not None:
        people = tuple("" if one.casefold() == name.casefold() else one for one in called.people)
        _keep_called(db, replace(called, people=people))
    _take_out(db, lambda known: known.casefold() == name.casefold())


def _take_out(db: sqlite3.Connection, is_theirs: Callable[[str], bool]) -> None:
    for uid, text in db.execute("SELECT uid, body FROM outbox").fetchall():
        body: dict[str, Any] = json.loads(text)
        theirs = [seat for seat in body.get("seats", ()) if is_theirs(str(seat.get("name", "")))]
        if theirs:
            for seat in theirs:
                seat["name"] = ""
            less = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
            db.execute("UPDATE outbox SET revision = revision + 1, body = ? WHERE uid = ?", (less, uid))


def _is_known(db: sqlite3.Connection, uid: str, but: int = 0) -> bool:
    return db.execute("SELECT 1 FROM outbox WHERE uid = ? AND match != ?", (uid, but)).fetchone() is not None


def _is_unplayed(db: sqlite3.Connection, match: int) -> bool:
    """Whether it was laid out, and nothing has happened in it."""
    nothing = "id NOT IN (SELECT match FROM entries) AND id NOT IN (SELECT match FROM outbox WHERE revision > 0)"
    query = f"SELECT 1 FROM matches WHERE id = ? AND ended_utc IS NULL AND {nothing}"
    return db.execute(query, (match,)).fetchone() is not None


def _drop_unplayed(db: sqlite3.Connection, match: int) -> None:
    if _is_unplayed(db, match):
        db.execute("DELETE FROM matches WHERE id = ?", (match,))
        db.execute("DELETE FROM outbox WHERE match = ?", (match,))


def _called(db: sqlite3.Connection) -> CalledMatch | None:
    row = db.execute("SELECT value FROM settings WHERE key = ?", (_CALLED,)).fetchone()
    if row is None:
        return None
    kept = json.loads(row[0])
    who = kept["uid"], kept["game"], tuple(kept["people"]), kept["match"]
    return CalledMatch(*who, kept.get("before", 0), tuple(kept.get("at_s", ())))


def _keep_called(db: sqlite3.Connection, called: CalledMatch) -> None:
    db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (_CALLED, json.dumps(asdict(called))))


def _kept(row: tuple[Any, ...]) -> KeptResult:
    uid, match, revision, state, begun, ended, body = row
    return KeptResult(uid, match, revision, ResultState(state), begun, ended, body)
