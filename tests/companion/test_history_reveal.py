"""Opening what was hidden: only after the end, on record, told to all, and closed again when the end is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from companion.journal.journal import MatchId
from companion.values.person import Person
from rules.engine.entries import Position, Rewind
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.types import Seat
from tests.companion.high_card import HIGH_CARD
from tests.companion.played import ADA, BEA, GUEST, HOST, Shelf, random_match, shelf_at
from web.door.wire import encode
from web.pages.history.views import HistoryAct, HistoryCommand, OpenState
from web.views import Role, Session

HIDDEN = "BLU-6"
EVERYBODY = (
    GUEST,
    HOST,
    ADA,
    BEA,
    Session(Role.HOST, 0),
    Session(Role.SEAT, 0, seats=(0, 1)),
    Session(Role.SPECTATOR, 1),
)
NOTED = Position({"hand/0": ("RED-1", "BLU-2"), "hand/1": ("RED-5", HIDDEN)}, phase="trick", turn=0)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    made = shelf_at(tmp_path)
    yield made
    made.journal.close()


def two_tricks() -> Match:
    """A match of two tricks in which both hands are known; the hidden card is laid last."""
    header = random_match(HIGH_CARD, 2, 1).header
    match = Match(HIGH_CARD, type(header)(header.game, 2, header.settings, NOTED))
    for seat, card in ((0, "RED-1"), (1, "RED-5"), (1, HIDDEN), (0, "BLU-2")):
        match.submit(Answer(Seat(seat), f"play:{card}"))
    assert match.state.result is not None
    return match


def text_at(shelf: Shelf, session: Session, number: MatchId, at: int, *, is_open: bool) -> str:
    packet = shelf.history.past_step(session, number, at, is_open)
    return "" if packet is None else encode(packet).decode()


def state_of(shelf: Shelf, number: MatchId) -> OpenState:
    match = shelf.history.past_match(GUEST, number)
    return OpenState.CLOSED if match is None else match.opening.state


def opened(shelf: Shelf, number: MatchId, session: Session = HOST) -> bool:
    return shelf.history.history_act(session, HistoryCommand(HistoryAct.OPEN, number)).ok


def agree(shelf: Shelf, number: MatchId, session: Session) -> bool:
    return shelf.history.history_act(session, HistoryCommand(HistoryAct.AGREE, number)).ok


def test_the_replay_shows_no_hidden_card_until_all_is_opened(shelf: Shelf) -> None:
    number = shelf.keep(two_tricks())
    assert HIDDEN not in text_at(shelf, HOST, number, 1, is_open=False)
    assert text_at(shelf, HOST, number, 1, is_open=True) == ""
    assert opened(shelf, number)
    for session in EVERYBODY:
        assert HIDDEN in text_at(shelf, session, number, 1, is_open=True)
        assert HIDDEN not in text_at(shelf, session, number, 1, is_open=False), "the public view stays what it was"


def test_opening_is_told_to_all_and_stands_in_the_record(shelf: Shelf) -> None:
    number = shelf.on_table = shelf.keep(two_tricks())
    assert opened(shelf, number)
    assert [notice.code for notice in shelf.told] == ["revealed_by_host"]
    assert shelf.told[0].aloud
    match = shelf.history.past_match(GUEST, number)
    assert match is not None
    assert match.opening.state is OpenState.BY_HOST
    assert match.opening.at is not None
    assert not match.opening.may_host
    assert not match.opening.may_agree
    assert Shelf(shelf.journal).history.past_step(GUEST, number, 1, is_open=True) is not None, "also after a restart"


@pytest.mark.parametrize("session", [one for one in EVERYBODY if one.role is not Role.HOST])
def test_only_the_host_opens_alone(shelf: Shelf, session: Session) -> None:
    number = shelf.on_table = shelf.keep(two_tricks())
    assert not opened(shelf, number, session)
    assert state_of(shelf, number) is OpenState.CLOSED
    assert not shelf.told


def test_nobody_opens_anything_of_a_running_match(shelf: Shelf) -> None:
    ended, match = shelf.keep(two_tricks()), two_tricks()
    match.submit(Rewind(1))
    shelf.on_table = running = shelf.begin(match)
    for session, act in product(EVERYBODY, (HistoryAct.OPEN, HistoryAct.AGREE)):
        assert not shelf.history.history_act(session, HistoryCommand(act, running)).ok
    assert opened(shelf, ended), "another match that has ended is no way in"
    for session, at, is_open in product(EVERYBODY, range(6), (False, True)):
        assert text_at(shelf, session, running, at, is_open=is_open) == ""
    assert all(shelf.history.past_match(session, running) is None for session in EVERYBODY)
    assert HIDDEN not in encode(shelf.history.score_courses(HOST)).decode()


def test_taking_the_end_back_closes_everything_again(shelf: Shelf) -> None:
    number = shelf.on_table = shelf.keep(two_tricks())
    assert opened(shelf, number)
    assert text_at(shelf, ADA, number, 1, is_open=True)
    shelf.add(number, Rewind(3))
    assert text_at(shelf, ADA, number, 1, is_open=True) == "" == text_at(shelf, HOST, number, 1, is_open=True)
    shelf.add(number, Answer(Seat(0), "play:BLU-2"))
    shelf.journal.finish(number)
    assert state_of(shelf, number) is OpenState.CLOSED, "the next end is to be opened anew"
    assert text_at(shelf, HOST, number, 1, is_open=True) == ""


def test_all_players_at_the_table_open_it_together(shelf: Shelf) -> None:
    number = shelf.on_table = shelf.keep(two_tricks())
    assert agree(shelf, number, ADA)
    match = shelf.history.past_match(BEA, number)
    assert match is not None
    assert (match.opening.agreed, match.opening.needed) == (1, 2)
    assert match.opening.may_agree
    assert agree(shelf, number, ADA), "agreeing twice is one vote"
    assert state_of(shelf, number) is OpenState.CLOSED
    assert agree(shelf, number, BEA)
    assert state_of(shelf, number) is OpenState.BY_PLAYERS
    assert [notice.code for notice in shelf.told] == ["revealed_by_players"]


def test_a_phone_with_two_seats_speaks_for_both(shelf: Shelf) -> None:
    number = shelf.on_table = shelf.keep(two_tricks())
    assert agree(shelf, number, Session(Role.SEAT, 0, seats=(0, 1)))
    assert state_of(shelf, number) is OpenState.BY_PLAYERS


def test_when_the_one_who_was_missing_has_left_the_others_can_still_open_it(shelf: Shelf) -> None:
    number = shelf.on_table = shelf.keep(two_tricks())
    assert agree(shelf, number, ADA)
    voted = shelf.history.past_match(ADA, number)
    assert voted is not None
    assert not voted.opening.may_agree
    shelf.people = (Person("Ada", True), Person("Bea"))
    match = shelf.history.past_match(ADA, number)
    assert match is not None
    assert match.opening.may_agree
    assert agree(shelf, number, ADA)
    assert state_of(shelf, number) is OpenState.BY_PLAYERS


def test_whoever_takes_a_seat_later_has_not_agreed_by_it(shelf: Shelf) -> None:
    number = shelf.on_table = shelf.keep(two_tricks())
    assert agree(shelf, number, ADA)
    shelf.people = (Person("Cleo", True), Person("Bea", True))
    assert agree(shelf, number, BEA)
    assert state_of(shelf, number) is OpenState.CLOSED
    assert agree(shelf, number, ADA), "the phone at that seat, which is Cleo's now"
    assert state_of(shelf, number) is OpenState.BY_PLAYERS


def test_votes_for_an_end_that_was_taken_back_count_no_more(shelf: Shelf) -> None:
    number = shelf.on_table = shelf.keep(two_tricks())
    assert agree(shelf, number, ADA)
    shelf.add(number, Rewind(3))
    shelf.add(number, Answer(Seat(0), "play:BLU-2"))
    shelf.journal.finish(number)
    assert agree(shelf, number, BEA)
    assert state_of(shelf, number) is OpenState.CLOSED


def test_whoever_has_no_seat_now_has_no_vote(shelf: Shelf) -> None:
    number = shelf.on_table = shelf.keep(two_tricks())
    shelf.people = (Person("Ada", True), Person("Bea"))
    assert not agree(shelf, number, GUEST)
    assert not agree(shelf, number, BEA)
    assert not agree(shelf, number, HOST)
    older = shelf.keep(two_tricks())
    assert not agree(shelf, older, ADA), "who sat in an older match is not signed on as that"
    assert agree(shelf, number, ADA)
    assert state_of(shelf, number) is OpenState.BY_PLAYERS
