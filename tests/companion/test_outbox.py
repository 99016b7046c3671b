"""Results on their way to a venue: none is lost, none is told otherwise, and the table waits for nobody."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.journal.journal import Journal, JournalError
from companion.journal.keeping import MatchKeeper
from companion.journal.outbox import ResultState
from companion.journal.rosters import Seated
from companion.outbox.results import _places, report_of
from companion.outbox.sender import Sender
from companion.past.story import Story
from companion.people.attendance import Attendance
from companion.people.consents import Consents
from companion.people.seating import Seating
from companion.settings.venue import VenueConfig
from companion.values.person import Person
from rules.engine.entries import EndMatch, Header
from rules.engine.match import Match
from tests.companion.evening import HANDS, Evening
from tests.companion.fake_venue import FakeVenue, fake_venue
from tests.companion.high_card import HIGH_CARD
from tests.house._source import ROOT
from web.pages.host.views import HostAct

PLAYS = ((0, "play:RED-1"), (1, "play:RED-5"), (1, "play:BLU-6"), (0, "play:BLU-2"))
HEADER = Header("high_card", 2, {}, HANDS)
ENDED = ResultState.ENDED, '{"game":"high_card","seats":[{"seat":0,"name":"Ada"},{"seat":1,"name":"Ben"}]}'


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "companion.db", lambda: datetime(2026, 1, 2, 20, 0, tzinfo=UTC)) as opened:
        yield opened


@pytest.fixture
def venue() -> Iterator[FakeVenue]:
    with fake_venue() as found:
        yield found


def sender(venue: FakeVenue, journal: Journal, *, paired: bool = True) -> Sender:
    found = Sender(VenueConfig(venue.address), journal, lambda: "Table 4", lambda: 0)
    assert not paired or found.pair("a code")
    return found


def table(journal: Journal, told: frozenset[int] = frozenset()) -> Evening:
    """A real table at this journal, whose results go to a venue. `told`: the seats whose names may."""
    number = journal.start_match(HEADER, "High Card")
    keeper = MatchKeeper(journal, HIGH_CARD, number, Match(HIGH_CARD, HEADER))
    keeper.report = report_of(lambda: (Person("Ada", True), Person("Bot", bot=True)), told.__contains__)
    return Evening(HIGH_CARD, keeper=keeper)


def ended(journal: Journal) -> int:
    """A match that has ended without a table."""
    match = journal.start_match(HEADER)
    journal.append(match, 1, EndMatch("late"), "host", result=ENDED, is_over=True)
    return match


# -- at the table ------------------------------------------------------------------------------------------------------


def test_a_match_that_ends_is_kept_as_everybody_saw_it_and_an_end_taken_back_follows(journal: Journal) -> None:
    evening = table(journal)
    for seat, key in PLAYS:
        assert journal.outbox.of(1) is None
        assert evening.tap(seat, key).ok
    kept = journal.outbox.of(1)
    assert kept is not None
    assert (kept.revision, kept.state) == (1, ResultState.ENDED)
    assert '"game":"high_card"' in kept.body
    assert '"seat":1,"name":"","bot":true,"score":2,"scores":{"tricks":2},"place":1}' in kept.body
    assert "Ada" not in kept.body, "nobody has said that names may be told"

    evening.host(HostAct.UNDO)
    if evening.packet().consent is not None:
        evening.everybody_agrees()
    again = journal.outbox.of(1)
    assert again is not None
    assert (again.uid, again.revision, again.state, again.body) == (kept.uid, 2, ResultState.OPEN, "{}")
    assert evening.tap(0, "play:BLU-2").ok
    last = journal.outbox.of(1)
    assert last is not None
    assert (last.uid, last.revision, last.body) == (kept.uid, 3, kept.body)


def test_what_a_host_corrects_after_the_end_leaves_it_ended_and_its_players_as_they_were(journal: Journal) -> None:
    number, people = journal.start_match(HEADER, "High Card"), [Person("Ada", True), Person("Ben", True)]
    times = iter(datetime(2026, 1, 2, 20, minute, tzinfo=UTC) for minute in range(60))
    journal._now = times.__next__
    keeper = MatchKeeper(journal, HIGH_CARD, number, Match(HIGH_CARD, HEADER))
    keeper.report = report_of(lambda: people, lambda seat: True)
    keeper.attend = Attendance(journal.rosters, lambda: tuple(people), 0).note
    evening = Evening(HIGH_CARD, keeper=keeper)
    assert evening.tap(0, "play:RED-1").ok
    assert evening.host(HostAct.END_MATCH, reason="late").ok
    before, first = journal.match(number), journal.outbox.of(number)
    people[0] = Person("Zoe", True)
    assert evening.host(HostAct.SET_TRACK, track="tricks/1", value="2", reason="counted").ok
    after, second = journal.match(number), journal.outbox.of(number)
    assert before is not None
    assert after is not None
    assert before.ended == after.ended is not None, "it is in the history, with the time of its end"
    assert first is not None
    assert second is not None
    assert (second.revision, second.state) == (2, ResultState.ENDED)
    assert '"given_up":true' in second.body
    assert '"seat":1,"name":"Ben","bot":false,"score":2' in second.body
    assert "Ada" in second.body
    assert "Zoe" not in second.body
    assert [one.name for one in journal.rosters.players(number)] == ["Ada", "Ben"]
    story = Story(HIGH_CARD, HEADER)
    story.follow(evening.match.journal)
    assert story.is_given_up


def test_an_end_is_taken_back_also_while_there_is_no_venue(journal: Journal) -> None:
    evening = table(journal)
    assert all(evening.tap(seat, key).ok for seat, key in PLAYS)
    evening.running.keeper.report = None
    evening.host(HostAct.UNDO)
    if evening.packet().consent is not None:
        evening.everybody_agrees()
    assert evening.match.table.result is None
    kept = journal.outbox.of(1)
    assert kept is not None
    assert kept.state is ResultState.OPEN


def test_without_a_venue_nothing_is_kept_for_one(journal: Journal) -> None:
    number = journal.start_match(HEADER, "High Card")
    evening = Evening(HIGH_CARD, keeper=MatchKeeper(journal, HIGH_CARD, number, Match(HIGH_CARD, HEADER)))
    for seat, key in PLAYS:
        evening.tap(seat, key)
    assert evening.match.table.result is not None
    assert journal.outbox.waiting() == ()


def test_a_result_that_cannot_be_made_keeps_no_match_from_ending(journal: Journal) -> None:
    evening = table(journal)

    def broken(match: Match, kept: str) -> str:
        raise KeyError("a fault of the game")

    evening.running.keeper.report = broken
    assert all(evening.tap(seat, key).ok for seat, key in PLAYS)
    assert evening.match.table.result is not None
    assert journal.outbox.waiting() == ()


@pytest.mark.parametrize(
    ("scores", "winners", "places"),
    [
        ((3, 7, 5), {1}, [3, 1, 2]),
        ((3, 7, 5), {0}, [1, 3, 2]),  # few are good
        ((7, 7, 5), {0, 1}, [1, 1, 3]),
        ((7, 7, 5), {0}, [1, 2, 3]),  # a tie that the rules have broken
        ((3, 7, 5), {2}, [2, 2, 1]),  # scores do not say who has won
        ((None, None), {1}, [2, 1]),
        ((9, 9), {0, 1}, [1, 1]),
        ((4, 4), set(), [None, None]),
    ],
)
def test_places_follow_the_scores_as_far_as_these_say_who_has_won(scores: Any, winners: Any, places: Any) -> None:
    assert _places(scores, frozenset(winners)) == places


def test_a_name_goes_out_with_the_consent_of_its_bearer_alone(journal: Journal) -> None:
    evening = table(journal, frozenset({0, 1}))
    for seat, key in PLAYS:
        evening.tap(seat, key)
    kept = journal.outbox.of(1)
    assert kept is not None
    assert '"seat":0,"name":"Ada","bot":false' in kept.body
    assert '"seat":1,"name":"","bot":true' in kept.body, "nobody holds that seat"


def test_a_consent_ends_with_the_seat_and_with_the_name(journal: Journal) -> None:
    seating = Seating(journal, ("One", "Two"), lambda: "off")
    consents = Consents(journal, seating.holder, "http://one.example")
    joined = seating.sit(seating.open_session().token, 0, "Ada")
    assert joined is not None
    assert not consents.may_tell(0)
    consents.say(0, told=True)
    consents.say(1, told=True)
    assert [consents.may_tell(seat) for seat in (0, 1)] == [True, False], "nobody sits at the other"
    assert Consents(journal, seating.holder, "http://one.example").may_tell(0), "a restart keeps it"
    assert not Consents(journal, seating.holder, "http://other.example").may_tell(0), "another venue is not this one"
    seating.rename(0, "Zoe")
    assert not consents.may_tell(0)
    consents.say(0, told=True)
    seating.free_seat(0)
    assert seating.sit(seating.open_session().token, 0, "Zoe") is not None
    assert not consents.may_tell(0), "somebody else may be called so"
    assert "0" not in str(journal.setting("venue_names")), "nothing is kept of who has gone"


# -- in the journal ----------------------------------------------------------------------------------------------------


def test_an_entry_that_cannot_be_kept_takes_its_result_with_it(journal: Journal) -> None:
    match = journal.start_match(HEADER)
    with pytest.raises(JournalError):
        journal.append(match, 7, EndMatch("late"), "host", result=ENDED)
    assert journal.outbox.waiting() == ()


KILLED = """
import os, signal, sys
from pathlib import Path
from companion.journal import journal as module
from companion.journal.journal import Journal
from companion.journal.outbox import ResultState
from rules.engine.entries import EndMatch, Header
def kill(*given):
    os.kill(os.getpid(), signal.SIGKILL)
