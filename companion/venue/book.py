"""The venue's book: which tables there are, and what they have sent, each match once."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from msgspec.structs import asdict, replace

from companion.venue.bouts import give_match, table_of_match
from companion.venue.erasures import Erasures
from companion.venue.messages import NAME_LENGTH, Result, SeatResult, Sent, Status, times
from companion.venue.schema import codes, entrants, facts, forgotten, results, sittings, tables, unnamed
from companion.venue.spelling import alike, composed, one_line
from companion.venue.store import Store

CODE_FOR: Final = timedelta(minutes=15)
_MOST_CODES: Final = 20
_LETTERS: Final = "ABCDEFGHJKLMNPQRTUVWXY346789"  # none that looks like another


@dataclass(frozen=True)
class Known:
    """Which revision of a match the book has now, and whether that is what was sent."""

    revision: int
    is_this: bool


class Book:
    """Safe from any thread, and from several venues at one database."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        erasures: Erasures | None = None,
    ) -> None:
        """What `erasures` say holds for what is there already, too. VenueGone."""
        self.store = store
        self.now = now
        self._erasures = erasures or Erasures(None)
        with store.reading() as db:
            known = (sa.select(of.c.name).distinct() for of in (sittings, entrants))
            names = {name for query in known for name in db.execute(query).scalars()}
            gone = [name for name in names if self._is_erased(db, name)]
        for name in gone:
            self.forget(name)

    # -- tables ------------------------------------------------------------------------------------------------------

    def new_code(self) -> str:
        """A code that pairs one table, within a quarter of an hour. VenueGone."""
        code = "".join(secrets.choice(_LETTERS) for _ in range(8))
        now = self.now()
        with self.store.transaction() as db:
            db.execute(codes.delete().where(codes.c.ends_at < now))
            count = db.execute(sa.select(sa.func.count()).select_from(codes)).scalar_one()
            if count >= _MOST_CODES:  # whoever makes more has lost the others
                db.execute(codes.delete())
            db.execute(codes.insert().values(code_sha256=_hash(code), ends_at=now + CODE_FOR))
        return f"{code[:4]}-{code[4:]}"

    def pair(self, code: str, name: str, before: str = "") -> str | None:
        """A table's credential, shown this once, for a code that counts; the code is used up. None for another code.
        `before`: the credential that the table has already, which this one takes the place of. VenueGone."""
        plain = "".join(letter for letter in code.upper() if letter.isalnum())
        now, token = self.now(), secrets.token_urlsafe(32)
        with self.store.transaction() as db:
            used = db.execute(codes.delete().where(codes.c.code_sha256 == _hash(plain), codes.c.ends_at >= now))
            if used.rowcount != 1:
                return None
            values: dict[str, Any] = {"name": name, "token_sha256": _hash(token), "paired_at": now, "heard_at": now}
            known = tables.update().where(tables.c.token_sha256 == _hash(before)).values(values)
            if not before or db.execute(known).rowcount != 1:
                db.execute(tables.insert().values(**values, state="free", title=""))
        return token

    def table_of(self, token: str) -> int | None:
        """Whose credential that is; None for one that is unknown or was withdrawn. VenueGone."""
        with self.store.reading() as db:
            return db.execute(sa.select(tables.c.id).where(tables.c.token_sha256 == _hash(token))).scalar()

    def withdraw(self, table: int) -> bool:
        """The table's credential is good for nothing any more; its results stay. VenueGone."""
        with self.store.transaction() as db:
            gone = tables.update().where(tables.c.id == table, tables.c.token_sha256.is_not(None))
            return db.execute(gone.values(token_sha256=None)).rowcount == 1

    def known_of(self, table: int) -> int:
        """A number that grows with everything that the book takes of a table: a smaller one than before tells it that
        the book has forgotten something. VenueGone."""
        with self.store.reading() as db:
            query = sa.select(sa.func.coalesce(sa.func.sum(results.c.revision), 0)).where(results.c.table_id == table)
            return int(db.execute(query).scalar_one())

    def place(self, table: int, x: int, y: int) -> bool:
        """Where a table stands on the floor, in thousandths of its width and height. VenueGone."""
        with self.store.transaction() as db:
            done = db.execute(tables.update().where(tables.c.id == table).values(x=x, y=y))
        return done.rowcount == 1

    def hear(self, table: int, status: Status) -> None:
        """How a table is now. VenueGone."""
        values: dict[str, Any] = {
            "name": status.name,
            "state": status.state,
            "title": status.title,
            "heard_at": self.now(),
        }
        values |= {"topic": status.topic, "takes": status.takes}
        if status.takes:  # without that a table does not say what is laid out there
            values["laid"] = status.laid
        values |= {"version": one_line(status.version), "ill": " ".join(status.ill)}
        with self.store.transaction() as db:
            db.execute(tables.update().where(tables.c.id == table).values(values))

    # -- results -----------------------------------------------------------------------------------------------------

    def take(self, table: int, sent: Sent) -> Known | None:
        """Keeps one revision, unless the book has it or a later one already. None when it would change the match of
        another table, which still has its credential. msgspec.DecodeError when the result is not as it has to be;
        VenueGone."""
        result = _printable(sent.read())
        try:
            return self._taken(table, sent, result)
        except sa.exc.IntegrityError:  # the same came in by two ways at once: now it is there
            return self._taken(table, sent, result)

    def _taken(self, table: int, sent: Sent, result: Result | None) -> Known | None:
        now = self.now()
        with self.store.transaction() as db:
            db.execute(tables.update().where(tables.c.id == table).values(heard_at=now))
            query = sa.select(results).where(results.c.match == sent.match).with_for_update()
            found = db.execute(query).one_or_none()
            result = self._without_forgotten(db, result, None if found is None else found.id)
            digest = _digest(sent.state, result)
            if found is not None and (sent.revision, digest) == (found.revision, found.digest):
                return Known(found.revision, True)
            if found is not None and found.table_id != table and self._is_paired(db, found.table_id):
                return None
            player = table_of_match(db, sent.match)
            if found is None and player not in (None, table) and self._is_paired(db, player):
                return None
            if found is not None and sent.revision <= found.revision:
                return Known(found.revision, False)
            begun, ended = times(sent, now)
            if found is not None and found.state == "ended":  # a clock that goes wrong does not move what is known
                begun, ended = found.begun_at, found.ended_at
            values: dict[str, Any] = {"table_id": table, "revision": sent.revision, "digest": digest}
            values |= {"state": sent.state, "begun_at": begun, "ended_at": ended, "received_at": now}
            told = ("game", "title", "version", "given_up")
            values |= {key: False if key == "given_up" else "" for key in told}
            if result is not None:
                values |= {key: getattr(result, key) for key in told}
            if found is None:
                number = db.execute(
                    results.insert().values(match=sent.match, **values).returning(results.c.id)
                ).scalar_one()
            else:
                number = found.id
                _note_unnamed(db, number, sent.state, result)
                db.execute(results.update().where(results.c.id == number).values(values))
                db.execute(sittings.delete().where(sittings.c.result_id == number))
            self._seat(db, number, result)
            give_match(db, sent.match, table)
        return Known(sent.revision, True)

    def _without_forgotten(self, db: sa.Connection, result: Result | None, number: int | None) -> Result | None:
        """The same without the names that are not to be kept, at all or of this match."""
        if result is None:
            return None
        salt = _salt(db)
        names = {one.name: _name_hash(salt, one.name) for one in result.seats if one.name}
        query = sa.select(forgotten.c.name_sha256).where(forgotten.c.name_sha256.in_(names.values()))
        gone = set(db.execute(query).scalars())
        gone.update(db.execute(sa.select(unnamed.c.name_sha256).where(unnamed.c.result_id == number)).scalars())
        seats = [
            replace(one, name="") if names.get(one.name) in gone or self._is_erased(db, one.name) else one
            for one in result.seats
        ]
        return replace(result, seats=seats)

    @staticmethod
    def _is_paired(db: sa.Connection, table: int) -> bool:
        query = sa.select(tables.c.token_sha256).where(tables.c.id == table)
        return db.execute(query).scalar() is not None

    @staticmethod
    def _seat(db: sa.Connection, number: int, result: Result | None) -> None:
        if result is None:
            return
        db.execute(sittings.insert(), [{"result_id": number, **asdict(one)} for one in result.seats])

    # -- people ------------------------------------------------------------------------------------------------------

    def forget(self, name: str) -> int:
        """Takes a person's name out of every result, and keeps it out of those that come; gives in how many it stood.
        VenueGone; OSError when it cannot be noted beside the database."""
        self._erasures.note(name, self._stamp())
        with self.store.transaction() as db:
            known = db.execute(sa.select(sittings.c.name).distinct()).scalars()
            theirs = [one for one in known if one and alike(one) == alike(name)]
            there = sa.select(sittings.c.result_id).where(sittings.c.name.in_(theirs)).distinct()
            numbers = db.execute(there).scalars().all()
            done = db.execute(sittings.update().where(sittings.c.name.in_(theirs)).values(name=""))
            for number in numbers:
                _digest_anew(db, number)
            playing = db.execute(sa.select(entrants.c.id, entrants.c.name)).all()
            named = [one.id for one in playing if one.name and alike(one.name) == alike(name)]
            db.execute(entrants.update().where(entrants.c.id.in_(named)).values(name=""))
            mark = _name_hash(_salt(db), name)
            db.execute(facts.delete().where(facts.c.key == _allowed(mark)))
            db.execute(forgotten.delete().where(forgotten.c.name_sha256 == mark))
            db.execute(forgotten.insert().values(name_sha256=mark))
        self.store.scrub()
        return int(done.rowcount)

    def is_forgotten(self, name: str) -> bool:
        """Whether a name is not to be kept. VenueGone."""
        with self.store.reading() as db:
            marked = forgotten.c.name_sha256 == _name_hash(_fact(db, "salt"), name)
            return db.execute(sa.select(forgotten).where(marked)).first() is not None or self._is_erased(db, name)

    def allow(self, name: str) -> bool:
        """Results that come may have this name again; False when they might before. VenueGone."""
        with self.store.transaction() as db:
            mark = _name_hash(_salt(db), name)
            was = db.execute(forgotten.delete().where(forgotten.c.name_sha256 == mark)).rowcount == 1
            if was or self._erasures.since(name) is not None:
                _set_fact(db, _allowed(mark), self._stamp())
        return self._erasures.drop(name) or was

    def _is_erased(self, db: sa.Connection, name: str) -> bool:
        """Whether it stands beside the database that a name is not to be kept, and none of the venues at this database
        has let it be kept since."""
        since = self._erasures.since(name)
        return since is not None and _fact(db, _allowed(_name_hash(_fact(db, "salt"), name))) <= since

    def _stamp(self) -> str:
        return self.now().astimezone(UTC).isoformat(timespec="microseconds")

    # -- the venue itself --------------------------------------------------------------------------------------------

    def fact(self, key: str) -> str:
        """What the venue knows of itself; empty for what it does not. VenueGone."""
        with self.store.reading() as db:
            return _fact(db, key)

    def set_fact(self, key: str, value: str) -> None:
        """Keeps it. VenueGone."""
        with self.store.transaction() as db:
            _set_fact(db, key, value)


