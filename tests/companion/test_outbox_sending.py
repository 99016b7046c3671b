"""Results on the way to a venue that answers late, wrongly, or not at all."""

from __future__ import annotations

import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

from companion.journal.journal import Journal
from companion.journal.outbox import ResultState
from companion.outbox import line, sender as sender_module
from companion.outbox.line import Unreachable, Unsafe
from companion.outbox.sender import CREDENTIAL, NAMED, Called, Credential, Sender, Standing
from companion.settings.config import ConfigError
from companion.settings.venue import VenueConfig
from rules.engine.entries import EndMatch, Header
from tests.companion.fake_venue import FakeVenue, Heard, fake_venue, say, took
from tests.companion.test_outbox import ENDED, HEADER, PLAYS, ended, sender, table
from tests.evenings.table import wait_until

CALL = {"match": "c" * 32, "game": "chronicle", "options": {"length": "short"}, "people": ["Ada", "Ben"]}


class Calls:
    """Lays out all that it is told to."""

    def __init__(self) -> None:
        self.may, self.called = True, list[Called]()

    def takes(self) -> bool:
        return self.may

    def laid(self) -> str:
        return self.called[-1].match if self.called else ""

    def lay_out(self, called: Called) -> bool:
        self.called.append(called)
        return True


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "companion.db") as opened:
        yield opened


@pytest.fixture
def venue() -> Iterator[FakeVenue]:
    with fake_venue() as running:
        yield running


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


@pytest.mark.parametrize(("before", "keeps"), [("http", True), ("https", True), ("ftp", False)])
def test_a_venue_that_begins_to_speak_https_is_still_the_same(
    journal: Journal, venue: FakeVenue, before: str, keeps: bool
) -> None:
    ended(journal)
    to = sender(venue, journal)
    to._address = "https://club.example"
    journal.set_setting(NAMED, f"{before}://club.example" + ":8090" * (before == "http"))
    assert to.pair("a code")
    assert ("Ada" in journal.outbox.waiting()[0].body) is keeps


@pytest.mark.parametrize(
    ("address", "is_open"),
    [
        ("http://localhost:8090", False),
        ("http://[::1]:8090", False),
        ("http://192.168.1.2", True),
        ("https://a", False),
    ],
)
def test_a_host_is_told_who_could_read_along_where_somebody_could(address: str, is_open: bool) -> None:
    assert line.Line(address).is_open is is_open


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


def test_a_match_is_the_same_for_a_venue_after_a_restore_from_its_midst(
    journal: Journal, venue: FakeVenue, tmp_path: Path
) -> None:
    match, given_up = journal.start_match(HEADER), journal.start_match(HEADER)
    before = journal.start_match(HEADER)
    with closing(sqlite3.connect(journal.path)) as db, db:  # as an older companion began them
        db.execute("DELETE FROM outbox WHERE match = ?", (before,))
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        journal.copy_into(copy)
    to = sender(venue, journal)
    for one in (match, before):
        journal.append(one, 1, EndMatch("late"), "host", result=ENDED, is_over=True)
    to.send_once()
    assert len(venue.results()) == 2
    assert journal.outbox.of(given_up) is None, "nothing is told of what has not ended"
    with Journal.open(tmp_path / "copy.db") as restored:
        restored.append(match, 1, EndMatch("early"), "host", result=ENDED, is_over=True)
        sender(venue, restored).send_once()
        restored.rosters.delete_match(match)
        restored.finish(given_up)
        restored.rosters.delete_match(given_up)
        assert [one.state for one in restored.outbox.waiting()] == [ResultState.WITHDRAWN]
    first, last = venue.results()[0], venue.results()[-1]
    assert first["match"] == last["match"] != venue.results()[1]["match"]


