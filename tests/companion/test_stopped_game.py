"""A game with a fault stops: every page says so in plain words, the log and the host's page say where, nothing private
is told, and an undo of the host leads on."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import nullcontext
from pathlib import Path

import pytest

from companion.journal.journal import Journal, JournalError, MatchId
from companion.journal.keeping import MatchKeeper
from companion.machine.patience import Patience
from companion.referee.inbox import HostSaid, Message, PeopleChanged, Stop, Tapped, Tick, Undrawn
from companion.values.notices import Notice
from companion.values.verdicts import Verdict
from companion.virtual.own_player import own_answer
from rules import games
from rules.engine.entries import Header
from rules.engine.match import Accepted, Match
from rules.engine.redact import Seen
from rules.engine.sampling import pick
from rules.engine.table import Table
from rules.engine.types import PUBLIC, Seat
from rules.outside import NoEnd
from tests.companion.evening import HANDS, Evening
from tests.owners_game import change, owners_game
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

LOOP = "\n{0}n = 0\n{0}while True:\n{0}    try:\n{0}        n = not n\n{0}    except Exception:\n{0}        continue"
ENDLESS_ANSWER = (ANSWERED[0], ANSWERED[0] + '\n    if t["led"]:' + LOOP.format(" " * 8))
ENDLESS_OPTIONS = (LISTED[0], '    if seen["led"]:' + LOOP.format(" " * 8) + "\n" + LISTED[0])
ENDLESS_NOTES = (
    "def faces(",
    'def notes(seen, reader):\n    if seen["led"]:' + LOOP.format(" " * 8) + "\n    return ()\n\n\ndef faces(",
)
ENDLESS_SHEETS = (ENDLESS_NOTES[0], ENDLESS_NOTES[1].replace("def notes(seen, reader)", "def sheets(seen)"))
ENDLESS_BOT = (ENDLESS_NOTES[0], f"def bot(seen, options):{LOOP.format('    ')}\n\n\ndef faces(")


@pytest.fixture
def patience() -> Iterator[Patience]:
    """It looks far more often than in a service."""
    patience = Patience(games.code_folders, look_s=0.02, looks=20)
    patience.start()
    yield patience
    patience.stop()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    games.look_in(tmp_path)
    yield tmp_path
    games.look_in(None)


def evening(folder: Path, *changes: tuple[str, str]) -> Evening:
    owners_game(folder)
    for text in changes:
        change(folder / "high_card", game=text)
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
    assert everywhere(table) == {"P1: the last answer was taken back."}
    assert set(table.keys(0)) == {"play:RED-1", "play:BLU-2"}
    assert tap(table, 0, "play:BLU-2").ok
    assert everywhere(table) == {""}


def test_the_very_first_answer_may_fail_as_well(folder: Path) -> None:
    table = evening(folder, FIRST_ANSWER)
    tap(table, 0, "play:RED-1")
    assert everywhere(table) == banner(1)
    assert set(table.keys(0)) == {"play:RED-1", "play:BLU-2"}  # there is nothing to undo, and another may do


@pytest.mark.parametrize(
    ("fault", "function"),
    [(LISTED, "options"), (NOTED, "<lambda>"), (DRAWN, "<lambda>")],
    ids=["listed", "noted", "drawn"],
)
def test_what_is_offered_or_shown_may_fail(
    folder: Path, fault: tuple[str, str], function: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = evening(folder, fault)
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
    assert everywhere(table) == {"P1: the last answer was taken back."}
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


def test_what_fails_as_time_goes_by_is_tried_again_when_somebody_does_something(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = evening(folder, LISTED)
    tap(table, 0, "play:RED-1")
    table.referee.followers.settle = lambda: bool(table.match.options(Seat(1)))  # type: ignore[method-assign]

    def failures(*messages: Message) -> int:
        caplog.clear()
        work(table, *messages)
        return sum("message failed" in record.getMessage() for record in caplog.records)

    assert failures(*[Tick()] * 5) == 1
    assert everywhere(table) == banner(1)
    assert failures(PeopleChanged(), *[Tick()] * 5) == 2


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


# -- what comes to no end ----------------------------------------------------------------------------------------------


def endless(number: int, at: str) -> set[str]:
    return {
        f"High Card stopped at entry {number}: its rules come to no end ({at}). Nothing before that is lost."
        " The host can undo the last move, and you play on."
    }


@pytest.mark.usefixtures("patience")
def test_an_answer_that_comes_to_no_end_is_ended_and_the_match_kept(folder: Path) -> None:
    table = evening(folder, ENDLESS_ANSWER)
    assert tap(table, 0, "play:RED-1").ok
    before = table.match.state
    for _ in range(2):
        assert not tap(table, 1, "play:RED-5").ok
        assert table.match.state == before
        assert (table.match.version, len(table.disk.entries)) == (1, 1)
        assert everywhere(table) == endless(2, "trick, HC-3")
        assert where(table).startswith("For its author: NoEnd in trick, game.py, line ")
    assert undo(table).ok
    assert everywhere(table) == {"P1: the last answer was taken back."}
    assert tap(table, 0, "play:BLU-2").ok


@pytest.mark.usefixtures("patience")
@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ([ENDLESS_OPTIONS], "options, HC-4"),
        ([ENDLESS_NOTES, (NOTED[0], 'Screens(prominent={"tricks"}, notes=notes)')], "notes"),
        ([ENDLESS_SHEETS, (DRAWN[0], 'Screens(prominent={"tricks"}, sheets=sheets)')], "sheets"),
    ],
    ids=["offered", "noted", "drawn"],
)
def test_what_is_offered_or_shown_may_come_to_no_end(folder: Path, changes: list[tuple[str, str]], at: str) -> None:
    table = evening(folder, *changes)
    everywhere(table)
    tap(table, 0, "play:RED-1")
    everywhere(table)  # whoever looks has it drawn
    work(table, Tick(), Tick())
    assert table.match.version == 1
    assert everywhere(table) == endless(1, at)
    assert undo(table).ok
    assert everywhere(table) == {"P1: the last answer was taken back."}
    assert set(table.keys(0)) == {"play:RED-1", "play:BLU-2"}


@pytest.mark.usefixtures("patience")
def test_a_bot_that_thinks_without_end_leaves_it_to_chance(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    by_bot = ('"leads"}),\n    )', '"leads"}),\n        bots=Bots(bot=bot),\n    )')
    table = evening(folder, ENDLESS_BOT, by_bot, ("    Box,", "    Bots,\n    Box,"))
    options = tuple(table.match.options(Seat(0)))
    assert options
    assert own_answer(table.game.bots.bot, Seen(Seat(0), table.match.seen(Seat(0))), options) is None
    assert "a game's bot failed error=NoEnd" in caplog.text


@pytest.mark.usefixtures("patience")
def test_a_match_whose_log_comes_to_no_end_when_it_is_played_again_says_where(folder: Path) -> None:
    game = evening(folder).game
    with Journal.open(folder / "companion.db") as journal:
        keeper = MatchKeeper.start(journal, game, 2, {})
        keeper.enter()
        match = keeper.match
        while match.question is not None:
            entry = pick(match, lambda among: 0)
            assert isinstance(match.submit(entry), Accepted)
            keeper.append(match.version, entry, "test", "", None)
        change(folder / "high_card", game=ENDLESS_ANSWER)
        with pytest.raises(
            JournalError, match=r"Match 1 of High Card cannot go on: NoEnd in trick, game\.py, line \d+\. Correct that"
        ):
            MatchKeeper.resume(journal, games.game("high_card"))
        assert MatchKeeper.resume(journal, games.game("high_card"), lenient=True) is None
        assert len(journal.load(MatchId(1))[1]) == match.version


@pytest.mark.parametrize(("looks", "is_ended"), [(30, False), (3, True)])
def test_a_game_that_is_asked_again_and_again_has_an_end_each_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch, looks: int, is_ended: bool
) -> None:
    game, add_pile, seen = evening(folder).game, Table.add_pile, []
    patience = Patience(games.code_folders, looks=looks)

    def looked_at(table: Table, *words: object, **fields: object) -> None:  # in the midst of the game's own setup
        patience.look()
        seen.append(words)
        add_pile(table, *words, **fields)  # type: ignore[arg-type]

    monkeypatch.setattr(Table, "add_pile", looked_at)
    with pytest.raises(NoEnd) if is_ended else nullcontext():
        for _ in range(8):
            Match(game, Header("high_card", 2))
    assert is_ended or len(seen) > looks
