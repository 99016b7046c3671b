"""A venue that is killed after it has taken a result and before it could say so: started again, it has each once."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from companion.journal.journal import Journal
from companion.journal.outbox import ResultState
from companion.journal.people import utc_now
from companion.outbox.line import Line, Told, Unreachable
from companion.outbox.sender import RESULTS, Sender
from companion.settings.venue import VenueConfig
from companion.venue.schema import results
from rules.engine.entries import EndMatch, Header
from tests.house._source import ROOT
from tests.venue.clubhouse import book_at, in_a_file, sent

MATCHES = 6
HEADER = Header("chronicle", 2, {})
RESULT = (ResultState.ENDED, json.dumps(sent()["result"]))


def started(folder: Path, port: int) -> tuple[subprocess.Popen[str], int]:
    words = ("venue", "--data", str(folder), "--host", "127.0.0.1", "--port", str(port), "--name", "The Club")
    command = [sys.executable, "-m", "companion", *words]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"The Club is ready at http://localhost:(\d+)/", process.stdout.readline())
    assert found is not None
    return process, int(found[1])


def ended_now(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def test_a_venue_killed_between_its_commit_and_its_answer_has_each_result_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process, port = started(tmp_path, 0)
    posts: list[str] = []
    post = Line.post

    def killing(self: Line, path: str, body: bytes, credential: str = "") -> Told:
        told = post(self, path, body, credential)
        posts.append(path)
        if posts.count(RESULTS) == 3 and process.poll() is None:
            ended_now(process)
            raise Unreachable("the answer was lost")
        return told

    try:
        with Journal.open(tmp_path / "companion.db") as journal, book_at(in_a_file(tmp_path), utc_now) as beside:
            for _ in range(MATCHES):
                journal.append(journal.start_match(HEADER), 1, EndMatch("late"), "host", result=RESULT)
            to = Sender(VenueConfig(f"http://127.0.0.1:{port}"), journal, lambda: "Table 4", lambda: 0)
            code = beside.new_code()
            assert to.pair(code)
            monkeypatch.setattr(Line, "post", killing)
            to.send_once()
            assert len(journal.outbox.waiting()) == MATCHES - 2
            to.send_once()
            assert len(journal.outbox.waiting()) == MATCHES - 2, "nobody is there"
            process, port = started(tmp_path, port)
            to.send_once()
            assert journal.outbox.waiting() == ()
            with beside.store.transaction() as db:
                kept = db.execute(sa.select(results.c.match, results.c.revision)).all()
            assert len(kept) == MATCHES
            assert {row.revision for row in kept} == {1}
    finally:
        if process.poll() is None:
            ended_now(process)
