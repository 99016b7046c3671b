"""An evening on a disk that fills up or turns read-only, by a clock that jumps: what was acknowledged is kept, what was
refused was said, and nobody is signed off.

`COMPANION_TROUBLES` says how many evenings (default 2; the long tests 60).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from enum import Enum
from pathlib import Path
from random import Random

import pytest

from companion.journal.backups import Backups
from companion.journal.caretaker import Caretaker
from companion.journal.journal import Journal
from companion.journal.keeping import MatchKeeper
from companion.reading.watch import Watch
from companion.referee.running_match import RunningMatch
from companion.telling.moment import Moment
from rules.engine.entries import Entry
from rules.engine.match import Match
from rules.games import game
from tests.companion.played import random_match
from tests.companion.time_of_day import START, Clock
from tests.seeds import seed_of
from web.views import Role

TROUBLES = int(os.environ.get("COMPANION_TROUBLES", "2"))
SOAK_TROUBLES = 60
LONG = 80  # entries
GAMES = (("chronicle", 4), ("war_chest", 2), ("chesney", 6))


class Trouble(Enum):
    """What is wrong with the disk."""

    NONE = "none"
    FULL = "full"
    READ_ONLY = "read_only"


class Silent:
    """Tells nobody."""

    def tell(self, moment: Moment) -> None:
        pass


@contextmanager
def troubled(journal: Journal, trouble: Trouble) -> Iterator[None]:
    """SQLite's own switches, which give the errors that a disk gives, also to root."""
    with journal._entries.reading() as db:
        _switch(db, trouble)
    try:
        yield
    finally:
        with journal._entries.reading() as db:
            _switch(db, Trouble.NONE)


def _switch(db: sqlite3.Connection, trouble: Trouble) -> None:
    pages = db.execute("PRAGMA page_count").fetchone()[0]
    most = pages if trouble is Trouble.FULL else 1_000_000
    db.execute(f"PRAGMA max_page_count = {most}")
    db.execute(f"PRAGMA query_only = {int(trouble is Trouble.READ_ONLY)}")


def evening(path: Path, seed: int) -> int:
    """One evening; gives how often something was refused."""
    random, clock = Random(seed), Clock()
    slug, seats = random.choice(GAMES)
    script = random_match(game(slug), seats, random.randrange(1000), length=LONG)
    acknowledged: list[Entry] = []
    refused = 0
    with Journal.open(path, clock) as journal:
        journal.ensure_pin("271828")
        phones = [journal.create_session(Role.SEAT, seat, f"Player {seat}") for seat in range(seats)]
        keeper = MatchKeeper(journal, game(slug), None, Match(game(slug), script.header))
        keeper.enter()
        backups = Backups(path, clock)
        caretaker = Caretaker(journal, backups)
        running = RunningMatch(keeper.match, keeper, Silent(), Watch(1.0))  # type: ignore[arg-type]
        for entry in script.journal:
            if random.random() < 0.1:
                clock.now = START + timedelta(days=random.randrange(-20_000, 20_000))
            for trouble in (*random.choices(tuple(Trouble), (6, 1, 1), k=random.randrange(3)), Trouble.NONE):
                before = running.match.version
                with troubled(journal, trouble):
                    verdict = running.try_entry(entry, "phone", f"{seed}-{before}")
                    if random.random() < 0.05:
                        caretaker.go_round()
                if verdict.ok:
                    acknowledged.append(entry)
                    break
                refused += 1
                assert trouble is not Trouble.NONE, "the disk is well again, so it goes on"
                assert running.notice is not None
                assert (running.notice.code, running.match.version) == ("not_saved", before)
        caretaker.go_round()
        assert backups.copies(), "whatever the clock says, there is a copy"
        assert all(journal.find_session(phone) is not None for phone in phones), "the clock has signed somebody off"
        number = keeper.number
        assert number is not None
    with Journal.open(path, clock, mend=True) as journal:
        assert [one.entry for one in journal.load(number)[1]] == acknowledged
        assert journal.damages.all() == ()
        assert all(journal.find_session(phone) is not None for phone in phones)
    return refused


def evenings(place: Path, count: int) -> None:
    first = seed_of("evenings in trouble")
    refused = sum(evening(place / f"{number}" / "companion.db", first + number) for number in range(count))
    print(f"{count} evenings, {refused} answers refused for the disk and given again")
    assert refused, "nothing was ever wrong"


def test_an_evening_in_trouble_loses_nothing(tmp_path: Path) -> None:
    evenings(tmp_path, TROUBLES)


@pytest.mark.soak
def test_many_evenings_in_trouble_lose_nothing(tmp_path: Path) -> None:
    evenings(tmp_path, max(TROUBLES, SOAK_TROUBLES))
