"""Files spoiled at random: the table starts whatever became of them, and nothing is missing without a word.

`COMPANION_SPOILS` says how often (default 6; the long tests 300).
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from companion.journal.backups import Backups, CopyKind
from companion.journal.caretaker import Caretaker
from companion.journal.journal import Journal, JournalError, MatchId
from companion.journal.rosters import Seated
from companion.service.building import build
from companion.settings.config import Config, load_config
from rules.engine.entries import Entry
from rules.games import game
from tests.companion.played import random_match
from tests.companion.spoiled import PAGE, cut, flip_some, wal_of
from tests.companion.time_of_day import Clock
from tests.seeds import seed_of
from web.views import Role, Session

SPOILS = int(os.environ.get("COMPANION_SPOILS", "6"))
SOAK_SPOILS = 300
SHARE_OF_WITNESS = 0.1
SETTINGS = """
[table]
players = 4
[camera]
source = "none"
[web]
port = 0
host = "127.0.0.1"
[voice]
sink = "off"
[play]
autoplay = "off"
"""
HOST = Session(Role.HOST)
PIN = "271828"


@dataclass(frozen=True)
class Evening:
    """A data directory as a cut of the power leaves it, and every answer that was acknowledged."""

    folder: Path
    truth: Mapping[MatchId, tuple[Entry, ...]]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    place = tmp_path_factory.mktemp("evening")
    path = place / "data" / "companion.db"
    truth: dict[MatchId, tuple[Entry, ...]] = {}
    clock = Clock()  # a seed has to meet the same files
    with Journal.open(path, clock) as journal:
        journal.ensure_pin(PIN)
        for seat, name in enumerate(("Ada", "Ben", "Cleo", "Dan")):
            journal.create_session(Role.SEAT, seat, name)
        backups = Backups(path, clock)
        for seed in range(4):
            match = random_match(game("chronicle"), 4, seed, length=(0, 0, 0, 60)[seed])
            number = journal.start_match(match.header, match.game.title)
            journal.rosters.note(number, [Seated(0, "Ada"), Seated(1, "Ben")])
            truth[number] = tuple(match.journal)
            for n, entry in enumerate(match.journal, start=1):
                journal.append(number, n, entry, "phone 1", f"{seed}-{n}")
                clock.now += timedelta(seconds=30)
                if seed == 3 and n == 40:
                    Caretaker(journal, backups).go_round()
            if seed < 3:
                journal.finish(number)
            if seed == 1:
                backups.keep(CopyKind.BY_HAND)
        shutil.copytree(path.parent, place / "cut")  # while it is open: what waits to be written waits
    return Evening(place / "cut", truth)


# ---- what may become of files ---------------------------------------------------------------------------------------


def flipped(file: Path, random: Random) -> None:
    flip_some(file, random, random.choice((1, 1, 1, 2, 30)))


def shortened(file: Path, random: Random) -> None:
    cut(file, random.choice((0, random.randrange(file.stat().st_size), PAGE)))


def blanked(file: Path, random: Random) -> None:
    """A block that the card gives back empty, or with something else in it."""
    content = bytearray(file.read_bytes())
    at = random.randrange(len(content)) // 512 * 512
    content[at : at + PAGE] = random.choice((bytes(PAGE), random.randbytes(PAGE)))
    file.write_bytes(content)


def gone(file: Path, random: Random) -> None:
    file.unlink()


WAYS: tuple[Callable[[Path, Random], None], ...] = (flipped, flipped, flipped, shortened, blanked, gone)


def spoil(folder: Path, random: Random) -> str:
    """Spoils one to three files of a data directory, or the witness: without it nobody could know that the end is
    missing. Says what was done."""
    path = folder / "companion.db"
    copies = sorted((folder / "backups").iterdir())
    files = [path, path, wal_of(path), wal_of(path), *copies]
    if random.random() < SHARE_OF_WITNESS:
        files = [folder / "companion.db.witness", *copies]
    done = []
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        file, way = random.choice(files), random.choice(WAYS)
        if file.is_file() and file.stat().st_size:
            way(file, random)
            done.append(f"{way.__name__} {file.name}")
    return ", ".join(done)


# ---- what is looked at ----------------------------------------------------------------------------------------------


def config_of(folder: Path) -> Config:
    file = folder.with_name("companion.toml")
    file.write_text(SETTINGS, "utf-8")
    return load_config(file, (), {"STATE_DIRECTORY": str(folder)}).config


def missing(journal: Journal, truth: Mapping[MatchId, tuple[Entry, ...]]) -> list[MatchId]:
    """The matches of which not every answer can be read; what can be read has to be true."""
    found = []
    for match, entries in truth.items():
        try:
            there = tuple(one.entry for one in journal.load(match)[1])
        except JournalError:
            found.append(match)
            continue
        assert there == entries[: len(there)], f"match {match} is another one, without a word"
        if len(there) < len(entries):
            found.append(match)
    return found


def look(folder: Path, evening: Evening, *, is_older: bool = False) -> tuple[list[MatchId], str]:
    """Starts a table; the matches of which something is missing, and the name of a copy that it offers. `is_older`: of
    a copy that was brought back, which need not go so far."""
    service = build(config_of(folder), game("chronicle"), lenient=True)
    try:
        service.start()
        service.caretaker.examine()
        lost = missing(service.journal, evening.truth)
        assert not lost or is_older or service.pages.office.is_damaged(), f"{lost} lost without a word"
        view = service.pages.office.hosting_view(HOST)
        assert len(service.past.rows("en")) <= len(evening.truth)
        assert service.seating.everybody()
        copies = [one.copy.name for one in view.damages if one.copy is not None]
        return lost, copies[0] if copies else ""
    finally:
        service.stop()


def spoil_and_look(evening: Evening, place: Path, seed: int) -> str:
    """One spoiled directory; says what was found."""
    random = Random(seed)
    folder = place / f"{seed}"
    shutil.copytree(evening.folder, folder)
    done = spoil(folder, random)
    try:
        lost, offered = look(folder, evening)
        again, _ = look(folder, evening)
        assert again == lost, "the next start finds the same"
        if offered:
            backups = Backups(folder / "companion.db")
            copy = backups.named(offered)
            assert copy is not None
            backups.bring(copy.read_bytes())
            assert backups.swap()
            after, _ = look(folder, evening, is_older=True)
            assert set(after) != set(lost) or after == [max(evening.truth)], "it has what is missing"
    except Exception as error:
        raise AssertionError(f"seed {seed}: {done}") from error
    shutil.rmtree(folder)
    return "offered" if offered else "told" if lost else "whole"


def spoil_many(evening: Evening, place: Path, count: int) -> None:
    first = seed_of("spoiled files")
    found = [spoil_and_look(evening, place, first + number) for number in range(count)]
    print({kind: found.count(kind) for kind in sorted(set(found))})


def test_files_spoiled_at_random_are_told_or_whole(evening: Evening, tmp_path: Path) -> None:
    spoil_many(evening, tmp_path, SPOILS)


@pytest.mark.soak
def test_many_files_spoiled_at_random_are_told_or_whole(evening: Evening, tmp_path: Path) -> None:
    spoil_many(evening, tmp_path, max(SPOILS, SOAK_SPOILS))
