"""What a venue calls to a table: whatever it calls, those who sit there and the journal come to no harm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from companion.doors.replies import Replies
from companion.doors.shelf_door import ShelfDoor
from companion.journal.journal import Journal, JournalError
from companion.journal.outbox import KEPT_CALLS
from companion.journal.rows import MatchId
from companion.machine.shutdown import Ending
from companion.outbox.sender import Called
from companion.service.called_match import APART_S, LOOKING_S, CalledMatches
from companion.settings.chosen_game import chosen_game
from companion.settings.config import Override
from companion.values.notices import Notice
from companion.values.person import Person
from rules.engine.entries import EndMatch, Header
from tests.companion.doorway import Doorway
from tests.companion.host_office import quiet_office, settings_in
from tests.companion.test_outbox import ENDED, HEADER, PLAYS, table
from web.pages.lobby.views import GamePick
from web.views import Role, Session

HOST = Session(Role.HOST)


class Calling:
    """A table at which a match has ended, and a venue that calls. Each match laid out is begun in the journal by
    `begins`, as the next service does."""

    def __init__(self, journal: Journal, folder: Path) -> None:
        evening = table(journal)
        for seat, key in PLAYS:
            assert evening.tap(seat, key).ok
        self.journal, self.doorway = journal, Doorway(evening, journal)
        self.told, self.ends = list[Notice](), list[Ending]()
        self.now, self.clock_s = datetime(2026, 1, 2, tzinfo=UTC), 0.0
        loaded = settings_in(folder, Override("venue.matches", "true", "test"))
        self.office = quiet_office(journal, loaded)
        self.number = MatchId(1)
        self.calls = self.service()

    def service(self) -> CalledMatches:
        """As a new start of the table makes it."""
        shelf = self.doorway.pages.shelf
        assert isinstance(shelf, ShelfDoor)
        shelf = replace(
            shelf,
            office=self.office,
            game=chosen_game("chronicle", self.office.book.loaded),
            tell=self.told.append,
            end=self.ends.append,
            is_called=lambda: self.journal.outbox.is_called(self.number),
        )
        calls = CalledMatches(
            shelf=shelf,
            journal=self.journal,
            number=lambda: self.number,
            clock=lambda: self.clock_s,
            now=lambda: self.now,
        )
        calls._over_s = -LOOKING_S
        return calls

    def call(self, letter: str, people: int = 4, **options: str) -> bool:
        names = ["Zoe", "Yann", "Xia", "Will"][:people]
        return self.calls.lay_out(Called(match=letter * 32, game="chronicle", options=options, people=names))

    def begins(self) -> None:
        self.number = self.journal.start_match(Header("chronicle", 4, {}))
        self.calls = self.service()

    def wait(self, seconds: float) -> None:
        self.now, self.clock_s = self.now + timedelta(seconds=seconds), self.clock_s + seconds


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "companion.db") as opened:
        yield opened


@pytest.fixture
def calling(journal: Journal, tmp_path: Path) -> Calling:
    return Calling(journal, tmp_path)


def test_a_name_that_was_played_is_not_laid_out_again_and_no_start_fails_for_it(calling: Calling) -> None:
    assert calling.call("c")
    calling.begins()
    calling.journal.append(calling.number, 1, EndMatch("late"), "host", result=ENDED, is_over=True)
    calling.wait(APART_S)
    assert calling.call("d")
    calling.begins()
    calling.wait(APART_S)
    assert not calling.call("c", people=3), "a venue that was brought back from a copy calls it once more"
    assert calling.office.book.config.table.players == 4, "nothing of it is kept"
    with pytest.raises(JournalError):
        calling.journal.outbox.call("c" * 32, "chronicle", ["Zoe", "Yann"], 0.0)
    forged = '{"uid": "%s", "game": "high_card", "people": ["A", "B"], "match": 0}' % ("c" * 32)
    calling.journal.set_setting("venue_called", forged)
    uids = [calling.journal.outbox.of(calling.journal.start_match(HEADER)) for _ in range(2)]
    assert uids == [None, None], "they begin, and nothing has ended"


def test_however_often_a_venue_calls_the_table_starts_seldom_and_the_journal_does_not_grow(calling: Calling) -> None:
    laid = list[float]()
    for turn in range(600):
        done = calling.call("abcdef"[turn % 6])
        if done:
            laid.append(calling.clock_s)
            assert calling.calls.laid() == "abcdef"[turn % 6] * 32, "also while the table starts anew"
            assert not calling.call("9")
            calling.begins()
        assert not calling.call("abcdef"[turn % 6]), "what lies there is not laid out once more"
        calling.wait(5.0)
    assert len(laid) == KEPT_CALLS, "within less than an hour"
    assert min(after - before for before, after in pairwise(laid)) >= APART_S
    assert len(calling.journal.matches()) == 2, "that which ended, and the last one"
    calling.wait(3600.0)
    assert calling.call("9")
    calling.begins()
    calling.now -= timedelta(days=9)  # a clock that is put back keeps nobody waiting
    assert calling.call("8")


def test_what_cannot_be_laid_out_leaves_everybody_at_the_seats_and_is_said_seldom(calling: Calling) -> None:
    calling.doorway.seated("Ada", 0)
    assert not calling.call("c", no_such="true")
    assert not calling.call("d", people=1)
    assert not calling.call("c", no_such="true")
    assert [one.code for one in calling.told] == ["venue_no_match"]
    calling.wait(APART_S)
    assert not calling.call("d", people=0)
    assert [one.code for one in calling.told] == ["venue_no_match"] * 2
    assert calling.doorway.seating.held_seats == {0}
    calling.wait(APART_S)
    assert calling.call("e")
    assert calling.doorway.seating.held_seats == frozenset()
    assert calling.ends == [Ending.PICKED]


def test_a_called_match_has_the_options_of_its_venue_and_else_those_of_the_game(calling: Calling) -> None:
    shelf = calling.calls.shelf
    assert shelf.chosen(GamePick("chronicle", 4, {"two_histories": "true"}), shelf.replies.voice(HOST)) is None
    assert calling.office.book.config.play.options_for("chronicle")["two_histories"] is True
    assert calling.call("c")
    assert calling.office.book.config.play.options_for("chronicle")["two_histories"] is False


def test_those_who_have_no_phones_may_look_at_the_end_of_their_match_too(calling: Calling) -> None:
    shelf = calling.calls.shelf
    around = replace(shelf.replies.board.around, people=(Person("Ada"), Person("Ben")))
    over = replace(shelf.replies.board, around=around)
    calling.calls.shelf = replace(shelf, replies=Replies(calling.doorway.evening.inbox, lambda: over))
    calling.calls._over_s = None
    assert not calling.call("c")
    calling.wait(LOOKING_S)
    assert calling.call("c")


def test_a_match_that_another_follows_is_not_said_to_lie_there_and_may_be_called_again(calling: Calling) -> None:
    assert calling.call("c")
    calling.wait(APART_S)
    assert not calling.call("d"), "the table starts anew for the one before"
    calling.begins()
    calling.wait(APART_S)
    assert not calling.call("c"), "it lies there"
    assert calling.calls.laid() == "c" * 32
    calling.begins()  # the host has laid out something else
    assert calling.calls.laid() == ""
    calling.wait(APART_S)
    assert calling.call("c"), "nobody has played it"
    calling.begins()
    assert calling.calls.laid() == "c" * 32


def test_in_the_lobby_of_a_called_match_only_the_host_lays_out_something_else(calling: Calling) -> None:
    board = calling.doorway.evening.outlet.board
    assert board is not None
    lobby = replace(board, around=replace(board.around, gathering=True))
    assert calling.call("c")
    calling.begins()
    ada = calling.doorway.seated("Ada", 0)
    shelf = replace(calling.calls.shelf, replies=Replies(calling.doorway.evening.inbox, lambda: lobby))
    pick, laid = GamePick("chronicle", 3), len(calling.ends)
    assert shelf.pick(ada, pick).sentence == (
        "The venue has called this match to the table, so only the host can lay out anything else."
    )
    assert len(calling.ends) == laid
    assert shelf.pick(HOST, pick).ok
    calling.begins()
    assert shelf.pick(ada, pick).ok, "what the host has laid out is nobody's call"