journal = Journal.open(Path(sys.argv[1]))
if sys.argv[2] == "within":
    note = module.note_result
    module.note_result = lambda *given: (note(*given), kill())
match = journal.start_match(Header("high_card", 2, {}))
journal.append(match, 1, EndMatch("late"), "host", result=(ResultState.ENDED, "{}"), is_over=True)
kill()
"""


@pytest.mark.parametrize("when", ["within", "after"])
def test_a_table_killed_at_the_end_of_a_match_has_both_or_neither(venue: FakeVenue, tmp_path: Path, when: str) -> None:
    path = tmp_path / "companion.db"
    done = subprocess.run([sys.executable, "-c", KILLED, str(path), when], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL
    with Journal.open(path) as journal:
        kept = journal.match(journal.matches()[0].match)
        assert kept is not None
        assert (kept.ended is not None) == (when == "after"), "the history has it too"
        sender(venue, journal).send_once()
        assert len(venue.results()) == kept.entries == (when == "after")
        assert journal.outbox.waiting() == ()


def test_who_is_forgotten_and_what_is_deleted_at_the_table_follows_to_the_venue(
    journal: Journal, venue: FakeVenue
) -> None:
    match = ended(journal)
    to = sender(venue, journal)
    to.send_once()
    journal.rosters.note(match, [Seated(0, "Ada")])
    journal.rosters.forget_name("ada")
    to.send_once()
    assert "Ada" not in str(venue.results()[-1])
    assert "Ben" in str(venue.results()[-1])
    journal.rosters.delete_match(match)
    to.send_once()
    assert [(one["revision"], one["state"]) for one in venue.results()] == [
        (1, "ended"),
        (2, "ended"),
        (3, "withdrawn"),
    ]
    assert venue.results()[-1]["result"] == {}
    assert journal.outbox.of(match) is None, "what is withdrawn and acknowledged is forgotten"
