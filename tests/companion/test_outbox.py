"""Results on their way to a venue: none is lost, none is told otherwise, and the table waits for nobody."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from companion.journal.journal import Journal, JournalError
from companion.journal.keeping import MatchKeeper
from companion.journal.outbox import ResultState
from companion.journal.rosters import Seated
from companion.outbox import line, sender as sender_module
from companion.outbox.line import Unreachable
from companion.outbox.results import _places, report_of
from companion.outbox.sender import CREDENTIAL, Credential, Sender, Standing
from companion.past.story import Story
from companion.people.attendance import Attendance
from companion.people.consents import Consents
from companion.people.seating import Seating
from companion.settings.config import ConfigError
from companion.settings.venue import VenueConfig
from companion.values.person import Person
from rules.engine.entries import EndMatch, Header
from rules.engine.match import Match
from tests.companion.evening import HANDS, Evening
from tests.companion.fake_venue import FakeVenue, Heard, fake_venue, say, took
from tests.companion.high_card import HIGH_CARD
from tests.evenings.table import wait_until
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


# -- on the way --------------------------------------------------------------------------------------------------------


def test_a_result_is_the_same_however_often_it_is_sent_until_it_is_acknowledged(
    journal: Journal, venue: FakeVenue
) -> None:
    ended(journal)
    to = sender(venue, journal)
    venue.answer = lambda call, heard: call.connection.close()  # it has it, and the answer is lost
    pauses = []
    for _ in range(100):
        to.send_once()
        pauses.append(to.pause_s())
    assert pauses[0] <= 5.0 < 600 < min(pauses[50:])
    assert max(pauses) <= 900.0
    assert to.sent().standing is Standing.AWAY
    venue.answer = took
    to.send_once()
    to.send_once()
    assert len(venue.results()) == 101
    assert len({(one["match"], one["revision"], str(one["result"])) for one in venue.results()}) == 1
    assert (to.sent().standing, to.sent().waiting, to.sent().venue) == (Standing.WELL, 0, "The Club")


def huge(call: BaseHTTPRequestHandler, heard: Heard) -> None:
    say(call, 200, b'{"revision": 1, "x": "' + b"x" * 10_000_000 + b'"}')


def endless(call: BaseHTTPRequestHandler, heard: Heard) -> None:
    """Bytes without end, each in time."""
    call.send_response(200)
    call.end_headers()
    while True:
        call.wfile.write(b" ")


def endless_head(call: BaseHTTPRequestHandler, heard: Heard) -> None:
    call.wfile.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        call.wfile.write(b"X: 1")


def slow(call: BaseHTTPRequestHandler, heard: Heard) -> None:
    """A good answer, byte by byte."""
    body = b" " * 60 + b'{"revision": 1}'
    call.send_response(200)
    call.end_headers()
    for at in range(len(body)):
        call.wfile.write(body[at : at + 1])
        threading.Event().wait(0.03)


def silent(call: BaseHTTPRequestHandler, heard: Heard) -> None:
    call.rfile.read(1)  # until the table hangs up


@pytest.mark.parametrize(
    "answer",
    [
        huge,
        endless,
        endless_head,
        silent,
        slow,
        lambda call, heard: say(call, 200, b"<html>Sign in to the Wi-Fi</html>"),
        lambda call, heard: say(call, 200, {"revision": 7}),
        lambda call, heard: say(call, 200, {"revision": "1"}),
        lambda call, heard: say(call, 409, {"revision": -3}),
        lambda call, heard: say(call, 500, {}),
        lambda call, heard: call.wfile.write(b"SSH-2.0-nothing\r\n"),
    ],
    ids=[
        "huge",
        "endless",
        "endless head",
        "silent",
        "slow",
        "portal",
        "other",
        "text",
        "negative",
        "fault",
        "no http",
    ],
)
def test_a_venue_that_answers_wrongly_takes_nothing_away(
    journal: Journal, venue: FakeVenue, monkeypatch: pytest.MonkeyPatch, answer: Callable[..., None]
) -> None:
    monkeypatch.setattr(line, "CALL_S", 0.5)
    ended(journal)
    to = sender(venue, journal)
    venue.answer = answer
    to.send_once()
    assert [one.revision for one in journal.outbox.waiting()] == [1]
    assert to.pause_s() > 0.0
    venue.answer = took
    to.send_once()
    assert journal.outbox.waiting() == ()


def test_a_redirect_is_not_followed(journal: Journal, venue: FakeVenue) -> None:
    ended(journal)
    with fake_venue() as elsewhere:
        to = sender(venue, journal)
        venue.answer = lambda call, heard: say(
            call, 307, {"revision": 1}, Location=f"{elsewhere.address}/api/v1/results"
        )
        to.send_once()
        assert elsewhere.calls == []
    assert len(journal.outbox.waiting()) == 1


def test_one_result_that_is_not_taken_holds_up_no_other(journal: Journal, venue: FakeVenue) -> None:
    first, second = ended(journal), ended(journal)
    later_s = [0.0]
    to = Sender(VenueConfig(venue.address), journal, lambda: "Table 4", lambda: 0, clock=lambda: later_s[0])
    assert to.pair("a code")
    wrong = journal.outbox.waiting()[0].uid
    venue.answer = lambda call, heard: say(call, 400, {}) if heard.get("match") == wrong else took(call, heard)
    to.send_once()
    assert [one.match for one in journal.outbox.waiting()] == [first] != [second]
    assert to.pause_s() == 60.0, "the line is well, and the venue hears that the table is there"
    to.send_once()
    assert [one["match"] for one in venue.results()].count(wrong) == 1
    later_s[0] += 4000.0
    to.send_once()
    assert [one["match"] for one in venue.results()].count(wrong) == 2


def test_what_comes_of_a_call_that_was_under_way_changes_nothing_after_a_part_a_new_pair_or_the_end(
    journal: Journal, venue: FakeVenue
) -> None:
    ended(journal), ended(journal)
    to = sender(venue, journal)

    def meanwhile(act: Callable[[], object], status: int) -> Callable[..., None]:
        def answer(call: BaseHTTPRequestHandler, heard: Heard) -> None:
            venue.answer = took
            act()
            say(call, status, {"revision": heard["revision"]})

        return answer

    venue.answer = meanwhile(lambda: to.pair("another code"), 401)
    to.send_once()
    assert to.sent().standing is Standing.WELL, "the new credential was not refused"
    venue.answer = meanwhile(lambda: to.pair("another code"), 200)
    to.send_once()
    assert to.sent().waiting == 2, "what was sent before the new pair is sent anew"
    before = len(venue.results())
    venue.answer = meanwhile(to.part, 200)
    to.send_once()
    assert to.sent().standing is Standing.UNPAIRED
    assert len(venue.results()) == before + 1
    assert to.pair("another code")
    venue.answer = meanwhile(to.close, 200)
    before = len(venue.results())
    to.send_once()
    assert len(venue.results()) == before + 1


def test_a_call_that_is_cut_while_it_connects_ends_then(venue: FakeVenue, monkeypatch: pytest.MonkeyPatch) -> None:
    to, connect = line.Line(venue.address), socket.create_connection

    def slowly(*given: Any) -> socket.socket:
        to.cut()
        return connect(*given)

    monkeypatch.setattr(socket, "create_connection", slowly)
    with pytest.raises(line.Unreachable):
        to.post("/api/v1/results", b"{}")
    assert venue.calls == []


def test_after_a_restore_the_table_overtakes_what_the_venue_knows(journal: Journal, venue: FakeVenue) -> None:
    match = ended(journal)
    to = sender(venue, journal)
    venue.answer = lambda call, heard: say(
        call, 200 if heard["revision"] > 5 else 409, {"revision": max(5, heard["revision"])}
    )
    to.send_once()
    to.send_once()
    assert [one["revision"] for one in venue.results()] == [1, 6]
    kept = journal.outbox.of(match)
    assert kept is not None
    assert (kept.revision, journal.outbox.waiting()) == (6, ())


def test_a_table_that_was_shut_out_keeps_all_until_it_is_paired_again(journal: Journal, venue: FakeVenue) -> None:
    ended(journal)
    to = sender(venue, journal)
    venue.answer = lambda call, heard: say(call, 401, {})
    to.send_once()
    assert (to.sent().standing, to.sent().waiting) == (Standing.REFUSED, 1)
    venue.answer = lambda call, heard: say(call, 422, {})
    assert not to.pair("a wrong code")
    venue.answer = lambda call, heard: say(call, 403, {})
    with pytest.raises(Unreachable):
        to.pair("a code at a wrong address")
    venue.answer = took
    assert to.pair("another code")
    to.send_once()
    assert to.sent().waiting == 0
    assert venue.calls[-1][1] == "Bearer t0ken"


def test_a_credential_goes_to_the_venue_that_gave_it_and_to_no_other(journal: Journal, venue: FakeVenue) -> None:
    ended(journal)
    sender(venue, journal)
    with fake_venue() as another:
        to = sender(another, journal, paired=False)
        to.send_once()
        assert to.sent().standing is Standing.UNPAIRED
        assert another.calls == []
        assert to.pair("a code")
        to.send_once()
        assert [seat["name"] for seat in another.results()[0]["result"]["seats"]] == ["", ""], "said for the first one"
    assert "t0ken" in str(journal.setting(CREDENTIAL))
    assert "t0ken" not in repr(Credential("a", "t0ken", "b"))


def test_a_fault_of_a_game_or_of_ours_holds_up_no_result(
    journal: Journal, venue: FakeVenue, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, to = table(journal), sender(venue, journal)
    assert evening.news is not None
    to.way.tell(evening.news)

    def broken(*given: object, **more: object) -> None:
        raise KeyError("a fault of the game")

    monkeypatch.setattr(sender_module, "status_of", broken)
    assert all(evening.tap(seat, key).ok for seat, key in PLAYS)
    to.send_once()
    assert journal.outbox.waiting() == ()
    monkeypatch.setattr(journal.outbox, "waiting", broken)
    to.start()
    to.ring()
    wait_until(lambda: to._sent.standing is Standing.AWAY, what="that it has failed")
    monkeypatch.undo()
    to.close()


def test_an_address_without_a_port_that_can_be_is_one_sentence(journal: Journal) -> None:
    with pytest.raises(ConfigError, match=r"venue\.address"):
        Sender(VenueConfig("http://club:99999"), journal, lambda: "", lambda: 0)


def test_a_table_plays_on_while_its_venue_hangs(journal: Journal, venue: FakeVenue) -> None:
    """The thread hangs in its call as long as the test plays."""
    ended(journal)
    to = sender(venue, journal)
    venue.answer = silent
    to.start()
    evening = table(journal)
    assert all(evening.tap(seat, key).ok for seat, key in PLAYS)
    to.ring()
    assert to.sent().waiting == 2
    to.close()
