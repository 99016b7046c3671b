"""Sessions, secrets and tags: kept over restarts, and useless to whoever steals the file."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.journal import Journal, JournalError
from web.ports import Role, Session

START = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


class Clock:
    """A time of day that a test moves."""

    now = START

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def journal(tmp_path: Path, clock: Clock) -> Iterator[Journal]:
    with Journal.open(tmp_path / "data" / "companion.db", clock) as opened:
        yield opened


def all_bytes(journal: Journal) -> bytes:
    return b"".join(item.read_bytes() for item in journal.path.parent.iterdir())


def test_a_session_is_found_by_its_token(journal: Journal) -> None:
    token = journal.create_session(Role.SEAT, 2, "Ada")
    found = journal.find_session(token)
    assert found is not None
    assert (found.role, found.seat, found.name) == (Role.SEAT, 2, "Ada")
    assert len(found.csrf) >= 24
    assert len(token) >= 40
    assert journal.find_session(token + "x") is None
    assert journal.find_session("") is None
    assert journal.find_session("\udcff") is None
    other = journal.find_session(journal.create_session(Role.SPECTATOR))
    assert other is not None
    assert other.csrf != found.csrf


def test_a_session_outlives_the_service(tmp_path: Path) -> None:
    path = tmp_path / "data" / "companion.db"
    with Journal.open(path) as journal:
        token = journal.create_session(Role.SEAT, 1, "Ben")
        before = journal.find_session(token)
    with Journal.open(path) as journal:
        assert journal.find_session(token) == before


def test_tokens_and_pins_are_not_in_the_file(journal: Journal) -> None:
    token = journal.create_session(Role.SEAT, 2, "Ada")
    pin = journal.ensure_pin()
    stored = all_bytes(journal)
    assert b"Ada" in stored, "the right file was searched"
    assert token.encode() not in stored
    assert pin.encode() not in stored


def test_a_session_changes_its_role_and_keeps_its_token(journal: Journal) -> None:
    token = journal.create_session(Role.SPECTATOR)
    before = journal.find_session(token)
    assert before is not None
    assert journal.change_session(token, Role.HOST, 0, "Eve") == Session(Role.HOST, 0, "Eve", before.csrf)
    assert journal.find_session(token) == Session(Role.HOST, 0, "Eve", before.csrf)
    with pytest.raises(JournalError, match="session has ended"):
        journal.change_session("nobody", Role.HOST, None, "")


def test_seats_know_who_holds_them(journal: Journal) -> None:
    ada, _ = journal.create_session(Role.SEAT, 2, "Ada"), journal.create_session(Role.HOST, 0, "Eve")
    tablet = journal.create_session(Role.SEAT, 2, "Ada")
    journal.create_session(Role.SPECTATOR)
    assert [held.session.name for held in journal.sessions_of_seat(2)] == ["Ada", "Ada"]
    assert journal.seat_names() == {0: "Eve", 2: "Ada"}
    journal.drop_session(tablet)
    journal.drop_session(tablet)
    assert journal.find_session(ada) is not None
    assert journal.drop_seat(2) == 1
    assert journal.drop_seat(2) == 0
    assert journal.find_session(ada) is None
    assert journal.seat_names() == {0: "Eve"}


def test_a_session_that_nobody_uses_ends(journal: Journal, clock: Clock) -> None:
    used, unused = journal.create_session(Role.SEAT, 0, "Ada"), journal.create_session(Role.SEAT, 1, "Ben")
    clock.now = START + timedelta(days=40)
    assert journal.find_session(used) is not None
    assert journal.sessions_of_seat(0)[0].seen == clock.now
    clock.now = START + timedelta(days=61)
    assert journal.find_session(used) is not None
    assert journal.find_session(unused) is None
    assert journal.seat_names() == {0: "Ada"}
    journal.create_session(Role.SPECTATOR)
    clock.now = START
    assert journal.find_session(unused) is None, "the next sign-on swept it out"


def test_a_session_in_use_is_not_written_at_every_request(journal: Journal, clock: Clock) -> None:
    token = journal.create_session(Role.SEAT, 0)
    clock.now = START + timedelta(minutes=5)
    journal.find_session(token)
    assert journal.sessions_of_seat(0)[0].seen == START


def test_the_join_code_stays(journal: Journal) -> None:
    code = journal.join_code()
    assert len(code) == 5
    assert not set(code) & set("IO01")
    assert journal.join_code() == code
    fresh = journal.new_join_code()
    assert fresh != code
    assert journal.join_code() == fresh


def test_a_pin_is_made_once_and_told_once(journal: Journal) -> None:
    assert not journal.check_pin("")
    pin = journal.ensure_pin()
    assert len(pin) == 6
    assert pin.isdigit()
    assert journal.ensure_pin() == ""
    assert journal.check_pin(pin)
    assert not journal.check_pin(pin[::-1] + "0")
    assert not journal.check_pin("\udcff")


def test_another_configured_pin_ends_the_hosts_sessions(journal: Journal) -> None:
    assert journal.ensure_pin("1234") == ""
    host, player = journal.create_session(Role.HOST), journal.create_session(Role.SEAT, 1)
    assert journal.ensure_pin("1234") == ""
    assert journal.find_session(host) is not None
    assert journal.ensure_pin("5678") == ""
    assert journal.check_pin("5678")
    assert not journal.check_pin("1234")
    assert journal.find_session(host) is None
    assert journal.find_session(player) is not None
    assert journal.ensure_pin() == "", "without one in the settings the last one stays"
    assert journal.check_pin("5678")


def test_settings(journal: Journal) -> None:
    assert journal.setting("mood") is None
    journal.set_setting("mood", "good")
    journal.set_setting("mood", "better")
    assert journal.setting("mood") == "better"
    with pytest.raises(JournalError):
        journal.set_setting("host_pin", "1234")