def _fact(db: sa.Connection, key: str) -> str:
    return db.execute(sa.select(facts.c.value).where(facts.c.key == key)).scalar() or ""


def _allowed(mark: str) -> str:
    """Under which fact it stands when a name was last let be kept again."""
    return f"allowed {mark[:32]}"


def _set_fact(db: sa.Connection, key: str, value: str) -> None:
    db.execute(facts.delete().where(facts.c.key == key))
    db.execute(facts.insert().values(key=key, value=value))


def _printable(result: Result | None) -> Result | None:
    """The same, each text in one line that can be printed; what no database takes is in none of them."""
    if result is None:
        return None
    seats = [replace(one, name=composed(one_line(one.name))[:NAME_LENGTH]) for one in result.seats]
    texts = {key: one_line(getattr(result, key)) for key in ("game", "title", "version")}
    return replace(result, seats=seats, **texts)


def _note_unnamed(db: sa.Connection, number: int, state: str, result: Result | None) -> None:
    """Remembers which names a table takes out of a match. While they play on it is not known yet: who sits there at
    the end is told anew."""
    salt, key = _salt(db), f"open {number}"
    sat = db.execute(sa.select(sittings.c.name).where(sittings.c.result_id == number)).scalars()
    before = {_name_hash(salt, one) for one in sat if one} | set(_fact(db, key).split())
    db.execute(facts.delete().where(facts.c.key == key))
    if state == "open":
        _set_fact(db, key, " ".join(sorted(before)))
        return
    known = db.execute(sa.select(unnamed.c.name_sha256).where(unnamed.c.result_id == number)).scalars()
    marks = before - {_name_hash(salt, one.name) for one in (result.seats if result else ())} - set(known)
    if marks:
        db.execute(unnamed.insert(), [{"result_id": number, "name_sha256": mark} for mark in marks])


