"""Finished matches: the list, the statistics, the story of one, and what is kept and taken away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.journal import JournalError, MatchId
from companion.journal.rosters import FinalScore, Seated
from companion.past.history import ROWS_A_PAGE, STORIES_KEPT
from companion.past.statistics import tallies_of_games, tallies_of_people
from companion.people.attendance import Attendance
from companion.values.person import Person
from rules import games
from rules.engine.entries import EndMatch, Header, Rewind
from tests.companion.high_card import HIGH_CARD
from tests.companion.played import GUEST, HOST, PEOPLE, Shelf, random_match, shelf_at
from web.pages.history.views import HistoryAct, HistoryCommand, PastRow


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    made = shelf_at(tmp_path)
    yield made
    made.journal.close()


def rows(shelf: Shelf) -> tuple[PastRow, ...]:
    return shelf.history.history(GUEST, 1, bots=False).rows


# ---- the list --------------------------------------------------------------------------------------------------------


def test_a_finished_match_is_in_the_list_with_names_winners_and_times(shelf: Shelf) -> None:
    number = shelf.keep(random_match(HIGH_CARD, 2, 4))
    row = rows(shelf)[0]
    assert (row.match, row.game, row.title, row.known, row.given_up) == (number, "high_card", "High Card", True, False)
    assert [one.name for one in row.players] == ["Ada", "Bea"]
    assert any(one.won for one in row.players)
    assert row.ended >= row.started


def test_a_running_match_is_not_in_the_list(shelf: Shelf) -> None:
    number = shelf.begin(random_match(HIGH_CARD, 2, 4))
    assert not rows(shelf)
    assert shelf.history.past_match(HOST, number) is None
    assert shelf.history.match_on_table(GUEST) is None


def test_an_end_that_was_taken_back_leaves_the_list(shelf: Shelf) -> None:
    number = shelf.keep(random_match(HIGH_CARD, 2, 4))
    assert rows(shelf)
    shelf.add(number, Rewind(1))
    assert not rows(shelf)


def test_seats_without_a_name_are_called_by_their_number_in_the_readers_language(shelf: Shelf) -> None:
    shelf.keep(random_match(HIGH_CARD, 2, 4), people=())
    assert [one.name for one in rows(shelf)[0].players] == ["Player 1", "Player 2"]
    german = shelf.history.history(replace(GUEST, language="de"), 1, bots=False).rows[0]
    assert [one.name for one in german.players] == ["Spieler 1", "Spieler 2"]
    assert not any(one.named for one in german.players)


def test_the_list_has_pages(shelf: Shelf) -> None:
    match = random_match(HIGH_CARD, 2, 4)
    for _ in range(ROWS_A_PAGE + 1):
        shelf.keep(match)
    first, last, beyond = (shelf.history.history(GUEST, page, bots=False) for page in (1, 2, 99))
    assert (len(first.rows), len(last.rows), first.pages) == (ROWS_A_PAGE, 1, 2)
    assert beyond == last
    assert shelf.history.history(GUEST, -3, bots=False) == first


def test_how_a_match_ended_is_worked_out_once_and_kept(shelf: Shelf) -> None:
    number = shelf.keep(random_match(HIGH_CARD, 2, 4))
    shelf.history.settle()
    entries, outcome = shelf.journal.rosters.outcomes()[number]
    assert entries == random_match(HIGH_CARD, 2, 4).version
    shelf.journal.rosters.keep_outcome(number, entries, FinalScore((1,), (None, None)))
    again = Shelf(shelf.journal)
    assert [one.won for one in rows(again)[0].players] == [False, True], "kept, so not worked out again"
    assert outcome.scores == (2, 0)


def test_a_match_that_the_rules_refuse_now_stays_in_the_list_without_a_story(shelf: Shelf) -> None:
    number = shelf.journal.start_match(Header("no_such_game", 2), "Forgotten")
    shelf.journal.finish(number)
    row = rows(shelf)[0]
    assert (row.title, row.known) == ("Forgotten", False)
    match = shelf.history.past_match(GUEST, number)
    assert match is not None
    assert match.steps == ()
    assert match.app_link == ""
    assert shelf.history.past_step(GUEST, number, 0, is_open=False) is None


def test_a_match_that_the_host_ended_says_so_and_counts_for_nobody(shelf: Shelf) -> None:
    match = random_match(HIGH_CARD, 2, 4, length=2)
    match.submit(EndMatch("late"))
    shelf.keep(match)
    assert rows(shelf)[0].given_up
    assert shelf.history.history(GUEST, 1, bots=False).people == ()


# ---- statistics ------------------------------------------------------------------------------------------------------


def played_by(shelf: Shelf, *seats: Seated, winner: int) -> None:
    number = shelf.keep(random_match(HIGH_CARD, 2, 4), seats)
    shelf.journal.rosters.keep_outcome(
        number, random_match(HIGH_CARD, 2, 4).version, FinalScore((winner,), (None, None))
    )


def test_people_are_counted_by_name_over_the_evenings(shelf: Shelf) -> None:
    played_by(shelf, Seated(0, "Ada"), Seated(1, "Bea"), winner=0)
    played_by(shelf, Seated(0, "Bea"), Seated(1, "ADA"), winner=1)
    played_by(shelf, Seated(0, "Ada"), Seated(1, "", True), winner=1)
    people = shelf.history.history(GUEST, 1, bots=False).people
    assert [(one.name, one.games, one.wins) for one in people] == [("Ada", 3, 2), ("Bea", 2, 0)]
    with_bots = tallies_of_people(rows(shelf), with_bots=True)
    assert [(one.name, one.games, one.wins, one.bot) for one in with_bots][1] == ("", 1, 1, True)


def test_a_seat_that_nobody_named_is_no_player(shelf: Shelf) -> None:
    played_by(shelf, Seated(0, ""), Seated(1, "Bea"), winner=0)
    assert [one.name for one in tallies_of_people(rows(shelf), with_bots=False)] == ["Bea"]


def test_games_are_counted_by_title(shelf: Shelf) -> None:
    shelf.keep(random_match(HIGH_CARD, 2, 4))
    shelf.keep(random_match(HIGH_CARD, 3, 5), ())
    assert [(one.name, one.games) for one in tallies_of_games(rows(shelf))] == [("High Card", 2)]


# ---- one match -------------------------------------------------------------------------------------------------------


def test_a_match_is_told_again_step_by_step_as_everybody_heard_it(shelf: Shelf) -> None:
    match = random_match(HIGH_CARD, 2, 4)
    number = shelf.keep(match)
    past = shelf.history.past_match(GUEST, number)
    assert past is not None
    assert [step.at for step in past.steps] == list(range(match.version + 1))
    assert any("Ada" in step.text for step in past.steps)
    packets = [shelf.history.past_step(GUEST, number, step.at, is_open=False) for step in past.steps]
    last = packets[-1]
    assert last is not None
    assert last.result is not None
    assert last.result.text == past.text
    assert packets[0] is not None
    assert packets[0].result is None
    assert [one.name for one in last.players] == ["Ada", "Bea"]


def test_what_was_taken_back_is_not_in_the_story(shelf: Shelf) -> None:
    match = random_match(HIGH_CARD, 2, 4, length=2)
    match.submit(Rewind(1))
    again = random_match(HIGH_CARD, 2, 9)
    for entry in again.log:
        if match.version > 3 or entry != match.log[0]:
            match.submit(entry)
    match.submit(EndMatch("late"))
    past = shelf.history.past_match(GUEST, shelf.keep(match))
    assert past is not None
    assert past.taken_back == 1
    assert past.steps[-1].at == len(match.log)


@pytest.mark.parametrize("at", [-1, 10_000])
def test_there_is_no_step_before_the_first_or_after_the_last(shelf: Shelf, at: int) -> None:
    number = shelf.keep(random_match(HIGH_CARD, 2, 4))
    assert shelf.history.past_step(GUEST, number, at, is_open=False) is None


def test_only_a_few_stories_are_kept_in_memory(shelf: Shelf) -> None:
    numbers = [shelf.keep(random_match(HIGH_CARD, 2, seed)) for seed in range(STORIES_KEPT + 2)]
    for number in numbers + numbers:
        assert shelf.history.past_match(GUEST, number) is not None
    assert len(shelf.history._stories) == STORIES_KEPT


# ---- taking away -----------------------------------------------------------------------------------------------------


def test_the_host_deletes_a_match_with_all_that_belongs_to_it(shelf: Shelf) -> None:
    keep, number = shelf.keep(random_match(HIGH_CARD, 2, 3)), shelf.keep(random_match(HIGH_CARD, 2, 4))
    shelf.history.settle()
    assert shelf.history.history_act(HOST, HistoryCommand(HistoryAct.DELETE_MATCH, number)).ok
    assert [row.match for row in rows(shelf)] == [keep]
    assert shelf.journal.rosters.players(number) == ()
    assert number not in shelf.journal.rosters.outcomes()
    with pytest.raises(JournalError):
        shelf.journal.load(number)
    assert not shelf.history.history_act(HOST, HistoryCommand(HistoryAct.DELETE_MATCH, number)).ok


def test_neither_a_running_match_nor_the_one_on_the_table_is_deleted(shelf: Shelf) -> None:
    running, ended = shelf.begin(random_match(HIGH_CARD, 2, 3)), shelf.keep(random_match(HIGH_CARD, 2, 4))
    shelf.on_table = ended
    for number in (running, ended, 99):
        assert not shelf.history.history_act(HOST, HistoryCommand(HistoryAct.DELETE_MATCH, number)).ok
    assert len(shelf.journal.matches()) == 2


def test_the_host_takes_a_name_out_of_every_match(shelf: Shelf) -> None:
    first, second = shelf.keep(random_match(HIGH_CARD, 2, 3)), shelf.keep(random_match(HIGH_CARD, 2, 4))
    reply = shelf.history.history_act(HOST, HistoryCommand(HistoryAct.FORGET_NAME, name=" ada "))
    assert reply.ok
    assert "2 matches" in reply.sentence
    assert [one.name for one in shelf.journal.rosters.players(first)] == ["", "Bea"]
    past = shelf.history.past_match(GUEST, second)
    assert past is not None
    assert not any("Ada" in step.text for step in past.steps)
    assert not shelf.history.history_act(HOST, HistoryCommand(HistoryAct.FORGET_NAME, name="Ada")).ok
    assert not shelf.history.history_act(HOST, HistoryCommand(HistoryAct.FORGET_NAME, name="  ")).ok


# ---- who sat there ---------------------------------------------------------------------------------------------------


def test_names_are_noted_when_they_change_and_stay_when_somebody_leaves(shelf: Shelf) -> None:
    number = shelf.begin(random_match(HIGH_CARD, 2, 3), ())
    now = [Person("Player 1"), Person("Bea")]
    attendance = Attendance(shelf.journal.rosters, lambda: tuple(now), 0)
    attendance.note(number)
    assert [one.name for one in shelf.journal.rosters.players(number)] == ["", ""]
    now[:] = [Person("Ada", True), Person("Player 2", bot=True)]
    attendance.note(number)
    assert shelf.journal.rosters.players(number) == (Seated(0, "Ada"), Seated(1, "", True))
    now[:] = [Person("Player 1", bot=True), Person("Cleo", True)]
    attendance.note(number)
    assert shelf.journal.rosters.players(number) == (Seated(0, "Ada"), Seated(1, "Cleo"))


def test_names_from_the_settings_are_names(shelf: Shelf) -> None:
    number = shelf.begin(random_match(HIGH_CARD, 2, 3), ())
    people = (Person("Ada"), Person("Player 2"))
    Attendance(shelf.journal.rosters, lambda: people, 1).note(number)
    assert shelf.journal.rosters.players(number) == (Seated(0, "Ada"), Seated(1))


def test_a_journal_that_cannot_note_names_is_no_harm(shelf: Shelf) -> None:
    Attendance(shelf.journal.rosters, lambda: (Person("Ada", True),), 0).note(MatchId(77))  # there is no such match
    assert shelf.journal.rosters.players(77) == ()


def test_every_game_of_the_house_can_be_told_again(shelf: Shelf) -> None:
    for slug in games.slugs():
        game = games.game(slug)
        seats = 4 if 4 in game.seats else game.seats[-1]
        number = shelf.keep(random_match(game, seats, 7, length=40), PEOPLE)
        match = shelf.history.past_match(GUEST, number)
        assert match is not None
        assert len(match.steps) > 1
        assert shelf.history.past_step(GUEST, number, match.steps[-1].at, is_open=False) is not None
