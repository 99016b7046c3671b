"""A child process that writes answers until it is killed, and says each number once it was acknowledged."""

from __future__ import annotations

import sys
from pathlib import Path

from companion.journal.journal import Journal
from rules.engine.entries import Header
from rules.engine.questions import Answer
from rules.engine.types import Seat

if __name__ == "__main__":
    with Journal.open(Path(sys.argv[1])) as journal:
        match = journal.start_match(Header("high_card", 2))
        for number in range(1, 1_000_000):
            journal.append(match, number, Answer(Seat(number % 2), f"play:{number}"), "phone", f"r{number}")
            print(number, flush=True)
