"""Every known trap that concerns the pages has tests, and they are there; with those that stand nowhere else."""

from __future__ import annotations

import ast
import logging
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest

from tests.attacks.ring import Ring, Who
from tests.attacks.test_streams import stream
from tests.attacks.traps import TRAPS, Trap
from web import WebSettings

TESTS = Path(__file__).parents[1]


@cache
def names_in(file: str) -> frozenset[str]:
    """The tests of a file that are run: functions at its top that are not only for the long run."""
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return frozenset(one.name for one in tree.body if isinstance(one, ast.FunctionDef) and one.name.startswith("test_"))


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.what[:40])
def test_a_trap_has_its_tests(trap: Trap) -> None:
    assert trap.tests
    for test in trap.tests:
        file, _, name = test.partition("::")
        assert name in names_in(file), f"{test} is gone, and with it what showed that this does not happen: {trap.what}"


def test_pages_answer_while_every_stream_is_taken(own_table: Ring) -> None:
    """As delivered: forty places, of which one phone takes four."""
    table = own_table
    most = WebSettings().max_streams
    with ExitStack() as lines:
        for _ in range(-(-most // 4)):
            table.open_the_spectator()
            for _ in range(4):
                lines.enter_context(stream(table, Who.SPECTATOR)).packets(1)
        table.open_the_spectator()
        full = table.ask(Who.SPECTATOR, "/events", source="127.0.0.1")
        assert full.status == 503
        assert int(full.header("Retry-After")) >= 1
        assert {table.ask(Who.SEAT_0, "/api/packet").status for _ in range(9)} == {200}


def test_no_secret_is_in_the_log(own_table: Ring, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever is asked, and however wrong: the log tells neither hands nor notes, codes, cookies or tokens."""
    table = own_table
    caplog.set_level(logging.DEBUG)
    secrets = {**table.secrets_from(Who.NOBODY), "card": "RED-5"}
    for who in Who:
        for path in ("/", "/seat", "/api/packet", "/api/notes", "/host", "/api/people", "/nowhere", "/RED-5"):
            table.ask(who, path)
        for path, body in (
            ("/api/answer", {"key": "play:RED-5", "version": 0, "request": "12345678"}),
            ("/api/notes", {"text": table.notes[1]}),
            ("/api/join", {"name": "Eve", "seat": 1, "code": table.service.joining.code}),
            ("/api/join/take-over", {"secret": table.tokens[Who.HOST]}),
            ("/api/become-host", {"pin": secrets["PIN"]}),
        ):
            table.ask(who, path, body)
            table.ask(who, path, b"\xff" + str(body).encode())
    said = "\n".join(record.getMessage() + str(record.exc_info) for record in caplog.records)
    assert [what for what, secret in secrets.items() if secret in said] == []
