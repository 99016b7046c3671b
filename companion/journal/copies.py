"""The copies of games that stand in people's shelves: whose they are, and which tag is stuck on which side of what.

A payload stands for one thing only, in whatever copy of whatever game: two games may lie on one table, and one sticker
cannot be two cards.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Final

from companion.journal.file import JournalError, Store
from companion.journal.rows import time_of
from companion.journal.schema import ADOPTED as ADOPTED, SCHEMA
from companion.values.game_titles import game_title
from vision.types import Side
from words import Sentence

NAME_LENGTH: Final = 60
PAYLOAD_LENGTH: Final = 4296  # what the largest QR code holds
_STICKER_MM: Final = (3.0, 300.0)
_SELECT_COPY: Final = "SELECT id, game, name, owner, created_utc FROM copies"


class CopyError(JournalError):
    """A copy or tag that cannot be kept as it was given: one sentence."""


class TakenError(CopyError):
    """A payload stands for something else already."""

    def __init__(self, text: str, payload: str, /, **facts: object) -> None:
        super().__init__(text, **facts)
        self.payload = payload


@dataclass(frozen=True)
class Copy:
    """One physical copy of a game. `ident` is 0 as long as it has not been kept."""

    ident: int
    game: str
    name: str  # what people call it: "the worn one"; one game has no two copies of the same name
    owner: str = ""
    created: datetime | None = None  # when it was first kept

    @property
    def title(self) -> str:
        """Name and owner, for people."""
        return f"{self.name} ({self.owner})" if self.owner else self.name


@dataclass(frozen=True)
class CopyTag:
    """One tag of a copy. `piece` names one piece, or for a back that all its cards share the deck."""

    payload: str
    piece: str
    side: Side = Side.FRONT
    shared: bool = False
    sticker_mm: float | None = None  # side of the sticker with its quiet zone; None: not known


@dataclass(frozen=True)
class KnownTag:
    """A tag together with the copy that it belongs to."""

    copy: Copy
    tag: CopyTag

    @property
    def sentence(self) -> str:
        """What it stands for. Tells which code is which card: for the host only."""
        facts = {"code": short(self.tag.payload), "piece": self.tag.piece, "copy": self.copy.name}
        facts["game"] = game_title(self.copy.game)
        if self.tag.side is Side.BACK:
            return Sentence("The code {code} is already the back of {piece} in the copy '{copy}' of {game}", **facts)
        return Sentence("The code {code} is already the front of {piece} in the copy '{copy}' of {game}", **facts)


class Copies:
    """The copies that one journal keeps. Every call is safe from any thread, and each is one transaction: all of it is
    on disk when it returns, or nothing has changed. Raises CopyError for what cannot be, JournalError when the disk
    does not do it, or for a journal that an older companion wrote and that is only looked at."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    # -- copies ------------------------------------------------------------------------------------------------------

    def add(self, copy: Copy, tags: Iterable[CopyTag] = ()) -> Copy:
        """Keeps a new copy with its tags, and gives it with its number. CopyError when the game has a copy of that name
        or a tag is taken."""
        wanted = _checked_copy(copy)
        with self._store.writing() as db:
            return self._add(db, wanted, tags)

    def merge(self, parts: Iterable[tuple[Copy, Iterable[CopyTag]]]) -> tuple[Copy, ...]:
        """Adds tags to the copies of these games and names, which are made where they are missing. What is known
        already as just this stays as it is."""
        done = []
        with self._store.writing() as db:
            for copy, tags in parts:
                found = _by_name(db, copy.game, copy.name)
                if found is None:
                    found = self._add(db, _checked_copy(copy), ())
                for tag in tags:
                    _put(db, found, tag)
                done.append(found)
        return tuple(done)

    def list(self, game: str | None = None) -> tuple[Copy, ...]:
        """The copies of a game, or of all games, the oldest first."""
        with self._reading() as db:
            rows = db.execute(f"{_SELECT_COPY} WHERE ifnull(game = ?, 1) ORDER BY id", (game,)).fetchall()
        return tuple(_copy(row) for row in rows)

    def get(self, ident: int) -> Copy:
        """The copy of this number. CopyError when there is none."""
        with self._reading() as db:
            return _get(db, ident)

    def find(self, game: str, name: str) -> Copy | None:
        """The copy of this name, upper or lower case; None when there is none."""
        with self._reading() as db:
            return _by_name(db, game, name)

    def rename(self, ident: int, name: str, owner: str | None = None) -> Copy:
        """Another name, and another owner where one is given."""
        with self._store.writing() as db:
            before = _get(db, ident)
            after = _checked_copy(replace(before, name=name, owner=before.owner if owner is None else owner))
            same = _by_name(db, after.game, after.name)
            if same is not None and same.ident != ident:
                raise _name_taken(same)
            db.execute("UPDATE copies SET name = ?, owner = ? WHERE id = ?", (after.name, after.owner, ident))
        return after

    def remove(self, ident: int) -> int:
        """Forgets a copy and all its tags; gives how many those were. Ask before: it cannot be taken back."""
        with self._store.writing() as db:
            _get(db, ident)
            count = int(db.execute("SELECT count(*) FROM copy_tags WHERE copy = ?", (ident,)).fetchone()[0])
            db.execute("DELETE FROM copies WHERE id = ?", (ident,))
        return count

    # -- tags --------------------------------------------------------------------------------------------------------

    def tags(self, ident: int) -> tuple[CopyTag, ...]:
        """The tags of a copy, backs first, then by piece. CopyError when there is no such copy."""
        with self._reading() as db:
            _get(db, ident)
            query = (
                "SELECT payload, piece, side, shared, sticker_mm FROM copy_tags WHERE copy = ?"
                " ORDER BY side, piece, payload"
            )
            return tuple(_tag(row) for row in db.execute(query, (ident,)))

    def known(self) -> Mapping[str, KnownTag]:
        """Every tag of every copy of every game by its payload."""
        with self._reading() as db:
            copies = {int(row[0]): _copy(row) for row in db.execute(_SELECT_COPY)}
            query = "SELECT payload, piece, side, shared, sticker_mm, copy FROM copy_tags ORDER BY payload"
            return MappingProxyType(
                {str(row[0]): KnownTag(copies[int(row[5])], _tag(row[:5])) for row in db.execute(query)}
            )

    def whose(self, payload: str) -> KnownTag | None:
        """What a payload stands for; None when it stands for nothing."""
        with self._reading() as db:
            return _whose(db, payload)

    def put(self, ident: int, *tags: CopyTag) -> None:
        """Adds tags to a copy, all or none. The same tag once more changes nothing but its size. CopyError when one of
        them already stands for something else."""
        with self._store.writing() as db:
            copy = _get(db, ident)
            for tag in tags:
                _put(db, copy, tag)

    def adopt(self, game: str, tag: CopyTag) -> Copy:
        """Adds a single tag to the copy that holds what hosts adopted for this game; gives that copy."""
        return self.merge([(Copy(0, game, ADOPTED), (tag,))])[0]

    def drop(self, payload: str) -> KnownTag:
        """The payload stands for nothing any more; gives what it stood for. CopyError when it stood for nothing."""
        with self._store.writing() as db:
            found = _whose(db, payload)
            if found is None:
                raise CopyError(
                    "The code {payload} is not registered, so it cannot be removed.", payload=short(payload)
                )
            db.execute("DELETE FROM copy_tags WHERE payload = ?", (payload,))
        return found

    # -- registrations that are under way ----------------------------------------------------------------------------

    def registrations(self, game: str) -> tuple[tuple[Copy, str, str], ...]:
        """What registrations of this game's copies have written down: copy, state, body; the oldest copy first."""
        query = (
            "SELECT copies.id, game, name, owner, created_utc, state, body FROM registrations"
            " JOIN copies ON copies.id = registrations.copy WHERE game = ? ORDER BY copies.id"
        )
        with self._reading() as db:
            return tuple((_copy(row[:5]), str(row[5]), str(row[6])) for row in db.execute(query, (game,)))

    def note_registration(
        self, ident: int, state: str, body: str, put: Iterable[CopyTag] = (), drop: Iterable[str] = ()
    ) -> None:
        """Writes down how far the registration of a copy is, together with the tags that it found or gave up."""
        with self._store.writing() as db:
            copy = _get(db, ident)
            for payload in drop:
                db.execute("DELETE FROM copy_tags WHERE payload = ? AND copy = ?", (payload, ident))
            for tag in put:
                _put(db, copy, tag)
            db.execute("INSERT OR REPLACE INTO registrations VALUES (?, ?, ?)", (ident, state, body))

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._store.reading() as db:
            if int(db.execute("PRAGMA user_version").fetchone()[0]) < SCHEMA:
                raise JournalError(
                    "The journal {path} was written by an older companion: start a table once, then look again.",
                    path=self._store.path,
                )
            yield db

    def _add(self, db: sqlite3.Connection, wanted: Copy, tags: Iterable[CopyTag]) -> Copy:
        same = _by_name(db, wanted.game, wanted.name)
        if same is not None:
            raise _name_taken(same)
        stamp = self._now().astimezone(UTC).isoformat(timespec="milliseconds")
        row = (wanted.game, wanted.name, wanted.owner, stamp)
        done = db.execute("INSERT INTO copies (game, name, owner, created_utc) VALUES (?, ?, ?, ?)", row)
        kept = replace(wanted, ident=int(done.lastrowid or 0), created=datetime.fromisoformat(stamp))
        for tag in tags:
            _put(db, kept, tag)
        return kept


