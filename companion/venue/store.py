"""The database of a venue: opened, brought up to date, used in transactions."""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from companion.settings.config import ConfigError
from web.pages.venue.views import Away

_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_LOCK: Final = 0x54_54_56_4E  # "TTVN": of several venues that start at once, one brings the database up to date
_READS: Final = "venue_reads"
_STATEMENT_MS: Final = 15_000
"""After which PostgreSQL gives a statement up, as behind a lock that nobody lets go."""
_ANSWERS_S: Final = 16.0
"""After which the venue gives a PostgreSQL up that says nothing at all."""


class VenueGone(Away):
    """The database does not answer: one sentence without its address."""


class Store:
    """One database. Every call is safe from any thread."""

    def __init__(self, url: str) -> None:
        """`url`: as SQLAlchemy writes it, `sqlite:///FILE` or `postgresql://...`. The tables are made or brought up to
        date. ConfigError, in one sentence without the address, when that cannot be done."""
        try:
            self._engine = _engine(url)
            with self._engine.begin() as connection:
                if connection.dialect.name == "postgresql":
                    driver: Any = connection.connection.driver_connection
                    driver.answers_s = math.inf  # whatever a step may take
                    connection.execute(sa.text("SET LOCAL statement_timeout = 0"))
                    connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
                _bring_up_to_date(connection)
            self._engine.dispose()  # that connection would wait for ever
        except (sa.exc.SQLAlchemyError, ModuleNotFoundError, OSError, ValueError) as error:
            why = type(getattr(error, "orig", None) or error).__name__
            raise ConfigError(
                f"The database of the venue cannot be used ({why}): check the address that --database gives, whether "
                "it runs, and whether this user may write in it."
            ) from error

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """On disk when the block is left, undone when it raises. VenueGone when the database does not answer."""
        with _answering(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """The same for what changes nothing: it waits for no writer, and none for it. VenueGone."""
        with _answering(), self._engine.execution_options(**{_READS: True}).begin() as connection:
            yield connection

    def scrub(self) -> None:
        """What was overwritten is in no file of the database any more, as far as the venue has that in its hands: a
        PostgreSQL server has its own ways (VACUUM). VenueGone."""
        if self._engine.dialect.name != "sqlite":
            return
        with _answering(), self._engine.connect() as connection:
            connection.connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Ends all connections."""
        self._engine.dispose()


@contextmanager
def _answering() -> Iterator[None]:
    try:
        yield
    except (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.TimeoutError) as error:
        raise VenueGone("The database does not answer.") from error


def _engine(url: str) -> sa.Engine:
    at = sa.make_url(url)
    if at.drivername in ("postgresql", "postgres"):
        at = at.set(drivername="postgresql+psycopg")
    if at.get_backend_name() != "sqlite":
        connecting = {"connect_timeout": 5, "options": f"-c statement_timeout={_STATEMENT_MS}"}
        server = sa.create_engine(at, pool_pre_ping=True, pool_timeout=5, connect_args=connecting)
        kind = _bounded()
        sa.event.listen(server, "do_connect", lambda _dialect, _record, words, named: kind.connect(*words, **named))
        return server
    engine = sa.create_engine(at, connect_args={"timeout": 5})

    @sa.event.listens_for(engine, "connect")
    def opened(connection: Any, record: object) -> None:
        connection.isolation_level = None  # transactions are begun below, so that tables are made in one as well
        for pragma in ("foreign_keys = ON", "journal_mode = WAL", "synchronous = FULL", "secure_delete = ON"):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def begun(connection: sa.Connection) -> None:
        reads = connection.get_execution_options().get(_READS, False)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine


def _bounded() -> Any:
    """A connection that is given up where the server says nothing: the network is well while a process stands still,
    and psycopg would wait for ever."""
    import psycopg  # for whoever has a PostgreSQL

    class Bounded(psycopg.Connection[Any]):
        answers_s = _ANSWERS_S

        def wait(self, gen: Any, *words: Any, **named: Any) -> Any:
            return super().wait(self._until(gen, time.monotonic() + self.answers_s), *words, **named)

        def _until(self, gen: Any, ends: float) -> Generator[Any, Any, Any]:
            try:
                wish = next(gen)
                while True:
                    ready = yield wish
                    if not ready and time.monotonic() > ends:
                        self.pgconn.finish()
                        raise psycopg.OperationalError("the server says nothing")
                    wish = gen.send(ready)
            except StopIteration as done:
                return done.value

    return Bounded


def _bring_up_to_date(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    if sa.inspect(connection).has_table("alembic_version"):
        present = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars().all()
        if not known.issuperset(present):
            raise ConfigError("The database of the venue is of a newer companion: install that, or give it another.")
    command.upgrade(config, "head")