def test_a_match_that_the_venue_has_called_has_its_name_once_and_no_other_match_has_it(journal: Journal) -> None:
    def name(header: Header = HEADER) -> str:
        match = journal.start_match(header)
        journal.append(match, 1, EndMatch("late"), "host", result=ENDED, is_over=True)
        kept = journal.outbox.of(match)
        assert kept is not None
        return kept.uid

    journal.outbox.call("c" * 32, "high_card", ["Ada", "Ben"], 0.0)
    assert "c" * 32 not in (name(Header("high_card", 3, {})), name(Header("chronicle", 2, {})))
    journal.rosters.forget_name("ADA")
    called = journal.outbox.called()
    assert called is not None
    assert called.people == ("", "Ben")
    assert name() == "c" * 32
    assert name() != "c" * 32
    journal.outbox.end_calls()
    assert journal.outbox.called() is None


def test_a_venue_that_has_forgotten_something_is_told_everything_again(journal: Journal, venue: FakeVenue) -> None:
    evening, to, known = table(journal), sender(venue, journal), [0]
    to.calls = calls = Calls()
    assert evening.news is not None
    to.way.tell(evening.news)

    def answer(call: BaseHTTPRequestHandler, heard: Heard) -> None:
        if call.path.endswith("/status"):
            return say(call, 200, {"known": known[0], "match": CALL})
        known[0] += 1
        return took(call, heard)

    venue.answer = answer
    ended(journal)
    ended(journal)
    for _ in range(3):
        to.send_once()
    assert (len(venue.results()), known) == (2, [2])
    known[0] = 1  # brought back from a copy
    before = len(calls.called)
    ended(journal)
    to.send_once()
    assert len(venue.results()) == 5
    assert len(calls.called) == before, "what it calls may have been played"
    to.send_once()
    assert (len(venue.results()), len(calls.called)) == (5, before + 1)


def test_what_a_venue_calls_is_read_closed_and_laid_out_only_where_the_host_lets_it(
    journal: Journal, venue: FakeVenue
) -> None:
    evening, to = table(journal), sender(venue, journal)
    to.calls = calls = Calls()
    assert evening.news is not None
    to.way.tell(evening.news)
    for bad in (
        CALL | {"match": "x"},
        CALL | {"people": ["A\n"]},
        CALL | {"people": ["A"] * 21},
        CALL | {"options": 3},
    ):
        venue.answer = lambda call, heard, bad=bad: say(call, 200, {"match": bad})  # type: ignore[misc]
        to.send_once()
    assert (calls.called, to.sent().standing) == ([], Standing.WELL)
    venue.answer = lambda call, heard: say(call, 200, {"match": CALL})
    calls.may = False
    to.send_once()
    assert (calls.called, venue.calls[-1][2]["takes"]) == ([], False)
    calls.may = True
    to.send_once()
    to.send_once()
    assert calls.called[0].people == ["Ada", "Ben"]
    assert venue.calls[-1][2]["laid"] == "c" * 32


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


@pytest.mark.parametrize(
    ("there", "here", "is_near"),
    [
        ("192.168.1.20", "192.168.1.4", True),
        ("fe80::1", "fe80::2", True),
        ("2a02:8109:1::20", "2a02:8109:1::4", True),
        ("2a02:8109:1::20", "2a02:8109:2::4", False),
        ("::ffff:93.184.216.34", "::ffff:192.168.1.4", False),
        ("93.184.216.34", "192.168.1.4", False),
        ("100.64.0.7", "192.168.1.4", False),
    ],
)
def test_without_https_the_venue_is_in_the_own_network(there: str, here: str, is_near: bool) -> None:
    assert line._is_near(ip_address(there), ip_address(here)) == is_near


def test_nothing_goes_out_unencrypted_to_a_venue_far_away(
    journal: Journal, venue: FakeVenue, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended(journal)
    to = sender(venue, journal)
    monkeypatch.setattr(line, "_is_near", lambda there, here: False)
    called = len(venue.calls)
    to.send_once()
    assert to.sent().standing is Standing.UNSAFE
    with pytest.raises(Unsafe):
        to.pair("a code")
    assert len(venue.calls) == called


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
