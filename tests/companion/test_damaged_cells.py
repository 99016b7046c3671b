"""A letter that a worn card has changed, in any text that the journal keeps beside its entries: the table starts."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.journal.copies import Copy
from companion.journal.rosters import FinalScore
from companion.journal.unsettled import BOTS, LIMIT
from companion.referee.consent import PROPOSAL
from companion.referee.running_match import PAUSE
from companion.service.building import build
from companion.service.service import Service
from companion.settings.chosen_game import prepare
from companion.settings.config import Override, load_config
from web.views import Role

SETTINGS = {"camera.source": "none", "voice.sink": "off", "web.host": "127.0.0.1", "web.port": "0"}
CHAINED = ("entries",)  # what is damaged there is found by its checksum


def table(data: Path) -> Service:
    chosen = {"data.directory": str(data), **SETTINGS}
    loaded = load_config(None, tuple(Override(key, value, key) for key, value in chosen.items()), {})
    game, config = prepare(loaded, "chronicle")
    return build(config, game, loaded=loaded, lenient=True)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A data directory of a table with something in most tables of its journal, and the token of a phone."""
    data = tmp_path_factory.mktemp("table") / "data"
    service = table(data)
    service.start()
    journal = service.journal
    token = journal.create_session(Role.SEAT, 0, "Ada")
    journal.create_session(Role.HOST)
    journal.set_setting("seats_locked", "0,1")
    journal.copies.add(Copy(0, "chronicle", "Red box", "Ada", service.journal.matches()[0].started))
    journal.rosters.keep_outcome(1, 0, FinalScore((0,), (1, 2, 3, 4)))
    choices = {BOTS: '["none","all"]', LIMIT: '["20.0","40.0"]'}
    service.keeper.settle({PAUSE: "", "answer/0": '{"since":0}', PROPOSAL: "{}", **choices})
    service.stop()
    return data, token


def cells(path: Path) -> Iterator[tuple[str, str, str, tuple[Any, ...], str]]:
    """Every text beside the entries: table, column, a condition for its row, the row, and the text."""
    with closing(sqlite3.connect(path)) as db:
        names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        for (name,) in db.execute(names).fetchall():
            columns = [(str(row[1]), str(row[2])) for row in db.execute(f"PRAGMA table_info({name})")]
            where = " AND ".join(f'"{column}" IS ?' for column, _ in columns)
            for row in db.execute(f"SELECT * FROM {name}").fetchall():
                for (column, kind), value in zip(columns, row, strict=True):
                    if name not in CHAINED and kind == "TEXT" and value:
                        yield name, column, where, row, value


@pytest.mark.dear
def test_no_damaged_text_keeps_the_table_from_starting(kept: tuple[Path, str], tmp_path: Path) -> None:
    data, token = kept
    found, failed = list(cells(data / "companion.db")), []
    assert {name for name, *_ in found} >= {"matches", "sessions", "session_seats", "settings", "unsettled", "copies"}
    for number, (name, column, where, row, text) in enumerate(found):
        home = tmp_path / str(number)
        shutil.copytree(data, home)
        with closing(sqlite3.connect(home / "companion.db", isolation_level=None)) as db:
            damaged = f"{text[: len(text) // 2]}z{text[len(text) // 2 + 1 :]}"
            db.execute(f'UPDATE {name} SET "{column}" = ? WHERE {where}', (damaged, *row))
        try:
            service = table(home)
            service.start()
            service.journal.find_session(token)
            service.journal.holders()
            service.journal.copies.list()
            service.journal.rosters.outcomes()
            service.stop()
        except Exception as error:
            failed.append(f"{name}.{column}: {type(error).__name__}")
        shutil.rmtree(home)
    assert not failed