def short(payload: str) -> str:
    """A payload for a sentence: what can be printed of it, and not too much."""
    plain = "".join(c if c.isprintable() else " " for c in payload)
    return f"'{plain}'" if len(plain) <= 40 else f"'{plain[:37]}...'"


def checked_tag(tag: CopyTag) -> CopyTag:
    """The tag as it was given. CopyError when no sticker can be like this."""
    if not tag.payload.strip():
        raise CopyError("A tag needs a code, and this one is empty.")
    if len(tag.payload) > PAYLOAD_LENGTH:
        raise CopyError(
            "A code of {payload} characters is too long for a QR code; at most {payload_length} fit.",
            payload=len(tag.payload),
            payload_length=PAYLOAD_LENGTH,
        )
    if not tag.piece.strip():
        raise CopyError("The code {payload} does not say which piece it stands for.", payload=short(tag.payload))
    if tag.shared and tag.side is not Side.BACK:
        raise CopyError(
            "The code {payload} is a front, and only backs are shared by all cards of a deck.",
            payload=short(tag.payload),
        )
    low, high = _STICKER_MM
    if tag.sticker_mm is not None and not (math.isfinite(tag.sticker_mm) and low <= tag.sticker_mm <= high):
        raise CopyError(
            "The sticker of {piece} is {sticker_mm} mm wide; it can be {low} to {high}.",
            piece=tag.piece,
            sticker_mm=tag.sticker_mm,
            low=f"{low:g}",
            high=f"{high:g}",
        )
    return tag