def _digest(state: str, result: Result | None) -> str:
    """Of what is kept of one revision: it tells nothing of a name that is not."""
    if result is not None:
        result = replace(result, seats=sorted(result.seats, key=lambda one: one.seat))
    return _hash(f"{state} {'' if result is None else msgspec.json.encode(result).decode()}")


def _digest_anew(db: sa.Connection, number: int) -> None:
    """A digest with a name in it would let anybody who has the database try names."""
    row = db.execute(sa.select(results).where(results.c.id == number)).one()
    sat = db.execute(sa.select(sittings).where(sittings.c.result_id == number)).all()
    seats = [SeatResult(seat=one.seat, name=one.name, bot=one.bot, score=one.score, place=one.place) for one in sat]
    result = Result(game=row.game, title=row.title, version=row.version, given_up=row.given_up, seats=seats)
    db.execute(results.update().where(results.c.id == number).values(digest=_digest(row.state, result)))


def _salt(db: sa.Connection) -> str:
    """What makes hashes of names another venue's."""
    found = _fact(db, "salt")
    if not found:
        _set_fact(db, "salt", found := secrets.token_hex(16))
    return found


def _name_hash(salt: str, name: str) -> str:
    return _hash(f"{salt} {alike(name)}")


def _hash(text: str) -> str:
    """Of codes and credentials, which are random enough for a plain hash."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
