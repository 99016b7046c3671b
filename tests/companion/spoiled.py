"""Journals that were spoiled: a process that dies while it writes, and what a worn card makes of the files."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

from tests.house._source import ROOT

PAGE = 4096


def killed_in_play(path: Path, least: int) -> int:
    """Another process writes answers into a new journal and is killed; gives the last one that it acknowledged."""
    command = [sys.executable, str(ROOT / "tests/companion/_writes_answers.py"), str(path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as child:
        assert child.stdout is not None
        while (last := int(child.stdout.readline())) < least:
            pass
        child.kill()
        rest = child.stdout.read().split("\n")
    return int(rest[-2]) if len(rest) > 1 else last


def wal_of(path: Path) -> Path:
    """What waits to be written into a journal."""
    return path.with_name(f"{path.name}-wal")


def flip(file: Path, bit: int) -> None:
    """One bit of a file is another one."""
    content = bytearray(file.read_bytes())
    content[bit // 8] ^= 1 << (bit % 8)
    file.write_bytes(content)


def flip_some(file: Path, random: Random, count: int) -> None:
    """Bits at random."""
    for _ in range(count):
        flip(file, random.randrange(file.stat().st_size * 8))


def cut(file: Path, size: int) -> None:
    """The end of a file is gone."""
    os.truncate(file, size)


def change(path: Path, statement: str, *values: object) -> None:
    """A row of a journal is another one, and SQLite finds nothing wrong with that."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        assert db.execute(statement, values).rowcount == 1, statement


def moved(folder: Path, to: Path) -> Path:
    """A data directory as it lies there, in another place; gives the journal in it."""
    shutil.copytree(folder, to)
    return to / "companion.db"