def _checked_copy(copy: Copy) -> Copy:
    name, owner = (" ".join(text.split()) for text in (copy.name, copy.owner))
    if not name:
        raise CopyError("A copy needs a name, such as 'the worn one'.")
    if max(len(name), len(owner)) > NAME_LENGTH:
        raise CopyError(
            "The name of a copy and of its owner may have {name_length} letters each.", name_length=NAME_LENGTH
        )
    if not (name + owner).isprintable():
        raise CopyError("The name of a copy or of its owner holds a character that cannot be shown.")
    if not copy.game:
        raise CopyError("The copy '{name}' does not say which game it is of.", name=name)
    return replace(copy, name=name, owner=owner)


def _put(db: sqlite3.Connection, copy: Copy, tag: CopyTag) -> None:
    tag = checked_tag(tag)
    before = _whose(db, tag.payload)
    if before is not None:
        is_same = before.copy.ident == copy.ident and replace(before.tag, sticker_mm=tag.sticker_mm) == tag
        if not is_same:
            raise TakenError(
                "{sentence}; use another sticker, or drop that code first.", tag.payload, sentence=before.sentence
            )
    row = (tag.payload, copy.ident, tag.piece, tag.side.value, int(tag.shared), tag.sticker_mm)
    db.execute("INSERT OR REPLACE INTO copy_tags VALUES (?, ?, ?, ?, ?, ?)", row)


def _whose(db: sqlite3.Connection, payload: str) -> KnownTag | None:
    query = "SELECT payload, piece, side, shared, sticker_mm, copy FROM copy_tags WHERE payload = ?"
    row = db.execute(query, (payload,)).fetchone()
    return None if row is None else KnownTag(_get(db, int(row[5])), _tag(row[:5]))


def _get(db: sqlite3.Connection, ident: int) -> Copy:
    row = db.execute(f"{_SELECT_COPY} WHERE id = ?", (ident,)).fetchone()
    if row is None:
        raise CopyError("There is no copy of the number {ident}.", ident=ident)
    return _copy(row)


def _by_name(db: sqlite3.Connection, game: str, name: str) -> Copy | None:
    wanted = " ".join(name.split())
    row = db.execute(f"{_SELECT_COPY} WHERE game = ? AND name = ?", (game, wanted)).fetchone()
    return None if row is None else _copy(row)


def _name_taken(copy: Copy) -> CopyError:
    game = game_title(copy.game)
    return CopyError("There is a copy '{name}' of {game} already: choose another name.", name=copy.name, game=game)


def _copy(row: tuple[int, str, str, str, str]) -> Copy:
    ident, game, name, owner, created = row
    return Copy(int(ident), game, name, owner, time_of(created))


def _tag(row: tuple[str, str, str, int, float | None]) -> CopyTag:
    payload, piece, side, shared, sticker_mm = row
    known = Side(side) if side in {one.value for one in Side} else Side.FRONT  # damaged: most stickers are there
    return CopyTag(payload, piece, known, bool(shared), sticker_mm)
