"""The workbench with its real table: a save while it runs, a fault while somebody plays, a seat to sit down at."""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from companion.machine.shutdown import Ending
from companion.referee.inbox import Dealt, Tapped
from companion.service.running import Table
from companion.service.service import Service
from companion.settings.config import Override
from companion.values.verdicts import Verdict
from companion.workbench.panel import Panel
from companion.workbench.trouble import Kind
from rules import games
from rules.engine.types import Seat
from tests.companion.workshop import DEALT, LEADS, Workshop
from tests.owners_game import change

WITHIN_S = 30.0
SETTINGS = {
    "web.host": "127.0.0.1",
    "web.port": "0",
    "camera.source": "virtual",
    "play.start": "at_once",
    "play.autoplay": "off",
}


class Running(Workshop):
    """The same with its table in a thread."""

    def __init__(self, path: Path):
        super().__init__(path, *(Override(key, text, "test") for key, text in SETTINGS.items()))
        self._is_there = threading.Event()
        table = Table(self.loaded, self.bench.prepare, self.bench.built, self._greet)
        self.bench.end = table.end
        self._thread = threading.Thread(target=table.run, args=(False,))
        self._thread.start()
        self.wait()

    def _greet(self, service: Service) -> str:
        self._is_there.set()
        return "there"

    def wait(self) -> None:
        """Until the table is there again."""
        assert self._is_there.wait(WITHIN_S)
        self._is_there.clear()

    @property
    def service(self) -> Service:
        assert self.bench.service is not None
        return self.bench.service

    def tap(self, seat: int, key: str) -> Verdict:
        """Somebody taps on a phone."""
        reply: Future[Verdict] = Future()
        version = self.service.referee.match.version
        self.service.inbox.put(Tapped(Seat(seat), key, version, f"request-{seat}-{version}-{key}", reply))
        return reply.result(WITHIN_S)

    def deal(self) -> None:
        self.service.inbox.put(Dealt(DEALT.cards, DEALT.key))
        assert self.service.publisher.wait_for(lambda: self.service.referee.match.version == 1, WITHIN_S)

    def close(self) -> None:
        self.bench.end(Ending.STOP)
        self._thread.join(WITHIN_S)
        assert not self._thread.is_alive()


@pytest.fixture(autouse=True)
def _games_of_no_folder() -> Iterator[None]:
    yield
    games.look_in(None)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    found = Running(tmp_path)
    try:
        yield found
    finally:
        found.close()


def test_a_save_is_taken_up_while_the_table_runs(running: Running) -> None:
    running.deal()
    assert running.tap(0, LEADS.key).ok
    before, port = running.service, running.service.port_number
    change(
        running.folder, game=('        t.tell("leads", seat=seat)\n', '        t.tell("leads", seat=t.left_of(seat))\n')
    )
    assert running.bench.reload()
    running.wait()
    assert running.service is not before
    assert running.service.port_number == port, "pages that are open find it again"
    told = [one.event.facts["seat"] for one in running.service.referee.match.told if one.event.kind == "leads"]
    assert told == [Seat(1)], "the log was played again by the new code"
    assert running.log == [DEALT, LEADS]

    link = Panel(running.bench).seat_link(1)
    assert link.startswith(f"http://127.0.0.1:{port}/join#over=")
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/dev", None, WITHIN_S)


def test_a_fault_in_play_is_told_to_the_author_and_to_no_log(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    change(running.folder, game=('    t.add("left", -1)\n', '    t.add(f"lost {card}", -1)\n'))
    assert running.bench.reload()
    running.wait()
    running.deal()
    assert not running.tap(0, LEADS.key).ok
    trouble = running.trouble
    assert (trouble.kind, trouble.entry, trouble.rule) == (Kind.STOPPED, 2, "HC-3")
    assert "lost RED-1" in trouble.trace
    assert str(running.folder) in trouble.trace
    assert running.bench.wrong() == trouble
    assert "RED-1" not in caplog.text
    assert "Traceback" not in caplog.text
