"""How long an answer waits for the disk while the journal is put in order and copied, beside one that is left alone.

    python -m bench.keeping_bench [--seconds 10] [--megabytes 1 20] [--quick]

Answers are appended one after the other, as fast as the disk lets them, to a journal of that size: once with nothing
beside, once with a caretaker who goes round without a pause (at a table every four minutes). Compare the ratios.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from pathlib import Path

from companion.journal.backups import Backups, CopyKind
from companion.journal.caretaker import Caretaker
from companion.journal.chain import seal
from companion.journal.journal import Journal, MatchId
from rules.engine.entries import Header
from rules.engine.questions import Answer
from rules.engine.types import Seat

_ENTRY_BYTES = 330
_HEADER = Header("high_card", 2, {}, None)


def waited_ms(journal: Journal, match: MatchId, seconds: float) -> list[float]:
    """How long each answer waited, the shortest first."""
    number, found, end = journal.match_entries(match), [], time.perf_counter() + seconds
    while time.perf_counter() < end:
        number += 1
        begun = time.perf_counter()
        journal.append(match, number, Answer(Seat(0), "play:RED-1"), "phone", f"request-{number}")
        found.append((time.perf_counter() - begun) * 1000)
    return sorted(found)


def with_rounds(journal: Journal, match: MatchId, seconds: float) -> tuple[list[float], int]:
    """The same while a caretaker goes round and a copy is made each time; and how often he did."""
    backups, ended, rounds = Backups(journal.path), threading.Event(), [0]
    caretaker = Caretaker(journal, backups)

    def go_round() -> None:
        while not ended.is_set():
            caretaker.go_round()
            backups.keep(CopyKind.EVENING)
            rounds[0] += 1

    thread = threading.Thread(target=go_round)
    thread.start()
    try:
        return waited_ms(journal, match, seconds), rounds[0]
    finally:
        ended.set()
        thread.join()


def fill(book: Journal, megabytes: int) -> None:
    """A match of so many megabytes."""
    match = book.start_match(_HEADER)
    with book._entries.writing() as db:
        row = (match, "2026-01-01T00:00:00.000+00:00", "phone", "x" * 150, b"")
        count = megabytes * 1_000_000 // _ENTRY_BYTES
        db.executemany(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?, 0, ?, ?)",
            ((row[0], n, *row[1:4], f"request-{n}", row[4]) for n in range(1, count)),
        )
        seal(db)


def measured(megabytes: int, seconds: float) -> None:
    """One size, on the disk where this is started."""
    with (
        tempfile.TemporaryDirectory(dir=Path.cwd()) as folder,
        Journal.open(Path(folder) / "data/companion.db") as book,
    ):
        fill(book, megabytes)
        alone = waited_ms(book, book.start_match(_HEADER), seconds)
        beside, rounds = with_rounds(book, book.start_match(_HEADER), seconds)
    print(f"journal of {megabytes} MB, {rounds} rounds with a copy each in {seconds:.0f} s")
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        one, other = (waits[int(len(waits) * share)] for waits in (alone, beside))
        print(f"  {name}: alone {one:.2f} ms, beside {other:.2f} ms, ratio {other / one:.2f}")


def main() -> None:
    """Measures every size."""
    parser = argparse.ArgumentParser(description="Whether answers wait while the journal is copied.")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--megabytes", type=int, nargs="+", default=[1, 20])
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args()
    for megabytes in given.megabytes[:1] if given.quick else given.megabytes:
        measured(megabytes, 2.0 if given.quick else given.seconds)


if __name__ == "__main__":
    main()
