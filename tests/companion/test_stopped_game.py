"""A game with a fault stops: every page says so in plain words, the log and the host's page say where, nothing private
is told, and an undo of the host leads on."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from companion.referee.inbox import HostSaid, Message, Stop, Tapped, Tick, Undrawn
from companion.values.notices import Notice
from companion.values.verdicts import Verdict
from rules import games
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.types import PUBLIC, Seat
from tests.companion.evening import HANDS, Evening
from tests.owners_game import owners_game
from web.pages.host.views import HostAct, HostCommand

READERS = (PUBLIC, 0, 1)
SECRET = "the ace that Bea holds"
ANSWERED = ("t.move(card, place(seat), frm=hand(seat))", "t.move(card, place(seat), frm=hand(seat))\n    WRONG")
SECOND_ANSWER = (ANSWERED[0], ANSWERED[1].replace("WRONG", f'if t["led"]: raise KeyError("{SECRET}")'))
FIRST_ANSWER = (ANSWERED[0], ANSWERED[1].replace("WRONG", f'raise KeyError("{SECRET}")'))
LISTED = (
    '    led, refusal, claim = seen["led"]',
    f'    if seen["led"]: raise ValueError("{SECRET}")\n    led, refusal, claim = seen["led"]',
)
NOTED = (
    'Screens(prominent={"tricks"})',
    'Screens(prominent={"tricks"}, notes=lambda seen, reader: () if not seen["led"] else 1 // 0)',
)
DRAWN = (
    'Screens(prominent={"tricks"})',
    'Screens(prominent={"tricks"}, sheets=lambda seen: () if not seen["led"] else 1 // 0)',
)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    games.look_in(tmp_path)
    yield tmp_path
    games.look_in(None)


def evening(folder: Path, *changes: tuple[str, str]) -> Evening:
    for change in changes or [("HAND = 2", "HAND = 2")]:
        owners_game(folder, game=change)
    table = Evening(games.game("high_card"), HANDS)
    table.outlet._undrawn = lambda error: table.inbox.put(Undrawn(error))
    return table


def work(table: Evening, *messages: Message) -> None:
    """The referee's loop over these messages, as it goes in a service."""
    for message in (*messages, Stop()):
        table.inbox.put(message)
    table.referee.run()


def tap(table: Evening, seat: int, key: str) -> Verdict:
    reply: Future[Verdict] = Future()
    work(table, Tapped(Seat(seat), key, table.match.version, "", reply))
    return reply.result(timeout=0)


def undo(table: Evening) -> Verdict:
    reply: Future[Verdict] = Future()
    work(table, HostSaid(HostCommand(HostAct.UNDO), reply))
    return reply.result(timeout=0)


def everywhere(table: Evening) -> set[str]:
    """What stands over all pages, each drawn in both languages."""
    found = {table.packet(reader).notice for reader in READERS}
    for reader in READERS:
        assert SECRET not in table.bytes_of(reader)
        assert "Traceback" not in table.bytes_of(reader)
        assert table.packet(reader).public_notice == ""
    return found


def where(table: Evening) -> str:
    assert table.outlet.board is not None
    stopped = table.outlet.board.around.stopped
    assert stopped is not None
    return table.voice.notice(Notice("game_stopped_where", stopped.facts))


def banner(number: int) -> set[str]:
    return {
        f"High Card stopped at entry {number}: its rules have a fault. Nothing before that is lost."
        " The host can undo the last move, and you play on."
    }


