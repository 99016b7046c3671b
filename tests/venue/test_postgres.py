"""The same book at a real PostgreSQL of the system's packages, with two venues at one database."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from companion.venue import store
from companion.venue.book import Known
from companion.venue.schema import sittings
from companion.venue.standings import Standings
from companion.venue.store import VenueGone
from companion.venue.tournaments import NotSo, Tournaments
from tests.venue.clubhouse import book_at, paired, sent, take
from tests.venue.test_tournaments import Hall

BESIDE = ":".join(str(folder) for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True))
PG_CTL, INITDB = (shutil.which(name, path=f"{BESIDE}:{os.environ.get('PATH', '')}") for name in ("pg_ctl", "initdb"))
pytestmark = pytest.mark.skipif(PG_CTL is None or INITDB is None, reason="PostgreSQL is not installed")


class Database:
    """One of its own, below a folder, reached by a socket there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name  # root may not run one
        if os.geteuid() == 0:
            for parent in (folder, *folder.parents[:-1]):
                parent.chmod(parent.stat().st_mode | 0o011)
            shutil.chown(folder, self._user)
        self._run(INITDB, "-D", str(folder / "data"), "-U", "venue", "-A", "trust", "--no-sync")
        self.url = f"postgresql://venue@/postgres?host={folder}"
        self.start()

    def start(self) -> None:
        options = f"-k {self._folder} -c listen_addresses='' -c fsync=off"
        self._control("-w", "-l", str(self._folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        self._control("-m", "immediate", "-w", "stop")

    def _control(self, *words: str) -> None:
        self._run(PG_CTL, "-D", str(self._folder / "data"), *words)

    def _run(self, *command: str | None) -> None:
        user = self._user if os.geteuid() == 0 else None
        subprocess.run([part for part in command if part], check=True, capture_output=True, user=user, cwd=self._folder)


@pytest.fixture
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    found = Database(tmp_path_factory.mktemp("pg"))
    yield found
    found.stop()


def test_tables_that_ask_two_venues_at_once_have_each_match_of_a_round_once(database: Database) -> None:
    with book_at(database.url) as one, book_at(database.url) as other, ThreadPoolExecutor(8) as side:
        hall, beside = Hall(one, 2), Tournaments(other.store, other.now)
        cup = hall.begin(16)
        hall.cups.draw(cup)
        more = list(Hall(one, 6).tokens)
        asked = list(side.map(lambda pair: pair[0].for_table(pair[1]), zip([hall.cups, beside] * 3, more, strict=True)))
        assert len({told["match"] for told in asked if told is not None}) == 6
        bouts = hall.see(cup).bouts
        assert len({bout.table for bout in bouts}) == len(bouts) == 8
        assert set(side.map(lambda cups: drawn(cups, cup), [hall.cups, beside])) == {"waiting"}
        for bout in bouts:
            hall.cups.repair(cup, bout.id, {0: 1, 1: 2})
        assert sorted(side.map(lambda cups: drawn(cups, cup), [hall.cups, beside])) == ["drawn", "waiting"]


def drawn(cups: Tournaments, cup: int) -> str:
    try:
        cups.draw(cup)
    except NotSo as error:
        return error.why
    return "drawn"


def test_a_server_that_stands_still_is_given_up(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_ANSWERS_S", 0.3)
    with book_at(database.url) as book:
        with book.store.reading() as db:
            server = db.execute(sa.text("SELECT pg_backend_pid()")).scalar_one()
        goes_on = threading.Timer(30, os.kill, (server, signal.SIGCONT))  # whoever waits for ever is seen
        goes_on.start()

        def ask_while_it_stands_still() -> None:
            with book.store.reading() as db:
                os.kill(server, signal.SIGSTOP)
                db.execute(sa.text("SELECT 1"))

        with pytest.raises(VenueGone):
            ask_while_it_stands_still()
        goes_on.cancel()
        assert book.fact("nothing") == "", "over another line"
        os.kill(server, signal.SIGCONT)


def test_two_venues_at_one_postgresql_keep_each_match_once_and_catch_up_after_it_was_gone(database: Database) -> None:
    with book_at(database.url) as one, book_at(database.url) as other, ThreadPoolExecutor(8) as side:
        token = paired(one)
        many = [(book, match) for match in range(4) for book in (one, other) for _ in range(4)]
        assert set(side.map(lambda given: take(given[0], token, sent(given[1])), many)) == {Known(1, True)}
        with one.store.transaction() as db:
            assert db.execute(sa.select(sa.func.count()).select_from(sittings)).scalar() == 8
        with one.store.reading() as db:
            assert db.execute(sa.text("SHOW statement_timeout")).scalar() == "15s"
        database.stop()
        with pytest.raises(VenueGone):
            take(one, token, sent(9))
        database.start()
        assert take(other, token, sent(9)) == take(one, token, sent(9)) == Known(1, True)
        assert one.forget("ben") == 5
        strange = sent(10, people=(("Zo\x00e\n\u202e", 1, 1), ("", 0, 2)), title="A\x00B")
        assert take(one, token, strange) == Known(1, True), "a character that no database takes holds up no queue"
        assert [(line.name, line.matches, line.won) for line in Standings(other.store).of()] == [
            ("Ada", 5, 5),
            ("Zo e", 1, 1),
        ]
