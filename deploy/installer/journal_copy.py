"""The journal as it was before an update, kept whole and private for the way back.

Started by itself as the service's user, so that every file stays that user's: `keep FROM TO`, `back COPY JOURNAL ASIDE`
or `format FILE`, which prints the number of the journal's format. It needs the standard library only, and no version
of the companion.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path


def keep(journal: Path, copy: Path) -> None:
    """A whole copy in a file that only its owner reads; it replaces one that is there."""
    part = copy.with_name(f".{copy.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with closing(sqlite3.connect(journal)) as source, closing(sqlite3.connect(part)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")
    with part.open("rb") as written:
        os.fsync(written.fileno())
    part.replace(copy)


def put_back(copy: Path, journal: Path, aside: Path) -> None:
    """Puts a copy in the journal's place. The journal is kept `aside`, with what SQLite keeps beside it in it."""
    keep(journal, aside)
    for ending in ("-wal", "-shm", ".witness"):
        journal.with_name(journal.name + ending).unlink(missing_ok=True)
    keep(copy, journal.with_name(f"{journal.name}.back"))
    journal.with_name(f"{journal.name}.back").replace(journal)


def format_of(journal: Path) -> int:
    """Which format the journal has; 0 where there is none."""
    if not journal.is_file():
        return 0
    with closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def main(words: list[str]) -> int:
    """One of the three acts; 1, with a sentence, when it fails."""
    try:
        match words:
            case ["keep", journal, copy]:
                keep(Path(journal), Path(copy))
            case ["back", copy, journal, aside]:
                put_back(Path(copy), Path(journal), Path(aside))
            case ["format", journal]:
                print(format_of(Path(journal)))
            case _:
                print("wanted: keep FROM TO | back FROM TO ASIDE | format FILE", file=sys.stderr)
                return 2
    except (OSError, sqlite3.Error) as error:
        print(f"the journal could not be copied: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
