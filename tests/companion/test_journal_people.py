"""Sessions, secrets and tags: kept over restarts, and useless to whoever steals the file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.journal import Journal, JournalError
from tests.companion.time_of_day import Clock
from web.views import Role


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def journal(tmp_path: Path, clock: Clock) -> Iterator[Journal]:
    with Journal.open(tmp_path / "data" / "companion.db", clock) as opened:
        yield opened


def all_bytes(journal: Journal) -> bytes:
    return b"".join(item.read_bytes() for item in journal.path.parent.iterdir())


def test_tokens_and_pins_are_not_in_the_file(journal: Journal) -> None:
    token, pin = journal.create_session(Role.SEAT, 2, "Ada"), journal.ensure_pin()
    secret = journal.offer_seat(2, 300.0)
    stored = all_bytes(journal)
    assert b"Ada" in stored, "the right file was searched"
    for key in (token, pin, secret):
        assert key.encode() not in stored


def test_notes_are_a_seat_s_own_in_one_match(journal: Journal) -> None:
    assert journal.seat_note(1, 0) == ""
    journal.set_seat_note(1, 0, "Ben has the Fool")
    journal.set_seat_note(1, 1, "watch Ada")
    journal.set_seat_note(2, 0, "another evening")
    journal.set_seat_note(1, 0, "Ben has the Fool, I think")
    assert journal.seat_note(1, 0) == "Ben has the Fool, I think"
    journal.clear_seat_notes(0)
    assert [journal.seat_note(match, 0) for match in (1, 2)] == ["", ""]
    assert journal.seat_note(1, 1) == "watch Ada"
    journal.set_seat_note(1, 1, "")
    assert journal.seat_note(1, 1) == ""


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