def test_an_answer_that_fails_stops_the_game_and_keeps_the_match(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = evening(folder, SECOND_ANSWER)
    assert tap(table, 0, "play:RED-1").ok
    before = table.match.state
    with caplog.at_level(logging.ERROR):
        said = tap(table, 1, "play:RED-5")
    assert not said.ok
    assert table.match.state == before
    assert (table.match.version, len(table.disk.entries)) == (1, 1)
    assert everywhere(table) == banner(2)
    assert where(table).startswith("For its author: KeyError in trick, game.py, line ")
    assert where(table).endswith("Rule HC-3, question play, entry 2.")
    (line,) = [record.getMessage() for record in caplog.records if "has stopped" in record.getMessage()]
    for fact in (
        "game=high_card",
        "version=1.0",
        "rule=HC-3",
        "error=KeyError",
        "file=game.py",
        "function=trick",
        "number=2",
    ):
        assert fact in line
    assert SECRET not in caplog.text
    assert "RED" not in caplog.text


def test_another_answer_or_an_undo_leads_on(folder: Path) -> None:
    table = evening(folder, SECOND_ANSWER)
    tap(table, 0, "play:RED-1")
    tap(table, 1, "play:RED-5")
    assert undo(table).ok
    assert everywhere(table) == {""}
    assert set(table.keys(0)) == {"play:RED-1", "play:BLU-2"}
    assert tap(table, 0, "play:BLU-2").ok
    assert everywhere(table) == {""}


def test_the_very_first_answer_may_fail_as_well(folder: Path) -> None:
    table = evening(folder, FIRST_ANSWER)
    tap(table, 0, "play:RED-1")
    assert everywhere(table) == banner(1)
    assert set(table.keys(0)) == {"play:RED-1", "play:BLU-2"}  # there is nothing to undo, and another may do


@pytest.mark.parametrize(
    ("change", "function"),
    [(LISTED, "options"), (NOTED, "<lambda>"), (DRAWN, "<lambda>")],
    ids=["listed", "noted", "drawn"],
)
def test_what_is_offered_or_shown_may_fail(
    folder: Path, change: tuple[str, str], function: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = evening(folder, change)
    for reader in READERS:
        table.packet(reader)
    tap(table, 0, "play:RED-1")
    everywhere(table)  # whoever looks has it drawn
    work(table, Tick(), Tick())
    assert table.match.version == 1
    assert everywhere(table) == banner(1)
    assert f" in {function}, game.py, line " in where(table)
    work(table, *[Tick()] * 5)
    assert everywhere(table) == banner(1)
    assert len([record for record in caplog.records if "the game has stopped" in record.getMessage()]) == 1
    assert all(table.packet(reader).question is None for reader in READERS)
    assert [pile.key for pile in table.packet(0).piles]  # the table as it is known stays in sight
    assert undo(table).ok
    assert everywhere(table) == {""}
    assert set(table.keys(0)) == {"play:RED-1", "play:BLU-2"}


def test_nobody_of_the_program_plays_on_while_it_stands_still(folder: Path) -> None:
    table = evening(folder, SECOND_ANSWER)
    assert table.outlet.played(frozenset({Seat(1)})) is not None
    tap(table, 0, "play:RED-1")
    tap(table, 1, "play:RED-5")
    assert table.outlet.played(frozenset({Seat(1)})) is None
    assert table.outlet.underside is None
    undo(table)
    assert table.outlet.played(frozenset({Seat(1)})) is not None


def test_a_page_that_was_never_drawn_shows_the_banner(folder: Path) -> None:
    table = evening(
        folder, ('Screens(prominent={"tricks"})', 'Screens(prominent={"tricks"}, sheets=lambda seen: 1 // 0)')
    )
    everywhere(table)
    work(table, Tick())
    assert everywhere(table) == banner(0)
    assert table.packet(0).title == "High Card"


def test_no_page_of_the_match_before_is_shown_where_one_cannot_be_drawn(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat may be another person's by then, and what it held was not for them."""
    table = evening(folder)
    drawn = {reader: table.bytes_of(reader) for reader in READERS}
    assert "RED-1" in drawn[0]

    def fails(*given: object) -> None:
        raise RuntimeError(SECRET)

    monkeypatch.setattr("companion.telling.teller.page_packet", fails)
    table.referee.tell()
    assert "RED-1" in table.bytes_of(0), "of one match what was known stays in sight"
    table.running.match = Match(table.game, Header("high_card", 2))
    table.referee.tell()
    for reader in READERS:
        assert table.packet(reader).piles == ()
        assert table.packet(reader).events == ()
        assert "RED-" not in table.bytes_of(reader)


def test_a_fault_of_the_companion_is_not_the_games(folder: Path) -> None:
    table = evening(folder)

    def fails(*given: object) -> None:
        raise RuntimeError(SECRET)

    table.referee.table_side.look_again = fails  # type: ignore[method-assign]
    tap(table, 0, "play:RED-1")
    assert table.running.stopped is None
    (said,) = everywhere(table)
    assert said.startswith("The companion made a mistake.")
