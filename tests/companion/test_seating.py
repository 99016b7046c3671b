"""Who sits where: sessions, seats, the host and the bots' seats."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.seating import MOST_VISITORS, Seating
from rules.engine.types import Seat
from web.ports import Joined, Role


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "companion.db") as opened:
        opened.ensure_pin("4711")
        yield opened


@pytest.fixture
def seating(journal: Journal) -> Seating:
    return Seating(journal, ("One", "Two", "Three"), lambda: "off")


def join(seating: Seating, name: str, seat: int, token: str = "") -> Joined | str:
    return seating.join(token or seating.open_session().token, seating.code, name, seat)


def joined(found: Joined | str) -> Joined:
    assert isinstance(found, Joined)
    return found


def test_a_guest_sees_and_a_code_gives_a_seat(seating: Seating) -> None:
    guest = seating.open_session()
    assert guest.session.role is Role.SPECTATOR
    assert guest.session.seat is None
    seated = joined(seating.join(guest.token, f" {seating.code.lower()} ", "  Ada   L ", 1))
    assert (seated.session.role, seated.session.seat, seated.session.name) == (Role.SEAT, 1, "Ada L")
    assert seated.token != guest.token
    assert seating.session(guest.token) is None  # the old cookie is worth nothing
    assert seating.session(seated.token) == seated.session
    person = seating.everybody()[1]
    assert (person.name, person.joined) == ("Ada L", True)


@pytest.mark.parametrize(
    ("code", "name", "seat", "why"),
    [
        ("WRONG", "Ada", 0, "not the code"),
        ("", "Ada", 0, "not the code"),
        ("ÄÖÜ", "Ada", 0, "not the code"),
        (None, "  ", 0, "enter a name"),
        (None, "Ada", 3, "no such seat"),
        (None, "Ada", -1, "no such seat"),
        (None, "Bea", 1, "taken"),
        (None, "bEA", 0, "already has that name"),
    ],
)
def test_who_cannot_join_is_told_why(seating: Seating, code: str | None, name: str, seat: int, why: str) -> None:
    joined(join(seating, "Bea", 1))
    token = seating.open_session().token
    answer = seating.join(token, seating.code if code is None else code, name, seat)
    assert isinstance(answer, str)
    assert why in answer
    assert seating.session(token) is not None


def test_an_ended_session_cannot_join(seating: Seating) -> None:
    assert "ended" in str(join(seating, "Ada", 0, token="nobody"))


def test_changing_seat_or_name_frees_the_old_one(seating: Seating) -> None:
    first = joined(join(seating, "Ada", 0))
    second = joined(join(seating, "Ada", 2, first.token))
    assert [p.joined for p in seating.everybody()] == [False, False, True]
    renamed = joined(join(seating, "Eve", 2, second.token))
    assert seating.everybody()[2].name == "Eve"
    assert seating.session(second.token) is None
    assert seating.session(renamed.token) is not None


def test_leaving_and_being_signed_off(seating: Seating) -> None:
    ada, bea = joined(join(seating, "Ada", 0)), joined(join(seating, "Bea", 1))
    before = seating.signing(0), seating.signing(1)
    seating.leave(ada.token)
    seating.free_seat(1)
    assert seating.session(ada.token) is None
    assert seating.session(bea.token) is None
    assert not any(p.joined for p in seating.everybody())
    assert seating.signing(0) != before[0]
    assert seating.signing(1) != before[1]


def test_seats_outlive_the_service(seating: Seating, journal: Journal) -> None:
    ada = joined(join(seating, "Ada", 0))
    again = Seating(journal, ("One", "Two", "Three"), lambda: "off")
    assert again.everybody()[0].name == "Ada"
    assert again.code == seating.code
    assert again.session(ada.token) == ada.session


def test_the_host_keeps_the_seat_and_the_pin_is_asked(seating: Seating) -> None:
    ada = joined(join(seating, "Ada", 0))
    assert "not the host's PIN" in str(seating.become_host(ada.token, "0000"))
    host = joined(seating.become_host(ada.token, "4711"))
    assert (host.session.role, host.session.seat) == (Role.HOST, 0)
    moved = joined(join(seating, "Ada", 1, host.token))
    assert moved.session.role is Role.HOST
    assert "ended" in str(seating.become_host("nobody", "4711"))


def test_visitors_do_not_grow_without_bound(seating: Seating) -> None:
    first = seating.open_session()
    for _ in range(MOST_VISITORS):
        seating.open_session()
    assert seating.session(first.token) is None


@pytest.mark.parametrize(
    ("mode", "alone", "with_one"),
    [("off", set(), set()), ("fill", set(), {0, 2}), ("all", {0, 1, 2}, {0, 2})],
)
def test_which_seats_bots_play(journal: Journal, mode: str, alone: set[int], with_one: set[int]) -> None:
    seating = Seating(journal, ("One", "Two", "Three"), lambda: mode)
    assert seating.bot_seats() == alone
    joined(join(seating, "Ada", 1))
    assert seating.bot_seats() == with_one
    assert seating.has_phone(Seat(1))
    assert seating.has_phone(Seat(0)) == (0 in with_one)
